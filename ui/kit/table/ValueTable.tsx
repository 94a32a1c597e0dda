import type { ReactNode } from 'react';
import type { CellMark } from './TableRow';
import css from './ValueTable.module.css';

export function ValueTable({ children }: { children: ReactNode }) {
  return (
    <table className={css.root} translate="no">
      <tbody>{children}</tbody>
    </table>
  );
}

interface RowProps {
  name: ReactNode;
  /** A value that is changed and not saved. */
  mark?: CellMark['kind'] | undefined;
  /** Small buttons over the end of the value, shown while the row is hovered or one of them is focused. */
  actions?: ReactNode;
  children: ReactNode;
}

export function ValueRow({ name, mark, actions, children }: RowProps) {
  return (
    <tr data-mark={mark}>
      <th scope="row" className={css.name}>
        <span>{name}</span>
      </th>
      <td className={css.value}>
        {children}
        {actions && <div className={css.actions}>{actions}</div>}
      </td>
    </tr>
  );
}
