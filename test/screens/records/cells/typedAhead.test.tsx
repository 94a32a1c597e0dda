// Keys that are typed before the code of the inputs is there. The code stays for later tests, so there is only one.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { focus, type Modifiers, press, rest } from '../../../support/render';
import { emptyPost, listOf, post } from '../../../support/samples';
import { cellOf, changed, endTable, listRoute, openTable, startTable } from '../tableScene';

test.before(() => {
  startTable().answer(listRoute, listOf([post, emptyPost], 40));
});
test.after(endTable);

/** Presses keys one after the other where the focus is. */
function typeAtOnce(...keys: readonly (string | [key: string, modifiers: Modifiers])[]): void {
  for (const one of keys) {
    const [key, modifiers] = typeof one === 'string' ? [one, {}] : one;
    press(document.activeElement as Element, key, modifiers);
  }
}

/** Puts the cursor on a cell, without waiting for anything. */
function startAt(index: number, name: string): void {
  const cell = cellOf(index, name);
  cell.tabIndex = -1;
  focus(cell);
}

const hasCursor = (index: number, name: string) => document.activeElement === cellOf(index, name);

test('each value stays in its cell, and the keys move the cursor', async () => {
  await openTable();
  startAt(0, 'title');
  typeAtOnce(...'Kenya', 'Enter');
  assert.ok(hasCursor(1, 'title'), 'Enter goes down');
  typeAtOnce(...'Perux', 'Backspace', 'Tab');
  startAt(1, 'contact');
  typeAtOnce(...'a@b', 'Tab');
  assert.ok(hasCursor(1, 'source'), 'Tab goes right');
  typeAtOnce(...'c:d', ['Tab', { shiftKey: true }]);
  assert.ok(hasCursor(1, 'contact'), 'Shift+Tab goes left');
  startAt(1, 'title');
  typeAtOnce('F2', ['Enter', { shiftKey: true }], '!', 'Tab');
  startAt(1, 'day');
  typeAtOnce(...'2026-02-03', 'Enter');
  // Backspace reaches the first key, too.
  startAt(0, 'source');
  typeAtOnce('a', 'Backspace', 'Backspace', ...'c:e', 'Enter');
  // A dropped value, and one that is left for another cell.
  startAt(1, 'views');
  typeAtOnce('9', 'Escape');
  startAt(0, 'views');
  typeAtOnce('3');
  startAt(0, 'contact');
  typeAtOnce('x', 'Enter');
  assert.equal(changed(), [], 'the code is not there');
  await rest();
  assert.equal(changed(), [
    `${post.id} title "Kenya"`,
    `${post.id} source "c:e"`,
    `${post.id} views "3"`,
    `${post.id} contact "x"`,
    `${emptyPost.id} title "Peru\\n!"`,
    `${emptyPost.id} contact "a@b"`,
    `${emptyPost.id} source "c:d"`,
    `${emptyPost.id} day "2026-02-03 00:00:00"`,
  ]);
  assert.is(document.querySelector('section :is(textarea, input:not([type="checkbox"]))'), null);
  assert.ok(hasCursor(1, 'contact'), 'the cursor stays');
});

test.run();
