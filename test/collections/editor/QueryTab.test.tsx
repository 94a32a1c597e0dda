import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCollectionEditor } from '../../../ui/collections/editor/collectionEditor';
import { QueryTab } from '../../../ui/collections/editor/QueryTab';
import type { Collection } from '../../../ui/model/collection';
import { endPage, listRoute, startPage } from '../../records/pickers/pickerBackend';
import { failure } from '../../support/backend';
import { act, click, mount, rest, tick, type as typeInto } from '../../support/render';
import { listOf, statsCollection, statsRow } from '../../support/samples';
import { attributeOf, codeEditorFor, write } from './codeInput';

async function open() {
  const editor = createCollectionEditor(null);
  await editor.open();
  editor.edit('schema', ({ setType }) => setType('view'));
  const view = mount(<QueryTab editor={editor} />);
  return { editor, view, input: view.byLabel<HTMLTextAreaElement>('Select query*') };
}

test.after.each(async () => {
  mount(null).unmount();
  localStorage.clear();
  await tick();
});

test('an empty query shows an example, and three hints below', async () => {
  const { view, input } = await open();
  assert.match(input.placeholder, /^eg\. SELECT id, /);
  assert.is(input.getAttribute('aria-required'), 'true');
  assert.equal(
    view.findAll('li').map((hint) => /\*|ROW_NUMBER|alias/.exec(hint.textContent ?? '')?.[0]),
    ['*', 'ROW_NUMBER', 'alias'],
  );
});

test('typed text becomes the query of the form', async () => {
  const { editor, input } = await open();
  typeInto(input, 'SELECT id FROM posts');
  assert.is(editor.state.form.options['query'], 'SELECT id FROM posts');
  assert.is(input.value, 'SELECT id FROM posts');
});

test('errors of the query and its columns stay at the input until an edit; others remain', async () => {
  const { editor, view, input: plain } = await open();
  const input = await codeEditorFor(plain);
  write(input, 'SELECT id, title, count(*) FROM posts');
  const error = (message: string) => ({ code: 'validation_invalid', message });
  act(() => {
    editor.state.errors = {
      name: error('Taken.'),
      'options.query': error('Invalid query.'),
      'schema.1.name': error('Invalid format.'),
    };
  });
  await tick();
  assert.is(attributeOf(input, 'aria-invalid'), 'true');
  assert.match(view.text(), /Invalid query\. ?count\(\*\): Invalid format\./);
  write(input, 'SELECT id, title, count(*) AS n FROM posts');
  await tick();
  assert.equal(editor.state.errors, { name: error('Taken.') });
  assert.is(attributeOf(input, 'aria-invalid'), null);
});

test('the first rows of the stored query stand below; they are read on opening and after a save', async () => {
  const backend = await startPage();
  const stats = { ...statsCollection, updated: '2026-01-01 00:00:00.000Z' };
  backend.answer(listRoute, listOf([statsRow], 5));
  const editor = createCollectionEditor(stats.id);
  backend.answer('GET /api/collections/:collection', stats);
  await editor.open();
  const view = mount(<QueryTab editor={editor} />);
  await rest();
  assert.match(view.text(), `${statsRow.id}${statsRow.title}${statsRow.words}`);
  assert.equal(
    backend.callsTo(listRoute).map(({ query }) => query),
    [{ page: '1', perPage: '5', skipTotal: '1' }],
  );
  const isOld = () => view.find('section').hasAttribute('data-old');
  assert.is(isOld(), false);
  act(() => editor.edit(['options.query'], ({ setOption }) => setOption('query', 'SELECT id FROM posts')));
  await rest();
  assert.equal([isOld(), backend.callsTo(listRoute).length], [true, 1], 'a query is never tried');
  backend.answer(listRoute, failure(400, 'No such table.'));
  act(() => {
    editor.state.stored = { ...stats, updated: '2026-01-02 00:00:00.000Z' } as unknown as Collection;
  });
  await rest();
  const alert = view.find('[role="alert"]');
  assert.match(alert.textContent ?? '', 'No such table.');
  assert.match(view.text(), statsRow.title, 'the rows stay');
  backend.answer(listRoute, listOf([statsRow], 5));
  click(view.find('[role="alert"] button'));
  await rest();
  assert.is(view.findAll('[role="alert"]').length, 0);
  endPage();
});

test.run();
