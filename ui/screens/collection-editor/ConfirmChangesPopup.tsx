import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Toggle } from '../../components/form/Toggle';
import { Popup } from '../../components/overlay/Popup';
import { Note } from '../../components/page/Note';
import type { ValueCount } from '../../state/valueCounts';
import { type BlastRadius, createBlastRadius, type Reach } from './blastRadius';
import css from './ConfirmChangesPopup.module.css';
import type { CollectionChanges } from './collectionChanges';
import type { CollectionEditor } from './collectionEditor';
import type { CollectionEditorState } from './editorCore';
import { MentionList } from './MentionList';

/** Before changes are saved that can lose or break something: what they are, and what they reach. */
export function ConfirmChangesPopup({ editor }: { editor: CollectionEditor }) {
  const changes = useSnapshot(editor.state).changes as CollectionEditorState['changes'];
  const { stored } = editor.state;
  if (!changes || !stored) return null;
  return <Confirming editor={editor} changes={changes} />;
}

function Confirming({ editor, changes }: { editor: CollectionEditor; changes: CollectionChanges }) {
  const [radius] = useState(() => radiusOf(editor, changes));
  useEffect(() => radius.stop, [radius]);
  const reaches = useSnapshot(radius.state).reaches as readonly Reach[];
  const { counts } = useSnapshot(radius.state);
  const renamedElsewhere = reaches.filter(({ kind, mentions }) => kind === 'renamed' && mentions.length > 0);
  const [isRenaming, setIsRenaming] = useState(renamedElsewhere.length > 0);
  const { renamed, renamedFields, removedFields, singledFields } = changes;
  const hasFiles = removedFields.some(({ type }) => type === 'file');

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
            kind={removedFields.length + singledFields.length > 0 ? 'danger' : 'primary'}
            onClick={() => editor.confirmChanges({ renamesMentions: isRenaming })}
          >
            Confirm
          </Button>
        </>
      }
    >
      <Note kind="warning" icon={TriangleAlert}>
        <p className={css.warning}>
          If any of the collection changes is part of another collection rule, filter or view query, you'll
          have to update it manually!
        </p>
        {removedFields.length > 0 && (
          <p className={css.warning}>
            All data associated with the removed fields will be permanently deleted!
          </p>
        )}
      </Note>
      <ul className={css.changes}>
        {renamed && (
          <li>
            Renamed collection <s>{renamed.from}</s> <Arrow /> <b>{renamed.to}</b>
            {line('')}
          </li>
        )}
        {singledFields.map(({ id, name }) => (
          <li key={`single ${id}`}>
            Multiple to single value conversion of field <b>{name}</b>{' '}
            <em>(will keep only the last array item)</em>
            {line(id)}
          </li>
        ))}
        {renamedFields.map(({ id, from, to }) => (
          <li key={`renamed ${id}`}>
            Renamed field <s>{from}</s> <Arrow /> <b>{to}</b>
            {line(id)}
          </li>
        ))}
        {removedFields.map(({ id, name }) => (
          <li key={`removed ${id}`} className={css.removed}>
            Removed field <b>{name}</b>
            {line(id)}
          </li>
        ))}
      </ul>
      {hasFiles && <p>Files of removed fields stay on disk until their records are deleted.</p>}
      {renamedElsewhere.length > 0 && (
        <div className={css.offer}>
          <Toggle
            isOn={isRenaming}
            onChange={setIsRenaming}
            label="Apply the new names to the rules, queries and indexes above"
          />
          {isRenaming && (
            <p className={css.steps}>
              First all new names are stored at once. The server checks every collection then: if one has a
              broken rule, all is refused and nothing is changed. Then the rest of your changes is saved; if
              that fails, the new names stand and nothing is removed.
            </p>
          )}
        </div>
      )}
    </Popup>
  );
}

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
      return `${count.toLocaleString('en-US')} records hold ${what}.`;
  }
}

function radiusOf(editor: CollectionEditor, changes: CollectionChanges): BlastRadius {
  const { stored, form } = editor.state;
  if (!stored) throw new Error('Only a stored collection has changes to confirm.');
  return createBlastRadius(stored, JSON.parse(JSON.stringify(form)), changes);
}
