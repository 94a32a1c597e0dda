// The keys and the menu of cells, on the page of records.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { cellFieldOf } from '../../../../ui/model/records/cellField';
import type { FormValue } from '../../../../ui/model/records/recordValues';
import { parseHash } from '../../../../ui/platform/hash';
import { RecordsPage } from '../../../../ui/screens/records/RecordsPage';
import { useHashQuery } from '../../../../ui/shell/useHashLocation';
import * as collections from '../../../../ui/state/collections';
import * as confirm from '../../../../ui/state/confirm';
import * as session from '../../../../ui/state/session';
import * as staged from '../../../../ui/state/staged';
import * as toasts from '../../../../ui/state/toasts';
import * as unsaved from '../../../../ui/state/unsaved';
import { connect } from '../../../api/connect';
import { fakeBackend } from '../../../support/backend';
import { resetDom } from '../../../support/dom';
import { act, click, focus, mount, press, tick, type View } from '../../../support/render';
import {
  admin,
  adminToken,
  emptyPost,
  listOf,
  post,
  collections as sampleCollections,
  postsCollection as samplePosts,
  statsCollection,
} from '../../../support/samples';

const posts = samplePosts as Collection;
const choices = ['C:\\', 'a, b', 'plain'];

function Screen() {
  return <RecordsPage query={useHashQuery()} />;
}

async function rest(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await tick(1);
}

test.before.each(() => {
  resetDom();
  const row = { ...post, tags: choices };
  connect(
    fakeBackend({
      'GET /api/collections': listOf(sampleCollections, 200),
      'GET /api/collections/:collection/records': listOf([row, emptyPost], 40),
      'POST /api/admins/auth-refresh': { admin, token: adminToken(4102444801) },
      'GET /api/health': {},
    }),
  );
  session.adopt({ admin, token: adminToken() });
});
test.after.each(async () => {
  mount(null).unmount();
  confirm.no();
  staged.discard(posts.id);
  unsaved.forget();
  session.end();
  collections.forget();
  toasts.closeAll();
  await tick();
});

async function open(collectionId = posts.id): Promise<View> {
  history.replaceState(null, '', `/_/#/collections?collectionId=${collectionId}`);
  const view = mount(<Screen />);
  await act(() => collections.load());
  await rest();
  return view;
}

/** The cell of a row, by the name of its column. */
function cellOf(index: number, name: string): HTMLElement {
  const heads = [...document.querySelectorAll('thead th')];
  const at = heads.findIndex((head) => head instanceof HTMLElement && head.dataset['column'] === name);
  const cell = document.querySelector(`tr[data-index="${index}"]`)?.children[at];
  if (!(cell instanceof HTMLElement)) throw new Error(`${name} of row ${index} is not drawn`);
  return cell;
}

/** Puts the cursor on a cell, and waits for the code of blocks and menus. */
async function goTo(index: number, name: string): Promise<HTMLElement> {
  const cell = cellOf(index, name);
  cell.tabIndex = -1;
  focus(cell);
  await rest();
  return cell;
}

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

function stage(name: string, mine: FormValue): void {
  const cell = cellFieldOf(posts, name);
  assert.ok(cell);
  staged.stage(posts, [{ row: post, cell, mine }]);
}

const changed = () =>
  [...staged.recordsOf(posts.id).values()].flatMap(({ id, cells }) =>
    [...cells.values()].map(({ name, mine }) => `${id} ${name} ${JSON.stringify(mine)}`),
  );
const blockSize = () => document.querySelectorAll('[data-block]').length;

test('Delete empties a cell; with Shift it is left to the browser, which cuts', async () => {
  await open();
  const cell = await goTo(0, 'views');
  assert.is(press(cell, 'Delete', { shiftKey: true }), true);
  assert.is(press(cell, 'Backspace', { shiftKey: true }), true);
  await rest();
  assert.equal(changed(), []);
  press(cell, 'Delete');
  await rest();
  assert.equal(changed(), [`${post.id} views ""`]);
});

test('Clear of a cell in a block empties the block after its question; outside of one its cell', async () => {
  await open();
  const cursor = await goTo(0, 'views');
  press(cursor, 'ArrowDown', { shiftKey: true });
  assert.is(blockSize(), 2);
  await openMenu(cellOf(0, 'views'));
  await choose('Clear');
  assert.is(confirm.state.question?.text, 'Clear 1 column of 2 records?');
  assert.is(blockSize(), 2, 'the block is still marked');
  await act(async () => confirm.yes());
  await rest();
  assert.equal(changed(), [`${post.id} views ""`], 'the other one is empty already');

  staged.discard(posts.id);
  await rest();
  await openMenu(cellOf(0, 'title'));
  assert.is(blockSize(), 0);
  await choose('Clear');
  assert.equal(changed(), [`${post.id} title ""`]);
});

test('Only and Without offer the stored value of a changed cell, which the server knows', async () => {
  await open();
  await goTo(0, 'title');
  stage('title', 'Mine');
  await rest();
  assert.is(cellOf(0, 'title').textContent, 'Mine');
  await openMenu(cellOf(0, 'title'));
  await choose(`Only ${post.title}`);
  assert.is(parseHash(location.hash).query['filter'], `title = "${post.title}"`);
});

test('Copy value escapes commas and backslashes of choices, so that they can be pasted', async () => {
  let copied = '';
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text: string) => (copied = text) },
    configurable: true,
  });
  await open();
  await goTo(0, 'tags');
  await openMenu(cellOf(0, 'tags'));
  await choose('Copy value');
  assert.is(copied, 'C:\\\\, a\\, b, plain');
});

test('the footer of a view does not offer to edit', async () => {
  const acts = (view: View) =>
    view
      .findAll('footer [aria-hidden="true"] > span')
      .map((one) => one.textContent?.replace(/\s+/g, ' ').trim())
      .filter((text) => /edit|open/.test(text ?? ''));
  assert.equal(acts(await open()), ['Enter edit', 'CtrlEnter open']);
  assert.equal(acts(await open(statsCollection.id)), ['Enter open']);
});

test.run();
