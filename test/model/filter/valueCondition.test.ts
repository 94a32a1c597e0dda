// The condition that a field, an operator and a value stand for, and back.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SchemaField } from '../../../ui/model/field';
import {
  addCondition,
  conditionsOfField,
  replaceOrAdd,
  withoutField,
} from '../../../ui/model/filter/addCondition';
import { parseRule } from '../../../ui/model/filter/parseRule';
import {
  conditionText,
  operatorsOf,
  readCondition,
  valueOperatorsOf,
} from '../../../ui/model/filter/valueCondition';
import type { FilterOperator } from '../../../ui/model/types/conditionForms';
import { type FieldTypeName, fieldTypeNames } from '../../../ui/model/types/fieldTypes';
import * as fields from '../../support/fields';

const field = (type: string, maxSelect?: number | null): SchemaField =>
  fields.field(type, 'f', {
    ...(maxSelect !== undefined && { maxSelect }),
    ...{ collectionId: 'c1', values: ['a', 'b'] },
  });
const several = (type: string) => field(type, 3);
const created: SchemaField = { id: '', name: 'created', type: 'date' };

type Case = [field: SchemaField, operator: FilterOperator, values: string[], text: string | null];

const cases: Case[] = [
  [field('text'), 'is', ['it\'s "x"'], 'f = "it\'s \\"x\\""'],
  [field('text'), 'is', ['5'], 'f = "5"'],
  [field('text'), 'is', [''], null],
  [field('text'), 'is', ['a\0'], null],
  [field('text'), 'anyOf', ['a', 'b "c"'], '(f = "a" || f = "b \\"c\\"")'],
  [field('text'), 'anyOf', [], null],
  [field('text'), 'contains', ['50%_a'], 'f ~ "50\\%\\_a"'],
  [field('text'), 'empty', [], 'f = ""'],
  [field('editor'), 'contains', ['<b>'], 'f ~ "<b>"'],
  [field('email'), 'is', ['a@b.c'], 'f = "a@b.c"'],
  [field('url'), 'containsNot', ['https://a'], 'f !~ "https://a"'],
  [field('number'), 'is', ['1.50'], 'f = 1.50'],
  [field('number'), 'is', ['1e5'], null],
  [field('number'), 'atLeast', ['5'], 'f >= 5'],
  [field('bool'), 'is', ['true'], 'f = true'],
  [field('bool'), 'is', ['yes'], null],
  [
    field('date'),
    'is',
    ['2026-11-20'],
    '(f >= "2026-11-20 00:00:00.000Z" && f <= "2026-11-20 23:59:59.999Z")',
  ],
  [
    field('date'),
    'isNot',
    ['2026-11-20'],
    '(f < "2026-11-20 00:00:00.000Z" || f > "2026-11-20 23:59:59.999Z")',
  ],
  [field('date'), 'is', ['2026-11-20 10:00:00.000Z'], 'f = "2026-11-20 10:00:00.000Z"'],
  [field('date'), 'is', ['2026-02-31'], null],
  [field('date'), 'before', ['2026-11-20 10:00:00.000Z'], '(f != "" && f < "2026-11-20 10:00:00.000Z")'],
  [created, 'before', ['2026-11-20 10:00:00.000Z'], 'created < "2026-11-20 10:00:00.000Z"'],
  [field('date'), 'atMost', ['@now'], '(f != "" && f <= @now)'],
  [field('date'), 'after', ['@nope'], null],
  [field('date'), 'filled', [], 'f != ""'],
  [field('select', 1), 'is', ['a'], 'f = "a"'],
  [several('select'), 'contains', ['a'], 'f:each ?= "a"'],
  [several('select'), 'containsNot', ['a'], '(f:each != "a" || f:length = 0)'],
  [several('select'), 'anyOf', ['a', 'b'], '(f:each ?= "a" || f:each ?= "b")'],
  [several('select'), 'is', ['a'], null],
  [several('select'), 'empty', [], 'f:length = 0'],
  [several('select'), 'filled', [], 'f:length > 0'],
  [field('json'), 'is', ['5'], 'f = 5'],
  [field('json'), 'is', ['"5"'], 'f = "5"'],
  [field('json'), 'is', ['{"b":1,"a":[2]}'], 'f = "{\\"a\\":[2],\\"b\\":1}"'],
  [field('json'), 'is', ['{'], null],
  [field('json'), 'containsNot', ['a'], '(f !~ "a" || f = null)'],
  [field('json'), 'empty', [], '(f = null || f = "" || f = "[]" || f = "{}")'],
  [field('json'), 'filled', [], '(f != null && f != "" && f != "[]" && f != "{}")'],
  [field('file', 1), 'contains', ['a.png'], 'f ~ "a.png"'],
  [several('file'), 'containsNot', ['a.png'], 'f !~ "a.png"'],
  [field('relation', 1), 'is', ['abc'], 'f = "abc"'],
  [field('relation', null), 'contains', ['abc'], 'f.id ?= "abc"'],
  [field('relation', null), 'containsNot', ['abc'], 'f !~ "abc"'],
  [field('relation', null), 'anyOf', ['abc', 'def'], '(f.id ?= "abc" || f.id ?= "def")'],
  [field('relation', null), 'empty', [], 'f:length = 0'],
];

for (const [of, operator, values, text] of cases) {
  const label = `${of.type}${of.options && 'maxSelect' in of.options ? ` (${of.options.maxSelect})` : ''} ${operator} ${JSON.stringify(values)}`;
  test(`${label} is ${text}`, () => {
    const condition = { field: of.name, operator, values };
    assert.is(conditionText(of, condition), text);
    if (text === null) return;
    const again = readCondition(parseRule(text), [of])?.condition;
    // The server stores the keys of an object in order.
    const known =
      operator === 'is' && of.type === 'json'
        ? values.map((one) => JSON.stringify(sorted(JSON.parse(one))))
        : values;
    assert.equal(again, { ...condition, values: known });
  });
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('each type of a field has a case', () => {
  const tested = new Set(cases.map(([of, operator]) => `${of.type} ${operator}`));
  const missing = fieldTypeNames.filter(
    (type: FieldTypeName) =>
      !operatorsOf(field(type, 1)).some((operator) => tested.has(`${type} ${operator}`)),
  );
  assert.equal(missing, []);
});

test('a number or a flag that is empty is read as its value', () => {
  for (const [type, text, value] of [
    ['number', 'f = 0', '0'],
    ['bool', 'f = false', 'false'],
  ] as const) {
    assert.is(conditionText(field(type), { field: 'f', operator: 'empty', values: [] }), text);
    assert.equal(readCondition(parseRule(text), [field(type)])?.condition, {
      field: 'f',
      operator: 'is',
      values: [value],
    });
  }
});

for (const value of ['a\\b', 'a\\"b', '\\n', 'a\\\\', "it's", 'new\nline', '%', 'a_b', 'ends\\', '\\%_"']) {
  test(`${JSON.stringify(value)} survives the quotes`, () => {
    for (const operator of ['is', 'isNot', 'contains', 'containsNot'] as const) {
      const condition = { field: 'f', operator, values: [value] };
      const text = conditionText(field('text'), condition);
      assert.type(text, 'string');
      const again = readCondition(parseRule(text ?? ''), [field('text')])?.condition;
      assert.equal(again, condition, text ?? '');
    }
  });
}

test('names that begin with a digit have no condition', () => {
  const digit = { ...field('text'), name: '1st' };
  assert.is(conditionText(digit, { field: '1st', operator: 'is', values: ['a'] }), null);
});

test('"Only" and "Without" exist for values that can be compared', () => {
  assert.equal(valueOperatorsOf(field('text')), { only: 'is', without: 'isNot' });
  assert.equal(valueOperatorsOf(several('select')), { only: 'contains', without: 'containsNot' });
  assert.is(valueOperatorsOf(field('editor')), null);
  assert.is(valueOperatorsOf(field('file', 1)), null);
});

const language = {
  fields: [field('text'), { ...field('number'), name: 'n' }],
  columns: [
    { name: 'f', type: 'text' },
    { name: 'n', type: 'number' },
  ],
};

const additions: [text: string, replaced: string | null, added: string | null][] = [
  ['', 'f = "x"', 'f = "x"'],
  ['n > 1', 'n > 1 && f = "x"', 'n > 1 && f = "x"'],
  ['n>1 && f~"a" // note', 'n>1 && f="x" // note', 'n>1 && f~"a" && f = "x" // note'],
  ['f = "a" && n > 1 && f != "b"', 'f = "x" && n > 1', 'f = "a" && n > 1 && f != "b" && f = "x"'],
  ['f = "a"', 'f = "x"', 'f = "a" && f = "x"'],
  ['(f = "a" || f = "b")', 'f = "x"', '(f = "a" || f = "b") && f = "x"'],
  // A condition beside `||` or in a group is not the only one.
  ['f = "a" || n > 1', '(f = "a" || n > 1) && f = "x"', '(f = "a" || n > 1) && f = "x"'],
  [
    'n > 1 && (f = "a" || n = 3)',
    'n > 1 && (f = "a" || n = 3) && f = "x"',
    'n > 1 && (f = "a" || n = 3) && f = "x"',
  ],
  // The bracket of the comment would be counted inside of brackets.
  [
    'f = "a" // (\n || n > 1',
    ' // (\n(f = "a" \n || n > 1) && f = "x"',
    ' // (\n(f = "a" \n || n > 1) && f = "x"',
  ],
  ['tea', '(f~"tea"||n~"tea") && f = "x"', '(f~"tea"||n~"tea") && f = "x"'],
  ['n >', null, null],
];
for (const [text, replaced, added] of additions) {
  test(`"Only x" beside ${JSON.stringify(text)}`, () => {
    const condition = { field: 'f', operator: 'is', values: ['x'] } as const;
    assert.is(replaceOrAdd(text, condition, language), replaced);
    assert.is(addCondition(text, condition, language), added);
  });
}

test('a condition that cannot be written changes nothing', () => {
  const condition = { field: 'f', operator: 'is', values: ['a\0'] } as const;
  assert.is(replaceOrAdd('n > 1', condition, language), null);
});

test('the conditions of a field are found and taken out, but not those in groups', () => {
  const all = 'f = "a" && n > 1 && (n > 2 || f = "b")';
  assert.equal(conditionsOfField(all, 'f', language), [{ field: 'f', operator: 'is', values: ['a'] }]);
  assert.is(withoutField(all, 'f', language), 'n > 1 && (n > 2 || f = "b")');
  assert.is(withoutField('f = "a"', 'f', language), '');
  assert.equal(conditionsOfField('f = "a" || n > 1', 'f', language), []);
  assert.is(withoutField('f = "a" || n > 1', 'f', language), 'f = "a" || n > 1');
  assert.equal(conditionsOfField('f = (', 'f', language), []);
  assert.is(withoutField('f = (', 'f', language), null);
});

test.run();
