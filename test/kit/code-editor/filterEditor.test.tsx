import { startCompletion } from '@codemirror/autocomplete';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CodeEditor } from '../../../ui/kit/code-editor/CodeEditor';
import type { FilterWords, FindRecords } from '../../../ui/kit/code-editor/filterWords';
import type { Collection } from '../../../ui/model/collection';
import { act, eventually, mount } from '../../support/render';
import { postsCollection, usersCollection } from '../../support/samples';
import { accept, ask, editorIn } from './codeScene';

const posts = {
  ...postsCollection,
  schema: [
    { id: 'a', name: 'state', type: 'select', options: { values: ['draft', 'say "hi"'] } },
    { id: 'b', name: 'active', type: 'bool', options: {} },
    { id: 'c', name: 'author', type: 'relation', options: { collectionId: usersCollection.id } },
  ],
} as unknown as Collection;
const collections = [posts, usersCollection as Collection];

/** Mounts an editor with this filter; `|` marks the caret. */
async function open(text: string, findRecords?: FindRecords) {
  const owner = { text };
  const words: FilterWords = { collection: posts, collections, findRecords };
  const at = text.indexOf('|');
  const plainText = text.replace('|', '');
  function Form() {
    const [value, setValue] = useState(plainText);
    owner.text = value;
    return (
      <CodeEditor language="filter" aria-label="Search" value={value} onChange={setValue} words={words} />
    );
  }
  const editor = await editorIn(mount(<Form />));
  act(() => editor.dispatch({ selection: { anchor: at < 0 ? plainText.length : at } }));
  return { owner, editor };
}

const accepted: [before: string, after: string][] = [
  ['state = dra', 'state = "draft"'],
  ['state = "dra', 'state = "draft"'],
  ['state = "dra|"', 'state = "draft"'],
  ["state = 'dra|' && active = true", 'state = "draft" && active = true'],
  ['(state ?= "say|")', '(state ?= "say \\"hi\\"")'],
  ['active != tr', 'active != true'],
  ['created >= @todayS', 'created >= @todayStart'],
  ['author.verified = fal', 'author.verified = false'],
];
for (const [before, after] of accepted) {
  test(`${before} becomes ${after}`, async () => {
    const { owner, editor } = await open(before);
    await ask(editor);
    await accept(editor);
    assert.is(owner.text, after);
  });
}

test('offers a value once, before the names', async () => {
  const { editor } = await open('active = ');
  const offered = await ask(editor);
  assert.equal(offered.slice(0, 2), ['true', 'false']);
  assert.is(offered.filter((label) => label === 'true').length, 1);
  assert.ok(offered.includes('author'));
});

test('offers no value in the text of another field, in a comment or after a complete value', async () => {
  for (const text of ['id > "dra', 'active = true // state = dra', 'state = "draft"']) {
    const { editor } = await open(text);
    assert.not((await ask(editor)).includes('draft'), text);
  }
});

test('offers the records of a relation as they are found, and inserts their ids', async () => {
  const asked: string[] = [];
  const find: FindRecords = (collection, typed) => {
    asked.push(`${collection.name} ${typed}`);
    return Promise.resolve([
      { id: 'u2', text: 'Zeta' },
      { id: 'u1', text: 'u1' },
    ]);
  };
  const { owner, editor } = await open('author = "ze|"', find);
  assert.equal(await ask(editor), ['u2 Zeta', 'u1']);
  assert.equal(asked, ['users ze']);
  await accept(editor);
  assert.is(owner.text, 'author = "u2"');
});

test('cancels the request for records on the next key', async () => {
  const signals: AbortSignal[] = [];
  const find: FindRecords = (_, __, signal) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const { editor } = await open('author = "z', find);
  act(() => startCompletion(editor));
  await eventually(() => signals.map(({ aborted }) => aborted), [false]);
  act(() => editor.dispatch({ ...editor.state.replaceSelection('e'), userEvent: 'input.type' }));
  assert.is(signals[0]?.aborted, true);
});

test.run();
