import CopyPlus from 'lucide-react/icons/copy-plus';
import KeyRound from 'lucide-react/icons/key-round';
import MailCheck from 'lucide-react/icons/mail-check';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { focusableIn, focusFirstInvalid } from '../../base/focus';
import { printCount } from '../../base/text';
import { Toggle } from '../../kit/form/Toggle';
import { UnsavedCount } from '../../kit/form/UnsavedCount';
import { DraftBar } from '../../kit/layout/DraftBar';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { TabPanel, Tabs } from '../../kit/layout/Tabs';
import { ConflictPopup } from '../../kit/overlay/ConflictPopup';
import { DropdownItem, DropdownSeparator } from '../../kit/overlay/Dropdown';
import { NeighbourButtons } from '../../kit/overlay/NeighbourButtons';
import { Panel } from '../../kit/overlay/Panel';
import { SaveButtons } from '../../kit/overlay/SaveButtons';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { type FullRecord, fieldValue } from '../../model/record';
import { displayText } from '../../model/recordName';
import { register } from '../../page/commands';
import { neighbourCommands, saveCommand } from '../../page/forms/formCommands';
import { follow } from '../../page/panelLinks';
import type { Panels } from '../../page/panels';
import { usePanel } from '../../page/usePanel';
import * as seenAs from '../../rules/seenAs';
import { copyRecord, copyRecordLink } from '../copyRecord';
import { RecordMenu } from '../display/RecordMenu';
import { UsedByList } from '../related/UsedByList';
import { canBeUsed, createUsedBy } from '../related/usedBy';
import { LinkedAccounts } from './LinkedAccounts';
import { RecordFields } from './RecordFields';
import type { RecordPlaces } from './recordEditor';
import { createRecordEditor, type RecordEditor } from './recordEditor';

interface Props {
  id: number;
  takes: Panels['recordEditor']['takes'];
}

/** A collection to which no relation points has no tab "Used by". */
function tabsFor(collection: Collection, usedBy: string): { key: string; label: string }[] {
  const isAuth = collectionTypeOf(collection) === 'auth';
  return [
    { key: 'fields', label: isAuth ? 'Account' : 'Record' },
    ...(isAuth ? [{ key: 'providers', label: 'Authorized providers' }] : []),
    ...(canBeUsed(collection) ? [{ key: 'usedBy', label: `Used by ${usedBy}`.trim() }] : []),
  ];
}

export function RecordEditorPanel({ id, takes }: Props) {
  const [editor, setEditor] = useState(() => createRecordEditor(takes));
  const panel = usePanel<'recordEditor'>(id, editor);
  const body = useRef<HTMLDivElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const tabsId = useId();
  const [tab, setTab] = useState('fields');
  /** True if the save of a new record opens another new one. */
  const [goesOn, setGoesOn] = useState(false);
  /** The number of records that name this one, as text, and the record to which it belongs. */
  const [uses, setUses] = useState({ of: '', text: '' });
  const { status, loadError, recordId, isChanged, isSaving } = useSnapshot(editor.state);
  const collection = useSnapshot(editor.state).collection;
  const isNew = recordId === null;
  const record = useSnapshot(editor.state).stored?.record;
  const text = record ? displayText(record, collection ?? undefined) : '';
  const name = text === recordId ? '' : text;
  const tabs =
    collection !== null && !isNew ? tabsFor(collection, uses.of === recordId ? uses.text : '') : [];
  const hasTabs = tabs.length > 1;
  const isLoading = status === 'loading';

  useEffect(() => {
    if (status !== 'ready' || !isNew || fields.current?.contains(document.activeElement)) return;
    // Skips the first input, the id, because the server can make it.
    const first = fields.current?.children[1];
    if (first instanceof HTMLElement) focusableIn(first)[0]?.focus();
  }, [status, isNew]);

  // A message has already said that the record was deleted.
  const isGone = status === 'failed' && loadError?.status === 404;
  useEffect(() => {
    if (isGone) panel.finish();
  }, [isGone, panel.finish]);

  async function save({ closes }: { closes: boolean }) {
    const outcome = await editor.save({ onFaults: () => focusFirstInvalid(fields.current) });
    const { state } = editor;
    // Edits made during the save are not saved yet.
    if (outcome && closes && !state.isChanged) {
      if (isNew && goesOn) change(null);
      else panel.finish();
      return;
    }
    if (state.recordId !== null && state.recordId !== recordId) takes.list?.onShow(state.recordId, null);
    if (Object.keys(state.errors).length > 0) setTab('fields');
  }

  async function show(other: string) {
    if (await editor.mayClose('discard them')) change(other);
  }

  /** Goes on with another record; null for a new one. */
  function change(other: string | null) {
    editor.close();
    takes.list?.onShow(other ?? undefined, editor.state.outcome);
    setEditor(createRecordEditor({ ...takes, recordId: other }));
  }

  useEffect(() =>
    register(
      saveCommand(
        () => body.current,
        isSaving,
        () => void save({ closes: false }),
      ),
    ),
  );

  const canSave = status === 'ready' && (isNew || isChanged);
  return (
    <>
      <Panel
        {...panel.overlay}
        title={isLoading ? 'Loading...' : <Title collection={collection} isNew={isNew} />}
        subtitle={isNew ? '' : name}
        isBusy={isLoading || isSaving}
        canClose={() => editor.mayClose()}
        onSubmit={() => void save({ closes: true })}
        actions={
          <>
            {takes.list && recordId !== null && (
              <Neighbours list={takes.list} recordId={recordId} onOpen={(other) => void show(other)} />
            )}
            {collection && !isNew && status === 'ready' && (
              <EditorMenu
                editor={editor}
                collection={collection}
                // Removes the original from the address, so that a reload does not open it again.
                onDuplicated={() => takes.list?.onShow(undefined, null)}
                onDeleted={() => panel.finish()}
              />
            )}
          </>
        }
        bar={
          <>
            {status === 'ready' && (
              <DraftBar form={editor}>The record has previous unsaved changes.</DraftBar>
            )}
            {hasTabs && <Tabs id={tabsId} tabs={tabs} current={tab} onChange={setTab} />}
          </>
        }
        footerStart={
          <>
            {/* Only a list gets each record, by `onShow`. Other callers get just the last one, as the answer. */}
            {takes.list && isNew && (
              <Toggle label="Create another" isOn={goesOn} isDisabled={isSaving} onChange={setGoesOn} />
            )}
            <FormState editor={editor} />
          </>
        }
        footer={
          <SaveButtons
            isNew={isNew}
            isSaving={isSaving}
            canSave={canSave}
            hint="Enter saves, Shift + Enter adds a line"
            canCancel={!isLoading}
          />
        }
      >
        {status === 'failed' && !isGone && (
          <LoadFailure
            title="The record could not be loaded."
            reason={loadError?.message}
            onRetry={() => void editor.open()}
          />
        )}
        {status === 'ready' && collection && (
          <TabPanel ref={body} tabsId={tabsId} current={tab} isAlone={!hasTabs}>
            {tab === 'fields' && <RecordFields ref={fields} editor={editor} collection={collection} />}
            {tab === 'providers' && <LinkedAccounts links={editor.links} />}
            {tab === 'usedBy' && recordId !== null && (
              <UsedByTab
                key={recordId}
                collectionId={collection.id}
                recordId={recordId}
                onTotal={(text) => setUses({ of: recordId, text })}
              />
            )}
          </TabPanel>
        )}
      </Panel>
      <ConflictPopup title="Someone else changed this record" form={editor} />
    </>
  );
}

interface NeighboursProps {
  list: RecordPlaces;
  recordId: string;
  onOpen: (recordId: string) => void;
}

function Neighbours({ list, recordId, onOpen }: NeighboursProps) {
  const { items } = useSnapshot(list.state);
  const above = useRef<HTMLButtonElement>(null);
  const at = items.findIndex(({ id }) => id === recordId);
  const idAt = (place: number) => (at < 0 ? null : (items[place]?.id ?? null));
  const neighbours = { noun: 'record', previous: idAt(at - 1), next: idAt(at + 1), onOpen };
  useEffect(() => register(...neighbourCommands({ ...neighbours, at: () => above.current })));
  return <NeighbourButtons {...neighbours} above={above} />;
}

function Title({ collection, isNew }: { collection: Collection | null; isNew: boolean }) {
  return (
    <>
      {isNew ? 'New' : 'Edit'} <b translate="no">{collection?.name}</b> record
    </>
  );
}

function FormState({ editor }: { editor: RecordEditor }) {
  const { errors, isSaving, progress } = useSnapshot(editor.state);
  const changed = useSnapshot(editor.state.changed);
  if (isSaving && progress !== null) {
    return <span role="status">Uploading... {Math.round(progress * 100)} %</span>;
  }
  return <UnsavedCount changes={Object.keys(changed).length} faults={Object.keys(errors).length} />;
}

interface UsedByTabProps {
  collectionId: string;
  recordId: string;
  onTotal: (text: string) => void;
}

/** Lists the records that name this one. Counts only while the tab is open. */
function UsedByTab({ collectionId, recordId, onTotal }: UsedByTabProps) {
  const [used] = useState(() => createUsedBy(collectionId, recordId));
  const { count, isWhole, isCounting } = useSnapshot(used.state).total;
  const text = isCounting ? '' : `${printCount(count)}${isWhole ? '' : '+'}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: says each new total
  useEffect(() => onTotal(text), [text]);
  return <UsedByList hasTitle={false} used={used} onFollow={follow} />;
}

interface MenuProps {
  editor: RecordEditor;
  collection: Collection;
  onDuplicated: () => void;
  onDeleted: () => void;
}

function EditorMenu({ editor, collection, onDuplicated, onDeleted }: MenuProps) {
  const { recordId } = useSnapshot(editor.state);
  const record = useSnapshot(editor.state).stored?.record;
  if (!record || recordId === null) return null;
  const isAuth = collectionTypeOf(collection) === 'auth';
  const hasEmail = isAuth && Boolean(fieldValue(record, 'email'));

  async function handleDuplicate() {
    if (await editor.duplicate()) onDuplicated();
  }

  async function handleDelete() {
    if (await editor.remove()) onDeleted();
  }

  return (
    <RecordMenu
      onCopyLink={() => copyRecordLink(collection.id, recordId)}
      onCopyJson={() => copyRecord(collection.id, recordId)}
      onAccess={() => seenAs.openAccess(collection.id, recordId)}
      first={hasEmail && <MailItems editor={editor} record={record} />}
    >
      <DropdownItem icon={CopyPlus} onSelect={() => void handleDuplicate()}>
        Duplicate
      </DropdownItem>
      <DropdownSeparator />
      <DropdownItem icon={Trash2} kind="danger" writes onSelect={() => void handleDelete()}>
        Delete
      </DropdownItem>
    </RecordMenu>
  );
}

function MailItems({ editor, record }: { editor: RecordEditor; record: FullRecord }) {
  return (
    <>
      {fieldValue(record, 'verified') !== true && (
        <DropdownItem icon={MailCheck} writes onSelect={() => void editor.sendVerification()}>
          Send verification email
        </DropdownItem>
      )}
      <DropdownItem icon={KeyRound} writes onSelect={() => void editor.sendPasswordReset()}>
        Send password reset email
      </DropdownItem>
    </>
  );
}
