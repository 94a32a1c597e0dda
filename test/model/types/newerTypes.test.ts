import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SchemaField } from '../../../ui/model/field';
import { filterFields } from '../../../ui/model/filter/filterFields';
import type { FullRecord } from '../../../ui/model/record';
import { searchColumnsOf } from '../../../ui/model/recordsQuery';
import { fieldTypeNames, fieldTypes, wrongValue } from '../../../ui/model/types/fieldTypes';
import { bulkFields } from '../../../ui/records/bulk/bulkChoices';
import { draftOf } from '../../../ui/records/editor/recordDraft';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { bodyOf } from '../../../ui/records/values/recordBody';
import { formOf } from '../../../ui/records/values/recordValues';

const field = (type: string): SchemaField => ({ id: type, name: `f_${type}`, type, options: {} });
const places = {
  id: 'p',
  name: 'places',
  type: 'base',
  schema: ['autodate', 'geoPoint', 'password'].map(field),
};
const record = {
  id: 'a',
  f_autodate: '2026-01-02 03:04:05.678Z',
  f_geoPoint: { lon: 11.5, lat: -48.25 },
  f_password: '',
} as unknown as FullRecord;
const form = formOf(places, { record, sources: {} });
const changed = {
  ...form,
  values: Object.assign(Object.create(null), form.values, { f_geoPoint: '12, 0.5', f_password: 'secret' }),
};

test('a person adds no field of a type whose options cannot be edited here', () => {
  assert.equal(
    fieldTypeNames.filter((name) => 'isNewerOnly' in fieldTypes[name]),
    [],
  );
});

test('a point is two numbers, a password is only written, and an autodate has no input', () => {
  assert.equal({ ...form.values }, { id: 'a', f_geoPoint: '11.5, -48.25', f_password: '' });
  assert.equal(bodyOf(places, changed, form).values, {
    f_geoPoint: { lon: 12, lat: 0.5 },
    f_password: 'secret',
  });
});

test('a password is in no draft, in no cell, in no search and in no bulk edit', () => {
  assert.equal(Object.keys(draftOf(places, changed.values, form.values)?.changed ?? {}), ['f_geoPoint']);
  const hasCell = (name: string) => cellFieldOf(places, name) !== null;
  assert.equal(['f_autodate', 'f_geoPoint', 'f_password'].map(hasCell), [false, true, false]);
  const named = [searchColumnsOf(places), filterFields(places)].flat().map(({ name }) => name);
  assert.not(named.includes('f_password'), 'the server searches in the hash');
  assert.equal(bulkFields(places).others, [], 'nothing untrue is said of these');
});

for (const [text, sent] of [
  ['', { lon: 0, lat: 0 }],
  ['1,', { lon: 1, lat: 0 }],
  ['1', undefined],
  ['48,14, 11', undefined],
  ['48, 11,58', undefined],
  ['1, 2, 3', undefined],
  [' -0.5 , 90', { lon: -0.5, lat: 90 }],
  ['{"lon":1.5,"lat":2}', { lon: 1.5, lat: 2 }],
  [' { "lat": 2, "lon": 1e-7 } ', { lon: 1e-7, lat: 2 }],
  ['{"lon":1,"lat":2,"alt":3}', undefined],
  ['north', undefined],
  ['1, 2x', undefined],
] as const) {
  test(`a typed point: ${text}`, () => {
    assert.equal(fieldTypes.geoPoint.toSent?.(text), sent);
    assert.is(wrongValue(field('geoPoint'), text)?.message, sent ? undefined : 'Must be two numbers.');
  });
}

test('an empty point is 0, 0, as the server stores it', () => {
  const { isSame, isEmpty } = fieldTypes.geoPoint;
  const same = (one: string, other: string) => isSame?.(one, other, field('geoPoint'));
  assert.equal([same('', '0, 0'), same('1, 2', '1.0,2'), same('x', 'x2')], [true, true, false]);
  assert.equal([isEmpty(''), isEmpty('0, 0'), isEmpty('0, 1')], [true, true, false]);
});

test('a limit of 0 is the default of a newer server, and its own number is a number', () => {
  const of = (type: string, options: object) => ({ ...field(type), options: { hidden: false, ...options } });
  const long = 'x'.repeat(300);
  assert.is(wrongValue(of('text', { min: 0, max: 0 }), long), null);
  assert.is(wrongValue(of('json', { maxSize: 0 }), `"${long}"`), null);
  assert.equal(fieldTypes.json.checkOptions?.(of('json', { maxSize: 0 }), false), []);
  assert.equal(fieldTypes.text.checkOptions?.(of('text', { min: 0, max: 0 }), false), []);
  const number = of('number', { min: null, max: 0, noDecimal: false });
  assert.is(wrongValue(number, '1')?.message, 'Must be less than 0.');
  assert.is(
    wrongValue({ ...field('text'), options: { max: 0 } }, 'x')?.message,
    'Must be less than 0 character(s).',
  );
});

test('JSON of a server that rewrites its texts: another notation is the same, a loss is refused', () => {
  const strict = { ...field('json'), options: { help: '', maxSize: 99 } };
  const { isSame, operand } = fieldTypes.json;
  const [one, other] = ['{"a": "\\u00e9\\/"}', '{"a":"é/"}'];
  assert.equal([isSame?.(one, other, strict), isSame?.(one, other, field('json'))], [true, false]);
  assert.is(isSame?.('1.0', '1', strict), false, 'numbers stay as they are');
  for (const [text, message] of [
    [one, null],
    ['{"a":1,"b":[{"a":"a\\":"},{"a":2}],"__proto__":{"a":3}}', null],
    ['["p",":"]', null],
    ['{"a":[{"b":1,"\\u0062":2}]}', 'An object has the same key twice.'],
    ['["\\ud83d\\ude00","\\\\ud800"]', null],
    ['["\\ud800"]', 'The server cannot store half of a character.'],
  ] as const) {
    assert.is(wrongValue(strict, text)?.message ?? null, message, text);
    assert.is(wrongValue(field('json'), text), null, text);
  }
  assert.equal(
    [operand?.('["<"]', strict), operand?.('["<"]', field('json'))],
    ['"[\\"<\\"]"', '"[\\"\\\\u003c\\"]"'],
  );
});

test.run();
