import CircleAlert from 'lucide-react/icons/circle-alert';
import Settings2 from 'lucide-react/icons/settings-2';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../../components/basics/Badge';
import { Button } from '../../../components/basics/Button';
import { Icon } from '../../../components/basics/Icon';
import { IconButton } from '../../../components/basics/IconButton';
import { joinClasses } from '../../../components/basics/joinClasses';
import { ChangedMark } from '../../../components/form/ChangedMark';
import { Select } from '../../../components/form/Select';
import { type FieldErrors, hasUnder, messageAt } from '../../../model/fieldErrors';
import * as collections from '../../../state/collections';
import { holdsMany } from '../collectionChanges';
import type { CollectionEditor } from '../collectionEditor';
import { type FieldForm, isFixed } from '../collectionForm';
import { SlugInput } from '../SlugInput';
import { FieldOptions } from './FieldOptions';
import css from './FieldRow.module.css';
import { FieldTile } from './FieldTile';
import { gistOf, requiredWord } from './fieldGist';
import { ChoicesInput } from './options/ChoicesInput';
import { RelationTarget } from './options/RelationTarget';

interface Props {
  editor: CollectionEditor;
  /** The live field of the form. */
  field: FieldForm;
  /** Of the whole form: hundreds of rows that follow it would make each key slow. */
  errors: FieldErrors;
  isChanged: boolean;
  grip: ReactNode;
  isOpen: boolean;
  onToggle: (key: string) => void;
  /** The name is as it is to be, for now. */
  onNamed: () => void;
  onDuplicated: (key: string) => void;
}

/** One field in a line, and below it its options while it is open. */
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
  const shown = useSnapshot(field, { sync: true }) as FieldForm;
  const errorId = useId();
  const path = `schema.${key}`;
  const nameError = messageAt(errors, `${path}.name`) ?? messageAt(errors, path);

  const root = useRef<HTMLDivElement>(null);
  const wasRemoved = useRef(isRemoved);
  useLayoutEffect(() => {
    if (wasRemoved.current === isRemoved) return;
    wasRemoved.current = isRemoved;
    // What was pressed has gone, and the focus with it.
    if (document.activeElement !== document.body) return;
    root.current
      ?.querySelector<HTMLElement>(isRemoved ? 'button' : 'button[aria-expanded]:not([role])')
      ?.focus();
  }, [isRemoved]);

  if (isRemoved) {
    return (
      <div ref={root} className={joinClasses(css.row, css.isRemoved)} data-field={key}>
        <span className={css.noGrip} />
        <FieldTile type={type} />
        <s className={css.removedName}>{name}</s>
        <span className={css.gist} />
        <Badge kind="danger">Deleted on save</Badge>
        <Button size="small" aria-label={`Restore ${name}`} onClick={() => restore(editor, field)}>
          Restore
        </Button>
      </div>
    );
  }
  const hasErrors = hasUnder(errors, path);
  const hasMany = !isFixed(shown) && (type === 'select' || type === 'file' || type === 'relation');
  return (
    <div ref={root} data-field={key}>
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
          readOnly={isSystem}
          value={name}
          // Two of one name are both wrong: either may be the one that is changed.
          onChange={(text) => editor.editFields(namePaths(path, errors), ({ rename }) => rename(key, text))}
          onBlur={onNamed}
          onKeyDown={keepEnter}
          end={
            nameError && (
              <span className={css.fault} data-tooltip={nameError}>
                <Icon of={CircleAlert} size={13} />
                <span id={errorId} className="visuallyHidden">
                  {nameError}
                </span>
              </span>
            )
          }
        />
        {isChanged && <ChangedMark id={`${errorId}-changed`} />}
        {shown.id === '' && !isOpen && (type === 'select' || type === 'relation') ? (
          <span className={css.inline}>
            {type === 'select' ? (
              <ChoicesInput editor={editor} field={field} />
            ) : (
              <RelationTarget editor={editor} field={field} />
            )}
          </span>
        ) : (
          <span className={css.gist} translate="no">
            {gistOf(shown, (id) => collections.find(id)?.name)}
          </span>
        )}
        {(isSystem || presentable || required) && (
          <span className={css.marks}>
            {isSystem && <Badge>System</Badge>}
            {presentable && <Badge>Presentable</Badge>}
            {required && <Badge>{requiredWord(type)}</Badge>}
          </span>
        )}
        {hasMany && (
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
          onClick={() => onToggle(key)}
        />
        {hasErrors && (
          <span id={`${errorId}-wrong`} hidden>
            Has errors
          </span>
        )}
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps a key of the inputs inside from the form
        <div className={css.options} id={`${errorId}-options`} onKeyDown={keepEnter}>
          <FieldOptions editor={editor} field={field} onDuplicated={onDuplicated} />
        </div>
      )}
    </div>
  );
}

function namePaths(path: string, errors: FieldErrors): string[] {
  return [`${path}.name`, ...Object.keys(errors).filter((other) => /^schema\..+\.name$/.test(other))];
}

/** In one of many names and options Enter must not save all of it. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

const manyOptions = [
  { value: 'one', label: 'Single' },
  { value: 'many', label: 'Multiple' },
];

/** Its name on the server comes back with it. */
function restore(editor: CollectionEditor, { key, name }: FieldForm) {
  const stored = editor.state.stored?.schema.find(({ id }) => id === key);
  editor.editFields('schema', (edits) => edits.restore(key, stored?.name ?? name));
}
