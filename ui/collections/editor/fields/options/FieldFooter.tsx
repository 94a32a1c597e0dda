import CopyPlus from 'lucide-react/icons/copy-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../../../../kit/basics/IconButton';
import { Toggle } from '../../../../kit/form/Toggle';
import { InfoTip } from '../../../../kit/overlay/InfoTip';
import { type FieldForm, isFixed, newFieldPath } from '../../collectionForm';
import { requiredWord, zeroValueOf } from '../fieldWords';
import css from './FieldFooter.module.css';
import { type OptionProps, useOption } from './useOption';

interface Props extends OptionProps {
  onDuplicated: (key: string) => void;
}

const protectedAddress = 'https://pocketbase.io/old/docs/files-handling/#protected-files';

/** The switches of a field, and the buttons to duplicate and remove it. */
export function FieldFooter({ editor, field, onDuplicated }: Props) {
  const shown = useSnapshot(field) as FieldForm;
  const { key, type, required, presentable } = shown;
  const path = `schema.${key}` as const;
  const { stored } = useSnapshot(editor.state);
  const before = stored?.schema.find((one) => one.id === key);

  function duplicate() {
    // The path keeps the errors of the original.
    const copy = editor.editFields(newFieldPath, (edits) => edits.duplicate(key));
    if (copy !== null) onDuplicated(copy);
  }

  if (isFixed(shown)) {
    return (
      <div className={css.root}>
        <span className={css.fixed}>System fields cannot be changed.</span>
        <span className={css.acts}>
          <IconButton icon={CopyPlus} size="small" label="Duplicate" onClick={duplicate} />
        </span>
      </div>
    );
  }
  return (
    <div className={css.root}>
      <OptionToggle
        label={requiredWord(type)}
        tip={`Requires the field value NOT to be ${zeroValueOf(shown)}.`}
        isOn={required}
        isChanged={before !== undefined && required !== (before.required ?? false)}
        onChange={(isOn) => editor.editFields(`${path}.required`, (edits) => edits.setRequired(key, isOn))}
      />
      <OptionToggle
        label="Presentable"
        tip="Whether the field is preferred in relation listings. By default it is chosen automatically."
        isOn={presentable}
        isChanged={before !== undefined && presentable !== (before.presentable ?? false)}
        onChange={(isOn) =>
          editor.editFields(`${path}.presentable`, (edits) => edits.setPresentable(key, isOn))
        }
      />
      <TypeToggle editor={editor} field={field} />
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

function TypeToggle(props: OptionProps) {
  switch (props.field.type) {
    case 'number':
      return (
        <OptionSwitch
          {...props}
          name="noDecimal"
          label="No decimals"
          tip="Existing decimal numbers are not affected."
        />
      );
    case 'editor':
      return (
        <OptionSwitch
          {...props}
          name="convertUrls"
          label="Strip urls domain"
          tip="Stores URLs in the text without their domain, so that content can move between environments."
        />
      );
    case 'file':
      return (
        <OptionSwitch
          {...props}
          name="protected"
          label="Protected"
          tip="Files are served only with a file token, to those whom the view rule allows."
          learnMore={protectedAddress}
        />
      );
    default:
      return null;
  }
}

interface OptionSwitchProps extends OptionProps {
  name: string;
  label: string;
  tip: string;
  learnMore?: string | undefined;
}

function OptionSwitch({ name, label, tip, learnMore, ...props }: OptionSwitchProps) {
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
  /** The text of the info button. */
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
