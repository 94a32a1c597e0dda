import FolderX from 'lucide-react/icons/folder-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { DragList } from '../../kit/form/DragList';
import { EmptyState } from '../../kit/layout/EmptyState';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Panel } from '../../kit/overlay/Panel';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { areOld } from '../../page/pagedList';
import type { Panels } from '../../page/panels';
import { usePanel } from '../../page/usePanel';
import { RecordInfo, RecordLabel, recordText } from '../display/RecordLabel';
import { searchHint } from '../filter/searchHint';
import { isFull, selectedText } from '../values/relatedIds';
import { PickerBody } from './PickerBody';
import { PickerRows } from './PickerRows';
import { PickerSearch } from './PickerSearch';
import css from './RecordPickerPanel.module.css';
import { createRecordPicker, type RecordPicker, rowsOf } from './recordPicker';

interface Props {
  id: number;
  takes: Panels['recordPicker']['takes'];
}

/** Chooses records of one collection. Only the primary button answers with their ids. */
export function RecordPickerPanel({ id, takes }: Props) {
  const [picker] = useState(() => createRecordPicker(takes));
  const panel = usePanel<'recordPicker'>(id);
  const { collection } = picker;
  const isPerson = takes.needs === 'person';

  useEffect(() => {
    void picker.open();
    return picker.close;
  }, [picker]);

  const handleSet = () => panel.finish(picker.state.selected);

  return (
    <Panel
      {...panel.overlay}
      title={
        <>
          {isPerson ? 'Choose a user from ' : 'Select '}
          <b translate="no">{collection?.name ?? ''}</b>
          {!isPerson && ' records'}
        </>
      }
      bar={
        collection && (
          <div className={css.search}>
            <PickerSearch
              source={picker.source}
              collection={collection}
              placeholder={searchHint(collection)}
              onApply={(text) => void picker.search(text)}
              onNew={() => void picker.create()}
            />
          </div>
        )
      }
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <SetButton picker={picker} needs={takes.needs} onSet={handleSet} />
        </>
      }
    >
      {collection ? (
        <div className={css.root}>
          <div className={css.frame}>
            <Choices picker={picker} collection={collection} onSet={handleSet} />
          </div>
          <PickedRecords picker={picker} collection={collection} />
        </div>
      ) : (
        <EmptyState icon={FolderX} title="This collection no longer exists." role="alert" />
      )}
    </Panel>
  );
}

interface SetProps {
  picker: RecordPicker;
  needs: Props['takes']['needs'];
  onSet: () => void;
}

function SetButton({ picker, needs, onSet }: SetProps) {
  const { selected } = useSnapshot(picker.state);
  const isDisabled = !picker.collection || (needs !== undefined && selected.length === 0);
  return (
    <Button kind="primary" disabled={isDisabled} onClick={onSet}>
      {needs === 'person' ? 'Choose user' : 'Set selection'}
    </Button>
  );
}

interface PartProps {
  picker: RecordPicker;
  collection: Collection;
  onSet: () => void;
}

function Choices({ picker, collection, onSet }: PartProps) {
  const { source } = picker;
  const list = useSnapshot(source.list.state);
  const { items, isLoadingMore, hasMore } = list;
  const { first, known, gone, selected } = useSnapshot(picker.state);
  const rows = useMemo(() => rowsOf({ first, known: known, gone }, items), [first, known, gone, items]);
  function handleChoose(id: string) {
    if (!picker.state.selected.includes(id)) picker.toggle(id);
    onSet();
  }

  return (
    <PickerBody
      source={source}
      isEmpty={rows.length === 0}
      emptyTitle="No records found."
      clearLabel="Clear filters"
      onClear={() => void picker.search('')}
    >
      <PickerRows
        collection={collection}
        rows={rows}
        selected={selected}
        isFull={isFull(selected, picker.max)}
        isDimmed={areOld(list)}
        files={picker.files}
        onToggle={picker.toggle}
        onChoose={picker.max === 1 ? handleChoose : undefined}
        onEdit={(recordId) => void picker.edit(recordId)}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onLoadMore={source.loadMore}
        onNearEnd={() => void source.loadMoreUnasked()}
      />
    </PickerBody>
  );
}

interface PickedRecordsProps {
  picker: RecordPicker;
  collection: Collection;
}

function PickedRecords({ picker, collection }: PickedRecordsProps) {
  const { selected, known, missing } = useSnapshot(picker.state);
  const { max } = picker;
  const recordOf = (id: string) => known.get(id);
  const nameOf = (id: string) => {
    const record = recordOf(id);
    return record ? recordText(record, collection) : id;
  };
  return (
    <section className={css.pickedRecords} aria-label="Selected">
      <h3 className={css.title} aria-live="polite">
        {max === 1 ? 'Selected' : selectedText(selected.length, max)}
      </h3>
      {selected.length === 0 ? (
        max !== 1 && <p className="subtle">No selected records.</p>
      ) : (
        <div className={css.list}>
          <DragList
            label="Selected records"
            layout="wrap"
            items={selected}
            keyOf={idOf}
            nameOf={nameOf}
            isDisabled={selected.length < 2}
            onReorder={picker.reorder}
            renderItem={(id, grip) => (
              <Picked
                grip={grip}
                name={nameOf(id)}
                isMissing={missing.has(id)}
                onRemove={() => picker.remove(id)}
              >
                <Content id={id} record={recordOf(id)} collection={collection} picker={picker} />
              </Picked>
            )}
          />
        </div>
      )}
    </section>
  );
}

const idOf = (id: string) => id;

interface PickedProps {
  grip: ReactNode;
  name: string;
  isMissing: boolean;
  onRemove: () => void;
  children: ReactNode;
}

function Picked({ grip, name, isMissing, onRemove, children }: PickedProps) {
  return (
    <span className={css.chip}>
      {grip}
      {isMissing && (
        <span
          className={css.missing}
          role="img"
          aria-label="missing"
          data-tooltip="This record no longer exists."
        >
          <Icon of={TriangleAlert} size="small" />
        </span>
      )}
      {children}
      <IconButton icon={X} size="small" label={`Remove ${name}`} tooltip="Remove" onClick={onRemove} />
    </span>
  );
}

interface ContentProps {
  id: string;
  record: ListedRecord | undefined;
  collection: Collection;
  picker: RecordPicker;
}

function Content({ id, record, collection, picker }: ContentProps) {
  if (!record) return <span className={css.id}>{id}</span>;
  return (
    <>
      <RecordLabel record={record} collection={collection} files={picker.files} />
      <RecordInfo record={record} />
    </>
  );
}
