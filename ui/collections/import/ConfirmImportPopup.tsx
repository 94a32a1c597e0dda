import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { TextInput } from '../../kit/form/TextInput';
import { Note } from '../../kit/layout/Note';
import css from '../../kit/layout/settingsLayout.module.css';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import { makeBackup, newestBackupLine } from '../../page/backups';
import type { ValueCounts } from '../../records/related/valueCounts';
import notes from './ImportNotes.module.css';
import { countText, keyOf } from './lossCounts';
import { type ImportPlan, lostFields } from './plan/importPlan';

interface Props {
  plan: ImportPlan;
  losses: ValueCounts;
  onClose: () => void;
  onConfirm: () => void;
}

const word = 'delete';

/** Lists the data that is lost. The person confirms this by typing a word. */
export function ConfirmImportPopup({ plan, losses, onClose, onConfirm }: Props) {
  const [typed, setTyped] = useState('');
  const [isDone, setIsDone] = useState(false);
  const counts = useSnapshot(losses.state);
  const isSure = typed.trim() === word;

  function handleSubmit() {
    setIsDone(isSure);
    return isSure;
  }

  return (
    <Popup
      title="Delete data and import"
      size="wide"
      closesOnBackdrop={false}
      onClose={isDone ? onConfirm : onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button kind="danger" type="submit" writes disabled={!isSure}>
            Delete and import
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <Note kind="danger">
          <p>This import permanently deletes:</p>
          <ul className={notes.lines}>
            {plan.deleted.map(({ id, name, type }) => (
              <li key={id}>
                <code translate="no">{name}</code> (
                {type === 'view' ? 'view' : countText(counts[keyOf(id)], 'record')})
              </li>
            ))}
            {lostFields(plan).map(({ collection, field, loss }) => (
              <li key={keyOf(collection.id, field.id)}>
                <code translate="no">
                  {collection.name}.{field.name}
                </code>{' '}
                ({loss === 'single' && 'all but the last of several values in '}
                {countText(counts[keyOf(collection.id, field.id)], loss === 'single' ? 'record' : 'value')})
              </li>
            ))}
          </ul>
        </Note>
        <BackupFirst />
        <Field label={`Type ${word} to confirm`} isRequired>
          {(control) => (
            <TextInput
              {...control}
              isMono
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={setTyped}
            />
          )}
        </Field>
      </div>
    </Popup>
  );
}

/** Shows the age of the newest backup, and a button that makes a new one. */
function BackupFirst() {
  const [line, setLine] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => void newestBackupLine().then(setLine), []);

  async function handleBackup() {
    setIsBusy(true);
    await makeBackup();
    setLine(await newestBackupLine());
    setIsBusy(false);
  }

  return (
    <p>
      <span role="status">{line && `${line}. `}</span>
      <Button kind="link" writes isBusy={isBusy} onClick={() => void handleBackup()}>
        Make a backup first
      </Button>
    </p>
  );
}
