import CopyPlus from 'lucide-react/icons/copy-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../../../../kit/basics/IconButton';
import { Toggle } from '../../../../kit/form/Toggle';
import { InfoTip } from '../../../../kit/overlay/InfoTip';
import type { OptionInput } from '../../../../model/types/fieldOption';
import { typeOf } from '../../../../model/types/fieldTypes';
import { holdsMany } from '../../collectionChanges';
import { isFixed, newFieldPath } from '../../collectionForm';
import css from './FieldFooter.module.css';
import { type OptionProps, useOption } from './useOption';

interface Props extends OptionProps {
  onDuplicated: (key: string) => void;
}

export function FieldFooter({ editor, field, onDuplicated }: Props) {
  const shown = useSnapshot(field);
  const { key, required, presentable } = shown;
  const { options, required: words, isReadOnly } = typeOf(shown);
  const path = `schema.${key}` as const;
  const { stored } = useSnapshot(editor.state);
  const before = stored?.schema.find((one) => one.id === key);

  function duplicate() {
    // With this path, the errors of the original stay.
    const copy = editor.editFields(newFieldPath, (edits) => edits.duplicate(key));
    if (copy !== null) onDuplicated(copy);
  }

  if (isFixed(shown)) {
    return (
      <div className={css.root}>
        <span className="hint">System fields cannot be changed.</span>
        <span className={css.acts}>
          <IconButton icon={CopyPlus} size="small" label="Duplicate" onClick={duplicate} />
        </span>
      </div>
    );
  }
  return (
    <div className={css.root}>
      {!isReadOnly && (
        <OptionToggle
          label={words.word}
          tip={`Requires the field value NOT to be ${holdsMany(shown) ? '[]' : words.refused}.`}
          isOn={required}
          isChanged={before !== undefined && required !== (before.required ?? false)}
          onChange={(isOn) => editor.editFields(`${path}.required`, (edits) => edits.setRequired(key, isOn))}
        />
      )}
      <OptionToggle
        label="Presentable"
        tip="Whether the field is preferred in relation listings. By default it is chosen automatically."
        isOn={presentable}
        isChanged={before !== undefined && presentable !== (before.presentable ?? false)}
        onChange={(isOn) =>
          editor.editFields(`${path}.presentable`, (edits) => edits.setPresentable(key, isOn))
        }
      />
      {Object.entries(options).map(
        ([name, { kind, input }]) =>
          input &&
          kind === 'flag' && (
            <OptionSwitch key={name} editor={editor} field={field} name={name} input={input} />
          ),
      )}
      <span className={css.acts}>
        <IconButton icon={CopyPlus} size="small" label="Duplicate" onClick={duplicate} />
        <IconButton
          icon={Trash2}
          size="small"
          className={css.remove}
          label="Remove"
          onClick={() => editor.editFields(path, (edits) => edits.remove(key))}
        />
      </span>
    </div>
  );
}

interface OptionSwitchProps extends OptionProps {
  name: string;
  input: OptionInput;
}

function OptionSwitch({ name, input, ...props }: OptionSwitchProps) {
  const { label, tip = '', learnMore } = input;
  const { value, isChanged, set } = useOption(props, name);
  return (
    <OptionToggle label={label} tip={tip} isOn={value === true} isChanged={isChanged} onChange={set}>
      {learnMore && (
        <a href={learnMore} target="_blank" rel="noopener noreferrer">
          (Learn more)
        </a>
      )}
    </OptionToggle>
  );
}

interface OptionToggleProps {
  label: string;
  tip: string;
  isOn: boolean;
  isChanged: boolean;
  onChange: (isOn: boolean) => void;
  children?: ReactNode;
}

function OptionToggle({ label, tip, isOn, isChanged, onChange, children }: OptionToggleProps) {
  return (
    <span className={css.toggle}>
      <Toggle label={label} isOn={isOn} isChanged={isChanged} onChange={onChange} />
      <InfoTip label={label} text={tip} />
      {children}
    </span>
  );
}
