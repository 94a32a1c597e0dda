import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../kit/basics/Button';
import { IconButton } from '../../../kit/basics/IconButton';
import { CodeEditor } from '../../../kit/code-editor/CodeEditor';
import { Field } from '../../../kit/form/Field';
import { Toggle } from '../../../kit/form/Toggle';
import { CloseButton } from '../../../kit/overlay/CloseButton';
import { Popup } from '../../../kit/overlay/Popup';
import { dateNames, systemFieldNames } from '../../../model/collection';
import { messageAt } from '../../../model/fieldErrors';
import { parseIndex, withColumnToggled, withUnique } from '../../../model/sql/indexStatement';
import * as unsaved from '../../../page/forms/unsaved';
import type { CollectionEditor } from '../collectionEditor';
import { liveFields } from '../collectionForm';
import css from './IndexPopup.module.css';
import { placeOfIndex } from './indexPlace';

interface Props {
  editor: CollectionEditor;
  /** The position of the index when it was opened; null for a new one. */
  at: number | null;
  statement: string;
  onClose: () => void;
}

export function IndexPopup({ editor, at, statement, onClose }: Props) {
  const [text, setText] = useState(statement);
  const isChanged = useRef(false);
  isChanged.current = text !== statement;
  useEffect(() => unsaved.watch(() => isChanged.current), []);
  const { errors, stored } = useSnapshot(editor.state);
  const index = parseIndex(text);
  const chosen = index?.columns.map(({ name }) => name.toLowerCase()) ?? [];
  const place = () => placeOfIndex(editor.state.form.indexes, { at, statement });
  const error = text === statement && at !== null ? messageAt(errors, `indexes.${place()}`) : null;
  const presets = useMemo(
    () => [
      ...liveFields(editor.state.form).map(({ name }) => name),
      ...dateNames.filter((name) => !stored || systemFieldNames(stored).includes(name)),
    ],
    [editor, stored],
  );
  const sql = useMemo(() => ({ columns: presets }), [presets]);

  function handleSet() {
    if (chosen.length === 0) return;
    const now = place();
    editor.edit(now === null ? 'indexes' : `indexes.${now}`, ({ setIndex }) => setIndex(now, text));
    onClose();
  }

  function handleRemove() {
    const now = place();
    if (now !== null) editor.edit('indexes', ({ removeIndex }) => removeIndex(now));
    onClose();
  }

  return (
    <Popup
      title={at === null ? 'Create index' : 'Update index'}
      size="wide"
      canClose={async () => text === statement || (await unsaved.mayLose('close the popup'))}
      onClose={onClose}
      onSubmit={handleSet}
      footerStart={
        at !== null && (
          <IconButton icon={Trash2} kind="dangerQuiet" label="Remove index" onClick={handleRemove} />
        )
      }
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" kind="primary" disabled={chosen.length === 0}>
            Set index
          </Button>
        </>
      }
    >
      <div className={css.parts}>
        <Toggle
          isOn={index?.isUnique ?? false}
          isDisabled={!index}
          label="Unique"
          onChange={(isUnique) => setText(withUnique(text, isUnique))}
        />
        <Field label="Index statement" error={error}>
          {(control) => (
            <CodeEditor
              {...control}
              language="sql"
              sql={sql}
              minHeight={90}
              maxHeight={300}
              value={text}
              onChange={setText}
            />
          )}
        </Field>
        {!index && text !== '' && <p className="hint">This is not a complete CREATE INDEX statement.</p>}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame */}
        <div role="group" aria-label="Columns" className={css.presets}>
          <span className="footnote">Presets:</span>
          {presets.map((name) => (
            <button
              key={name}
              type="button"
              className={css.preset}
              aria-pressed={chosen.includes(name.toLowerCase())}
              disabled={!index}
              onClick={() => setText(withColumnToggled(text, name))}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
    </Popup>
  );
}
