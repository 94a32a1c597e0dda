// The table of records: its cursor, the changes of its cells, their popup and menu, and the dialog of the filter.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseHash } from '../../ui/base/hash';
import * as confirm from '../../ui/page/confirm';
import * as toasts from '../../ui/page/toasts';
import * as edits from '../../ui/records/edits';
import { type Call, type FakeBackend, failure } from '../support/backend';
import { act, click, eventually, press, quiet, rest, type, type View } from '../support/render';
import { emptyPost, listOf, post, statsCollection } from '../support/samples';
import {
  blockSize,
  cellOf,
  changed,
  endTable,
  goTo,
  listRoute,
  openTable,
  posts,
  stage,
  startTable,
} from './tableScene';

const recordRoute = 'GET /api/collections/:collection/records/:id';
let backend: FakeBackend;

test.before.each(() => {
  mock.method(console, 'error', () => {});
  backend = startTable();
});
test.after.each(async () => {
  await endTable();
  mock.restoreAll();
});

/** The texts of the live regions. */
const told = (view: View) => view.findAll('[role="status"]').map((region) => region.textContent);

/** Reads the list again, and leaves the focus where it is. */
async function refresh(view: View): Promise<void> {
  act(() => view.byLabel('Refresh').click());
  await rest();
}

test('a record that leaves the list hands the cursor to the next one, which is announced', async () => {
  const view = await openTable();
  await goTo(0, 'views');
  await refresh(view);
  await quiet();
  assert.is(document.activeElement === cellOf(0, 'views'), true);
  assert.not.ok(told(view).includes('Record no longer in the list'), 'it is there still');

  backend.answer(listRoute, listOf([emptyPost], 40));
  await refresh(view);
  await eventually(() => told(view).includes('Record no longer in the list'), true);
  assert.match(cellOf(0, 'id').textContent ?? '', emptyPost.id);
  assert.is(document.activeElement === cellOf(0, 'views'), true, 'in the same column');
});

const heads = (view: View) => view.findAll('th[data-column]').map((head) => head.dataset['column']);

test('a changed cell survives Load more and that its column is hidden, and shows again with it', async () => {
  backend.answer(listRoute, ({ query }: Call) => {
    const first = Array.from({ length: 40 }, (_, at) => (at === 0 ? post : { ...post, id: `post${at}` }));
    return query['page'] === '1' ? listOf(first, 40) : { ...listOf([emptyPost], 40), page: 2 };
  });
  const view = await openTable();
  stage('views', '3');
  await rest();
  click(view.byText('Load more'));
  await rest();
  assert.is(view.find('[role="grid"]').getAttribute('aria-rowcount'), '42');
  assert.is(cellOf(0, 'views').textContent, '3');
  click(view.byText('Columns'));
  await rest();
  const item = view
    .findAll('label')
    .find((one) => one.textContent === 'views')
    ?.querySelector('input');
  assert.ok(item);
  click(item);
  await rest();
  assert.not.ok(heads(view).includes('views'));
  assert.match(view.find('footer').textContent, /1 change in 1 record/);
  assert.equal(changed(), [`${post.id} views "3"`]);
  click(item);
  await rest();
  assert.is(cellOf(0, 'views').textContent, '3');
});

test('json whose record cannot be read says why in its popup, and Retry reads it again', async () => {
  backend.answer(recordRoute, failure(500, 'The disk is full.'));
  const view = await openTable();
  const told = () => view.find('[role="dialog"]').textContent ?? '';
  const keep = () => view.byText<HTMLButtonElement>('Keep');
  press(await goTo(0, 'meta'), 'Enter');
  await rest();
  assert.match(told(), /The value could not be loaded\.The disk is full\./);
  assert.is(keep().disabled, true);
  assert.is(view.findAll('[role="dialog"] [role="textbox"]').length, 0, 'nothing can be typed');

  backend.answer(recordRoute, { ...post, meta: { whole: true } });
  click(view.byText('Retry'));
  await rest();
  assert.not.match(told(), /could not be loaded/);
  assert.match(told(), /"whole":\s*true/);
  assert.is(keep().disabled, false);
  click(keep());
  await rest();
  assert.equal(changed(), [], 'nothing was typed');
});

async function openMenu(cell: HTMLElement): Promise<void> {
  const init = { bubbles: true, cancelable: true, button: 2 };
  act(() => {
    cell.dispatchEvent(new PointerEvent('pointerdown', { ...init, pointerType: 'mouse' }));
    if (cell.dispatchEvent(new MouseEvent('mousedown', init))) cell.focus();
    cell.dispatchEvent(new MouseEvent('contextmenu', init));
  });
  await rest();
}

const itemOf = (text: string) => {
  const items = [...document.querySelectorAll('[role="menuitem"]')];
  const found = items.find((item) => item.textContent?.startsWith(text));
  if (!found) throw new Error(`${text} is none of ${items.map((item) => item.textContent).join()}`);
  return found;
};

async function choose(text: string): Promise<void> {
  click(itemOf(text));
  await rest();
}

test('the menu of a cell with a chip has at most ten items', async () => {
  await openTable();
  for (const name of ['author', 'pictures', 'source', 'tags', 'title']) {
    await openMenu(await goTo(0, name));
    const items = [...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent);
    assert.ok(items.length >= 9 && items.length <= 10, `${name}: ${items.join()}`);
    press(document.activeElement as Element, 'Escape');
    await rest();
  }
});

test('Delete and Clear empty a cell, and a block after its question; Shift leaves the keys to the browser', async () => {
  await openTable();
  const cursor = await goTo(0, 'views');
  for (const key of ['Delete', 'Backspace']) assert.is(press(cursor, key, { shiftKey: true }), true);
  await rest();
  assert.equal(changed(), []);
  press(cursor, 'Delete');
  await rest();
  assert.equal(changed(), [`${post.id} views ""`]);
  edits.discard(posts.id);
  await rest();

  press(cursor, 'ArrowDown', { shiftKey: true });
  assert.is(blockSize(), 2);
  await openMenu(cellOf(0, 'views'));
  await choose('Clear');
  assert.is(confirm.state.question?.text, 'Clear 1 column of 2 records?');
  assert.is(blockSize(), 2, 'the block is still marked');
  await act(async () => confirm.yes());
  await rest();
  assert.equal(changed(), [`${post.id} views ""`], 'the other one is empty already');
  edits.discard(posts.id);
  await rest();

  await openMenu(cellOf(0, 'title'));
  assert.is(blockSize(), 0);
  await choose('Clear');
  assert.equal(changed(), [`${post.id} title ""`]);
});

test('Copy value escapes choices, so that they can be pasted; Only offers the stored value, which the server knows', async () => {
  let copied = '';
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text: string) => (copied = text) },
    configurable: true,
  });
  await openTable();
  await openMenu(await goTo(0, 'tags'));
  await choose('Copy value');
  assert.is(copied, 'C:\\\\, a\\, b, plain');
  stage('title', 'Mine');
  await rest();
  assert.is(cellOf(0, 'title').textContent, 'Mine');
  await openMenu(cellOf(0, 'title'));
  await choose(`Show only "${post.title}"`);
  assert.is(parseHash(location.hash).query['filter'], `title = "${post.title}"`);
});

/** Builds a filter by the title, and applies it. */
async function applyTitle(view: View, title: string): Promise<void> {
  click(view.find('[aria-haspopup="dialog"][data-opens="desk"]'));
  await rest();
  type(view.byLabel('Value'), title);
  await rest();
  click(view.byText('Apply'));
  await rest();
}

const appliedFilter = () => parseHash(location.hash).query['filter'];
const filtered = () => backend.callsTo(listRoute).filter(({ query }) => query['filter'] !== undefined);

test('the footer of a view does not offer to edit', async () => {
  const acts = (view: View) =>
    view
      .findAll('footer [aria-hidden="true"] > span')
      .map((one) => one.textContent?.replace(/\s+/g, ' ').trim())
      .filter((text) => /edit|open/.test(text ?? ''));
  assert.equal(acts(await openTable()), ['Enter edit', 'CtrlEnter open']);
  assert.equal(acts(await openTable(statsCollection.id)), ['Enter open']);
});

test('a filter that is too long for the server is told, and not sent', async () => {
  const view = await openTable();
  const tooLong = /This filter is \d+ characters too long for the server\./;
  await applyTitle(view, 'y'.repeat(2100));
  assert.is(appliedFilter(), `title ~ "${'y'.repeat(2100)}"`);
  assert.match(view.find('search').textContent ?? '', tooLong);
  assert.is(filtered().length, 0);
  assert.equal(toasts.state.items, []);

  await applyTitle(view, 'short');
  assert.is(filtered().at(-1)?.query['filter'], 'title ~ "short"');
  assert.not.match(view.text(), tooLong);
  assert.match(view.text(), new RegExp(post.id));
});

test.run();
