import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CollectionImportPage } from '../../../ui/collections/import/CollectionImportPage';
import * as unsaved from '../../../ui/page/forms/unsaved';
import { bar, button, input, open, press } from '../../settings/pages';
import { type FakeBackend, networkError } from '../../support/backend';
import { act, click, mount, rest, type View } from '../../support/render';
import { postsCollection, statsCollection, usersCollection } from '../../support/samples';
import { callsOf, closeScene, routes, startScene, stored, textOf } from './importScene';

let backend: FakeBackend;

const merge = 'Merge with the existing collections';
const deleteMissing = 'Delete missing collections and schema fields';
const openPosts = { ...postsCollection, listRule: null };

const textArea = (view: View) => view.find<HTMLTextAreaElement>('textarea');
const isOff = (text: string) => button(text)?.disabled;
const changes = (view: View) => view.findAll('[aria-label="Detected changes"] li').length;
const notes = (view: View) =>
  view
    .findAll('main section [role="status"]')
    .map(({ textContent }) => textContent ?? '')
    .filter(Boolean);
const dialogs = (view: View) => view.findAll('[role="dialog"]').length;
const jsonFile = (text: string, name = 'pb_schema.json') =>
  new File([text], name, { type: name.endsWith('.json') ? 'application/json' : 'text/plain' });

/** Pastes without focus, because the focus would load the editor. */
const pasteInto = (area: HTMLTextAreaElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });

/** Waits until the text is parsed. */
async function paste(view: View, text: string): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  await pasteInto(textArea(view), text);
  await act(async () => mock.timers.tick(200));
  mock.timers.reset();
  await rest();
}

async function drop(view: View, ...files: File[]): Promise<Event> {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ['Files'], files, dropEffect: 'copy' } });
  act(() => void textArea(view).dispatchEvent(event));
  await rest();
  return event;
}

test.before.each(() => {
  ({ backend } = startScene());
});
test.after.each(async () => {
  mock.timers.reset();
  mount(null).unmount();
  closeScene();
  await rest();
});

test('Review is enabled if the text is valid and changes something', async () => {
  const view = await open(<CollectionImportPage />);
  await paste(view, textOf(stored));
  assert.match(view.text(), /Your collections configuration is already up-to-date!/);
  assert.is(isOff('Review'), true);
  await paste(view, textOf([usersCollection, openPosts, statsCollection]));
  assert.equal([isOff('Review'), changes(view)], [false, 1]);
  assert.is(view.find('[aria-label="Detected changes"] li').textContent, `Changedposts${postsCollection.id}`);
  await paste(view, '[');
  assert.equal([isOff('Review'), changes(view)], [true, 0]);
  assert.match(view.text(), /Invalid collections configuration\. Line 1, column 2: /);
  assert.is(textArea(view).getAttribute('aria-invalid'), 'true');
});

test('Review reads the collections again and opens once', async () => {
  const view = await open(<CollectionImportPage />);
  await paste(view, textOf([openPosts]));
  callsOf(backend);
  const release = backend.hold(routes.list);
  press('Review');
  await rest();
  assert.equal([isOff('Review'), dialogs(view)], [true, 0]);
  release();
  await rest();
  assert.equal([callsOf(backend)[0], dialogs(view)], ['GET collections', 1]);
  assert.match(view.find('[role="dialog"] h2').textContent ?? '', /^Side-by-side diff$/);
});

test('Clear resets the page', async () => {
  const view = await open(<CollectionImportPage />);
  await paste(view, textOf([openPosts]));
  click(input(view, merge));
  await rest();
  press('Clear');
  await rest();
  assert.equal([textArea(view).value, changes(view), bar(view)], ['', 0, 'Review']);
  assert.equal([view.findAll('[role="switch"]').length, input(view, deleteMissing).checked], [1, true]);
  assert.equal([isOff('Review'), unsaved.hasAny()], [true, false]);
});

test('merging deletes nothing and disables the choice to delete', async () => {
  const view = await open(<CollectionImportPage />);
  await paste(view, textOf([openPosts]));
  assert.is(changes(view), 3);
  assert.match(view.text(), /deleted .* with all their records and values/);
  click(input(view, merge));
  await rest();
  assert.equal([input(view, deleteMissing).checked, input(view, deleteMissing).disabled], [false, true]);
  assert.is(changes(view), 1);
  click(input(view, merge));
  await rest();
  assert.equal([input(view, deleteMissing).checked, changes(view)], [true, 3]);
  click(input(view, deleteMissing));
  await rest();
  assert.equal([input(view, deleteMissing).checked, changes(view)], [false, 1]);
});

test('the first dropped JSON file is loaded, and the browser opens no file', async () => {
  const view = await open(<CollectionImportPage />);
  const text = textOf([openPosts]);
  assert.ok((await drop(view, jsonFile('[', 'notes.txt'))).defaultPrevented);
  assert.is(textArea(view).value, '');
  await drop(view, jsonFile('[', 'notes.txt'), jsonFile(text), jsonFile('[]', 'other.json'));
  assert.equal([textArea(view).value, changes(view)], [text, 3]);
});

test('a text counts as unsaved until it is cleared', async () => {
  const view = await open(<CollectionImportPage />);
  assert.is(unsaved.hasAny(), false);
  await paste(view, ' ');
  assert.is(unsaved.hasAny(), false);
  await paste(view, '[');
  assert.is(unsaved.hasAny(), true);
  view.unmount();
  assert.is(unsaved.hasAny(), false);
});

test('collections that fail to load are reported, and Retry loads them', async () => {
  backend.answerOnce(routes.list, networkError);
  const view = await open(<CollectionImportPage />);
  assert.match(view.find('[role="alert"]').textContent ?? '', /^The collections could not be loaded\./);
  assert.equal([view.findAll('textarea').length, isOff('Review')], [0, true]);
  press('Retry');
  await rest();
  await paste(view, textOf([openPosts]));
  assert.equal([changes(view), isOff('Review')], [3, false]);
});

const secret = { id: 'text1234567', name: 'secret', type: 'text', hidden: true };
const otherId = [usersCollection, { ...postsCollection, id: 'another00000000' }, statsCollection];
const rewrites: [act: string, given: readonly object[], note: string, left: string, changes: number][] = [
  [
    'Convert',
    [{ id: 'pbc_1', name: 'newer', type: 'base', fields: [secret] }, openPosts],
    'In the format of a newer server: 1 of 2 collections',
    'newer.secret: The field is hidden on the newer server',
    4,
  ],
  ['Replace with original ids', otherId, 'posts: another00000000, here 8hrf', 'already up-to-date!', 0],
];
for (const [act, given, note, left, count] of rewrites) {
  test(`a click on ${act} rewrites the text`, async () => {
    const view = await open(<CollectionImportPage />);
    await paste(view, textOf(given));
    assert.match(notes(view).join(), note);
    press(act);
    await rest();
    assert.is(button(act), null);
    assert.match(view.text() + textArea(view).value, left);
    assert.equal([changes(view), isOff('Review')], [count, count === 0]);
  });
}

test('ignored collections, a very old export and expected refusals are reported', async () => {
  const view = await open(<CollectionImportPage />);
  const marked = { id: 'm1', name: 'code', type: 'text', unique: true };
  const old = { id: 'old000000000001', name: 'old', type: 'base', schema: [marked] };
  await paste(view, textOf([old, { ...old, id: 'old000000000002', name: 'recent', indexes: [] }]));
  assert.match(notes(view).join(), /^From a server before 0\.14 \(2023\)\. .* export again:old$/);
  await paste(view, textOf([...stored, { ...openPosts, name: 'twin' }]));
  assert.match(notes(view).join(), /an earlier collection has the same id: twin\./);
  await paste(view, textOf([{ id: openPosts.id, name: 'posts' }]));
  assert.match(
    notes(view).join(),
    /This cannot be imported as it is:The collection "posts" has no schema in the import/,
  );
});

test.run();
