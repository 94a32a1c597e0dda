// Random collections with fields of every type, their records, and edits of their forms, including hostile
// values. A record contains what a server may send; JSON is the text that it sends.

import fc from 'fast-check';
import type { Collection } from '../../ui/model/collection';
import type { FormValue, SchemaField } from '../../ui/model/field';
import type { FullRecord, RecordAnswer } from '../../ui/model/record';
import { type FieldTypeName, fieldTypeNames, isMultiple } from '../../ui/model/types/fieldTypes';
import { byName, formOf, isSame, type RecordForm } from '../../ui/records/values/recordValues';

const hostileTexts = [
  '<script>alert(1)</script>',
  '"; DROP TABLE users; --',
  '\\u003c \\" \\',
  '\u202E\u200B e\u0301 👩‍👩‍👧 \u2028',
  ' blanks\tand\r\nlines ',
  '@jsonPayload',
  'null',
  '{"a":1}',
];
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(...hostileTexts),
);
const someText = anyText.map((text) => `x${text}`);

const hostileNames = ['__proto__', 'constructor', 'toString', 'then', 'password', 'files', 'id_', 'values'];
const anyName = fc.oneof(
  fc.stringMatching(/^[a-z]\w{0,8}$/).map((name) => `f_${name}`),
  fc.constantFrom(...hostileNames),
);

const anyFileName = fc.stringMatching(/^[a-z]{3}_[a-z]{4}\.png$/);
const anyId = fc.stringMatching(/^[a-z0-9]{15}$/);
const choices = ['a', 'b', 'c,d', 'é "q"', ' '];

/** Contains tokens that a parser would write differently, and no white space, as in a server's response. */
export const anyJson: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', '1.10', '9007199254740993', '-0', '1e3', '""', '"<b>&\\u00e9\\/"', '{}'),
    anyText.map((text) => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(
        fc.tuple(fc.constantFrom('"b"', '"a"', '"2"', '"1"', '"__proto__"', '"\\u0061"'), tie('value')),
        { maxLength: 3 },
      )
      .map((entries) => `{${entries.map(([key, value]) => `${key}:${value}`).join(',')}}`),
  ),
})).value;

/** In the server's form: always with milliseconds and Z. */
const anyDate = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().replace('T', ' '));
const anyNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
);

function optionsOf(type: FieldTypeName, many: boolean): object {
  switch (type) {
    case 'select':
      return { maxSelect: many ? 3 : 1, values: choices };
    case 'file':
      return { maxSelect: many ? 4 : 1, maxSize: 1000 };
    case 'relation':
      return { collectionId: 'others', maxSelect: many ? null : 1 };
    case 'json':
      return { maxSize: 100_000 };
    default:
      return {};
  }
}

const anyField: fc.Arbitrary<SchemaField> = fc
  .tuple(anyName, fc.constantFrom(...fieldTypeNames), fc.boolean())
  .map(([name, type, many]) => ({
    id: name,
    name,
    type,
    options: optionsOf(type, many) as Record<string, unknown>,
  }));

export const anyCollection: fc.Arbitrary<Collection> = fc
  .tuple(
    fc.uniqueArray(anyField, { minLength: 1, maxLength: 8, selector: ({ name }) => name }),
    fc.constantFrom('base', 'auth'),
  )
  .map(([fields, type]) => ({
    id: 'c'.repeat(15),
    name: 'things',
    type,
    schema: type === 'auth' ? fields.filter(({ name }) => name !== 'password') : fields,
  }));

const listed = (items: fc.Arbitrary<string>, many: boolean) =>
  many ? fc.uniqueArray(items, { maxLength: 3 }) : fc.oneof(fc.constant(''), items);

/** Makes a stored value; the text for a json field. */
function anyStored(field: SchemaField): fc.Arbitrary<unknown> {
  const many = isMultiple(field);
  switch (field.type) {
    case 'number':
      return anyNumber;
    case 'bool':
      return fc.boolean();
    case 'date':
      return fc.oneof(fc.constant(''), anyDate);
    case 'select':
      return listed(fc.constantFrom(...choices), many);
    case 'relation':
      return listed(anyId, many);
    case 'file':
      return listed(anyFileName, many);
    case 'json':
      return anyJson;
    default:
      return anyText;
  }
}

export function anyAnswer(
  collection: Collection,
  id: fc.Arbitrary<string> = anyId,
): fc.Arbitrary<RecordAnswer> {
  const system = collection.type === 'auth' ? accountFields : [];
  const fields = [...collection.schema, ...system];
  return fc.tuple(id, ...fields.map(anyStored)).map(([id, ...stored]) => {
    const texts = fields.flatMap((field, at) =>
      field.type === 'json' ? [[field.name, stored[at]] as const] : [],
    );
    const values = fields.map(({ name, type }, at) => [
      name,
      type === 'json' ? JSON.parse(String(stored[at])) : stored[at],
    ]);
    const record = Object.fromEntries([['id', id], ...values, ['updated', '2026-11-21 00:29:33.714Z']]);
    return { record: record as FullRecord, sources: Object.fromEntries(texts) as Record<string, string> };
  });
}

const accountFields: SchemaField[] = [
  ['username', 'text'],
  ['email', 'text'],
  ['emailVisibility', 'bool'],
  ['verified', 'bool'],
].map(([name = '', type = '']) => ({ id: name, name, type, options: {} }));

/** A collection with one of its records. */
export const anyCase = anyCollection.chain((collection) =>
  anyAnswer(collection).map((answer) => ({ collection, answer })),
);

/** Makes another valid value to type into the field. */
export function anyTyped(field: SchemaField | undefined): fc.Arbitrary<FormValue> {
  const many = field ? isMultiple(field) : false;
  switch (field?.type) {
    case 'number':
      return anyNumber.map(String);
    case 'bool':
      return fc.boolean();
    case 'date':
      return anyDate.chain((text) => fc.constantFrom(text.slice(0, 19), text.slice(0, 23)));
    case 'json':
      return anyJson;
    case 'select':
      return listed(fc.constantFrom(...choices), many);
    case 'relation':
      return listed(anyId, many);
    default:
      return someText;
  }
}

/**
 * Chooses a value of the form and makes another value for it. Never the id, which an existing record keeps.
 */
export function anyEdit(
  collection: Collection,
  form: RecordForm,
): fc.Arbitrary<[name: string, value: FormValue]> {
  const names = Object.keys(form.values).filter((name) => name !== 'id');
  return fc
    .constantFrom(...names)
    .chain((name) => {
      const flag = typeof form.values[name] === 'boolean';
      const field = collection.schema.find((one) => one.name === name);
      const value = flag ? fc.constant(!form.values[name]) : anyTyped(field);
      return value.map((typed): [string, FormValue] => [name, typed]);
    })
    .filter(([name, value]) => !isSame(collection, name, form.values[name] ?? '', value));
}

export function withValue(form: RecordForm, name: string, value: FormValue): RecordForm {
  return { ...form, values: byName([...Object.entries(form.values), [name, value]]) };
}

/** A record's form with one edited value. Collections with only file fields have no value to edit. */
export const anyEdited = anyCase
  .filter(
    ({ collection }) => collection.type === 'auth' || collection.schema.some(({ type }) => type !== 'file'),
  )
  .chain(({ collection, answer }) => {
    const before = formOf(collection, answer);
    return anyEdit(collection, before).map(([name, value]) => ({
      collection,
      answer,
      before,
      name,
      value,
      form: withValue(before, name, value),
    }));
  });

export const newFile = (name: string, size = 3) => new File([new Uint8Array(size)], name);

/** Makes entries for comparisons, because uvu handles a key called `constructor` wrongly. */
export const entriesOf = ({ values, files }: RecordForm) => [Object.entries(values), Object.entries(files)];
