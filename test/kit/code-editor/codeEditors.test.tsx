import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CodeEditor } from '../../../ui/kit/code-editor/CodeEditor';
import type { SqlWords } from '../../../ui/kit/code-editor/sqlWords';
import { act, mount, press } from '../../support/render';
import { accept, ask, editorIn } from './codeScene';

const posts: SqlWords = { tables: { posts: ['id', 'title', 'order'] } };

/** Mounts an editor with this SQL, the caret at its end. */
async function open(text: string, words?: SqlWords) {
  const owner = { text, set: (_words: SqlWords) => {} };
  function Form() {
    const [value, setValue] = useState(text);
    const [sql, setSql] = useState(words);
    owner.text = value;
    owner.set = (next) => act(() => setSql(next));
    return <CodeEditor language="sql" aria-label="Query" value={value} onChange={setValue} sql={sql} />;
  }
  const editor = await editorIn(mount(<Form />));
  act(() => editor.dispatch({ selection: { anchor: text.length } }));
  return { owner, editor };
}

const accepted: [before: string, after: string][] = [
  ['sel', 'SELECT'],
  ['SEL', 'SELECT'],
  ['select', 'SELECT'],
  ['SELECT id fro', 'SELECT id FROM'],
  ['SELECT ti', 'SELECT title'],
  ['SELECT id FROM po', 'SELECT id FROM posts'],
  ['SELECT posts.ti', 'SELECT posts.title'],
  ['SELECT orde', 'SELECT `order`'],
];
for (const [before, after] of accepted) {
  test(`${before} becomes ${after}`, async () => {
    const { owner, editor } = await open(before, posts);
    await ask(editor);
    await accept(editor);
    assert.is(owner.text, after);
  });
}

test('accepts a name between backticks as it is', async () => {
  const { owner, editor } = await open('SELECT `orde` FROM posts', posts);
  act(() => editor.dispatch({ selection: { anchor: 12 } }));
  assert.equal(await ask(editor), ['order']);
  await accept(editor);
  assert.is(owner.text, 'SELECT `order` FROM posts');
});

test('offers the current words of the owner, or the keywords if it has none', async () => {
  const { owner, editor } = await open('SELECT co');
  assert.equal((await ask(editor)).slice(0, 1), ['COLLATE']);
  owner.set({ tables: { comments: ['id', 'covers'] } });
  assert.equal((await ask(editor)).slice(0, 3), ['covers', 'comments', 'COLLATE']);
});

test('offers an index only its own words', async () => {
  const { owner, editor } = await open('cre', { columns: ['created'] });
  assert.equal(await ask(editor), ['CREATE']);
  await accept(editor);
  assert.is(owner.text, 'CREATE');
});

test('indents a new line like the one before it', async () => {
  const { owner, editor } = await open('SELECT\n  id,');
  press(editor.contentDOM, 'Enter');
  assert.is(owner.text, 'SELECT\n  id,\n  ');
});

test.run();
