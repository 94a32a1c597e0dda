import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import {
  type CollectionEditor,
  createCollectionEditor,
} from '../../../../ui/collections/editor/collectionEditor';
import { RulesTab } from '../../../../ui/collections/editor/rules/RulesTab';
import type { Collection, CollectionType } from '../../../../ui/model/collection';
import * as collections from '../../../../ui/page/collections';
import { act, click, eventually, mount, tick, type as typeInto, type View } from '../../../support/render';
import * as samples from '../../../support/samples';
import { attributeOf, codeEditorFor, write } from '../codeInput';
import { closeScene, openEditor } from '../editorScene';

/** Opens a collection with all rules locked, like a new one. */
async function open(type: CollectionType = 'base') {
  collections.state.all = ref(samples.collections as Collection[]);
  const editor = createCollectionEditor(null);
  await editor.open();
  editor.edit('schema', ({ setType }) => setType(type));
  const view = mount(<RulesTab editor={editor} />);
  return { editor, view };
}

const locked = (view: View, label: string) =>
  view
    .findAll('button')
    .find((button) => nameOf(button) === `${label} Admins only Unlock and set custom rule`);
const nameOf = (element: Element) =>
  (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
const lockedNames = (view: View) =>
  view
    .findAll('button')
    .map(nameOf)
    .flatMap((name) => (/ rule /.exec(name) ? [name.slice(0, name.indexOf(' Admins'))] : []));

function unlock(view: View, label: string, after = label): HTMLTextAreaElement {
  const button = locked(view, label);
  assert.ok(button, `${label} is locked`);
  click(button);
  return view.byLabel<HTMLTextAreaElement>(after);
}

/** Returns the visible text, without the text for screen readers. */
const seen = (view: View) => view.root.textContent ?? '';

const shows = (view: View, text: string) => eventually(() => seen(view).includes(text), true, text);

/** Moves the mocked time. */
const later = (ms: number) => act(async () => mock.timers.tick(ms));

const badge = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .find((text) => text.startsWith('Public'));

test('only an empty rule has the mark Public at its label', async () => {
  const { view } = await open();
  assert.not.match(seen(view), /Public/);
  const input = unlock(view, 'Delete rule');
  assert.is(badge(input), 'Public: anyone');
  typeInto(input, 'id != ""');
  await tick();
  assert.is(badge(view.byLabel('Delete rule')), undefined);
  const auth = await open('auth');
  unlock(auth.view, 'Manage rule', 'Manage rule*');
  assert.not.match(seen(auth.view), /Public/, 'nobody passes an empty manage rule');
});

const error = { code: 'validation_invalid_rule', message: 'Invalid filter rule.' };
const fail = (editor: CollectionEditor, path: string) =>
  act(() => {
    editor.state.errors = { [path]: error };
  });

test.after.each(async () => {
  mock.timers.reset();
  mount(null).unmount();
  collections.forget();
  localStorage.clear();
  await tick();
});

const rules = ['List/Search rule', 'View rule', 'Create rule', 'Update rule', 'Delete rule'];
const byType: [type: CollectionType, names: string[]][] = [
  ['base', rules],
  ['view', rules.slice(0, 2)],
  ['auth', [...rules, 'Manage rule']],
];
for (const [type, names] of byType) {
  test(`a new ${type} collection has locked rules: ${names.join(', ')}`, async () => {
    const { view } = await open(type);
    assert.equal(lockedNames(view), names);
    assert.is(view.findAll('textarea').length, 0);
  });
}

test('Unlock opens an input with the focus; Set Admins only locks it, and Unlock restores the text', async () => {
  const { view, editor } = await open();
  const input = unlock(view, 'Update rule');
  assert.is(editor.state.form.rules.updateRule, '');
  assert.ok(document.activeElement === input);
  assert.is(input.placeholder, 'Leave empty to grant everyone access...');
  typeInto(input, 'id != ""');
  assert.is(editor.state.form.rules.updateRule, 'id != ""');
  click(view.byText('Set Admins only (Update rule)'));
  assert.is(editor.state.form.rules.updateRule, null);
  assert.ok(document.activeElement === locked(view, 'Update rule'));
  assert.is(unlock(view, 'Update rule').value, 'id != ""');
});

test('the available fields follow the current form: its names, and the columns of its query', async () => {
  const { view, editor } = await open('auth');
  act(() => {
    for (const name of ['nickname', '']) {
      const key = editor.editFields('schema', ({ add }) => add('text'));
      editor.editFields('schema', ({ rename }) => rename(key, name));
    }
  });
  await tick();
  const codes = () => view.findAll('dl code').map((one) => one.textContent);
  assert.equal(codes(), []);
  click(view.byText('Show available fields'));
  assert.equal([codes().slice(0, 3), codes().length], [['id', 'nickname', 'created'], 14]);
  act(() => {
    editor.edit('schema', ({ setType }) => setType('view'));
    editor.edit('options.query', ({ setOption }) => setOption('query', 'SELECT id, n, count(*) AS many'));
  });
  await tick();
  assert.equal(codes().slice(0, 3), ['id', 'n', 'many']);
  click(view.byText('Hide available fields'));
  assert.equal(codes(), []);
});

test('a hint appears after a pause in typing, and goes when the rule is correct', async () => {
  const { view } = await open();
  const input = await codeEditorFor(unlock(view, 'List/Search rule'));
  mock.timers.enable({ apis: ['setTimeout'] });
  write(input, '(id = 1 ');
  await later(799);
  assert.not.match(seen(view), /bracket/);
  await later(1);
  assert.match(seen(view), 'A bracket is not closed.');
  assert.is(attributeOf(input, 'aria-invalid'), null);
  const described = attributeOf(input, 'aria-describedby') ?? '';
  assert.match(document.getElementById(described)?.textContent ?? '', /A bracket is not closed\./);
  write(input, '(id = 1 )');
  await later(0);
  assert.not.match(seen(view), /bracket/);
  assert.is(attributeOf(input, 'aria-describedby'), null);
  write(input, 'id = "ab');
  await later(1999);
  assert.not.match(seen(view), /quote/, 'each change begins a new pause');
  await later(1);
  assert.match(seen(view), 'A quote is not closed: "ab');
});

test('a stored faulty rule shows its hint at once, and a server error replaces it', async () => {
  const { view, editor } = await open();
  act(() => editor.edit('listRule', ({ setRule }) => setRule('listRule', 'id == 1')));
  view.rerender(<RulesTab key="again" editor={editor} />);
  assert.match(seen(view), /There is no operator ==\./);
  fail(editor, 'listRule');
  await tick();
  assert.not.match(seen(view), /There is no operator ==\./);
  assert.match(seen(view), /Invalid filter rule\./);
});

test('a trial ends when the editor shows a duplicate, and stays ended when the copy is saved', async () => {
  const collection = { ...samples.postsCollection, listRule: 'title != ""' };
  const { editor, backend } = await openEditor({ collection });
  backend.answer('GET /api/collections/:id/records', { page: 1, perPage: 1, totalItems: 12, items: [] });
  const view = mount(<RulesTab editor={editor} />);
  click(view.byText('Try the rules'));
  await shows(view, '12 of 12 records.');
  await act(() => editor.duplicate());
  await tick();
  assert.not.match(seen(view), /Stop trying|View as|of 12 records/);
  await act(() => editor.save());
  await tick();
  assert.ok(editor.state.stored, 'the copy is saved');
  assert.not.match(seen(view), /Stop trying|View as|of 12 records/);
  view.byText('Try the rules');
  closeScene();
});

test.run();
