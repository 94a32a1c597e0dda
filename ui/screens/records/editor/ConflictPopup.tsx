import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { Popup } from '../../../components/overlay/Popup';
import css from './ConflictPopup.module.css';
import type { RecordEditor } from './recordEditor';
import type { Choices, Conflict } from './recordMerge';

interface Props {
  editor: RecordEditor;
}

/** Someone else saved meanwhile: for each field that both changed, the person chooses. */
export function ConflictPopup({ editor }: Props) {
  const conflicts = useSnapshot(editor.state).conflicts as readonly Conflict[] | null;
  return conflicts ? <Choosing conflicts={conflicts} editor={editor} /> : null;
}

function Choosing({ conflicts, editor }: { conflicts: readonly Conflict[]; editor: RecordEditor }) {
  const [choices, setChoices] = useState<Choices>({});
  const isComplete = conflicts.every(({ name }) => choices[name] !== undefined);
  return (
    <Popup
      title="Someone else changed this record"
      size="wide"
      closesOnBackdrop={false}
      onClose={editor.cancelConflicts}
      footer={
        <>
          <Button kind="quiet" onClick={editor.cancelConflicts}>
            Cancel
          </Button>
          <Button kind="primary" disabled={!isComplete} onClick={() => editor.resolve(choices)}>
            Save changes
          </Button>
        </>
      }
    >
      <p>These fields were changed by you and by someone else. Choose for each what is saved.</p>
      {conflicts.map(({ name, base, mine, theirs }) => (
        <fieldset key={name} className={css.field}>
          <legend className={css.name}>{name}</legend>
          <p className={css.base}>Before: {printed(base)}</p>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={css.side}>
              <input
                type="radio"
                name={`conflict ${name}`}
                checked={choices[name] === side}
                onChange={() => setChoices({ ...choices, [name]: side })}
              />
              <span className={css.sideName}>{side === 'mine' ? 'Yours' : 'Theirs'}</span>
              <span className={css.value}>{printed(side === 'mine' ? mine : theirs)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </Popup>
  );
}

function printed(value: Conflict['mine']): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const text = typeof value === 'string' ? value : value.join(', ');
  return text === '' ? '(empty)' : text;
}
