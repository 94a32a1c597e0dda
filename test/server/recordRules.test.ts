import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import * as records from '../../ui/backend/records';
import type { Collection } from '../../ui/model/collection';
import type { FormValue } from '../../ui/model/field';
import type { FieldError } from '../../ui/model/fieldErrors';
import { fieldValue } from '../../ui/model/record';
import { dateOf } from '../../ui/model/types/date';
import { wrongValue } from '../../ui/model/types/fieldTypes';
import { bodyOf } from '../../ui/records/values/recordBody';
import { checkForm } from '../../ui/records/values/recordRules';
import { byName, formOf } from '../../ui/records/values/recordValues';
import { createCollection, createRecord, failureOf, field, sharedBackend } from '../support/realBackend';
import { runsOf } from '../support/runsOf';
import { backends } from '../support/server';

/** Compares the server's errors for a value with ours before sending. */
const cases: Array<[type: string, options: object, required: boolean, values: FormValue[]]> = [
  ['text', {}, true, ['']],
  ['text', { min: 3, max: 5 }, false, ['ab', 'abcdef', '👍👍']],
  ['text', { max: 0 }, false, ['a']],
  ['editor', {}, true, ['']],
  ['number', {}, true, ['', '0', '-0']],
  ['number', { min: 2, max: 10 }, false, ['1.5', '10.5', '-3']],
  ['number', { noDecimal: true }, false, ['1.5']],
  ['bool', {}, true, [false]],
  ['email', {}, true, ['']],
  ['email', {}, false, ['ada', '@ada', 'ada@', ' a@b.cc', 'a@b.cc ']],
  ['url', {}, true, ['']],
  ['url', {}, false, ['abc', 'https://a b.cc', 'nothing', 'x y', 'a.b']],
  ['date', {}, true, ['']],
  ['select', {}, true, ['']],
  ['select', {}, false, ['z']],
  ['select', { maxSelect: 2 }, true, [[]]],
  ['select', { maxSelect: 2 }, false, [['a', 'b', 'c'], ['z']]],
  ['relation', {}, true, ['']],
  ['relation', { maxSelect: null, minSelect: 2 }, false, [['x'.repeat(15)]]],
  ['relation', { maxSelect: 2 }, false, [['x', 'y', 'z'].map((letter) => letter.repeat(15))]],
  ['json', {}, true, ['', 'null', '""', '[]', '{}', ' [ ] ']],
  ['json', { maxSize: 5 }, false, ['"abcd"', '[1,2,3]', '"éé"']],
];

const asked = (error: FieldError | null | undefined) => error && `${error.code}: ${error.message}`;

for (const { name: version, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  let made = 0;

  async function collectionWith(type: string, options: object, required: boolean): Promise<Collection> {
    await server.connect();
    made += 1;
    return createCollection({ name: `rules_${made}`, schema: [{ ...field(type, 'x', options), required }] });
  }

  /** Returns the server's error for the value as the editor sends it. */
  async function answerTo(collection: Collection, value: FormValue): Promise<FieldError | undefined> {
    const empty = formOf(collection, null);
    const form = { ...empty, values: byName([...Object.entries(empty.values), ['x', value]]) };
    const { fields } = await failureOf(records.create(collection, bodyOf(collection, form, empty)));
    return fields['x'];
  }

  for (const [type, options, required, values] of cases) {
    test(`${version}: reports the server's errors of a ${required ? 'required ' : ''}${type} ${JSON.stringify(options)}`, async () => {
      const collection = await collectionWith(type, options, required);
      const [rule] = collection.schema;
      for (const value of values) {
        const ours = rule ? wrongValue(rule, value) : null;
        assert.ok(ours, JSON.stringify(value));
        const theirs = await answerTo(collection, value);
        assert.is(asked(theirs), asked(ours), JSON.stringify(value));
      }
    });
  }

  test(`${version}: refuses every id that we refuse`, async () => {
    const collection = await collectionWith('text', {}, false);
    for (const id of ['abc', 'abcdefghijklmnop', 'é'.repeat(15)]) {
      const form = formOf(collection, null);
      const typed = { ...form, values: byName([...Object.entries(form.values), ['id', id]]) };
      const ours = checkForm(collection, typed, { isNew: true, showsPassword: false })['id'];
      const { fields } = await failureOf(records.create(collection, { values: { id }, files: [] }));
      assert.is(asked(fields['id']), asked(ours));
    }
  });

  for (const type of ['email', 'url']) {
    test(`${version}: refuses every value that we refuse as ${type}`, async () => {
      const collection = await collectionWith(type, {}, false);
      const [rule] = collection.schema;
      const anyAddress = fc.string({
        unit: fc.constantFrom(...'ab@.:/ "\\é1-_[]'),
        minLength: 1,
        maxLength: 8,
      });
      const unlikely = anyAddress.filter((text) => rule !== undefined && wrongValue(rule, text) !== null);
      await fc.assert(
        fc.asyncProperty(unlikely, async (text) => {
          const { fields } = await failureOf(createRecord(collection, { x: text }) as Promise<unknown>);
          assert.ok(fields['x'], text);
        }),
        { numRuns: runsOf(150) },
      );
    });
  }

  test(`${version}: stores an accepted date as we read it, and would lose a refused one`, async () => {
    const collection = await collectionWith('date', {}, false);
    const stored = async (text: string) =>
      String(fieldValue(await createRecord(collection, { x: text }), 'x')).replace(/(\.000)?Z$/, '');
    for (const text of [
      ...['2025-01-31', '2025-01-31 10:00', '2025-01-31T10:00', '2025-01-31 10:00:59.5Z', '0000-01-01'],
      ...['2025-01-31T10:00:00+02:00', '2025-01-31 23:30 -01:30', '0001-01-02', '9999-12-31 23:59:59', ''],
    ]) {
      const ours = dateOf(text);
      assert.is(ours === null ? null : await stored(ours), ours, text);
    }
    for (const text of [
      ...['2025-02-30 10:00:00', '2025-1-31', '31/01/2025', '2025-01', '2025', '10:00:00', 'Jan 31 2025'],
      ...['2025-01-31 24:00:00', '2025-01-31 10:00:60', '0001-01-01 00:00:00', 'tomorrow', '1738317600'],
    ]) {
      assert.equal([dateOf(text), await stored(text)], [null, ''], text);
    }
    assert.is(await stored('2025-01-31 10:00'), '', 'without seconds it would be lost');
  });

  test(`${version}: would store a bare number too large for JSON as a word, and counts the bytes that are sent`, async () => {
    const collection = await collectionWith('json', { maxSize: 9 }, false);
    const [rule] = collection.schema;
    if (!rule) return assert.unreachable();
    const { id } = await createRecord(collection, { x: '1e400' });
    const answer = await records.get(collection, id);
    assert.equal(answer.sources, { x: '"+Inf"' });
    assert.is(wrongValue(rule, '1e400')?.code, 'invalid_json');
    const form = formOf(collection, null);
    const typed = { ...form, values: byName([...Object.entries(form.values), ['x', '[ 1, 2, 3, 4 ]']]) };
    assert.is(wrongValue(rule, '[ 1, 2, 3, 4 ]'), null);
    await records.create(collection, bodyOf(collection, typed, form));
  });

  test(`${version}: reports the missing values of an account as the server does`, async () => {
    await server.connect();
    const strict = await createCollection({
      name: 'strict_accounts',
      type: 'auth',
      schema: [],
      options: { requireEmail: true, minPasswordLength: 8 },
    });
    const form = formOf(strict, null);
    const ours = checkForm(strict, form, { isNew: true, showsPassword: true });
    const { fields } = await failureOf(records.create(strict, { values: {}, files: [] }));
    assert.equal(Object.keys(ours), ['email', 'password', 'passwordConfirm']);
    assert.equal(Object.fromEntries(Object.keys(ours).map((name) => [name, asked(fields[name])])), {
      email: asked(ours['email']),
      password: asked(ours['password']),
      passwordConfirm: asked(ours['passwordConfirm']),
    });
    const typo = checkForm(
      strict,
      { ...form, values: { ...form.values, email: 'ada' } },
      { isNew: true, showsPassword: false },
    );
    const refused = await failureOf(records.create(strict, { values: { email: 'ada' }, files: [] }));
    assert.is(asked(refused.fields['email']), asked(typo['email']));
    const account = { email: 'ada@example.com', password: '12345678', passwordConfirm: '12345678' };
    const created = await records.create(strict, { values: account, files: [] });
    const blank = records.update(strict, created.record.id, { values: { username: '' }, files: [] });
    const named = { ...form.values, ...account, username: '' };
    const wrong = checkForm(strict, { ...form, values: named }, { isNew: false, showsPassword: false });
    assert.is(asked((await failureOf(blank)).fields['username']), asked(wrong['username']));
    await request('DELETE', `collections/${strict.id}/records/${created.record.id}`);
  });

  test.after(server.stop);
}

test.run();
