import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { joinClasses } from '../../kit/basics/joinClasses';
import { DragList } from '../../kit/form/DragList';
import { Field } from '../../kit/form/Field';
import { acceptsFile, FileDrop } from '../../kit/form/FileDrop';
import { optionOf, type SchemaField } from '../../model/field';
import { isImageName } from '../../model/file';
import { isMultiple, isProtected } from '../../model/types/fieldTypes';
import { wrongCount } from '../../model/types/list';
import { Thumb } from '../display/Thumb';
import { type FileChange, freePlaces } from '../values/fileChange';
import { file } from './file';
import css from './lineInput.module.css';

export interface FileEditor {
  /** For protected files; '' while there is none. A new token loads the thumbnails again. */
  state: { fileToken: string };
  /** Adds files while there is room, and reports the number of the others. `refused` have a wrong type. */
  addFiles(name: string, files: readonly File[], refused?: readonly File[]): void;
  /** Marks a stored file. The next save deletes it. */
  removeFile(name: string, file: string): void;
  restoreFile(name: string, file: string): void;
  removeAddedFile(name: string, at: number): void;
  moveFile(name: string, from: number, to: number): void;
  moveAddedFile(name: string, from: number, to: number): void;
  fileAddress(name: string, file: string, options?: { thumb?: string | undefined }): string;
  freshFileAddress(name: string, file: string): Promise<string>;
  /** Called when a thumbnail has failed to load: the token may have expired. */
  renewFileToken(name: string): Promise<void>;
}

interface Props {
  editor: FileEditor;
  field: SchemaField;
  change: FileChange;
  error: string | null;
  isChanged: boolean;
}

/** The whole field accepts dropped files. */
export function FileInput({ editor, field, change, error, isChanged }: Props) {
  const { name } = field;
  const picker = useRef<HTMLInputElement>(null);
  const places = freePlaces(field, change);
  const max = Number(optionOf(field, 'maxSelect')) || 1;
  const types = optionOf(field, 'mimeTypes');
  const accept = Array.isArray(types) && types.length > 0 ? types.join(',') : undefined;
  const canReorder = isMultiple(field);
  const used = change.names.length + change.added.length;
  const marked = change.removed.length;

  function handlePick(event: ChangeEvent<HTMLInputElement>) {
    addFiles([...(event.target.files ?? [])]);
    // Empties the input, so that the same file can be chosen again.
    event.target.value = '';
  }

  /** Moves the focus to the new control of the file. */
  function restore(file: string, button: HTMLElement) {
    const group = button.closest('[role="group"]');
    editor.restoreFile(name, file);
    requestAnimationFrame(() => {
      const controls = [...(group?.querySelectorAll('button') ?? [])];
      controls.find((one) => one.getAttribute('aria-label') === `Remove ${file}`)?.focus();
    });
  }

  /** The file dialog of the system lets a person choose any type. */
  function addFiles(files: File[]) {
    const isFitting = (file: File) => acceptsFile(accept, file);
    const refused = files.filter((file) => !isFitting(file));
    editor.addFiles(name, files.filter(isFitting), refused);
  }

  return (
    <Field
      label={name}
      hasNameAsLabel
      icon={file.icon}
      isRequired={field.required === true}
      isChanged={isChanged}
      // A restored file can exceed the maximum.
      error={error ?? wrongCount(field, used, isMultiple(field))?.message}
      hint={max > 1 ? `${used + marked} of ${max}${marked ? `, ${marked} marked` : ''}` : undefined}
    >
      {(control) => (
        <FileDrop
          accept={accept}
          freePlaces={places}
          onFiles={(taken, leftOut) => addFiles([...taken, ...leftOut])}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a field */}
          <div
            role="group"
            aria-labelledby={`${control.id}-label`}
            className={joinClasses(css.root, css.files)}
            data-invalid={control['aria-invalid']}
          >
            {change.names.length > 0 && (
              <DragList
                label={`Files of ${name}`}
                items={change.names}
                keyOf={(file) => file}
                nameOf={(file) => file}
                isDisabled={!canReorder || change.names.length < 2}
                onReorder={(_, from, to) => editor.moveFile(name, from, to)}
                renderItem={(file, grip) => (
                  <div className={css.line}>
                    {grip}
                    <StoredFile editor={editor} field={field} file={file} />
                    <IconButton
                      icon={Trash2}
                      size="small"
                      label={`Remove ${file}`}
                      onClick={() => editor.removeFile(name, file)}
                    />
                  </div>
                )}
              />
            )}
            {change.removed.map((file) => (
              <div key={file} className={joinClasses(css.line, css.removed)}>
                <StoredThumb editor={editor} field={field} file={file} />
                <s className={css.name} translate="no">
                  {file}
                </s>
                <Button size="small" onClick={({ currentTarget }) => restore(file, currentTarget)}>
                  Restore
                </Button>
              </div>
            ))}
            {change.added.length > 0 && (
              <DragList
                label={`New files of ${name}`}
                items={change.added}
                keyOf={fileKey}
                nameOf={(file) => file.name}
                isDisabled={!canReorder || change.added.length < 2}
                onReorder={(_, from, to) => editor.moveAddedFile(name, from, to)}
                renderItem={(file, grip) => (
                  <div className={css.line}>
                    {grip}
                    <NewThumb file={file} />
                    <span className={css.name} translate="no">
                      {file.name}
                    </span>
                    <Badge kind="success">New</Badge>
                    <FileSize className={css.size} bytes={file.size} />
                    <IconButton
                      icon={X}
                      size="small"
                      label={`Remove ${file.name}`}
                      onClick={() => editor.removeAddedFile(name, change.added.indexOf(file))}
                    />
                  </div>
                )}
              />
            )}
            <button
              id={control.id}
              type="button"
              // The label of the field names the group, so the button needs a name of its own.
              aria-label="Upload new file"
              aria-describedby={control['aria-describedby']}
              className={css.add}
              disabled={places === 0}
              onClick={() => picker.current?.click()}
            >
              <Icon of={Upload} /> Upload new file
            </button>
            <input
              ref={picker}
              type="file"
              hidden
              tabIndex={-1}
              accept={accept}
              multiple={max > 1}
              onChange={handlePick}
            />
          </div>
        </FileDrop>
      )}
    </Field>
  );
}

const keys = new WeakMap<File, string>();
let lastKey = 0;

function fileKey(file: File): string {
  let key = keys.get(file);
  if (key === undefined) {
    lastKey += 1;
    key = String(lastKey);
    keys.set(file, key);
  }
  return key;
}

interface StoredProps {
  editor: FileEditor;
  field: SchemaField;
  file: string;
}

/** A new token loads the thumbnail again. */
function StoredThumb({ editor, field, file }: StoredProps) {
  useSnapshot(editor.state).fileToken;
  return (
    <Thumb
      name={file}
      address={editor.fileAddress(field.name, file, { thumb: '100x100' })}
      isBesideName
      onFailure={() => void editor.renewFileToken(field.name)}
    />
  );
}

/** Opens the file in a new tab. A token is valid for two minutes, so each click gets a new one. */
function StoredFile({ editor, field, file }: StoredProps) {
  useSnapshot(editor.state).fileToken;
  async function handleClick(event: MouseEvent) {
    if (!isProtected(field) || event.button === 2) return;
    event.preventDefault();
    window.open(await editor.freshFileAddress(field.name, file), '_blank', 'noopener');
  }
  return (
    <>
      <StoredThumb editor={editor} field={field} file={file} />
      <a
        className={css.name}
        translate="no"
        href={editor.fileAddress(field.name, file)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => void handleClick(event)}
        onAuxClick={(event) => void handleClick(event)}
      >
        {file}
      </a>
    </>
  );
}

function NewThumb({ file }: { file: File }) {
  // Only raster images get a link, because any other `blob:` URL could run scripts as this page.
  const isPicture = isImageName(file.name) && !file.name.toLowerCase().endsWith('.svg');
  const address = useMemo(() => (isPicture ? URL.createObjectURL(file) : ''), [file, isPicture]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <Thumb
      name={isPicture ? file.name : `${file.name}.file`}
      address={address}
      tooltip={file.name}
      isBesideName
    />
  );
}
