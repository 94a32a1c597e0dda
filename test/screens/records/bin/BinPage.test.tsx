import 'fake-indexeddb/auto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiAddress } from '../../../../ui/api/client';
import { BinPage } from '../../../../ui/screens/records/bin/BinPage';
import * as bin from '../../../../ui/state/bin/bin';
import * as collections from '../../../../ui/state/collections';
import * as confirm from '../../../../ui/state/confirm';
import * as environment from '../../../../ui/state/environment/environment';
import * as unsaved from '../../../../ui/state/forms/unsaved';
import type { WriteEntry } from '../../../../ui/state/jobs/writeJob';
import { openJournal } from '../../../../ui/state/jobs/writeJournal';
import { keepDeleted, signIn, signOut } from '../../../state/bin/binScene';
import type { FakeBackend } from '../../../support/backend';
import { addImport, importedBackend, importedCollections, pages, posts } from '../../../support/keptImports';
import { act, click, eventually, mount, tick, type View } from '../../../support/render';
import { admin } from '../../../support/samples';

const removeRoute = 'DELETE /api/collections/:collection/records/:id';

let table: Map<string, string>;
let backend: FakeBackend;

test.before.each(() => {
  table = new Map();
  backend = importedBackend(table);
  signIn(backend);
  environment.open();
  for (const one of importedCollections) collections.adopt(one);
});
test.after.each(async () => {
  mount(null).unmount();
  await bin.empty();
  const journal = await openJournal();
  for (const { id } of await journal.jobs(apiAddress(''))) await journal.remove(id);
  signOut();
});

async function open(): Promise<View> {
  const view = mount(<BinPage query={{}} />);
  await eventually(() => !view.text().includes('Loading') && bin.state.isLoaded, true);
  return view;
}

/** Presses "Take back" of an import and says Yes. */
async function takeBack(view: View, name: string): Promise<void> {
  await eventually(() => view.text().includes(name), true);
  click(view.byLabel(`Take back ${name}`));
  await eventually(() => confirm.state.question !== null, true);
  await act(() => confirm.yes());
}

const disabled = (view: View, name: string) =>
  (view.byLabel(`Take back ${name}`) as unknown as HTMLButtonElement).disabled;

test('a take-back shows how far it is, and asks before it is left', async () => {
  const journal = await openJournal();
  await addImport(journal, table, posts, 6);
  await addImport(journal, table, pages, 2);
  const view = await open();
  assert.is(unsaved.losesByNavigation(), false);
  const answer = backend.hold(removeRoute);
  await takeBack(view, 'posts.csv');
  await eventually(() => view.text().includes('posts.csv is taken back: '), true);
  assert.match(view.text(), /posts\.csv is taken back: \d of 6 records\./);
  assert.equal([disabled(view, 'posts.csv'), disabled(view, 'pages.csv')], [false, true]);
  assert.is(unsaved.losesByNavigation(), true);
  const leaving = unsaved.mayLose('discard them');
  assert.match(confirm.state.question?.text ?? '', /^The import is being taken back\. Leave the page\?/);
  confirm.no();
  assert.is(await leaving, false);
  await act(async () => answer());
  await eventually(() => !view.text().includes('posts.csv'), true);
  assert.is(unsaved.losesByNavigation(), false);
  assert.equal(
    [disabled(view, 'pages.csv'), [...table.values()].filter((title) => title === 'old').length],
    [false, 3],
  );
});

test('a stopped put-back is taken back with its progress, and its buttons are off meanwhile', async () => {
  const journal = await openJournal();
  const { id } = await addImport(journal, table, posts, 6);
  const entries = await journal.entries(id);
  await journal.remove(id);
  const { server, startedAt } = { server: apiAddress(''), startedAt: new Date().toISOString() };
  const job = { id: 'back', server, admin: admin.id, startedAt, total: 8, isTakenBack: false } as const;
  const waiting = { ...entries[0], place: 9, number: 9, state: 'waiting', stamp: '' } as WriteEntry;
  await journal.add(
    { ...job, kind: 'putBack', source: { bin: [] }, title: 'Eight records', hasUsers: false },
    [...entries, waiting].map((entry) => ({ ...entry, collectionId: posts.id })),
  );
  const view = await open();
  await eventually(() => view.text().includes('Eight records: 7 of 8 records were put back.'), true);
  const answer = backend.hold(removeRoute);
  click(view.byText('Take back'));
  await eventually(() => confirm.state.question !== null, true);
  await act(() => confirm.yes());
  await eventually(() => view.text().includes('Eight records is taken back: '), true);
  const isOff = (name: string) => view.byText<HTMLButtonElement>(name).disabled;
  assert.equal(['Continue', 'Discard', 'Stop'].map(isOff), [true, true, false]);
  await act(async () => answer());
  await eventually(() => !view.text().includes('Eight records'), true);
  assert.equal([...table.values()], ['old', 'old', 'old']);
});

test('an entry that is deleted from its panel leaves the others selected', async () => {
  for (const id of ['one', 'two', 'three']) await keepDeleted(id, posts, [{ id }]);
  const view = await open();
  click(view.byLabel('Select one'));
  click(view.byLabel('Select two'));
  await tick();
  view.rerender(<BinPage query={{ entryId: 'two' }} />);
  await eventually(() => view.findAll('[role="dialog"]').length > 0, true);
  const [remove] = view
    .findAll('[role="dialog"] button')
    .filter((one) => one.textContent === 'Delete permanently');
  assert.ok(remove);
  click(remove);
  await eventually(() => confirm.state.question !== null, true);
  await act(() => confirm.yes());
  await eventually(() => bin.state.entries.length, 2);
  await tick();
  assert.match(view.text(), /Selected 1 entry/);
});

test('an entry with many files says how many it does not list', async () => {
  const files = Array.from({ length: 103 }, (_, at) => ({
    recordId: 'full',
    name: `file${at}.txt`,
    content: new Blob(['x']),
  }));
  await keepDeleted('full', posts, [{ id: 'full' }], files);
  mount(<BinPage query={{ entryId: 'full' }} />);
  const text = () => document.body.textContent ?? '';
  await eventually(() => text().includes('file0.txt'), true);
  assert.match(text(), /103 files/);
  assert.match(text(), /And 3 more\./);
});

test.run();
