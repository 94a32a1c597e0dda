import Columns3 from 'lucide-react/icons/columns-3';
import { useState } from 'react';
import { Button } from '../kit/basics/Button';
import { Icon } from '../kit/basics/Icon';
import { DragList } from '../kit/form/DragList';
import { SearchInput } from '../kit/form/SearchInput';
import { Toggle } from '../kit/form/Toggle';
import { AnchoredDialog } from '../kit/overlay/AnchoredDialog';
import type { Collection } from '../model/collection';
import { type ColumnLayout, isHidden } from '../model/columnLayout';
import css from './ColumnsItems.module.css';
import { columnKeyOf, type RecordColumn } from './display/recordColumns';
import { columnLook } from './types/fieldLooks';
import { columnOrder, placeColumn, showColumns } from './views/tableLayout';

export interface ColumnsProps {
  collection: Collection;
  columns: readonly RecordColumn[];
  layout: ColumnLayout;
}

interface Props extends ColumnsProps {
  anchor: HTMLElement;
  onClose: () => void;
}

const fewColumns = 11;

/** The id is always visible, because it links to the record. */
export function ColumnsItems({ collection, columns, layout, anchor, onClose }: Props) {
  const [search, setSearch] = useState('');
  const order = columnOrder(collection);
  const all = columns
    .filter(({ kind }) => kind !== 'id')
    .map((column) => {
      const key = columnKeyOf(column);
      return { ...column, key, isShown: !isHidden(layout, key) };
    })
    .sort((one, other) => order.indexOf(one.key) - order.indexOf(other.key));
  const found = all.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const keys = all.map(({ key }) => key);
  const show = (some: readonly string[], isShown: boolean) => showColumns(collection, some, isShown);
  const move = (from: number, to: number) =>
    placeColumn(collection, found[from]?.key ?? '', found[to]?.key ?? '');

  return (
    <AnchoredDialog
      anchor={anchor}
      icon={Columns3}
      title="Columns"
      onClose={onClose}
      footer={
        <>
          <Button
            kind="quiet"
            size="small"
            disabled={all.every(({ isShown }) => isShown)}
            onClick={() => show(keys, true)}
          >
            Show all
          </Button>
          <Button
            kind="quiet"
            size="small"
            disabled={!all.some(({ isShown }) => isShown)}
            onClick={() => show(keys, false)}
          >
            Hide all
          </Button>
        </>
      }
    >
      <div className={css.root}>
        {all.length > fewColumns && (
          <SearchInput
            label="Search columns"
            placeholder="Search columns..."
            value={search}
            onChange={setSearch}
          />
        )}
        <DragList
          label="Columns"
          items={found}
          keyOf={({ key }) => key}
          nameOf={({ name }) => name}
          onReorder={(_, from, to) => move(from, to)}
          renderItem={({ key, name, kind, isShown }, grip) => (
            <div className={css.line} translate="no">
              {grip}
              <Icon of={columnLook({ kind }).icon} size="small" />
              <Toggle isOn={isShown} onChange={(isOn) => show([key], isOn)} label={name} />
            </div>
          )}
        />
      </div>
    </AnchoredDialog>
  );
}
