import { fieldIcons } from '../../components/basics/fieldIcons';
import { DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import { useLateItems } from '../../components/overlay/useLateItems';
import { columnKeyOf, type RecordColumn } from '../../components/record-table/recordColumns';
import type { Collection } from '../../model/collection';
import { type ColumnLayout, isHidden } from '../../model/views/columnLayout';
import { showColumns } from './views/tableLayout';

export interface ColumnsItemsProps {
  collection: Collection;
  columns: readonly RecordColumn[];
  layout: ColumnLayout;
}

/** The items of the menu of columns. The id is always visible, because it links to the record. */
export function ColumnsItems({ collection, columns, layout }: ColumnsItemsProps) {
  const show = (keys: readonly string[], isShown: boolean) => showColumns(collection, keys, isShown);
  useLateItems();
  const choices = columns
    .filter(({ kind }) => kind !== 'id')
    .map((column) => {
      const key = columnKeyOf(column);
      return { column, key, isShown: !isHidden(layout, key) };
    });
  const keys = choices.map(({ key }) => key);
  return (
    <>
      <DropdownItem
        keepsOpen
        isDisabled={choices.every(({ isShown }) => isShown)}
        onSelect={() => show(keys, true)}
      >
        Show all
      </DropdownItem>
      <DropdownItem
        keepsOpen
        isDisabled={!choices.some(({ isShown }) => isShown)}
        onSelect={() => show(keys, false)}
      >
        Hide all
      </DropdownItem>
      <DropdownSeparator />
      {choices.map(({ column, key, isShown }) => (
        <DropdownItem
          key={key}
          icon={fieldIcons[column.kind]}
          keepsOpen
          isName
          isChecked={isShown}
          onSelect={() => show([key], !isShown)}
        >
          {column.name}
        </DropdownItem>
      ))}
    </>
  );
}
