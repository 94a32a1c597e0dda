import { useSnapshot } from 'valtio';
import { Checkbox } from '../form/Checkbox';
import type { TableColumn } from './TableRow';

/** A list with selected rows, such as that of `page/pagedList.ts`. */
interface SelectableList {
  state: { items: readonly unknown[]; selected: ReadonlySet<string> };
  toggle(key: string, options?: { isRange?: boolean }): void;
  toggleAll(): void;
}

const pickWidth = 40;

/** Subscribes to the selection here, because new columns would draw every row again. */
export function SelectAll({ list, tabIndex }: { list: SelectableList; tabIndex?: number | undefined }) {
  const { items, selected } = useSnapshot(list.state);
  return (
    <Checkbox
      aria-label="Select all"
      tabIndex={tabIndex}
      isChecked={selected.size > 0 && selected.size === items.length}
      isPartial={selected.size > 0 && selected.size < items.length}
      onChange={list.toggleAll}
    />
  );
}

export function pickColumn<Row extends { id: string }>(
  list: SelectableList,
  { isInGrid = false }: { isInGrid?: boolean } = {},
): TableColumn<Row> {
  return {
    key: 'pick',
    // The cells of a grid have its only Tab stop.
    head: <SelectAll list={list} tabIndex={isInGrid ? -1 : undefined} />,
    width: pickWidth,
    isSticky: true,
    isPick: true,
    focusesControl: true,
    cell: ({ id }, isSelected) => (
      <Checkbox
        aria-label={`Select ${id}`}
        tabIndex={-1}
        isChecked={isSelected}
        onChange={(_, hasShift) => list.toggle(id, { isRange: hasShift })}
      />
    ),
  };
}
