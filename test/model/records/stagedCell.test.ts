import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { cellFieldOf } from '../../../ui/model/records/cellField';
import type { FormValue } from '../../../ui/model/records/recordValues';
import {
  canBeSent,
  changedCell,
  draftedRecords,
  draftOf,
  fittedCell,
  formValues,
  type StagedCell,
  seenValue,
  shortText,
  shownChanges,
} from '../../../ui/model/records/stagedCell';

const field = (id: string, name: string, type: string, options: object = {}) => ({ id, name, type, options });
const collectionWith = (...schema: object[]) =>
  ({ id: 'orders', name: 'orders', type: 'base', schema }) as Collection;
const title = field('f_title', 'title', 'text', { max: 10 });
const note = field('f_note', 'note', 'editor');
const orders = collectionWith(title, note);
const record = { id: 'r1', title: 'One', note: '<p>Long</p>' };

function changed(name: string, mine: FormValue): StagedCell {
  const cell = cellFieldOf(orders, name);
  const staged = cell && changedCell(orders, cell, seenValue(cell, record), mine);
  if (!staged) throw new Error(`${name} has no change.`);
  return staged;
}
const asCells = (...cells: StagedCell[]) => new Map(cells.map((cell) => [cell.key, cell]));

test('a value that means the same is no change', () => {
  const cell = cellFieldOf(orders, 'title');
  assert.is(cell && changedCell(orders, cell, seenValue(cell, record), 'One'), null);
});

test('keeps what the person saw, and the sentence for a wrong value', () => {
  const { seen, before, mine, shape, error } = changed('title', 'x'.repeat(11));
  assert.equal([seen, before, mine, shape], ['One', 'One', 'x'.repeat(11), 'text one ']);
  assert.is(error, 'Must be less than 10 character(s).');
});

for (const [what, collection, name, error] of [
  ['renamed', collectionWith({ ...title, name: 'headline' }), 'headline', null],
  ['gone', collectionWith(note), 'title', 'This field no longer exists.'],
  [
    'of another type',
    collectionWith({ ...title, type: 'number' }),
    'title',
    'The value no longer fits the field.',
  ],
  [
    'shorter now',
    collectionWith(field('f_title', 'title', 'text', { max: 2 })),
    'title',
    'Must be less than 2 character(s).',
  ],
] as const) {
  test(`fits a value to a field that is ${what}`, () => {
    const cell = changed('title', 'Two');
    const fitted = fittedCell(collection, cell);
    assert.equal([fitted.name, fitted.error], [name, error]);
    assert.is(canBeSent(collection, cell), error === null);
  });
}

test('a row shows rich text as its first words', () => {
  const { shown, marks } = shownChanges(orders, asCells(changed('note', '<p>Some <b>words</b></p>')));
  assert.equal(shown, { note: 'Some words' });
  assert.equal(marks.get('note'), { kind: 'changed', description: 'Changed, was <p>Long</p>' });
});

test('a row shows no field that is gone, and a wrong text as it was typed', () => {
  const cells = asCells(changed('note', ''), { ...changed('title', 'Two'), error: 'Too bad.' });
  const { shown, marks } = shownChanges(collectionWith(title), cells);
  assert.equal(shown, { title: 'Two' });
  assert.equal([...marks], [['title', { kind: 'wrong', description: 'Too bad. Was One', text: 'Two' }]]);
});

test('a form gets the changes by the present names', () => {
  const renamed = collectionWith({ ...title, name: 'headline' });
  const { changed: mine, before } = formValues(renamed, asCells(changed('title', 'Two')));
  assert.equal([{ ...mine }, { ...before }], [{ headline: 'Two' }, { headline: 'One' }]);
});

const words: [value: FormValue, text: string][] = [
  [true, 'True'],
  [false, 'False'],
  ['', 'empty'],
  [[], 'empty'],
  [['a', 'b'], 'a, b'],
];
for (const [value, text] of words) {
  test(`${JSON.stringify(value)} in a few words is ${text}`, () => assert.is(shortText(value), text));
}

test('a draft gives back what was stored in it', () => {
  const cells = asCells(changed('title', 'Two'), changed('note', ''));
  const stored = JSON.parse(JSON.stringify(draftOf([{ id: 'r1', cells }])));
  assert.equal(draftedRecords(stored), [{ id: 'r1', cells: [...cells.values()] }]);
});

const whole = { key: 'f', name: 'f', shape: 'text one ', seen: 1, source: null, before: '', mine: 'a' };
const hostile: [what: string, records: unknown][] = [
  ['no list', 5],
  ['no record', [null, 'r1', []]],
  ['no id', [{ cells: [whole] }]],
  ['no cells', [{ id: 'r1' }]],
  ['cells that are none', [{ id: 'r1', cells: [null, 'x', {}] }]],
  ['no name', [{ id: 'r1', cells: [{ ...whole, name: undefined }] }]],
  ['a value that no input holds', [{ id: 'r1', cells: [{ ...whole, mine: { html: 'a' } }] }]],
  ['a list that no input holds', [{ id: 'r1', cells: [{ ...whole, before: [1] }] }]],
];
for (const [what, records] of hostile) {
  test(`a draft with ${what} holds no change`, () => assert.equal(draftedRecords({ records }), []));
}

test.run();
