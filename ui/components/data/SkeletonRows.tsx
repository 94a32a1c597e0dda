import css from './SkeletonRows.module.css';
import type { TableColumn } from './TableRow';
import type { ColumnLook } from './tableColumns';

interface SkeletonRowsProps {
  columns: readonly TableColumn<never>[];
  looks: readonly ColumnLook[];
  count?: number;
}

/** Empty rows of a table that loads for the first time; seen only when that takes over 150 ms. */
export function SkeletonRows({ columns, looks, count = 10 }: SkeletonRowsProps) {
  return (
    <>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other
        <tr key={row} className={css.root} aria-hidden>
          {columns.map((column, place) => (
            <td key={column.key} className={looks[place]?.className} style={looks[place]?.style}>
              <span
                className={column.isPick ? css.box : css.bone}
                style={column.isPick ? undefined : { width: `${boneWidth(row, place)}%` }}
              />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

/** Percent of the cell: neither all the same nor different each time. */
function boneWidth(row: number, place: number): number {
  return 45 + ((row * 7 + place * 13) % 5) * 10;
}
