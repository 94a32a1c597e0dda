import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue, SchemaField } from '../../../ui/model/field';
import type { AnyRecord, FullRecord, RecordAnswer } from '../../../ui/model/record';
import { valueShape } from '../../../ui/model/types/fieldTypes';
import { newFileItem } from '../../../ui/model/types/file';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import {
  appliedTo,
  type Change,
  type Changes,
  canBeSent,
  changeFrom,
  comparedChange,
  draftedRecords,
  draftOf,
  fittedChange,
  leftOutOf,
  placedErrors,
  seenIn,
  seenValue,
  storedNow,
} from '../../../ui/records/values/change';
import { changedJson, shortTexts, shownChanges, wholeTexts } from '../../../ui/records/values/changeWords';
import { field, relation } from '../../support/fields';

const collectionWith = (...schema: object[]) =>
  ({ id: 'orders', name: 'orders', type: 'base', schema }) as Collection;
const title = field('text', 'title', { max: 10 });
const note = field('editor', 'note');
const scans = field('file', 'scans', { maxSelect: 3 });
const orders = collectionWith(title, note);
const record = { id: 'r1', title: 'One', note: '<p>Long</p>' };

function changed(name: string, mine: FormValue, collection = orders): Change {
  const cell = cellFieldOf(collection, name);
  const staged = cell && changeFrom(collection, cell, seenValue(cell, record), mine);
  if (!staged) throw new Error(`${name} has no change.`);
  return staged;
}
const asChanges = (...all: Change[]): Changes => new Map(all.map((change) => [change.key, change]));

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
    const staged = changeFrom(invoices, cell, stored, mine);
    assert.is(staged?.mine ?? null, kept);
    if (staged) assert.is(shownChanges(invoices, asChanges(staged)).shown['due'], shown);
  });
}

test('keeps what the person saw, and the sentence for a wrong value', () => {
  const { before, mine, shape, error } = changed('title', 'x'.repeat(11));
  assert.equal([before, mine, shape], ['One', 'x'.repeat(11), 'text one ']);
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
    const fitted = fittedChange(collection, cell);
    assert.equal([fitted.name, fitted.error], [name, error]);
    assert.is(canBeSent(collection, cell), error === null);
  });
}

test('a row shows rich text as its first words', () => {
  const { shown, marks } = shownChanges(orders, asChanges(changed('note', '<p>Some <b>words</b></p>')));
  assert.equal(shown, { note: 'Some words' });
  assert.equal(marks.get('note'), { kind: 'changed', description: 'Changed, was Long' });
});

test('a row shows no field that is gone, and a wrong text as it was typed', () => {
  const cells = asChanges(changed('note', ''), { ...changed('title', 'Two'), error: 'Too bad.' });
  const { shown, marks } = shownChanges(collectionWith(title), cells);
  assert.equal(shown, { title: 'Two' });
  assert.equal([...marks], [['title', { kind: 'wrong', description: 'Too bad. Was One', text: 'Two' }]]);
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
    const compared = comparedChange(orders, cell, row);
    assert.is(compared ? (compared.now?.before ?? null) : 'dropped', now);
    if (compared?.now === null) assert.ok(compared === cell, 'it is not drawn again for nothing');
  });
}

test('a row without a date says once what others have stored', () => {
  const row = rowNow({});
  const compared = comparedChange(orders, { ...changed('title', 'Two'), updated: '' }, row);
  assert.is(compared?.now?.before, 'Theirs');
  assert.ok(compared && comparedChange(orders, compared, row) === compared);
});

test('an excerpt, a renamed field in an old row, and another shape tell nothing', () => {
  const note2 = { ...changed('note', '<p>Mine</p>'), updated: at(1) };
  assert.ok(comparedChange(orders, note2, rowNow({ updated: at(2) })) === note2);
  const cell = { ...changed('title', 'Two'), updated: at(1) };
  for (const field of [
    { ...title, name: 'headline' },
    { ...title, type: 'number' },
  ]) {
    assert.ok(comparedChange(collectionWith(field), cell, rowNow({ updated: at(2) })) === cell);
  }
});

test('a draft of an older dashboard gets the milliseconds of its date back, and loses none of its own', () => {
  const invoices = collectionWith(due);
  const [seconds, rest] = ['2026-11-21 10:00:00', '.123'];
  const [drafted] = draftedRecords(invoices, {
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
  const cell = drafted?.changes[0];
  assert.ok(cell);
  const fitted = fittedChange(invoices, cell);
  assert.equal([fitted.before, fitted.mine], [`${seconds}${rest}`, `${seconds}.5`]);
  assert.is(shownChanges(invoices, asChanges(fitted)).shown['due'], `${seconds}.500Z`);
  const again = cellFieldOf(invoices, 'due');
  assert.is(again && changeFrom(invoices, again, fitted, `${seconds}${rest}`), null, 'the stored value');
  assert.ok(again && changeFrom(invoices, again, fitted, seconds), 'without them it is another date');
});

test('two long values are shown from shortly before their first difference', () => {
  const same = 'x'.repeat(100);
  assert.equal(shortTexts(`${same}A`, `${same}B`), [`...${'x'.repeat(20)}A`, `...${'x'.repeat(20)}B`]);
  assert.equal(shortTexts('empty', same), ['empty', `${'x'.repeat(80)}...`]);
});

test('a value that somebody else has stored and taken back is no conflict any more', () => {
  const cell = { ...changed('title', 'Two'), updated: at(1) };
  const conflict = comparedChange(orders, cell, rowNow({ updated: at(2) }));
  assert.ok(conflict);
  assert.is(comparedChange(orders, conflict, rowNow({ title: 'One', updated: at(3) }))?.now, null);
  assert.ok(comparedChange(orders, conflict, rowNow({ title: 'Old', updated: at(1) })) === conflict);
  assert.is(comparedChange(orders, conflict, rowNow({ title: 'New', updated: at(3) }))?.now?.before, 'New');
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
    const staged = cell && changeFrom(collection, cell, seenValue(cell, stored as AnyRecord, '1'), mine);
    assert.ok(staged);
    assert.is(changedJson({ id: 'r1', changes: asChanges(staged) }), `{"id":"r1","${name}":${text}}`);
  });
}

const asStored = (values: object) => JSON.parse(JSON.stringify(values)) as Record<string, unknown>;

test('a draft gives back what was stored in it, but for new files and what others have stored', () => {
  const collection = collectionWith(title, note, scans);
  const now = { before: 'Theirs', updated: at(2) };
  const changes = asChanges(
    { ...changed('title', 'Two'), updated: at(1), now },
    changed('note', ''),
    changed('scans', [newFileItem(1, new File([], 'a.txt'))], collection),
  );
  const stored = asStored(draftOf('orders', 'r1', changes) ?? {});
  const drafted = [...changes.values()].slice(0, 2).map((one) => ({ ...one, updated: '', now: null }));
  assert.equal(draftedRecords(collection, stored), [{ id: 'r1', changes: drafted }]);
  assert.equal([leftOutOf(stored), JSON.stringify(stored).includes('Theirs')], [1, false]);
});

test('two fields that had the same name keep both their changes', () => {
  const former = { ...changed('title', 'Former'), key: 'f_former' };
  const stored = asStored(draftOf('orders', 'r1', asChanges(changed('title', 'Two'), former)) ?? {});
  const [drafted] = draftedRecords(orders, stored);
  assert.equal(
    drafted?.changes.map(({ key, name, mine }) => [key, name, mine]),
    [
      ['f_title', 'title', 'Two'],
      ['f_former', 'title', 'Former'],
    ],
  );
});

test('the draft of a form is read, and a value without a field stays as a wrong one', () => {
  const changed = { title: 'Two', gone: 'Kept', note: ['no text'] };
  const before = { title: 'One', gone: '', note: '' };
  const [drafted] = draftedRecords(orders, { collectionId: 'orders', recordId: 'r1', changed, before });
  assert.equal(
    drafted?.changes.map((change) => [change.name, change.mine, fittedChange(orders, change).error]),
    [
      ['title', 'Two', null],
      ['gone', 'Kept', 'This field no longer exists.'],
      ['note', ['no text'], 'The value no longer fits the field.'],
    ],
  );
  for (const other of [{ collectionId: 'others' }, { recordId: null }])
    assert.equal(
      draftedRecords(orders, { collectionId: 'orders', recordId: 'r1', changed, before, ...other }),
      [],
    );
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
  test(`a draft of a table with ${what} holds no change`, () =>
    assert.equal(draftedRecords(orders, { records }), []));
}

const sold = collectionWith(
  title,
  field('number', 'total', { min: 0 }),
  field('json', 'meta', { maxSize: 100 }),
  scans,
);
const answerOf = (values: object, meta = '{"big":1}'): RecordAnswer => ({
  record: { id: 'r1', title: 'One', total: 1, scans: ['a.txt', 'b.txt'], ...values } as unknown as FullRecord,
  sources: { meta },
});
const soldChange = (name: string, mine: FormValue): Change => {
  const cell = cellFieldOf(sold, name);
  const change = cell && changeFrom(sold, cell, seenIn(cell, answerOf({}, '{"big":1.0}')), mine);
  if (!change) throw new Error(`${name} has no change.`);
  return change;
};
const gone: Change = { ...soldChange('title', 'Two'), key: 'f_gone', name: 'gone' };
const noFiles = () => ({ names: [], removed: [], added: [] });

const forms: [what: string, changes: Changes, sent: string[], title: string][] = [
  ['a changed value', asChanges(soldChange('title', 'Two')), ['f_title'], 'Two'],
  ['a wrong value stays out', asChanges(soldChange('total', '-1')), [], 'One'],
  ['a value of a deleted field stays out', asChanges(gone, soldChange('title', 'Two')), ['f_title'], 'Two'],
];
for (const [what, changes, sentKeys, expected] of forms) {
  test(`the form of a save: ${what}, beside what others have stored`, () => {
    const { form, sent, conflicts } = appliedTo(sold, answerOf({ total: 9 }), changes, noFiles);
    assert.equal([[...sent.keys()], conflicts], [sentKeys, []]);
    assert.equal([form.values['title'], form.values['total']], [expected, '9']);
    assert.equal(form.files['scans']?.names, ['a.txt', 'b.txt']);
  });
}

test('the form of a save: files are compared with those that the person saw', () => {
  const answer = answerOf({ scans: ['a.txt', 'b.txt', 'theirs.txt'] });
  const asked: unknown[] = [];
  const { form } = appliedTo(sold, answer, asChanges(soldChange('scans', ['b.txt'])), (...given) => {
    asked.push(given);
    return { names: ['b.txt'], removed: ['a.txt'], added: [] };
  });
  assert.equal(asked, [[['b.txt'], ['a.txt', 'b.txt']]]);
  assert.equal(form.files['scans'], { names: ['b.txt', 'theirs.txt'], removed: ['a.txt'], added: [] });
});

const meanwhile: [what: string, name: string, mine: string, conflicts: string[]][] = [
  ['another value is a conflict', 'title', 'Two', ['title']],
  ['the same value is none', 'title', 'Theirs', []],
  ['json in another notation is none', 'meta', '{"big":3}', []],
];
for (const [what, name, mine, expected] of meanwhile) {
  test(`others have changed the field: ${what}`, () => {
    const changes = asChanges(soldChange(name, mine));
    const answer = answerOf({ title: 'Theirs', updated: at(2) }, '{ "big": 1.0 }');
    const names = appliedTo(sold, answer, changes, noFiles).conflicts.map((one) => one.name);
    assert.equal(names, expected);
    const now = names.length > 0 ? [['f_title', { before: 'Theirs', updated: at(2) }]] : [];
    assert.equal([...storedNow(sold, changes, names, answer)], now);
  });
}

const [two, retyped] = ['Two', 'Three'].map((mine) => soldChange('title', mine)) as [Change, Change];
const refused = (message: string) => ({ code: 'validation_invalid', message });
const refusals: [
  what: string,
  given: { changes: Changes; sent: Changes },
  own: [string, string][],
  others: string,
][] = [
  ['at the sent value', { changes: asChanges(two), sent: asChanges(two) }, [['f_title', 'Wrong.']], ''],
  [
    'beside a value that was typed again',
    { changes: asChanges(retyped), sent: asChanges(two) },
    [],
    'title: Wrong. You have changed the value since.',
  ],
  [
    'for a value that was taken back',
    { changes: asChanges(), sent: asChanges(two) },
    [],
    'title: Wrong. Not changed here.',
  ],
  [
    'for a field that is not changed',
    { changes: asChanges(soldChange('total', '5')), sent: asChanges(soldChange('total', '5')) },
    [],
    'title: Wrong. Not changed here.',
  ],
];
for (const [what, given, own, others] of refusals) {
  test(`an error of the server stands ${what}`, () => {
    const placed = placedErrors(sold, given, { title: refused('Wrong.') });
    assert.equal({ own: [...placed.own], others: placed.others }, { own, others });
  });
}

test('errors of several fields that are not changed are one text', () => {
  const errors = { title: refused('Wrong.'), meta: refused('Too large.') };
  const { others } = placedErrors(sold, { changes: asChanges(), sent: asChanges() }, errors);
  assert.is(others, 'title: Wrong. Not changed here. meta: Too large. Not changed here.');
});

test.run();
