import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type ReactNode, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '../../components/basics/Icon';
import { IconButton } from '../../components/basics/IconButton';
import { DragList } from '../../components/data/DragList';
import { useKeptFocus } from '../../components/form/useKeptFocus';
import { RecordInfo, RecordLabel, recordText } from '../../components/record/RecordLabel';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { selectedText } from '../../model/records/relatedIds';
import css from './PickedRecords.module.css';
import type { RecordPicker } from './recordPicker';

interface Props {
  picker: RecordPicker;
  collection: Collection;
}

/** Lists the selected records in their order. */
export function PickedRecords({ picker, collection }: Props) {
  const { selected, known, missing } = useSnapshot(picker.state);
  const { max } = picker;
  const root = useRef<HTMLElement>(null);
  const keptFocus = useKeptFocus(root);
  const recordOf = (id: string) => known.get(id) as ListedRecord | undefined;
  const nameOf = (id: string) => {
    const record = recordOf(id);
    return record ? recordText(record, collection) : id;
  };
  return (
    <section ref={root} className={css.root} aria-label="Selected" {...keptFocus}>
      <h3 className={css.title} aria-live="polite">
        {selectedText(selected.length, max)}
      </h3>
      {selected.length === 0 ? (
        <p className="subtle">No selected records.</p>
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
