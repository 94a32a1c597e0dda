import type { ReactNode } from 'react';
import css from './ValueTable.module.css';

/** What one thing holds, a row for each name. */
export function ValueTable({ children }: { children: ReactNode }) {
  return (
    <table className={css.root} translate="no">
      <tbody>{children}</tbody>
    </table>
  );
}

interface RowProps {
  name: ReactNode;
  /** Small buttons over the end of the value, while the row is hovered or one of them has the focus. */
  actions?: ReactNode;
  children: ReactNode;
}

export function ValueRow({ name, actions, children }: RowProps) {
  return (
    <tr>
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
