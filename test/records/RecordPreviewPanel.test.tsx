import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as collections from '../../ui/page/collections';
import * as panels from '../../ui/page/panels';
import { RecordPreviewPanel } from '../../ui/records/RecordPreviewPanel';
import { Answer, type FakeBackend, failure } from '../support/backend';
import { click, eventually, mount, rest, tick, type View } from '../support/render';
import {
  listOf,
  post,
  postsCollection,
  statsCollection,
  statsRow,
  user,
  usersCollection,
} from '../support/samples';
import { answersOf, endPage, listRoute, shownToasts, startPage, topPanel } from './pickers/pickerBackend';

const recordRoute = 'GET /api/collections/:collection/records/:id';

let backend: FakeBackend;
let answers: unknown[];

async function open(collectionId = postsCollection.id, recordId = post.id): Promise<View> {
  const takes = { collectionId, recordId };
  void panels.openPanel('recordPreview', takes).then((answer) => answers.push(answer));
  const id = panels.state.open.at(-1)?.id ?? 0;
  const view = mount(<RecordPreviewPanel id={id} takes={takes} />);
  await rest();
  return view;
}

/** Returns the cell beside a name. */
function cell(view: View, name: string): HTMLElement {
  const row = view.findAll('tr').find((one) => one.querySelector('th')?.textContent === name);
  const found = row?.querySelector('td');
  if (!found) throw new Error(`There is no row "${name}" in: ${view.text()}`);
  return found;
}
const names = (view: View) => view.findAll('th').map((one) => one.textContent);

function takeCopies(): string[] {
  const copied: string[] = [];
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  mock.method(navigator.clipboard, 'writeText', async (text: string) => void copied.push(text));
  return copied;
}

test.before.each(async () => {
  backend = await startPage([]);
  backend.answer(recordRoute, post);
  backend.answer(listRoute, answersOf([user]));
  answers = [];
});
test.after.each(async () => {
  mount(null).unmount();
  endPage();
  await tick();
});

test('the panel is named after its collection, reads the record itself, and Close closes it', async () => {
  const view = await open();
  assert.is(view.find('h2').textContent, 'posts record preview');
  assert.equal(
    backend.callsTo(recordRoute).map(({ query }) => query),
    [{}],
    'not the excerpts of a list',
  );
  click(view.byText('Close'));
  await eventually(() => answers, [null]);
});

test('a view shows its dates only if it has them', async () => {
  backend.answer(recordRoute, statsRow);
  assert.equal(names(await open(statsCollection.id)), ['id', 'title', 'words']);
  backend.answer(recordRoute, { ...statsRow, created: post.created });
  assert.equal(names(await open(statsCollection.id)), ['id', 'title', 'words', 'created']);
});

test('every type of value is shown completely, a date in UTC with the local time in its tooltip', async () => {
  const long = 'word '.repeat(400);
  backend.answer(recordRoute, { ...post, title: long });
  const view = await open();
  for (const [name, text] of [
    ['id', post.id],
    ['title', long],
    ['body', 'It computes Bernoulli numbers.'],
    ['views', '42.5'],
    ['published', 'True'],
    ['contact', 'ada@example.com'],
    ['tags', 'newslong'],
    ['updated', '2026-11-21 00:29:33.714 UTC'],
  ] as const)
    assert.is(cell(view, name).textContent, text, name);
  assert.is(cell(view, 'source').querySelector('a')?.rel, 'noopener noreferrer');
  assert.is(cell(view, 'pictures').querySelectorAll('button').length, 2);
  const date = cell(view, 'updated').querySelector<HTMLElement>('[data-tooltip]');
  assert.match(date?.dataset['tooltip'] ?? '', /^2026-11-2\d \d\d:\d\d:33\.714$/);
});

test("json is shown in the server's notation, at first 500 characters of it, and copied completely", async () => {
  const copied = takeCopies();
  const text = JSON.stringify({ ...post, meta: '@' }).replace(
    '"@"',
    `{"z":12345678901234567890,"a":1.10,"list":[${'"item",'.repeat(80)}0]}`,
  );
  backend.answer(recordRoute, new Answer(200, text));
  const view = await open();
  const meta = () => cell(view, 'meta').querySelector('div > div > div')?.textContent ?? '';
  assert.match(meta(), /^\{\n {2}"z": 12345678901234567890,\n {2}"a": 1\.10,/);
  assert.is(meta().length, 503);
  const more = cell(view, 'meta').querySelector('[aria-expanded]') as HTMLElement;
  assert.is(more.textContent, 'Show all');
  click(more);
  assert.match(meta(), /0\n {2}\]\n\}$/);
  assert.equal([more.textContent, more.getAttribute('aria-expanded')], ['Show less', 'true']);
  click(more);
  assert.is(meta().length, 503);
  click(cell(view, 'meta').querySelector('[aria-label="Copy"]') as Element);
  await rest();
  assert.is(JSON.parse(copied[0] ?? '').list.length, 81);
});

test('related records show their distinguishing texts, missing ones are marked', async () => {
  const author = postsCollection.schema.find(({ name }) => name === 'author');
  const many = {
    ...postsCollection,
    schema: [{ ...author, options: { ...author?.options, maxSelect: null } }],
  };
  backend.answer('GET /api/collections', listOf([many, usersCollection], 200));
  await collections.load();
  backend.answer(recordRoute, { ...post, author: [user.id, 'gone'] });
  const view = await open();
  await rest();
  assert.is(cell(view, 'author').textContent, 'Ada Lovelacegonemissing');
  const tooltip = cell(view, 'author').querySelector<HTMLElement>('[aria-label="Data"]')?.dataset['tooltip'];
  assert.match(tooltip ?? '', /"name": "Ada Lovelace"/);
});

test('a missing record closes the panel; one that fails to load shows the reason, and Retry loads it', async () => {
  backend.answer(recordRoute, failure(404, "The requested resource wasn't found."));
  await open(postsCollection.id, 'nope');
  await eventually(() => answers, [null]);
  assert.equal(shownToasts(), ['error: Unable to load record with id "nope"']);
  backend.answer(recordRoute, failure(500, 'The disk is full.'));
  const view = await open();
  assert.match(view.text(), /The record could not be loaded\.The disk is full\./);
  backend.answer(recordRoute, post);
  click(view.byText('Retry'));
  await rest();
  assert.is(cell(view, 'id').textContent, post.id);
  click(cell(view, 'pictures').querySelector('button') as Element);
  await rest();
  assert.equal(topPanel('filePreview').takes, {
    collectionId: postsCollection.id,
    record: post,
    name: 'engine_28Dq1pm6vP.png',
  });
});

test('the menu copies the link of the record, and the stored record', async () => {
  const copied = takeCopies();
  const view = await open();
  backend.answer(listRoute, answersOf([post]));
  for (const item of ['Copy link', 'Copy as JSON']) {
    click(view.find('[aria-label="More actions"]'));
    await rest();
    click(view.byText(item));
    await rest();
    // A menu opened by keyboard closes after a delay.
    await eventually(() => view.findAll('[role="menu"]').length, 0);
  }
  await eventually(shownToasts, ['success: Copied the record to the clipboard.']);
  assert.equal(copied, [
    `http://localhost:8090/_/#/collections?collectionId=${postsCollection.id}&recordId=${post.id}`,
    JSON.stringify(post, null, 2),
  ]);
});

test.run();
