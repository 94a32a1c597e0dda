import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { CodeEditor } from '../../kit/code-editor/CodeEditor';
import { Field } from '../../kit/form/Field';
import { sqlTablesOf } from '../../model/sql/viewColumns';
import * as collections from '../../page/collections';
import type { CollectionEditor } from './collectionEditor';
import { queryMessage } from './collectionErrors';
import css from './QueryTab.module.css';

const minHeight = 150;
const maxHeight = 700;
/** The server makes the fields of a view of its query, so an edit removes the errors of both. */
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
    </div>
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
