// The form of a collection that a newer server sent: what it shows, and what a save sends.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toInner, toNewer, withDates } from '../../../ui/backend/newer/collectionShape';
import { createCollectionEdits, duplicateOf } from '../../../ui/collections/editor/collectionEdits';
import {
  changedPaths,
  fieldFormOf,
  formOf,
  keptOptions,
} from '../../../ui/collections/editor/collectionForm';
import { mergeCollection } from '../../../ui/collections/editor/collectionMerge';
import { bodyOf, isStoredAs } from '../../../ui/collections/editor/collectionSave';
import { type Collection, fieldOf, withoutProviders } from '../../../ui/model/collection';
import type { SchemaField } from '../../../ui/model/field';

// reads: test/backend/newer/collections.jsonl

const recorded = readFileSync('test/backend/newer/collections.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);
const kitchen = () => toInner(recorded.find(({ name }) => name === 'kitchen') ?? {});
const users = () => toInner(recorded.find(({ name }) => name === 'users') ?? {});
const fieldIn = (collection: Collection, name: string) => fieldOf(collection, name) as SchemaField;

test('an unchanged form sends nothing', () => {
  for (const raw of recorded) {
    const collection = toInner(raw);
    const form = formOf(collection);
    assert.equal(changedPaths(form, formOf(toInner(raw))), [], collection.name);
    assert.equal(bodyOf(form, collection), {}, collection.name);
  }
});

test('after a change of one field all others leave as they came', () => {
  for (const raw of recorded.filter(({ type }) => type !== 'view')) {
    const collection = toInner(raw);
    const form = formOf(collection);
    const [first] = form.fields;
    if (!first) continue;
    first.name = 'renamed';
    const next = toNewer({ ...collection, ...bodyOf(form, collection) });
    for (const field of raw['fields'] as Record<string, unknown>[]) {
      const sent = (next['fields'] as Record<string, unknown>[]).find(({ id }) => id === field['id']);
      for (const [key, value] of Object.entries(field)) {
        if (field['id'] !== first.id) assert.equal(sent?.[key], value, `${key} of ${field['name']}`);
      }
    }
  }
});

test('zero of a newer server is shown as no limit, or as its default', () => {
  const shown = (name: string) => fieldFormOf(fieldIn(kitchen(), name)).options;
  assert.equal([shown('f_text')['max'], shown('f_text')['min']], [null, null]);
  assert.is(shown('f_json')['maxSize'], 2_000_000);
  const old = { ...fieldIn(kitchen(), 'f_text'), options: { min: 0, max: null, pattern: '' } };
  assert.is(fieldFormOf(old).options['min'], 0, 'a server of 0.22');
});

test('options that this page does not edit are named', () => {
  const options = { min: 0, max: 5, help: 'Say it', pattern: '', hidden: true, autogeneratePattern: '[a-z]' };
  assert.equal(keptOptions(options, ['min', 'max', 'pattern', 'hidden']), ['help', 'autogeneratePattern']);
});

test('a new field is found again among its new options, after its response was lost', () => {
  const collection = kitchen();
  const form = formOf(collection);
  const options = { min: null, max: null, pattern: '' };
  const added = { ...fieldIn(collection, 'f_text'), id: '', name: 'more', options };
  form.fields.push({ ...fieldFormOf(added), key: 'new' });
  const there = { ...fieldIn(collection, 'f_text'), id: 'text1', name: 'more' };
  assert.ok(isStoredAs(form, { ...collection, schema: [...collection.schema, there] }));
  assert.not.ok(isStoredAs(form, collection));
});

test('the new ids that each save gives to the fields of a view are no conflict', () => {
  const view = (id: string): Collection => ({
    ...{
      id: 'v',
      name: 'v',
      type: 'view',
      builtIn: [],
      options: { query: 'SELECT id, f_text FROM kitchen' },
    },
    schema: [{ ...fieldIn(kitchen(), 'f_text'), id }],
  });
  const [base, theirs] = [view('_clone_a'), view('_clone_b')];
  const { form, conflicts } = mergeCollection({ base, theirs, mine: formOf(base) });
  assert.equal([conflicts, changedPaths(form, formOf(theirs)), bodyOf(form, theirs)], [[], [], {}]);
});

test('a copy has the options of the system fields without their ids, until it gets another type', () => {
  const { builtIn = [], ...rest } = users();
  const withPattern = builtIn.map((field) =>
    field.name === 'id' ? { ...field, options: { ...field.options, pattern: '^[a-c]+$' } } : field,
  );
  const original = { ...rest, builtIn: withPattern.filter(({ name }) => name !== 'updated') };
  const copy = duplicateOf(original);
  const sent = toNewer(withDates(bodyOf(copy, null)))['fields'] as Record<string, unknown>[];
  const own = (toNewer(original)['fields'] as Record<string, unknown>[]).map(({ id: _, ...field }) => field);
  assert.equal(
    sent.map(({ id: _, ...field }) => field['name']),
    own.map(({ name }) => name),
  );
  for (const [at, field] of sent.entries()) {
    const { id, ...options } = field;
    if (field['system']) assert.equal([id, options], [undefined, own[at]]);
  }
  createCollectionEdits(copy).setType('base');
  assert.is(bodyOf(copy, null)['builtIn'], undefined);
});

test('a copy of an auth collection has no providers, because their secrets stay on the server', () => {
  const collection = users();
  const providers = [{ name: 'google', clientId: 'a' }];
  const own = { ...collection, options: { ...collection.options, oauth2: { enabled: true, providers } } };
  assert.equal(duplicateOf(own).options['oauth2'], { enabled: true });
  assert.equal(duplicateOf(own).options['authToken'], formOf(own).options['authToken']);
  const plain = kitchen();
  assert.is(withoutProviders(plain), plain);
});

test.run();
