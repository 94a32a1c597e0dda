// The keys on a cell of the records: which edit it, which open its record, and which are left to the browser.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseHash } from '../../../ui/base/hash';
import { listenForKeys } from '../../../ui/page/commandKeys';
import type { Call } from '../../support/backend';
import { type Modifiers, press, rest, tick } from '../../support/render';
import { emptyPost, listOf, post, statsCollection, statsRow } from '../../support/samples';
import { blockSize, changed, endTable, goTo, listRoute, openTable, startTable } from '../tableScene';

let stopListening: () => void;

test.before(() => {
  stopListening = listenForKeys();
});
test.after(() => stopListening());
test.before.each(() => {
  const backend = startTable();
  backend.answer(listRoute, ({ params }: Call) =>
    params['collection'] === statsCollection.id ? listOf([statsRow], 40) : listOf([post, emptyPost], 40),
  );
});
test.after.each(endTable);

/** The input over a cell, or null. */
const input = () =>
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    'section :is(textarea, input:not([type="checkbox"]))',
  );
const isEditing = () => input() !== null;
const openedId = () => parseHash(location.hash).query['recordId'];

/** Presses a key on the cell with the cursor. Returns false when its default action was prevented. */
async function pressOn(cell: HTMLElement, key: string, modifiers?: Modifiers): Promise<boolean> {
  const isLeft = press(cell, key, modifiers);
  await rest();
  return isLeft;
}

/** Ends the edit by Escape, and waits until its input is gone. */
async function restore(): Promise<void> {
  const open = input();
  if (open) press(open, 'Escape');
  await tick();
  assert.is(isEditing(), false);
}

test('a letter begins a new value; a question mark, a slash and Space begin none', async () => {
  await openTable();
  for (const [name, begin] of [
    ['title', 'K'],
    ['views', '7'],
    ['contact', 'k'],
    ['source', 'h'],
    ['day', '2'],
  ] as const) {
    const cell = await goTo(0, name);
    assert.is(await pressOn(cell, begin), false);
    assert.is(input()?.value, begin, name);
    await restore();
    for (const [key, modifiers] of [
      ['?', { shiftKey: true }],
      ['/', {}],
      [' ', {}],
    ] as const) {
      await pressOn(cell, key, modifiers);
      assert.is(isEditing(), false, `"${key}" on ${name}`);
    }
    // The same key closes the quick look.
    await pressOn(cell, ' ');
  }
  assert.equal(changed(), [], 'Escape restores');
});

test('Enter edits a cell that can be changed, and opens the record from others and from a view', async () => {
  await openTable();
  await pressOn(await goTo(0, 'title'), 'Enter');
  assert.equal([input()?.value, openedId()], [post.title, undefined]);
  await restore();
  for (const [at, name] of ['id', 'created', 'updated'].entries()) {
    assert.is(await pressOn(await goTo(at % 2, name), 'Enter'), false);
    assert.equal([openedId(), isEditing()], [at % 2 === 0 ? post.id : emptyPost.id, false], name);
  }
  for (const name of ['id', 'title', 'words']) {
    await openTable(statsCollection.id);
    const cell = await goTo(0, name);
    for (const key of ['k', 'F2', 'Enter']) await pressOn(cell, key);
    assert.equal([openedId(), isEditing()], [statsRow.id, false], name);
  }
});

const leftKeys: readonly [key: string, modifiers: Modifiers][] = [
  ['ArrowLeft', { altKey: true }],
  ['ArrowRight', { altKey: true }],
  ['F6', {}],
  ['F6', { shiftKey: true }],
  ['Insert', {}],
  ...['d', 'r', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].flatMap((key): [string, Modifiers][] => [
    [key, { ctrlKey: true }],
    [key, { metaKey: true }],
  ]),
  ...[...'adefhinrst'].map((key): [string, Modifiers] => [key, { altKey: true }]),
];

test('keys of browsers and screen readers are left to them, and do nothing to a cell', async () => {
  await openTable();
  const cell = await goTo(1, 'views');
  press(cell, 'ArrowRight', { shiftKey: true });
  assert.is(blockSize(), 2, 'the code of blocks hears the keys');
  press(document.activeElement as Element, 'Escape');
  const hash = location.hash;
  for (const name of ['title', 'views', 'published', 'id', 'tags']) {
    const here = await goTo(1, name);
    for (const [key, modifiers] of leftKeys) {
      const told = `${[...Object.keys(modifiers), key].join(' ')} on ${name}`;
      assert.is(press(here, key, modifiers), true, told);
      assert.ok(document.activeElement === here, told);
    }
    await rest();
    assert.equal([isEditing(), blockSize(), changed()], [false, 0, []], name);
  }
  assert.is(location.hash, hash);
});

test.run();
