// The page of the SQL input tests: a form with one SQL editor, and its events.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../ui/styles/tokens.css';
import '../../ui/styles/base.css';
import { CodeEditor } from '../../ui/components/code-editor/CodeEditor';
import type { SqlWords } from '../../ui/components/code-editor/sqlWords';
import { Field } from '../../ui/components/form/Field';
import { TextInput } from '../../ui/components/form/TextInput';

interface Shown {
  text: string;
  sql: SqlWords;
  error?: string;
}

const page = {
  /** The texts of all change events. */
  told: [] as string[],
  /** The number of Escape keys that the editor did not handle. */
  escapes: 0,
  show: (_shown: Shown) => {},
};
Reflect.set(window, 'page', page);
export type SqlInputPage = typeof page;

function Form() {
  const [shown, setShown] = useState<Shown | null>(null);
  page.show = setShown;
  return (
    <main id="content">
      <h1>SQL</h1>
      <TextInput aria-label="Before" value="" onChange={() => {}} />
      {shown && (
        <Field label="Query" error={shown.error} help="One statement.">
          {(control) => (
            <CodeEditor
              {...control}
              language="sql"
              minHeight={100}
              maxHeight={200}
              value={shown.text}
              sql={shown.sql}
              onChange={(text) => {
                page.told.push(text);
                setShown((now) => now && { ...now, text });
              }}
            />
          )}
        </Field>
      )}
      <TextInput aria-label="After" value="" onChange={() => {}} />
    </main>
  );
}

document.addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) page.escapes += 1;
});
createRoot(document.body.appendChild(document.createElement('div'))).render(<Form />);
