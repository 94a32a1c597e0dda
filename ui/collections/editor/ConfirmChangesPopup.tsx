import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { plainCopy } from '../../base/plainData';
import { printCount } from '../../base/text';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Select } from '../../kit/form/Select';
import { Toggle } from '../../kit/form/Toggle';
import { Note } from '../../kit/layout/Note';
import { Popup } from '../../kit/overlay/Popup';
import { indexNameOf, parseIndex } from '../../model/sql/indexStatement';
import { holdsFiles } from '../../model/types/fieldTypes';
import type { ValueCount } from '../../records/related/valueCounts';
import css from './ConfirmChangesPopup.module.css';
import { type ChangeImpact, createChangeImpact, type Reach } from './changeImpact';
import { type CollectionChanges, isStructural, type LostIndex } from './collectionChanges';
import type { CollectionEditor } from './collectionEditor';
import { actOf, isWriting, ruleLabels } from './collectionForm';
import { MentionList } from './MentionList';

/** Asks before the save about changes that can lose data or break something, and lists what they affect. */
export function ConfirmChangesPopup({ editor }: { editor: CollectionEditor }) {
  const changes = useSnapshot(editor.state).changes;
  const { stored } = editor.state;
  if (!changes || !stored) return null;
  return <Confirming editor={editor} changes={changes} />;
}

function Confirming({ editor, changes }: { editor: CollectionEditor; changes: CollectionChanges }) {
  const [impact] = useState(() => impactOf(editor, changes));
  useEffect(() => impact.stop, [impact]);
  const reaches = useSnapshot(impact.state).reaches;
  const { counts } = useSnapshot(impact.state);
  const renamedElsewhere = reaches.filter(({ kind, mentions }) => kind === 'renamed' && mentions.length > 0);
  const [isRenaming, setIsRenaming] = useState(renamedElsewhere.length > 0);
  const { renamed, renamedFields, removedFields, singledFields, lostIndexes } = changes;
  const [keptIndexes, setKeptIndexes] = useState(() => lostIndexes.filter(staysByDefault).map(statementOf));
  const isLeftToDo =
    isStructural(changes) &&
    (!isRenaming || reaches.some(({ kind, mentions }) => kind === 'removed' && mentions.length > 0));
  const { madePublic, madeForAccounts } = changes;
  const isDangerous = removedFields.length + singledFields.length > 0 || madePublic.some(isWriting);
  const hasFiles = removedFields.some(holdsFiles);

  const line = (fieldId: string) => {
    const found = reaches.find((reach) => reach.fieldId === fieldId);
    return (
      <>
        {fieldId !== '' && <Count count={counts[fieldId]} kind={found?.kind} />}
        {found && <MentionList mentions={found.mentions} />}
      </>
    );
  };
  return (
    <Popup
      title="Confirm collection changes"
      size="wide"
      closesOnBackdrop={false}
      onClose={editor.cancelChanges}
      footer={
        <>
          <Button kind="quiet" data-autofocus onClick={editor.cancelChanges}>
            Cancel
          </Button>
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            writes
            onClick={() => editor.confirmChanges({ renamesMentions: isRenaming, keptIndexes })}
          >
            Confirm
          </Button>
        </>
      }
    >
      {(isLeftToDo || removedFields.length > 0) && (
        <Note kind="warning" icon={TriangleAlert}>
          {isLeftToDo && (
            <p className="strong">
              {isRenaming
                ? "If a removed field is part of another collection rule, filter or view query, you'll have to update it manually!"
                : "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!"}
            </p>
          )}
          {removedFields.length > 0 && (
            <p className="strong">All data associated with the removed fields will be permanently deleted!</p>
          )}
        </Note>
      )}
      <ul className={css.changes}>
        {renamed && (
          <li>
            Renamed collection <s translate="no">{renamed.from}</s> <Arrow />{' '}
            <b translate="no">{renamed.to}</b>
            {line('')}
          </li>
        )}
        {singledFields.map(({ id, name }) => (
          <li key={`single ${id}`}>
            Multiple to single value conversion of field <b translate="no">{name}</b>{' '}
            <em>(will keep only the last array item)</em>
            {line(id)}
          </li>
        ))}
        {renamedFields.map(({ id, from, to }) => (
          <li key={`renamed ${id}`}>
            Renamed field <s translate="no">{from}</s> <Arrow /> <b translate="no">{to}</b>
            {line(id)}
          </li>
        ))}
        {removedFields.map(({ id, name }) => (
          <li key={`removed ${id}`} className={css.removed}>
            Removed field <b translate="no">{name}</b>
            {line(id)}
          </li>
        ))}
        {madePublic.map((rule) => (
          <li key={rule} className={isWriting(rule) ? css.removed : 'warning'}>
            {ruleLabels[rule]} becomes public: guests may {actOf(rule)}{' '}
            <b translate="no">{editor.state.form.name}</b>
          </li>
        ))}
        {madeForAccounts.map((rule) => (
          <li key={rule}>
            {ruleLabels[rule]} becomes "Signed in": every user may {actOf(rule)}{' '}
            <b translate="no">{editor.state.form.name}</b>
          </li>
        ))}
      </ul>
      {hasFiles && <p>Files of removed fields stay on disk until their records are deleted.</p>}
      {lostIndexes.length > 0 && (
        <LostIndexes lost={lostIndexes} kept={keptIndexes} onChange={setKeptIndexes} />
      )}
      {renamedElsewhere.length > 0 && (
        <div className={css.offer}>
          <Toggle
            isOn={isRenaming}
            onChange={setIsRenaming}
            label="Apply the new names to the rules, queries and indexes above"
          />
          {isRenaming && (
            <p className={css.steps}>
              Renames are saved first, all or nothing; removals follow only if that works.
            </p>
          )}
        </div>
      )}
    </Popup>
  );
}

interface LostIndexesProps {
  lost: readonly LostIndex[];
  kept: readonly string[];
  onChange: (kept: string[]) => void;
}

/** Asks whether each index with a removed field is deleted, or kept without the field. */
function LostIndexes({ lost, kept, onChange }: LostIndexesProps) {
  return (
    <div className={css.offer}>
      <p>{lost.length === 1 ? 'An index uses' : 'These indexes use'} a removed field:</p>
      <ul className={css.indexes}>
        {lost.map(({ statement, rest }) => (
          <li key={statement}>
            <code translate="no">{statement}</code>
            {rest === null ? (
              <span>
                <Badge kind="danger">Deleted on save</Badge>
              </span>
            ) : (
              <Select
                isRequired
                aria-label={`Index ${indexNameOf(statement)}`}
                options={indexChoices}
                value={kept.includes(statement) ? 'keep' : 'delete'}
                onChange={(choice) =>
                  onChange(choice === 'keep' ? [...kept, statement] : kept.filter((one) => one !== statement))
                }
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const indexChoices = [
  { value: 'delete', label: 'Delete the index' },
  { value: 'keep', label: 'Keep it without the field' },
];

/** A unique index over fewer columns would refuse more records. */
const staysByDefault = ({ statement, rest }: LostIndex) =>
  rest !== null && parseIndex(statement)?.isUnique === false;

const statementOf = ({ statement }: LostIndex) => statement;

const Arrow = () => (
  <>
    <span aria-hidden>→</span>
    <span className="visuallyHidden">to</span>
  </>
);

function Count({ count, kind }: { count: ValueCount | undefined; kind: Reach['kind'] | undefined }) {
  return (
    <p className={css.count} role="status">
      {countText(count, kind === 'single')}
    </p>
  );
}

function countText(count: ValueCount | undefined, isSeveral: boolean): string {
  const what = isSeveral ? 'several values' : 'a value';
  switch (count) {
    case undefined:
    case 'counting':
      return 'Counting...';
    case 'slow':
      return 'Still counting...';
    case 'unknown':
      return 'The records could not be counted.';
    case 0:
      return `No record holds ${what}.`;
    case 1:
      return `1 record holds ${what}.`;
    default:
      return `${printCount(count)} records hold ${what}.`;
  }
}

function impactOf(editor: CollectionEditor, changes: CollectionChanges): ChangeImpact {
  const { stored, form } = editor.state;
  if (!stored) throw new Error('Only a stored collection has changes to confirm.');
  return createChangeImpact(stored, plainCopy(form), changes);
}
