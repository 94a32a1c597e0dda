import CircleAlert from 'lucide-react/icons/circle-alert';
import Settings2 from 'lucide-react/icons/settings-2';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../../kit/basics/Badge';
import { Button } from '../../../kit/basics/Button';
import { Icon } from '../../../kit/basics/Icon';
import { IconButton } from '../../../kit/basics/IconButton';
import { joinClasses } from '../../../kit/basics/joinClasses';
import { ChangedMark } from '../../../kit/form/ChangedMark';
import { Select } from '../../../kit/form/Select';
import { type FieldErrors, hasUnder, messageAt } from '../../../model/fieldErrors';
import { canBeMultiple, typeOf } from '../../../model/types/fieldTypes';
import * as collections from '../../../page/collections';
import { holdsMany } from '../collectionChanges';
import type { CollectionEditor } from '../collectionEditor';
import { type FieldForm, type FieldPath, isFixed } from '../collectionForm';
import { SlugInput } from '../SlugInput';
import { FieldOptions, ownInputs } from './FieldOptions';
import css from './FieldRow.module.css';
import { FieldTile } from './FieldTile';

interface Props {
  editor: CollectionEditor;
  field: FieldForm;
  errors: FieldErrors;
  isChanged: boolean;
  grip: ReactNode;
  isOpen: boolean;
  onToggle: (field: FieldForm) => void;
  /** Called when the input of the name loses the focus. */
  onNamed: () => void;
  onDuplicated: (key: string) => void;
}

export function FieldRow({
  editor,
  field,
  errors,
  isChanged,
  grip,
  isOpen,
  onToggle,
  onNamed,
  onDuplicated,
}: Props) {
  const { key, name, type, isSystem, isRemoved, required, presentable } = useSnapshot(field, { sync: true });
  const shown = useSnapshot(field, { sync: true });
  const errorId = useId();
  const path = `schema.${key}` as const;
  const nameError = messageAt(errors, `${path}.name`) ?? messageAt(errors, path);

  if (isRemoved) {
    return (
      <div className={joinClasses(css.row, css.isRemoved)} data-field={key}>
        <span className={css.noGrip} />
        <FieldTile type={type} />
        <s className={joinClasses(css.removedName, 'ellipsis')} data-tooltip={name}>
          {name}
        </s>
        <span className={css.gist} />
        <Badge kind="danger">Deleted on save</Badge>
        <Button size="small" aria-label={`Restore ${name}`} onClick={() => restore(editor, field)}>
          Restore
        </Button>
      </div>
    );
  }
  const hasErrors = hasUnder(errors, path);
  const { summary, required: requiredWords } = typeOf(shown);
  const isHidden = shown.options['hidden'] === true;
  const Inline = shown.id === '' && !isOpen ? ownInputs.get(type)?.Inline : undefined;
  return (
    <div data-field={key}>
      <div className={joinClasses(css.row, isOpen && css.isOpen)}>
        {isSystem ? <span className={css.noGrip} /> : grip}
        <FieldTile type={type} />
        <SlugInput
          isPlain
          className={css.name}
          aria-label="Field name"
          aria-invalid={nameError ? true : undefined}
          aria-describedby={
            [nameError && errorId, isChanged && `${errorId}-changed`].filter(Boolean).join(' ') || undefined
          }
          aria-required
          data-tooltip={name}
          readOnly={isSystem}
          value={name}
          // If two fields have the same name, both have an error, and a rename of one corrects both.
          onChange={(text) => editor.editFields(namePaths(path, errors), ({ rename }) => rename(key, text))}
          onBlur={onNamed}
          onKeyDown={keepEnter}
        />
        {isChanged && <ChangedMark id={`${errorId}-changed`} />}
        {Inline ? (
          <span className={css.inline}>
            <Inline editor={editor} field={field} />
          </span>
        ) : (
          <span className={joinClasses(css.gist, 'ellipsis')} translate="no">
            {summary?.(shown, (id) => collections.find(id)?.name)}
          </span>
        )}
        {(isSystem || isHidden || presentable || required) && (
          <span className={css.marks}>
            {isSystem && <Badge>System</Badge>}
            {isHidden && <Badge>Hidden</Badge>}
            {presentable && <Badge>Presentable</Badge>}
            {required && <Badge>{requiredWords.word}</Badge>}
          </span>
        )}
        {canBeMultiple(shown) && !isFixed(shown) && (
          <span className={css.many}>
            <Select
              isRequired
              aria-label={`Values of ${name}`}
              options={manyOptions}
              value={holdsMany(shown) ? 'many' : 'one'}
              onChange={(value) =>
                editor.editFields(`${path}.options.maxSelect`, ({ setMany }) =>
                  setMany(key, value === 'many'),
                )
              }
            />
          </span>
        )}
        <IconButton
          icon={Settings2}
          size="small"
          label={`Options of ${name}`}
          tooltip="Options"
          className={hasErrors ? css.hasErrors : undefined}
          aria-describedby={hasErrors ? `${errorId}-wrong` : undefined}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${errorId}-options` : undefined}
          onClick={() => onToggle(field)}
        />
        {hasErrors && (
          <span id={`${errorId}-wrong`} hidden>
            Has errors
          </span>
        )}
      </div>
      {nameError && (
        <p id={errorId} className={css.fault}>
          <Icon of={CircleAlert} size={13} /> {nameError}
        </p>
      )}
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps a key of the inputs inside from the form
        <div className={css.options} id={`${errorId}-options`} onKeyDown={keepEnter}>
          <FieldOptions editor={editor} field={field} onDuplicated={onDuplicated} />
        </div>
      )}
    </div>
  );
}

function namePaths(path: FieldPath, errors: FieldErrors): FieldPath[] {
  const isName = (other: string): other is FieldPath => /^schema\..+\.name$/.test(other);
  return [`${path}.name`, ...Object.keys(errors).filter(isName)];
}

/** Enter in a name or an option must not save the collection. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

const manyOptions = [
  { value: 'one', label: 'Single' },
  { value: 'many', label: 'Multiple' },
];

function restore(editor: CollectionEditor, { key, name }: FieldForm) {
  const stored = editor.state.stored?.schema.find(({ id }) => id === key);
  editor.editFields('schema', (edits) => edits.restore(key, stored?.name ?? name));
}
