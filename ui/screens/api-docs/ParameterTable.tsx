// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks, table elements lose their roles in some browsers
import { Badge } from '../../components/basics/Badge';
import css from './ApiDocsPanel.module.css';
import { DocsText } from './DocsText';
import type { Parameter } from './docsContent';

interface Props {
  title: string;
  parameters: readonly Parameter[];
}

/** A table of the parameters in one part of a request; renders nothing without parameters. */
export function ParameterTable({ title, parameters }: Props) {
  if (parameters.length === 0) return null;
  return (
    <section>
      <h4>{title}</h4>
      <table className={css.table} role="table" aria-label={title}>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Name
            </th>
            <th scope="col" role="columnheader">
              Type
            </th>
            <th scope="col" role="columnheader">
              Description
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {parameters.map(({ name, type, isRequired, text }) => (
            <tr key={name} role="row">
              <th scope="row" role="rowheader">
                <code translate="no">{name}</code>
                {isRequired !== undefined && (
                  <Badge kind={isRequired ? 'success' : 'neutral'}>
                    {isRequired ? 'Required' : 'Optional'}
                  </Badge>
                )}
              </th>
              <td role="cell" translate="no">
                {type}
              </td>
              <td role="cell">
                <DocsText of={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
