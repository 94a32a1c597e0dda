import { Badge } from '../../components/basics/Badge';
import css from './ApiDocsPanel.module.css';
import { DocsText } from './DocsText';
import type { Parameter } from './docsContent';

interface Props {
  title: string;
  parameters: readonly Parameter[];
}

/** What a request may carry in one place; nothing is drawn when that is nothing. */
export function ParameterTable({ title, parameters }: Props) {
  if (parameters.length === 0) return null;
  return (
    <section>
      <h4>{title}</h4>
      <table className={css.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, type, isRequired, text }) => (
            <tr key={name}>
              <th scope="row">
                <code translate="no">{name}</code>
                {isRequired !== undefined && (
                  <Badge kind={isRequired ? 'success' : 'neutral'}>
                    {isRequired ? 'Required' : 'Optional'}
                  </Badge>
                )}
              </th>
              <td>{type}</td>
              <td>
                <DocsText of={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
