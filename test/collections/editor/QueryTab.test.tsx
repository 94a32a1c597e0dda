import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCollectionEditor } from '../../../ui/collections/editor/collectionEditor';
import { QueryTab } from '../../../ui/collections/editor/QueryTab';
import { act, mount, tick, type as typeInto } from '../../support/render';
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

test.run();
