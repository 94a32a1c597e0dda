import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue, SchemaField } from '../../../ui/model/field';
import type { AnyRecord } from '../../../ui/model/record';
import { valueShape } from '../../../ui/model/types/fieldTypes';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import {
  canBeSent,
  changedCell,
  changedJson,
  comparedCell,
  draftedRecords,
  draftOf,
  fittedCell,
  formValues,
  type StagedCell,
  seenValue,
  shortTexts,
  shownChanges,
  wholeTexts,
} from '../../../ui/records/values/stagedCell';
import { field, relation } from '../../support/fields';

const collectionWith = (...schema: object[]) =>
  ({ id: 'orders', name: 'orders', type: 'base', schema }) as Collection;
const title = field('text', 'title', { max: 10 });
const note = field('editor', 'note');
const orders = collectionWith(title, note);
const record = { id: 'r1', title: 'One', note: '<p>Long</p>' };

function changed(name: string, mine: FormValue): StagedCell {
  const cell = cellFieldOf(orders, name);
  const staged = cell && changedCell(orders, cell, seenValue(cell, record), mine);
  if (!staged) throw new Error(`${name} has no change.`);
  return staged;
}
const asCells = (...cells: StagedCell[]) => new Map(cells.map((cell) => [cell.key, cell]));

const due = field('date', 'due');
const dates: [mine: string, kept: string | null, shown?: string][] = [
  [' 2026-11-21T10:00:00.123Z', null],
  ['2026-11-21 11:00:00.123', '2026-11-21 11:00:00.123', '2026-11-21 11:00:00.123Z'],
  ['2026-11-21 10:00:00', '2026-11-21 10:00:00', '2026-11-21 10:00:00.000Z'],
];
for (const [mine, kept, shown] of dates) {
  test(`the date ${mine} ${kept ? 'changes' : 'is'} one with milliseconds`, () => {
    const invoices = collectionWith(due);
    const cell = cellFieldOf(invoices, 'due');
    assert.ok(cell);
    const stored = seenValue(cell, { id: 'r1', due: '2026-11-21 10:00:00.123Z' } as AnyRecord);
    assert.is(stored.before, '2026-11-21 10:00:00.123');
    const staged = changedCell(invoices, cell, stored, mine);
    assert.is(staged?.mine ?? null, kept);
    if (staged) assert.is(shownChanges(invoices, asCells(staged)).shown['due'], shown);
  });
}

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
    collectionWith(field('text', 'title', { max: 2 })),
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
  assert.equal(marks.get('note'), { kind: 'changed', description: 'Changed, was Long' });
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

const at = (second: number) => `2026-11-21 10:00:0${second}.000Z`;
const rowNow = (values: object): AnyRecord => ({ ...{ id: 'r1', title: 'Theirs', note: 'Long' }, ...values });
const later: [what: string, row: AnyRecord, now: FormValue | 'dropped' | null][] = [
  ['of another value', rowNow({ updated: at(2) }), 'Theirs'],
  ['of my value', rowNow({ title: 'Two', updated: at(2) }), 'dropped'],
  ['of the seen value', rowNow({ title: 'One', updated: at(2) }), null],
  ['of the same date', rowNow({ updated: at(1) }), null],
  ['that is older', rowNow({ updated: at(0) }), null],
  ['without the value', { id: 'r1', updated: at(2) } as AnyRecord, null],
];
for (const [what, row, now] of later) {
  test(`a changed cell beside a row ${what} ${now === null ? 'stays' : `is ${now}`}`, () => {
    const cell = { ...changed('title', 'Two'), updated: at(1) };
    const compared = comparedCell(orders, cell, row);
    assert.is(compared ? (compared.now?.before ?? null) : 'dropped', now);
    if (compared?.now === null) assert.ok(compared === cell, 'it is not drawn again for nothing');
  });
}

test('an excerpt, a renamed field in an old row, and another shape tell nothing', () => {
  const note2 = { ...changed('note', '<p>Mine</p>'), updated: at(1) };
  assert.ok(comparedCell(orders, note2, rowNow({ updated: at(2) })) === note2);
  const cell = { ...changed('title', 'Two'), updated: at(1) };
  for (const field of [
    { ...title, name: 'headline' },
    { ...title, type: 'number' },
  ]) {
    assert.ok(comparedCell(collectionWith(field), cell, rowNow({ updated: at(2) })) === cell);
  }
});

test('a draft of an older dashboard gets the milliseconds of its date back, and loses none of its own', () => {
  const invoices = collectionWith(due);
  const [seconds, rest] = ['2026-11-21 10:00:00', '.123'];
  const [drafted] = draftedRecords({
    records: [
      {
        id: 'r1',
        cells: [
          {
            ...{ key: 'f_due', name: 'due', shape: valueShape(due as SchemaField), updated: '' },
            ...{ seen: `${seconds}${rest}Z`, source: null, before: seconds, mine: `${seconds}.5` },
          },
        ],
      },
    ],
  });
  const cell = drafted?.cells[0];
  assert.ok(cell);
  const fitted = fittedCell(invoices, cell);
  assert.equal([fitted.before, fitted.mine], [`${seconds}${rest}`, `${seconds}.5`]);
  assert.is(shownChanges(invoices, asCells(fitted)).shown['due'], `${seconds}.500Z`);
  const again = cellFieldOf(invoices, 'due');
  assert.is(again && changedCell(invoices, again, fitted, `${seconds}${rest}`), null, 'the stored value');
  assert.ok(again && changedCell(invoices, again, fitted, seconds), 'without them it is another date');
});

test('two long values are shown from shortly before their first difference', () => {
  const same = 'x'.repeat(100);
  assert.equal(shortTexts(`${same}A`, `${same}B`), [`...${'x'.repeat(20)}A`, `...${'x'.repeat(20)}B`]);
  assert.equal(shortTexts('empty', same), ['empty', `${'x'.repeat(80)}...`]);
});

test('a value that somebody else has stored and taken back is no conflict any more', () => {
  const cell = { ...changed('title', 'Two'), updated: at(1) };
  const conflict = comparedCell(orders, cell, rowNow({ updated: at(2) }));
  assert.ok(conflict);
  assert.is(comparedCell(orders, conflict, rowNow({ title: 'One', updated: at(3) }))?.now, null);
  assert.ok(comparedCell(orders, conflict, rowNow({ title: 'Old', updated: at(1) })) === conflict);
  assert.is(comparedCell(orders, conflict, rowNow({ title: 'New', updated: at(3) }))?.now?.before, 'New');
});

const words: [value: FormValue, text: string][] = [
  ['', 'empty'],
  [['a', 'b'], 'a, b'],
];
for (const [value, text] of words) {
  test(`${JSON.stringify(value)} as a text is ${text}`, () =>
    assert.equal(wholeTexts(null, [value]), [text]));
}

const friends = relation('friends', 'people', 3);
const people: Readonly<Record<string, string>> = { p1: 'Ann', p2: 'Ann', p3: 'Bob' };
const told: [name: string, values: readonly FormValue[], texts: readonly string[]][] = [
  ['friends', [['p1'], ['p2', 'p3']], ['Ann (p1)', 'Ann (p2), Bob']],
  ['friends', [['p3'], ['p9']], ['Bob', 'p9']],
  ['note', ['<p>Some <b>words</b></p>', '<p>Others</p>'], ['Some words', 'Others']],
  ['note', ['<p>Same</p>', '<p><b>Same</b></p>'], ['<p>Same</p>', '<p><b>Same</b></p>']],
  ['title', ['<p>', '<i>'], ['<p>', '<i>']],
];
for (const [name, values, texts] of told) {
  test(`${name} ${JSON.stringify(values)} are told apart as ${texts.join(' | ')}`, () => {
    const cell = cellFieldOf(collectionWith(title, note, friends), name);
    const nameOf = (targetId: string, id: string) => (targetId === 'people' ? (people[id] ?? id) : '');
    assert.equal(wholeTexts(cell, values, nameOf), texts);
  });
}

const total = field('number', 'total');
const meta = field('json', 'meta', { maxSize: 1000 });
const paid = field('bool', 'paid');
const writings: [name: string, mine: FormValue, text: string][] = [
  ['title', '3', '"3"'],
  ['total', '3', '3'],
  ['total', '12345678901234567890', '12345678901234567890'],
  ['total', ' +007.50 ', '7.50'],
  ['total', '3 kg', '"3 kg"'],
  ['meta', '{"a" : 12345678901234567890}', '{"a":12345678901234567890}'],
  ['meta', '{"a"', '"{\\"a\\""'],
  ['due', '2026-11-21 11:00:00', '"2026-11-21 11:00:00"'],
];
for (const [name, mine, text] of writings) {
  test(`the changed ${name} ${JSON.stringify(mine)} is written as ${text}`, () => {
    const collection = collectionWith(title, total, meta, paid, due, friends);
    const cell = cellFieldOf(collection, name);
    const stored = { id: 'r1', total: 1, meta: 1, due: '2026-11-21 10:00:00.000Z', friends: [] };
    const staged = cell && changedCell(collection, cell, seenValue(cell, stored as AnyRecord, '1'), mine);
    assert.ok(staged);
    assert.is(changedJson({ id: 'r1', cells: asCells(staged) }), `{"id":"r1","${name}":${text}}`);
  });
}

test('a draft gives back what was stored in it', () => {
  const cells = asCells(changed('title', 'Two'), changed('note', ''));
  const stored = JSON.parse(JSON.stringify(draftOf([{ id: 'r1', cells }])));
  assert.equal(draftedRecords(stored), [{ id: 'r1', cells: [...cells.values()] }]);
});

const whole = { key: 'f', name: 'f', shape: 'text one ', seen: 1, before: '', mine: 'a' };
const hostile: [what: string, records: unknown][] = [
  ['no list', 5],
  ['no cells', [{ id: 'r1' }]],
  ['no name', [{ id: 'r1', cells: [{ ...whole, name: undefined }] }]],
  ['a value that no input holds', [{ id: 'r1', cells: [{ ...whole, mine: { html: 'a' } }] }]],
  ['a list that no input holds', [{ id: 'r1', cells: [{ ...whole, before: [1] }] }]],
];
for (const [what, records] of hostile) {
  test(`a draft with ${what} holds no change`, () => assert.equal(draftedRecords({ records }), []));
}

test.run();
