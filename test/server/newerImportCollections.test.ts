// Export and import of collections on newer servers: the plan is what the server does, and a second import is none.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/collections';
import { planNewerImport, withIdsByName } from '../../ui/collections/import/newerImport';
import { importErrors } from '../../ui/collections/import/plan/importErrors';
import type { ImportedCollection } from '../../ui/collections/import/plan/importedCollection';
import { hasChanges, type ImportPlan } from '../../ui/collections/import/plan/importPlan';
import { printCollections } from '../../ui/collections/printCollections';
import { failureOf, sharedBackend } from '../support/realBackend';
import { adminToken, backends } from '../support/server';
import { askServer } from '../support/walk';

for (const { name, binary } of backends('newer')) {
  const server = sharedBackend(binary);

  async function raw(method: string, path: string, body?: object) {
    const backend = await server.backend();
    const token = await adminToken(backend);
    return (await askServer(backend, path, { method, token, ...(body && { body }) })).json;
  }

  async function planned(items: readonly object[], deletesMissing: boolean): Promise<ImportPlan> {
    const existing = await api.listAll();
    const imported = withIdsByName(items as ImportedCollection[], existing);
    return planNewerImport({ existing, imported, deletesMissing });
  }

  async function importItems(items: readonly object[], deletesMissing = false): Promise<ImportPlan> {
    const plan = await planned(items, deletesMissing);
    await api.importAll(plan.sent);
    const again = await planned(items, deletesMissing);
    assert.equal([again.changed, again.added, again.deleted], [[], [], []]);
    return plan;
  }

  const text = (more: object) => ({ name: 'title', type: 'text', ...more });

  test(`${name}: an export is raw, is read back by the server itself, and by this page`, async () => {
    await server.connect();
    const dates = [
      { name: 'created', type: 'autodate', onCreate: true },
      { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
    ];
    const fields = [text({ hidden: true, autogeneratePattern: '[a-z]{3}', pattern: '^[a-z]+$' }), ...dates];
    await raw('POST', 'collections', { name: 'posts', type: 'base', fields, listRule: '' });
    await raw('POST', 'collections', { name: 'v', type: 'view', viewQuery: 'SELECT id FROM posts' });
    await raw('POST', 'collections/posts/records', { title: 'kept' });
    const items = JSON.parse(printCollections(await api.listAll(), 2)) as object[];
    const before = await raw('GET', 'collections/posts');
    for (const deletes of [false, true]) assert.not.ok(hasChanges(await planned(items, deletes)));
    await raw('PUT', 'collections/import', { collections: items, deleteMissing: false });
    await importItems(items, true);
    const after = await raw('GET', 'collections/posts');
    assert.equal(after.fields, before.fields);
    assert.is((await raw('GET', 'collections/posts/records')).items[0].title, 'kept');
  });

  test(`${name}: what the text omits stays, and a collection and a field are found by their names`, async () => {
    await server.connect();
    const before = await raw('GET', 'collections/posts');
    const plan = await importItems([{ name: 'posts', type: 'base', fields: [text({ max: 9 })] }]);
    assert.equal(
      plan.changed.map((one) => one.new.name),
      ['posts'],
    );
    const after = await raw('GET', 'collections/posts');
    const title = after.fields.find((one: { name: string }) => one.name === 'title');
    assert.equal([title.max, title.hidden, title.autogeneratePattern], [9, true, '[a-z]{3}']);
    assert.equal([after.listRule, after.fields.length], ['', before.fields.length]);
    assert.is((await raw('GET', 'collections/posts/records')).items[0].title, 'kept');
  });

  test(`${name}: a new collection leaves as it is written`, async () => {
    await server.connect();
    await importItems([
      { id: 'raw000000000000', name: 'raw', type: 'base', fields: [text({ hidden: true })] },
    ]);
    const { fields } = await raw('GET', 'collections/raw');
    assert.equal(
      fields.map((one: { name: string }) => one.name),
      ['id', 'title'],
    );
  });

  const older = {
    ...{ id: 'older0000000000', name: 'older', type: 'auth', system: false, indexes: [] },
    schema: [
      { id: 'abcdefg1', ...text({ unique: false, options: { min: null, max: 9, pattern: '' } }) },
      { id: 'abcdefg2', name: 'size', type: 'number', options: { min: null, max: null, noDecimal: true } },
    ],
    createRule: '@request.data.title != "@request.data.x"',
    options: { allowUsernameAuth: true, allowEmailAuth: true, requireEmail: true, minPasswordLength: 9 },
  };

  test(`${name}: a file of 0.22 is converted, with its accounts, rules and options`, async () => {
    await server.connect();
    await importItems([older]);
    const made = await raw('GET', 'collections/older');
    assert.is(made.createRule, '@request.body.title != "@request.data.x"');
    assert.equal(made.passwordAuth, { enabled: true, identityFields: ['email', 'username'] });
    const of = (field: string) => made.fields.find((one: { name: string }) => one.name === field);
    assert.equal(
      [of('title').max, of('size').onlyInt, of('email').required, of('password').min],
      [9, true, true, 9],
    );
    assert.ok(of('created') && of('updated') && of('username').autogeneratePattern);
    const account = {
      email: 'a@example.com',
      password: '123456789',
      passwordConfirm: '123456789',
      title: 'a',
    };
    assert.match((await raw('POST', 'collections/older/records', account)).username, /^users\d{6}$/);
  });

  test(`${name}: user names stay with a file of 0.22, and go with one that leaves them out`, async () => {
    await server.connect();
    const all = JSON.parse(printCollections(await api.listAll(), 2)) as ImportedCollection[];
    const others = all.filter((one) => one.name !== 'older');
    assert.not.ok(hasChanges(await planned([...others, older], true)));
    const withoutNames = { ...older, options: { ...older.options, allowUsernameAuth: false } };
    await importItems([...others, withoutNames], true);
    assert.match((await raw('GET', 'collections/older/records')).items[0].username, /^users/);
    const flat = (await raw('GET', 'collections/older')) as ImportedCollection;
    const fields = flat.fields?.filter((one) => one.name !== 'username');
    await importItems([...others, { ...flat, fields, indexes: [] }], true);
    const made = await raw('GET', 'collections/older');
    assert.equal([made.indexes.length, made.passwordAuth.identityFields], [2, ['email']]);
  });

  test(`${name}: with deletion, left out fields and collections go, and the server's own stay`, async () => {
    await server.connect();
    const all = JSON.parse(printCollections(await api.listAll(), 2)) as ImportedCollection[];
    const items = all
      .filter((one) => one.name !== 'raw')
      .map((one) =>
        one.name === 'older' ? { ...one, fields: one.fields?.filter((f) => f.name !== 'size') } : one,
      );
    const plan = await importItems(items, true);
    assert.equal(
      plan.deleted.map((one) => one.name),
      ['raw'],
    );
    const made = await raw('GET', 'collections/older');
    assert.not.ok(made.fields.some((one: { name: string }) => one.name === 'size'));
    assert.is((await raw('GET', 'collections/_superusers')).system, true);
  });

  test(`${name}: shows a refusal at its place`, async () => {
    await server.connect();
    const known = { id: 'made00000000000', name: 'made' };
    await importItems([{ ...known, type: 'base', fields: [text({}), { name: 'n', type: 'number' }] }]);
    const choice = { name: 'sel', type: 'select', values: [], maxSelect: 1 };
    const id = { name: 'id', type: 'text', system: true, primaryKey: true, required: true };
    const base = (fields: object[], more: object = {}) => ({ name: 'one', type: 'base', fields, ...more });
    const view = (viewQuery: string) => ({ name: 'v', type: 'view', viewQuery });
    const older = { id: 'abcdefg1', name: 'f', type: 'select', options: { maxSelect: 1, values: [] } };
    const refusals: [place: string, said: RegExp, item: object][] = [
      ['one.sel', /^values: Cannot be blank\.$/, base([text({}), choice])],
      ['one.sel', /^values: Cannot be blank\.$/, base([text({}), choice, { ...id, pattern: '^[a-z0-9]+$' }])],
      ['one.a b', /^name: Must be in a valid format\.$/, base([{ name: 'a b', type: 'text' }])],
      ['made.sel', /^values: Cannot be blank\.$/, { ...base([text({}), choice]), ...known }],
      ['acc.sel', /^values: Cannot be blank\.$/, { ...base([text({}), choice]), name: 'acc', type: 'auth' }],
      [
        'users.sel',
        /^values: Cannot be blank\.$/,
        { id: '_pb_users_auth_', name: 'users', type: 'auth', fields: [choice] },
      ],
      [
        'old.f',
        /^values: Cannot be blank\.$/,
        { id: 'old000000000000', name: 'old', type: 'base', schema: [older], indexes: [], options: {} },
      ],
      [
        'one',
        /^listRule: Invalid rule\. .*unknown field "nope"\.$/,
        base([text({})], { listRule: 'nope=1' }),
      ],
      [
        'one',
        /^Failed to create index i .*no such column: nope.*\nCREATE INDEX i ON one \(nope\)$/s,
        base([text({})], { indexes: ['CREATE INDEX i ON one (nope)'] }),
      ],
      ['one.title', /^This server has no type strange\.$/, base([text({ type: 'strange' })])],
      ['one.title', /^options.max: The value has the wrong type\.$/, base([text({ max: 'nine' })])],
      [
        'made',
        /^A collection of the same name/,
        { ...base([text({})]), name: 'made', id: 'other0000000000' },
      ],
      [
        'v',
        /^Its query fails\. .*no such column: nope.*\nSELECT id, nope FROM made$/s,
        view('SELECT id, nope FROM made'),
      ],
      ['v', /^Its query fails\. Missing required id column/, view('SELECT title FROM made')],
    ];
    for (const [place, said, item] of refusals) {
      const plan = await planned([item], false);
      const [first, ...others] = importErrors(await failureOf(api.importAll(plan.sent)), plan);
      assert.match(first?.text ?? '', said);
      const at = [first?.collection ?? '-', first?.field].filter(Boolean).join('.');
      assert.equal([at, others.length], [place, 0], JSON.stringify(item));
    }
  });

  test.after(server.stop);
}

test.run();
