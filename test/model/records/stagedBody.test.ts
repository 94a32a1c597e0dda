// The body of a save of the table: the staged values in the stored form, what the person saw, and the refused ones.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FullRecord, RecordAnswer } from '../../../ui/model/record';
import { cellFieldOf } from '../../../ui/model/records/cellField';
import { type FormValue, formOf } from '../../../ui/model/records/recordValues';
import { placedErrors, seenRecord, stagedForm } from '../../../ui/model/records/stagedBody';
import {
  changedCell,
  type StagedCell,
  type StagedCells,
  seenValue,
} from '../../../ui/model/records/stagedCell';

const field = (name: string, type: string, options: object = {}) => ({
  id: `f_${name}`,
  name,
  type,
  options,
});
const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: [
    field('title', 'text', { max: 10 }),
    field('total', 'number', { min: 0 }),
    field('meta', 'json', { maxSize: 100 }),
    field('scans', 'file', { maxSelect: 3 }),
  ],
} as Collection;
const shown = { id: 'r1', title: 'One', total: 1, meta: { big: 1 }, scans: ['a.txt', 'b.txt'] };
const answerOf = (values: object, meta = '{"big":1}'): RecordAnswer => ({
  record: { ...shown, ...values } as unknown as FullRecord,
  sources: { meta },
});

function changed(name: string, mine: FormValue): StagedCell {
  const cell = cellFieldOf(orders, name);
  const staged = cell && changedCell(orders, cell, seenValue(cell, shown, '{"big":1.0}'), mine);
  if (!staged) throw new Error(`${name} has no change.`);
  return staged;
}
const asCells = (...cells: StagedCell[]): StagedCells => new Map(cells.map((cell) => [cell.key, cell]));
const gone: StagedCell = { ...changed('title', 'Two'), key: 'f_gone', name: 'gone' };
const noChange = () => ({ names: [], removed: [], added: [] });

const forms: [what: string, cells: StagedCells, sent: string[], values: Record<string, FormValue>][] = [
  ['a changed value', asCells(changed('title', 'Two')), ['f_title'], { title: 'Two', total: '9' }],
  ['a wrong value stays out', asCells(changed('total', '-1')), [], { title: 'One', total: '9' }],
  [
    'a value of a deleted field stays out',
    asCells(gone, changed('title', 'Two')),
    ['f_title'],
    { title: 'Two', total: '9' },
  ],
];
for (const [what, cells, sentKeys, expected] of forms) {
  test(`the form of a save: ${what}`, () => {
    const stored = formOf(orders, answerOf({ total: 9 }));
    const { form, sent } = stagedForm(orders, stored, cells, noChange);
    assert.equal([...sent.keys()], sentKeys);
    assert.equal({ title: form.values['title'], total: form.values['total'] }, expected);
    assert.equal(form.files['scans']?.names, ['a.txt', 'b.txt']);
    assert.is(stored.values['title'], 'One', 'the stored form stays as it is');
  });
}

test('the form of a save: files are compared with those that the person saw', () => {
  const stored = formOf(orders, answerOf({ scans: ['a.txt', 'b.txt', 'theirs.txt'] }));
  const asked: unknown[] = [];
  const change = { names: ['b.txt'], removed: ['a.txt'], added: [] };
  const { form } = stagedForm(orders, stored, asCells(changed('scans', ['b.txt'])), (...given) => {
    asked.push(given);
    return change;
  });
  assert.equal(asked, [[['b.txt'], ['a.txt', 'b.txt']]]);
  assert.equal(form.files['scans'], change);
});

const seen: [what: string, cells: StagedCells, record: object, meta: string][] = [
  ['a staged field as it was', asCells(changed('title', 'Two')), { title: 'One', total: 9 }, '{"big":2}'],
  [
    'other fields as they are stored',
    asCells(changed('total', '5')),
    { title: 'Theirs', total: 1 },
    '{"big":2}',
  ],
  [
    'a json value with its source',
    asCells(changed('meta', '{"big":3}')),
    { title: 'Theirs', total: 9 },
    '{"big":1.0}',
  ],
];
for (const [what, cells, expected, meta] of seen) {
  test(`the record that the person saw has ${what}`, () => {
    const { record, sources } = seenRecord(
      orders,
      answerOf({ title: 'Theirs', total: 9 }, '{"big":2}'),
      cells,
    );
    const { title, total } = record as { title?: unknown; total?: unknown };
    assert.equal({ title, total }, expected);
    assert.equal(sources, { meta });
    assert.not('gone' in record);
  });
}

const title = changed('title', 'Two');
const retyped = changed('title', 'Three');
const refused = (message: string) => ({ code: 'validation_invalid', message });
const refusals: [
  what: string,
  cells: { staged: StagedCells; sent: StagedCells },
  own: [string, string][],
  others: string,
][] = [
  ['at the sent cell', { staged: asCells(title), sent: asCells(title) }, [['f_title', 'Wrong.']], ''],
  [
    'beside a cell that was typed again',
    { staged: asCells(retyped), sent: asCells(title) },
    [],
    'title: Wrong. You have changed the value since.',
  ],
  [
    'for a cell that was taken back',
    { staged: asCells(), sent: asCells(title) },
    [],
    'title: Wrong. Not changed here.',
  ],
  [
    'for a field that is not staged',
    { staged: asCells(changed('total', '5')), sent: asCells(changed('total', '5')) },
    [],
    'title: Wrong. Not changed here.',
  ],
];
for (const [what, cells, own, others] of refusals) {
  test(`an error of the server stands ${what}`, () => {
    const placed = placedErrors(orders, cells, { title: refused('Wrong.') });
    assert.equal({ own: [...placed.own], others: placed.others }, { own, others });
  });
}

test('errors of several fields that are not staged are one text', () => {
  const errors = { title: refused('Wrong.'), meta: refused('Too large.') };
  const { others } = placedErrors(orders, { staged: asCells(), sent: asCells() }, errors);
  assert.is(others, 'title: Wrong. Not changed here. meta: Too large. Not changed here.');
});

test.run();
