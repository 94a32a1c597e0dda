// The keys and the menu of cells, on the page of records.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseHash } from '../../../../ui/platform/hash';
import * as confirm from '../../../../ui/state/confirm';
import * as staged from '../../../../ui/state/staged/staged';
import { act, click, press, rest, type View } from '../../../support/render';
import { post, statsCollection } from '../../../support/samples';
import {
  blockSize,
  cellOf,
  changed,
  endTable,
  goTo,
  openTable,
  posts,
  stage,
  startTable,
} from '../tableScene';

test.before.each(() => void startTable());
test.after.each(endTable);

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

test('Delete and Clear empty a cell, and a block after its question; Shift leaves the keys to the browser', async () => {
  await openTable();
  const cursor = await goTo(0, 'views');
  for (const key of ['Delete', 'Backspace']) assert.is(press(cursor, key, { shiftKey: true }), true);
  await rest();
  assert.equal(changed(), []);
  press(cursor, 'Delete');
  await rest();
  assert.equal(changed(), [`${post.id} views ""`]);
  staged.discard(posts.id);
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
  staged.discard(posts.id);
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
  await choose(`Only ${post.title}`);
  assert.is(parseHash(location.hash).query['filter'], `title = "${post.title}"`);
});

test('the footer of a view does not offer to edit', async () => {
  const acts = (view: View) =>
    view
      .findAll('footer [aria-hidden="true"] > span')
      .map((one) => one.textContent?.replace(/\s+/g, ' ').trim())
      .filter((text) => /edit|open/.test(text ?? ''));
  assert.equal(acts(await openTable()), ['Enter edit', 'CtrlEnter open']);
  assert.equal(acts(await openTable(statsCollection.id)), ['Enter open']);
});

test.run();
