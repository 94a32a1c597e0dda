// biome-ignore-all lint/a11y/noRedundantRoles: laid out as grids, table elements lose their roles in some browsers
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './SortHeader.module.css';
import type { TableColumn } from './TableRow';
import type { ColumnLook } from './tableColumns';

interface SortHeaderProps {
  column: TableColumn<never>;
  look: ColumnLook | undefined;
  /** True for the header cell with the Tab stop; arrow keys reach the others. */
  isStop: boolean;
}

/** The header cell of a column; a button if the table can be sorted by it. */
export function SortHeader({ column, look, isStop }: SortHeaderProps) {
  const { head, headTitle, hasNameAsHead, icon, sortState, onSort } = column;
  const content = (
    <>
      {icon && <Icon of={icon} size={13} />}
      {typeof head === 'string' || hasNameAsHead ? <span className={css.text}>{head}</span> : head}
    </>
  );
  return (
    <th
      className={joinClasses(css.root, look?.className)}
      scope="col"
      data-column={column.key}
      role="columnheader"
      aria-sort={sortState ?? undefined}
      data-tooltip={headTitle}
      translate={hasNameAsHead ? 'no' : undefined}
      style={look?.style}
    >
      {sortState === undefined ? (
        content
      ) : (
        <button type="button" className={css.button} tabIndex={isStop ? 0 : -1} onClick={onSort}>
          {content}
          <span className={column.align === 'end' ? css.arrowFirst : css.arrow}>
            <Icon of={sortState === 'ascending' ? ArrowUp : ArrowDown} size={13} />
          </span>
        </button>
      )}
    </th>
  );
}
