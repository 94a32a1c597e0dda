// The plan of an import on a newer server, which changes what the text names and keeps all else.
import { readFileSync } from 'node:fs';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { learn } from '../../../ui/backend/dialect';
import { toInner } from '../../../ui/backend/newer/collectionShape';
import { planNewerImport } from '../../../ui/collections/import/newerImport';
import { importErrors } from '../../../ui/collections/import/plan/importErrors';
import type { ImportedCollection } from '../../../ui/collections/import/plan/importedCollection';
import { hasChanges, type ImportPlan, losesData } from '../../../ui/collections/import/plan/importPlan';
import { reviewTables } from '../../../ui/collections/import/plan/reviewTables';
import { printCollections } from '../../../ui/collections/printCollections';
import type { Collection } from '../../../ui/model/collection';
import { closeScene, doneBy, give, openForm, routes, startScene, told } from './importScene';

// reads: test/backend/newer/collections.jsonl

type Raw = Record<string, unknown> & { id: string; name: string; fields: Record<string, unknown>[] };
const recorded = readFileSync('test/backend/newer/collections.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Raw);
const latest = [...new Map(recorded.map((raw) => [raw.id, raw])).values()];
const existing = latest.map(toInner);
const kitchen = latest.find(({ name }) => name === 'kitchen') as Raw;
const members = latest.find(({ type }) => type === 'auth') as Raw;

const plan = (items: readonly object[], deletesMissing = false, all: readonly Collection[] = existing) =>
  planNewerImport({ existing: all, imported: items as ImportedCollection[], deletesMissing });
const part = ({ id, name, type }: Raw, rest: object) => ({ id, name, type, ...rest });

test.before(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.after(() => {
  closeScene();
  mock.timers.reset();
});

test('an export is in the format of the newer line, without dates and secrets, and changes nothing', () => {
  const items = JSON.parse(printCollections(existing, 2)) as Raw[];
  assert.equal(items.length, latest.length);
  for (const item of items) {
    const { created: _c, updated: _u, ...raw } = latest.find(({ id }) => id === item.id) as Raw;
    const group = raw['oauth2'] as { providers?: unknown[] } | undefined;
    if (group) raw['oauth2'] = { ...group, ...(group.providers?.length && { providers: undefined }) };
    assert.equal(JSON.parse(JSON.stringify(item)), JSON.parse(JSON.stringify(raw)), item.name);
  }
  for (const deletes of [false, true]) assert.not.ok(hasChanges(plan(items, deletes)));
});

test('omitted rules, indexes, options and properties of fields stay', () => {
  const fields = kitchen.fields.map(({ id, name, type }) => ({ id, name, type }));
  assert.not.ok(hasChanges(plan([part(kitchen, {}), part(kitchen, { fields })])));
  assert.not.ok(hasChanges(plan([part(members, { passwordAuth: {}, oauth2: {} })])));
  const [change] = plan([part(kitchen, { listRule: '' })]).changed;
  assert.equal([change?.old.listRule, change?.new.listRule], [null, '']);
});

test('keys that the server does not store are no change', () => {
  const fields = kitchen.fields.map((field) => ({ ...field, note: 'x' }));
  assert.not.ok(hasChanges(plan([part(kitchen, { fields, note: 'x' }), part(members, { note: {} })], false)));
});

test('no provider gets the secret of another one', () => {
  const provider = (name: string) => ({ name, clientId: name });
  const [github, google] = [provider('github'), provider('google')];
  const oauth2 = { enabled: true, providers: [github, google] };
  const all = [toInner({ ...members, oauth2 })];
  const refused = (...providers: object[]) =>
    plan([part(members, { oauth2: { providers } })], false, all).refusals.map((one) => one.split(' ')[1]);
  const told = (version: number) => {
    learn(version);
    return [refused(github, google), refused(google, github), refused(google), refused(provider('new'))];
  };
  assert.equal(told(23), [[], ['google', 'github'], ['google'], ['new']]);
  assert.equal(refused(github, { ...provider('new'), clientSecret: 'x' }), []);
  assert.equal(told(40), [[], [], [], ['new']]);
});

test('a field without an id is found by its name, and a new one is added', () => {
  const { changed, after } = plan([
    part(kitchen, {
      fields: [
        { name: 'F_TEXT', type: 'text', max: 7 },
        { name: 'more', type: 'bool' },
      ],
    }),
  ]);
  const schema = changed[0]?.new.schema ?? [];
  assert.is(schema.length, kitchen.fields.length + 1);
  const text = schema.find(({ name }) => name === 'F_TEXT');
  assert.equal([text?.id, text?.options['max']], [kitchen.fields[1]?.['id'], 7]);
  assert.is(after.length, existing.length);
});

test('with deletion, fields and collections that are left out go, but for the system fields', () => {
  const done = plan([part(kitchen, { fields: [{ name: 'f_text', type: 'text' }] })], true);
  assert.equal(done.changed[0]?.new.schema.map(({ name }) => name).sort(), ['f_text', 'id']);
  assert.is(done.deleted.length, existing.length - 1);
  assert.ok(losesData(done));
});

test('a change of a group keeps the rest of it, and a rule of the sign-in', () => {
  const { changed } = plan([part(members, { passwordAuth: { enabled: false }, authRule: 'id != ""' })]);
  const before = members['passwordAuth'] as object;
  assert.equal(changed[0]?.new.options['passwordAuth'], { ...before, enabled: false });
  assert.is(changed[0]?.new.options['authRule'], 'id != ""');
});

const older = {
  ...{ id: 'older0000000000', name: 'older', type: 'auth', system: false },
  schema: [
    {
      id: 'abcdefg1',
      name: 'title',
      type: 'text',
      unique: false,
      options: { min: null, max: 9, pattern: '' },
    },
    {
      ...{ id: 'abcdefg2', name: 'friends', type: 'relation' },
      options: { collectionId: '_pb_users_auth_', maxSelect: null, displayFields: null },
    },
  ],
  indexes: [],
  createRule: '@request.data.title != "@request.data.x"',
  options: { allowUsernameAuth: true, allowEmailAuth: true, requireEmail: true, minPasswordLength: 9 },
};

test('a collection of 0.22 is converted: fields, options, rules and user names', () => {
  const { added, sent } = plan([older]);
  const [made] = added;
  assert.is(made?.createRule, '@request.body.title != "@request.data.x"');
  const names = made?.schema.map(({ name }) => name) ?? [];
  for (const name of ['title', 'friends', 'username', 'created', 'updated'])
    assert.ok(names.includes(name), name);
  const identityFields = ['email', 'username'];
  assert.equal(made?.options['passwordAuth'], { enabled: true, identityFields });
  assert.match(String(made?.indexes), /username COLLATE NOCASE/);
  assert.ok('schema' in (sent.collections[0] ?? {}), 'the door converts it');
});

test('a collection of 0.22 that is known here keeps what 0.22 does not know', () => {
  const hidden = { ...kitchen.fields[1], hidden: true, autogeneratePattern: '[a-z]{3}' };
  const raw = { ...kitchen, fields: kitchen.fields.map((field, at) => (at === 1 ? hidden : field)) };
  const schema = kitchen.fields
    .filter(
      ({ name, type }) => name !== 'id' && !(type === 'autodate' && /^(created|updated)$/.test(String(name))),
    )
    .map(({ id, name, type }) => ({ id, name, type, required: false, presentable: false, options: {} }));
  const done = plan([{ id: raw.id, name: raw.name, type: 'base', schema, options: {} }], true, [
    toInner(raw),
  ]);
  assert.equal(done.changed, []);
  assert.equal((done.sent.collections[0]?.schema ?? [])[0]?.options?.['hidden'], true);
});

test('a collection without an id is found by its name, and so are its fields', async () => {
  const { backend } = startScene(latest as unknown as readonly Collection[]);
  learn(40);
  const form = await openForm();
  const fields = kitchen.fields.map(({ id: _, ...field }) => ({ ...field, hidden: true }));
  const given = [
    { name: kitchen.name.toUpperCase(), fields },
    ...['one', 'two'].map((name) => ({ name, fields })),
  ];
  await give(form, given);
  form.setMerges(true);
  assert.equal([form.state.fault, form.state.read?.otherIds], ['', []]);
  assert.equal(doneBy(form), ['~KITCHEN', '+one', '+two']);
  const tables = reviewTables(form.state.read?.plan as ImportPlan);
  assert.equal(
    tables.map(({ id }) => id),
    [kitchen.id, 'one', 'two'],
  );
  assert.ok(await form.send());
  const sent = backend.callsTo(routes.send).at(-1)?.body as { collections: Raw[] };
  assert.equal(
    sent.collections.map(({ id }) => id),
    [kitchen.id, '', ''],
  );
  assert.equal(
    sent.collections[0]?.fields.map(({ id }) => id),
    kitchen.fields.map(({ id }) => id),
  );
  await give(form, [{ name: 'older', schema: [] }]);
  assert.match(told().join(), /The collection "older" has no id/);
});

test('the review shows the names of the server, and a refusal, too', () => {
  const types = ['number', 'editor', 'relation'];
  const fields = kitchen.fields.filter(({ type }) => types.includes(String(type)));
  const one = { onlyInt: true, convertURLs: true, maxSelect: 7 };
  const done = plan([
    part(kitchen, { fields: fields.map((field) => ({ ...field, ...one })) }),
    { name: 'v', type: 'view', viewQuery: 'SELECT id FROM kitchen' },
  ]);
  const [changed, added] = reviewTables(done, '');
  const options = changed?.groups.slice(1).map(({ rows }) => rows.find(({ key }) => key === 'options'));
  for (const row of options ?? [])
    assert.match(row?.new ?? '', /"(onlyInt|convertURLs)": true|"maxSelect": 7/);
  for (const row of options ?? [])
    assert.not.match(row?.old ?? '', /noDecimal|convertUrls|"maxSelect": null/);
  assert.ok(added?.groups[0]?.rows.some(({ key }) => key === 'viewQuery'));
  const wrong = plan([{ name: 'n', type: 'base', fields: [{ name: 'f', type: 'number', onlyInt: 'yes' }] }]);
  const [told] = importErrors({ message: 'json: cannot unmarshal', fields: {} }, wrong);
  assert.is(told?.text, 'options.onlyInt: The value has the wrong type.');
});

test.run();
