import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Choices, Conflict } from '../../base/threeWayMerge';
import { Button } from '../basics/Button';
import { Radio } from '../form/RadioGroup';
import css from './ConflictPopup.module.css';
import { Popup } from './Popup';

interface Props {
  title: string;
  form: {
    /** The conflicts are null while there is no question. */
    state: { conflicts: readonly Conflict[] | null };
    cancelConflicts: () => void;
    resolveConflicts: (choices: Choices) => void;
  };
}

/** Asks which version to take for each value that two people changed. */
export function ConflictPopup({ title, form }: Props) {
  const conflicts = useSnapshot(form.state).conflicts;
  return conflicts && <Question title={title} form={form} conflicts={conflicts} />;
}

function Question({ title, form, conflicts }: Props & { conflicts: readonly Conflict[] }) {
  const [choices, setChoices] = useState<Choices>({});
  const isComplete = conflicts.every(({ name }) => choices[name] !== undefined);
  return (
    <Popup
      title={title}
      size="wide"
      closesOnBackdrop={false}
      onClose={form.cancelConflicts}
      footer={
        <>
          <Button kind="quiet" onClick={form.cancelConflicts}>
            Cancel
          </Button>
          <Button kind="primary" writes disabled={!isComplete} onClick={() => form.resolveConflicts(choices)}>
            Save changes
          </Button>
        </>
      }
    >
      <p>You and someone else changed these fields. Choose the value to save for each.</p>
      {conflicts.map(({ name, label, base, ...sides }) => (
        <fieldset key={name} className={css.field}>
          <legend className={css.name}>{label}</legend>
          <p className="subtle anywhere">
            Before: <span translate="no">{base}</span>
          </p>
          {(['mine', 'theirs'] as const).map((side) => (
            <Radio
              key={side}
              className={css.side}
              name={`conflict ${name}`}
              checked={choices[name] === side}
              onChange={() => setChoices({ ...choices, [name]: side })}
            >
              <span className="muted">{side === 'mine' ? 'Yours' : 'Theirs'}</span>
              <span className={css.value} translate="no">
                {sides[side]}
              </span>
            </Radio>
          ))}
        </fieldset>
      ))}
    </Popup>
  );
}
