import Globe from 'lucide-react/icons/globe';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { UnsavedCount } from '../../components/form/UnsavedCount';
import { ConflictPopup } from '../../components/overlay/ConflictPopup';
import { Panel } from '../../components/overlay/Panel';
import type { OverlayHandle } from '../../components/overlay/useOverlay';
import { useSaveKey } from '../../components/overlay/useSaveKey';
import { DraftBar } from '../../components/page/DraftBar';
import { LoadFailure } from '../../components/page/LoadFailure';
import { TabPanel, Tabs } from '../../components/page/Tabs';
import { focusFirstInvalid } from '../../platform/focus';
import { answerPanel, onCloseRequest, type Panels } from '../../state/panels';
import { AuthOptionsTab } from './AuthOptionsTab';
import { CollectionMenu } from './CollectionMenu';
import { CollectionName } from './CollectionName';
import { ConfirmChangesPopup } from './ConfirmChangesPopup';
import { type CollectionEditor, createCollectionEditor } from './collectionEditor';
import { publicRules } from './collectionForm';
import { type CollectionTab, tabOfError, tabsOf } from './collectionTabs';
import type { CollectionEditorState } from './editorCore';
import { FieldsTab } from './fields/FieldsTab';
import { QueryTab } from './QueryTab';
import { RulesTab } from './rules/RulesTab';

interface Props {
  id: number;
  takes: Panels['collectionEditor']['takes'];
}

/** One collection, new or existing, as a form. */
export function CollectionEditorPanel({ id, takes }: Props) {
  const [editor] = useState(() => createCollectionEditor(takes.collectionId));
  const overlay = useRef<OverlayHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const tabsId = useId();
  const [wanted, setTab] = useState<CollectionTab>('fields');
  const [refusals, setRefusals] = useState(0);
  const { status, loadError, collectionId, isChanged, isSaving, errors } = useSnapshot(editor.state);
  const { type } = useSnapshot(editor.state.form);
  const conflicts = useSnapshot(editor.state).conflicts as CollectionEditorState['conflicts'];
  const isNew = collectionId === null;
  const tabs = tabsOf(type, errors);
  const tab = tabs.some(({ key }) => key === wanted) ? wanted : 'fields';
  // What was opened in a tab is still open when the person comes back to it.
  const [seen] = useState(() => new Set<CollectionTab>());
  seen.add(tab);
  const canSave = status === 'ready' && (isNew || isChanged);

  // Closed before it is answered for: what follows asks whether anything is unsaved still.
  const leave = useCallback(() => {
    editor.close();
    answerPanel(id, editor.state.outcome);
  }, [id, editor]);

  useEffect(() => {
    void editor.open();
    return editor.close;
  }, [editor]);

  useEffect(
    () =>
      onCloseRequest(id, ({ discards }) => {
        if (discards) editor.discard();
        leave();
      }),
    [id, editor, leave],
  );

  useEffect(() => {
    if (isNew) setTab('fields');
  }, [isNew]);

  // Once the tab of the fault is drawn, and the row that it stands in has been opened.
  useEffect(() => {
    if (refusals === 0) return;
    // The name stands above the tabs.
    const frame = requestAnimationFrame(() => focusFirstInvalid(body.current?.closest('[role="dialog"]')));
    return () => cancelAnimationFrame(frame);
  }, [refusals]);

  const closeDone = () => overlay.current?.close({ isDone: true });

  async function save({ closes }: { closes: boolean }) {
    if (!canSave) return;
    if (await editor.save()) {
      // What was typed while it was being saved is not saved yet.
      if (closes && !editor.state.isChanged) closeDone();
      return;
    }
    const wrong = new Set(Object.keys(editor.state.errors).map(tabOfError));
    if (wrong.size === 0) return;
    // The person may be in another tab by now.
    setTab((now) => (wrong.has(now) ? now : (tabs.find(({ key }) => wrong.has(key))?.key ?? now)));
    setRefusals((count) => count + 1);
  }

  const handleKeyDown = useSaveKey(body, () => void save({ closes: false }));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears a shortcut from every field inside
    <div onKeyDown={handleKeyDown}>
      <Panel
        handle={overlay}
        title={isNew ? 'New collection' : 'Edit collection'}
        isBusy={isSaving}
        canClose={editor.mayClose}
        onClose={leave}
        onSubmit={() => void save({ closes: true })}
        actions={!isNew && status === 'ready' && <CollectionMenu editor={editor} onDeleted={closeDone} />}
        bar={
          status === 'ready' && (
            <>
              <DraftOffers editor={editor} />
              <CollectionName editor={editor} onSubmit={() => void save({ closes: true })} />
              <EditorTabs id={tabsId} editor={editor} current={tab} onChange={setTab} />
            </>
          )
        }
        footerStart={!isSaving && <Unsaved editor={editor} />}
        footer={
          <>
            <Button kind="quiet" disabled={isSaving} onClick={() => overlay.current?.close()}>
              Cancel
            </Button>
            <Button type="submit" kind="primary" disabled={!canSave} isBusy={isSaving}>
              {isNew ? 'Create' : 'Save changes'}
            </Button>
          </>
        }
      >
        {status === 'loading' && <p role="status">Loading...</p>}
        {status === 'failed' && (
          <LoadFailure
            title="The collection could not be loaded."
            reason={loadError?.message}
            onRetry={() => void editor.open()}
          />
        )}
        {status === 'ready' && (
          <TabPanel tabsId={tabsId} current={tab}>
            {tabs
              .filter(({ key }) => seen.has(key))
              .map(({ key }) => (
                <div key={key} ref={key === tab ? body : undefined} hidden={key !== tab}>
                  {key === 'rules' && <RulesTab editor={editor} />}
                  {key === 'options' && <AuthOptionsTab editor={editor} />}
                  {key === 'fields' && type === 'view' && <QueryTab editor={editor} />}
                  {key === 'fields' && type !== 'view' && <FieldsTab editor={editor} refusals={refusals} />}
                </div>
              ))}
          </TabPanel>
        )}
      </Panel>
      {conflicts && (
        <ConflictPopup
          title="Someone else changed this collection"
          conflicts={conflicts.map(({ name, label, base, mine, theirs }) => ({
            ...{ name, label, base: base ?? removed, mine: mine ?? removed, theirs: theirs ?? removed },
          }))}
          onCancel={editor.cancelConflicts}
          onResolve={editor.resolveConflicts}
        />
      )}
      <ConfirmChangesPopup editor={editor} />
    </div>
  );
}

const removed = '(removed)';

interface EditorTabsProps {
  editor: CollectionEditor;
  id: string;
  current: CollectionTab;
  onChange: (tab: CollectionTab) => void;
}

/** Follows the rules by itself: the panel need not be drawn for each key in one. */
function EditorTabs({ editor, id, current, onChange }: EditorTabsProps) {
  const { errors } = useSnapshot(editor.state);
  const { type, rules } = useSnapshot(editor.state.form);
  const tabs = tabsOf(type, errors, publicRules(type, rules)).map(({ count, ...tab }) => ({
    ...tab,
    count: count && { ...count, icon: Globe },
  }));
  return <Tabs id={id} tabs={tabs} current={current} onChange={(key) => onChange(key as CollectionTab)} />;
}

function Unsaved({ editor }: { editor: CollectionEditor }) {
  const { errors, changed } = useSnapshot(editor.state);
  return <UnsavedCount changes={changed.size} faults={Object.keys(errors).length} />;
}

function DraftOffers({ editor }: { editor: CollectionEditor }) {
  const offers = useSnapshot(editor.state).offers as CollectionEditorState['offers'];
  return (
    <DraftBar
      offers={offers}
      onRestore={(offer) => void editor.restoreDraft(offer)}
      onDiscard={editor.discardDraft}
    >
      The collection has previous unsaved changes.
    </DraftBar>
  );
}
