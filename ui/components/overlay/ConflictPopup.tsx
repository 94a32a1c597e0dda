import { useState } from 'react';
import { Button } from '../basics/Button';
import { Radio } from '../form/Radio';
import css from './ConflictPopup.module.css';
import { Popup } from './Popup';

/** Something that two people changed, each to something else; as text. */
export interface TwoVersions {
  /** Names it among the choices. */
  name: string;
  label: string;
  base: string;
  mine: string;
  theirs: string;
}

type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

interface Props {
  title: string;
  conflicts: readonly TwoVersions[];
  onCancel: () => void;
  onResolve: (choices: Choices) => void;
}

/** Someone else saved meanwhile: for each thing that both changed, the person chooses. */
export function ConflictPopup({ title, conflicts, onCancel, onResolve }: Props) {
  const [choices, setChoices] = useState<Choices>({});
  const isComplete = conflicts.every(({ name }) => choices[name] !== undefined);
  return (
    <Popup
      title={title}
      size="wide"
      closesOnBackdrop={false}
      onClose={onCancel}
      footer={
        <>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button kind="primary" disabled={!isComplete} onClick={() => onResolve(choices)}>
            Save changes
          </Button>
        </>
      }
    >
      <p>You and someone else changed these fields. Choose the value to save for each.</p>
      {conflicts.map(({ name, label, base, ...sides }) => (
        <fieldset key={name} className={css.field}>
          <legend className={css.name}>{label}</legend>
          <p className={css.base}>
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
              <span className={css.sideName}>{side === 'mine' ? 'Yours' : 'Theirs'}</span>
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
