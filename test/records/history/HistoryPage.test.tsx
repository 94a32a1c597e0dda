import 'fake-indexeddb/auto';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FullRecord } from '../../../ui/model/record';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import { HistoryPage } from '../../../ui/records/history/HistoryPage';
import * as history from '../../../ui/records/history/history';
import type { Part } from '../../../ui/records/history/plan/act';
import { fakeBackend } from '../../support/backend';
import { act, click, eventually, mount, tick, type View } from '../../support/render';
import { postsCollection } from '../../support/samples';
import { deletedPart, keep, signIn, signOut } from './historyScene';

const posts = postsCollection as Collection;

test.before.each(() => {
  signIn(fakeBackend({}));
  collections.adopt(posts);
});
test.after.each(async () => {
  mount(null).unmount();
  await history.setKeptDays(30);
  await history.empty();
  signOut();
});

const deleted = (...ids: string[]) => ({ parts: ids.map((id) => deletedPart(posts, { id })) });
const record = (id: string, values: object) => ({
  record: { id, updated: '1', ...values } as unknown as FullRecord,
  sources: {},
});
const changed = (id: string): Part => ({
  collectionId: posts.id,
  id,
  name: `Post ${id}`,
  before: record(id, { title: 'Then' }),
  after: record(id, { title: 'Now' }),
});
const made = (id: string): Part => ({ ...changed(id), before: null });
const importMark = { salt: 's', fileHash: 'h', options: '{}', total: 3000 };

async function open(query: Record<string, string> = {}): Promise<View> {
  const view = mount(<HistoryPage query={query} />);
  await eventually(() => !view.text().includes('Loading') && history.state.isLoaded, true);
  return view;
}

/** Opens the panel of an act. */
async function openPanel(entryId: string, text: string): Promise<View> {
  const view = await open({ entryId });
  await eventually(() => panelText().includes(text), true);
  return view;
}

const panelText = () => document.querySelector('[role="dialog"]')?.textContent ?? '';
const panelButton = (text: RegExp) =>
  [...document.querySelectorAll('[role="dialog"] button')].find((one) =>
    text.test(one.textContent ?? ''),
  ) as Element;

async function answer(question: RegExp, isYes: boolean): Promise<void> {
  await eventually(() => confirm.state.question !== null, true);
  assert.match(confirm.state.question?.text ?? '', question);
  await act(() => (isYes ? confirm.yes() : confirm.no()));
}

test('each act is one line, which says what it did and how much of it is kept', async () => {
  await keep('delete', 'one', posts, deleted('one'));
  const content = new Blob(['x']);
  await keep('delete', 'Two records', posts, {
    ...deleted('two', 'three'),
    files: [{ recordId: 'two', name: 'a.txt', content }],
    gaps: ['1 file is too large.'],
  });
  await keep('save', 'Post four', posts, { parts: [changed('four')], changed: ['title'] });
  await keep('bulk', '2 records', posts, { parts: [changed('five'), changed('six')], changed: ['title'] });
  await keep('import', 'all.csv', posts, {
    parts: [made('seven')],
    import: { ...importMark, isEnded: true },
  });
  await keep('import', 'cut.csv', posts, {
    parts: [made('eight')],
    import: { ...importMark, isEnded: false },
  });
  await keep('restore', 'Post nine', posts, { parts: [changed('nine')], changed: ['title'] });
  const undone = await keep('undo', 'Post ten', posts, { parts: [changed('ten')], changed: ['title'] });
  await history.removeParts(undone, [changed('ten')]);
  const view = await open();
  const lines = view
    .findAll('tbody [role="row"]')
    .map((line) => [...line.querySelectorAll('[role="cell"]')].map((cell) => cell.textContent));
  assert.equal(
    // Acts of one millisecond have no order.
    lines.map(([, kind, title, , kept, , , button]) => [title, kind, kept, button].join('; ')).sort(),
    [
      '2 records; Changed; 2 records; Undo',
      'Post four; Changed; title; Undo',
      'Post nine; Brought back; title; Undo',
      'Post ten; Undone, undone; N/A; ',
      'Two records; Deleted; 2 records, 1 fileIncomplete; Undo',
      'all.csv; Import; 3,000 rows; Undo',
      'cut.csv; Import; 1 of 3,000 rows; Undo',
      'one; Deleted; The record; Undo',
    ],
  );
});

test('a shorter time asks before it deletes older entries', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() - 10 * 86_400_000 });
  await keep('delete', 'old', posts, deleted('old'));
  mock.timers.reset();
  await keep('delete', 'new', posts, deleted('new'));
  const view = await open();
  const choose = async (days: string) => {
    click(view.byLabel('Keep for'));
    await tick();
    click(
      [...document.querySelectorAll('[role="option"]')].find((one) => one.textContent === days) as Element,
    );
  };
  const titles = () => history.state.acts.map(({ title }) => title);
  await choose('7 days');
  await answer(/^This deletes 1 entry that is older than 7 days\. Go on\?$/, false);
  assert.equal([history.state.keptDays, titles()], [30, ['new', 'old']]);
  await choose('90 days');
  await eventually(() => history.state.keptDays, 90);
  assert.is(confirm.state.question, null);
  await choose('7 days');
  await answer(/older than 7 days/, true);
  await eventually(titles, ['new']);
  await choose('Nothing is kept');
  await answer(/^Do you want to turn the history off and delete all its entries\?$/, true);
  await eventually(() => view.text().includes('The history is empty.'), true);
});

test('an entry that is deleted from its panel leaves the others selected', async () => {
  await keep('delete', 'one', posts, deleted('one'));
  const two = await keep('delete', 'two', posts, deleted('two'));
  await keep('delete', 'three', posts, deleted('three'));
  const view = await open();
  click(view.byLabel('Select one'));
  click(view.byLabel('Select two'));
  await tick();
  view.rerender(<HistoryPage query={{ entryId: two }} />);
  await eventually(() => panelText().includes('The record, under its id.'), true);
  click(panelButton(/^Delete permanently$/));
  await answer(/^Do you really want to delete 1 entry permanently\?$/, true);
  await eventually(() => history.state.acts.length, 2);
  await tick();
  assert.match(view.text(), /Selected 1 entry/);
});

test('the panel of several records counts the ticked ones, and names references in one sentence', async () => {
  const reference = { collectionId: posts.id, recordId: 'line', fieldId: 'f', ids: ['one'] };
  const naming: Part = { ...made('line'), after: null, references: [reference] };
  const id = await keep('bulk', '4 records', posts, {
    parts: [...deleted('one', 'two').parts, changed('three'), { ...made('four'), after: null }, naming],
  });
  await openPanel(id, 'Is deleted');
  assert.equal(
    [...document.querySelectorAll('[role="dialog"] li')].map((one) => one.textContent),
    [
      '2 records, under their ids.',
      'The former values of title.',
      '1 reference of other records, which the delete removed.',
      '1 new record.',
      'created and updated: the server sets both to now.',
      'Post four four Perhaps created',
      'one Deleted',
      'Post three three Changed title',
      'two Deleted',
    ],
  );
  const boxes = document.querySelectorAll('[role="dialog"] input[type="checkbox"]');
  assert.is(panelButton(/^Undo/).textContent, 'Undo all 4');
  for (const box of [...boxes].slice(0, 2)) click(box);
  await tick();
  assert.is(panelButton(/^Undo/).textContent, 'Undo 2 of 4');
});

test('the panel of one changed record shows each field then and after', async () => {
  const part = changed('one');
  const same = { id: 'one', updated: '0', title: 'Then', views: 5 };
  const before = record('one', same);
  const id = await keep('save', 'Post one', posts, {
    parts: [{ ...part, before, after: record('one', { ...same, title: '' }) }],
    changed: ['title'],
  });
  await openPanel(id, 'The change');
  assert.match(panelText(), /The former values of title\..*The changetitlethen Thenchanged to \(empty\)/);
  assert.not.match(panelText(), /views/);
});

test('an entry with many files says how many it does not list', async () => {
  const files = Array.from({ length: 103 }, (_, at) => ({
    recordId: 'full',
    name: `file${at}.txt`,
    content: new Blob(['x']),
  }));
  const id = await keep('delete', 'full', posts, { ...deleted('full'), files });
  await openPanel(id, 'file0.txt');
  assert.match(panelText(), /103 files\. They get new names\./);
  assert.match(panelText(), /And 3 more\./);
});

test.run();
