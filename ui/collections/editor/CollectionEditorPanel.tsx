import CopyPlus from 'lucide-react/icons/copy-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileUp from 'lucide-react/icons/file-up';
import Globe from 'lucide-react/icons/globe';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { focusFirstInvalid } from '../../base/focus';
import { printHash } from '../../base/hash';
import { Button } from '../../kit/basics/Button';
import { IconButton } from '../../kit/basics/IconButton';
import { UnsavedCount } from '../../kit/form/UnsavedCount';
import { DraftBar } from '../../kit/layout/DraftBar';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Loading } from '../../kit/layout/Loading';
import { TabPanel, Tabs } from '../../kit/layout/Tabs';
import { ConflictPopup } from '../../kit/overlay/ConflictPopup';
import { Dropdown, DropdownItem, DropdownSeparator } from '../../kit/overlay/Dropdown';
import { Panel } from '../../kit/overlay/Panel';
import { SaveButtons } from '../../kit/overlay/SaveButtons';
import { register } from '../../page/commands';
import { saveCommand } from '../../page/forms/formCommands';
import type { Panels } from '../../page/panels';
import { usePanel } from '../../page/usePanel';
import { fromFile } from '../../records/editCollection';
import { AuthOptionsTab } from './AuthOptionsTab';
import { CollectionName } from './CollectionName';
import { ConfirmChangesPopup } from './ConfirmChangesPopup';
import { type CollectionEditor, createCollectionEditor } from './collectionEditor';
import { publicRules } from './collectionForm';
import { type CollectionTab, tabOfError, tabsOf } from './collectionTabs';
import { DeleteCollectionPopup } from './DeleteCollectionPopup';
import { FieldsTab } from './fields/FieldsTab';
import { QueryTab } from './QueryTab';
import { RulesTab } from './rules/RulesTab';

interface Props {
  id: number;
  takes: Panels['collectionEditor']['takes'];
}

export function CollectionEditorPanel({ id, takes }: Props) {
  const [editor] = useState(() => createCollectionEditor(takes.collectionId));
  const panel = usePanel<'collectionEditor'>(id, editor);
  const body = useRef<HTMLDivElement>(null);
  const tabsId = useId();
  const { at } = takes;
  const [wanted, setTab] = useState<CollectionTab>((at && tabOfError(at)) || 'fields');
  const { status, loadError, isNew, isChanged, isSaving, errors, refusals } = useSnapshot(editor.state);
  const { type } = useSnapshot(editor.state.form);
  const tabs = tabsOf(type, errors);
  const tab = tabs.some(({ key }) => key === wanted) ? wanted : 'fields';
  // A tab stays mounted after its first use, so that its open parts stay open.
  const [seen] = useState(() => new Set<CollectionTab>());
  seen.add(tab);
  const canSave = status === 'ready' && (isNew || isChanged);

  useEffect(() => {
    if (isNew) setTab('fields');
  }, [isNew]);

  useEffect(() => {
    if (status !== 'ready' || at === undefined) return;
    const frame = requestAnimationFrame(() => focusPlace(body.current, at));
    return () => cancelAnimationFrame(frame);
  }, [status, at]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each refused save
  useLayoutEffect(() => {
    if (refusals === 0) return;
    // The person may have changed the tab during the save.
    const wrong = new Set(Object.keys(editor.state.errors).map(tabOfError));
    setTab((now) => (wrong.has(now) ? now : (tabs.find(({ key }) => wrong.has(key))?.key ?? now)));
  }, [refusals]);

  // Wait until the tab of the error is shown and its row is open.
  useEffect(() => {
    if (refusals === 0) return;
    // Search the whole dialog, because the input of the name is outside the tabs.
    const frame = requestAnimationFrame(() => focusFirstInvalid(body.current?.closest('[role="dialog"]')));
    return () => cancelAnimationFrame(frame);
  }, [refusals]);

  async function save({ closes }: { closes: boolean }) {
    if (!canSave) return;
    // Edits made during the save are not saved, so the panel stays open.
    if ((await editor.save()) && closes && !editor.state.isChanged) panel.finish();
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

  return (
    <>
      <Panel
        {...panel.overlay}
        title={isNew ? 'New collection' : 'Edit collection'}
        isBusy={isSaving}
        canClose={editor.mayClose}
        onSubmit={() => void save({ closes: true })}
        actions={
          isNew ? (
            <Button kind="quiet" icon={FileUp} href={printHash(fromFile)}>
              From CSV or JSON
            </Button>
          ) : (
            status === 'ready' && <CollectionMenu editor={editor} onDeleted={panel.finish} />
          )
        }
        bar={
          status === 'ready' && (
            <>
              <DraftBar form={editor}>The collection has previous unsaved changes.</DraftBar>
              <CollectionName editor={editor} onSubmit={() => void save({ closes: true })} />
              <EditorTabs id={tabsId} editor={editor} current={tab} onChange={setTab} />
            </>
          )
        }
        footerStart={!isSaving && <Unsaved editor={editor} />}
        footer={<SaveButtons isNew={isNew} isSaving={isSaving} canSave={canSave} />}
      >
        {status === 'loading' && <Loading />}
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
                  {key === 'fields' && type !== 'view' && (
                    <FieldsTab
                      editor={editor}
                      openName={at?.startsWith('schema.') ? at.slice('schema.'.length) : undefined}
                      indexed={takes.indexed}
                    />
                  )}
                </div>
              ))}
          </TabPanel>
        )}
      </Panel>
      <ConflictPopup title="Someone else changed this collection" form={editor} />
      <ConfirmChangesPopup editor={editor} />
    </>
  );
}

interface EditorTabsProps {
  editor: CollectionEditor;
  id: string;
  current: CollectionTab;
  onChange: (tab: CollectionTab) => void;
}

/** Reads the rules here, so that typing in a rule does not render the whole panel. */
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
  return <UnsavedCount changes={Object.keys(changed).length} faults={Object.keys(errors).length} />;
}

interface CollectionMenuProps {
  editor: CollectionEditor;
  onDeleted: () => void;
}

function CollectionMenu({ editor, onDeleted }: CollectionMenuProps) {
  const stored = useSnapshot(editor.state).stored;
  const [isDeleting, setIsDeleting] = useState(false);
  if (!stored || stored.system) return null;
  return (
    <>
      <Dropdown
        label="More actions"
        placement="bottom-end"
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
      >
        <DropdownItem icon={CopyPlus} onSelect={() => void editor.duplicate()}>
          Duplicate
        </DropdownItem>
        <DropdownSeparator />
        <DropdownItem icon={Trash2} kind="danger" writes onSelect={() => setIsDeleting(true)}>
          Delete
        </DropdownItem>
      </Dropdown>
      {isDeleting && (
        <DeleteCollectionPopup
          editor={editor}
          collection={stored}
          onClose={() => setIsDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}

/** Focuses the input of a part of the form, by the path of its errors. Does nothing if it has no input. */
function focusPlace(root: HTMLElement | null, path: string): void {
  const place = root?.querySelector<HTMLElement>(`[data-place="${CSS.escape(path)}"]`);
  const input = place?.matches('input')
    ? place
    : place?.querySelector<HTMLElement>('textarea, [contenteditable="true"], button[aria-labelledby]');
  input?.focus();
  input?.scrollIntoView?.({ block: 'nearest' });
}
