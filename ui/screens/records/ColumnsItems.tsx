import { fieldIcons } from '../../components/basics/fieldIcons';
import { DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import { useLateItems } from '../../components/overlay/useLateItems';
import { columnKeyOf, type RecordColumn } from '../../components/record-table/recordColumns';
import type { Collection } from '../../model/collection';
import { changeLayout } from './views/tableLayout';

export interface ColumnsItemsProps {
  collection: Collection;
  columns: readonly RecordColumn[];
  hiddenKeys: readonly string[];
  /** Does a click on a row open its record? */
  clickOpens: boolean;
  onClickOpens: (clickOpens: boolean) => void;
}

/** The items of the menu of columns. The id is always visible, because it links to the record. */
export function ColumnsItems(props: ColumnsItemsProps) {
  const { collection, columns, hiddenKeys, clickOpens, onClickOpens } = props;
  const onChange = (hidden: readonly string[]) => changeLayout(collection, { hidden });
  useLateItems();
  const choices = columns
    .filter(({ kind }) => kind !== 'id')
    .map((column) => ({ column, key: columnKeyOf(column) }));
  const keys = choices.map(({ key }) => key);
  return (
    <>
      <DropdownItem
        keepsOpen
        isDisabled={!keys.some((key) => hiddenKeys.includes(key))}
        onSelect={() => onChange(hiddenKeys.filter((key) => !keys.includes(key)))}
      >
        Show all
      </DropdownItem>
      <DropdownItem
        keepsOpen
        isDisabled={keys.every((key) => hiddenKeys.includes(key))}
        onSelect={() => onChange([...new Set([...hiddenKeys, ...keys])])}
      >
        Hide all
      </DropdownItem>
      <DropdownSeparator />
      {choices.map(({ column, key }) => {
        const isHidden = hiddenKeys.includes(key);
        return (
          <DropdownItem
            key={key}
            icon={fieldIcons[column.kind]}
            keepsOpen
            isName
            isChecked={!isHidden}
            onSelect={() =>
              onChange(isHidden ? hiddenKeys.filter((one) => one !== key) : [...hiddenKeys, key])
            }
          >
            {column.name}
          </DropdownItem>
        );
      })}
      <DropdownSeparator />
      <DropdownItem keepsOpen isChecked={clickOpens} onSelect={() => onClickOpens(!clickOpens)}>
        Open the record on click
      </DropdownItem>
    </>
  );
}
