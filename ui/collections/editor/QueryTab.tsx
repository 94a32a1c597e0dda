import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { cut } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Missing } from '../../kit/basics/Missing';
import { CodeEditor } from '../../kit/code-editor/CodeEditor';
import { Field } from '../../kit/form/Field';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { fieldValue } from '../../model/record';
import { sqlTablesOf } from '../../model/sql/viewColumns';
import * as collections from '../../page/collections';
import { shownReason } from '../../page/report';
import { useRetryOnReturn } from '../../page/useLoading';
import { columnsOf, columnType } from '../../records/display/recordColumns';
import type { CollectionEditor } from './collectionEditor';
import { queryMessage } from './collectionErrors';
import css from './QueryTab.module.css';
import { createViewRows } from './viewRows';

const minHeight = 150;
const maxHeight = 700;
/** The server makes the fields of a view from its query, so an edit of the query removes the errors of both. */
const paths = ['options.query', 'schema'] as const;

export function QueryTab({ editor }: { editor: CollectionEditor }) {
  const { options } = useSnapshot(editor.state.form, { sync: true });
  const { errors, changed, stored } = useSnapshot(editor.state);
  const all = useSnapshot(collections.state).all;
  const sql = useMemo(
    () => ({ tables: sqlTablesOf(all.filter(({ id }) => id !== stored?.id)) }),
    [all, stored?.id],
  );
  const query = String(options['query'] ?? '');
  const error = queryMessage(errors, query);
  return (
    <div data-place="options.query">
      <Field
        label="Select query"
        isRequired
        isChanged={changed['options.query'] === true}
        error={error}
        help={(query.trim() === '' || error) && <Hints />}
      >
        {(control) => (
          <CodeEditor
            {...control}
            language="sql"
            sql={sql}
            minHeight={minHeight}
            maxHeight={maxHeight}
            placeholder="eg. SELECT id, name FROM posts"
            value={query}
            onChange={(text) => editor.edit(paths, ({ setOption }) => setOption('query', text))}
          />
        )}
      </Field>
      {stored && collectionTypeOf(stored) === 'view' && (
        <StoredRows collection={stored} isOld={changed['options.query'] === true} />
      )}
    </div>
  );
}

const longestValue = 60;

/** Shows the first rows of the stored query. `isOld` is true if the typed query differs. */
function StoredRows({ collection, isOld }: { collection: Collection; isOld: boolean }) {
  const { id, updated } = collection;
  const preview = useMemo(() => createViewRows(id), [id]);
  const { status, loadError, rows } = useSnapshot(preview.state);
  useRetryOnReturn(preview.state, preview.load);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a save changes the date
  useEffect(() => {
    void preview.load();
    return preview.close;
  }, [preview, updated]);

  const columns = columnsOf(collection, rows?.[0]);
  return (
    <section className={css.stored} aria-labelledby="stored-query" data-old={isOld || undefined}>
      <h3 id="stored-query" className={css.head}>
        Stored query
        {isOld && <span className={css.note}>The text above is not saved.</span>}
      </h3>
      {status === 'failed' && (
        <p role="alert">
          The rows could not be read. {loadError && shownReason(loadError)}{' '}
          <Button kind="link" size="small" onClick={() => void preview.load()}>
            Retry
          </Button>
        </p>
      )}
      {rows?.length === 0 && <p>No records found.</p>}
      {rows && rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: only then it scrolls by keys
        <section className={css.rows} aria-label="First rows" tabIndex={0} translate="no">
          <table>
            <thead>
              <tr>
                {columns.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {columns.map((column) => {
                    const text = columnType(column).print(fieldValue(row, column.name));
                    return <td key={column.name}>{text === '' ? <Missing /> : cut(text, longestValue)}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function Hints() {
  return (
    <ul className={css.hints}>
      <li>
        Wildcards (<code translate="no">*</code>) are not supported: name each column.
      </li>
      <li>
        One column has to be a unique <code translate="no">id</code>. Where there is none, number the rows:{' '}
        <code translate="no">(ROW_NUMBER() OVER()) as id</code>.
      </li>
      <li>
        An expression needs an alias that is a valid field name, such as{' '}
        <code translate="no">MAX(balance) as maxBalance</code>.
      </li>
    </ul>
  );
}
