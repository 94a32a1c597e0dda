// Collections of newer servers through ui/backend/: what is sent, kept and refused.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getOptions, request } from '../../ui/backend/client';
import * as collections from '../../ui/backend/collections';
import { toNewer } from '../../ui/backend/newer/collectionShape';
import { isEqual } from '../../ui/base/equal';
import { type Collection, fieldOf, systemFieldNames } from '../../ui/model/collection';
import { optionOf } from '../../ui/model/field';
import { failureOf, field, sharedBackend } from '../support/realBackend';
import { adminToken, backends } from '../support/server';
import { askServer } from '../support/walk';

for (const { name, binary } of backends('newer')) {
  const server = sharedBackend(binary);
  const told: (readonly string[])[] = [];

  async function raw(method: string, path: string, body?: object) {
    const backend = await server.backend();
    const token = await adminToken(backend);
    return (await askServer(backend, path, { method, token, ...(body && { body }) })).json;
  }

  async function connect() {
    await server.connect();
    Object.assign(getOptions(), { onStoredOtherwise: (names: readonly string[]) => told.push(names) });
  }

  test(`${name}: stored collections come back as the server sends them`, async () => {
    await connect();
    const made = await collections.create({
      name: 'posts',
      type: 'base',
      schema: [
        ...['text', 'number', 'bool', 'email', 'url', 'editor', 'date', 'select', 'json', 'file'].map(
          (type) => field(type, `a_${type}`),
        ),
        field('relation', 'a_relation', { collectionId: '_pb_users_auth_', maxSelect: null }),
      ].map((one) => ({ ...one, id: '' })),
      listRule: '',
    });
    assert.equal(systemFieldNames(made), ['id', 'created', 'updated']);
    assert.equal(told, []);
    for (const one of await collections.listAll()) {
      assert.ok(isEqual(toNewer(one), await raw('GET', `collections/${one.id}`)), one.name);
      assert.not.match(one.name, /^_/);
    }
  });

  test(`${name}: a field that is sent without its newer options keeps them, and its records`, async () => {
    await connect();
    const before = await raw('GET', 'collections/posts');
    const hidden = before.fields.map((one: object & { name: string }) =>
      one.name === 'a_text' ? { ...one, hidden: true, autogeneratePattern: '[a-z]{3}', max: 9 } : one,
    );
    await raw('PATCH', 'collections/posts', { fields: hidden });
    await raw('POST', 'collections/posts/records', { a_text: 'kept' });
    const posts = await collections.get('posts');
    const bare = posts.schema.map(({ id, name, type, options }) => {
      const { min, max, pattern, ...others } = (options ?? {}) as Record<string, unknown>;
      const isText = name === 'a_text';
      return { id, name: isText ? 'title' : name, type, options: isText ? { min, max, pattern } : others };
    });
    const after = await collections.update(posts.id, {
      schema: [...bare, { ...field('bool', 'new'), id: '' }],
    });
    const title = fieldOf(after, 'title') as Collection['schema'][number];
    assert.equal(
      ['hidden', 'autogeneratePattern', 'max'].map((option) => optionOf(title, option)),
      [true, '[a-z]{3}', 9],
    );
    assert.equal(systemFieldNames(after), ['id', 'created', 'updated']);
    assert.is((await raw('GET', 'collections/posts/records')).items[0].title, 'kept');
    assert.equal(told, []);
  });

  test(`${name}: a new field in place of a removed one of its name is empty`, async () => {
    await connect();
    const posts = await collections.get('posts');
    const other = { ...field('text', 'other'), id: '' };
    await collections.update(posts.id, { schema: [...posts.schema, other] });
    const record = (await raw('GET', 'collections/posts/records')).items[0];
    await raw('PATCH', `collections/posts/records/${record.id}`, { other: 'secret' });
    const { schema } = await collections.get('posts');
    const kept = schema.filter((one) => one.name !== 'other');
    await collections.update(posts.id, { schema: [...kept, other] });
    const after = (await raw('GET', 'collections/posts/records')).items[0];
    assert.equal([after.other, after.title], ['', 'kept']);
    await collections.update(posts.id, { schema: kept });
    assert.equal(told, []);
  });

  test(`${name}: a renamed field goes on to sign accounts in`, async () => {
    await connect();
    const made = await raw('POST', 'collections', {
      ...{ name: 'named', type: 'auth', fields: [{ name: 'nick', type: 'text', required: true }] },
      indexes: ['CREATE UNIQUE INDEX `by_nick` ON `named` (`nick`)'],
      passwordAuth: { enabled: true, identityFields: ['email', 'nick'] },
    });
    const mappedFields = { name: 'nick' };
    await raw('PATCH', 'collections/named', { oauth2: { enabled: true, mappedFields } });
    const { schema } = await collections.get('named');
    await collections.update(made.id, {
      schema: schema.map((one) => (one.name === 'nick' ? { ...one, name: 'handle' } : one)),
      indexes: ['CREATE UNIQUE INDEX `by_nick` ON `named` (`handle`)'],
    });
    const after = await raw('GET', 'collections/named');
    assert.equal(
      [after.passwordAuth.identityFields, after.oauth2.mappedFields.name],
      [['email', 'handle'], 'handle'],
    );
    await raw('DELETE', 'collections/named');
  });

  test(`${name}: a change of one thing sends that thing`, async () => {
    await connect();
    const users = await raw('GET', 'collections/users');
    await collections.update(users.id, { options: { onlyVerified: true, minPasswordLength: 5 } });
    const after = await raw('GET', 'collections/users');
    assert.is(after.authRule, 'verified = true');
    assert.is(after.fields.find((one: { name: string }) => one.name === 'password').min, 5);
    const same = (one: Record<string, unknown>) => ({ ...one, authRule: 0, updated: 0, fields: 0 });
    assert.equal(same(after), same(users));
    const unchanged = await collections.update(users.id, { name: 'users' });
    assert.is(unchanged.updated, after.updated, 'nothing is sent');
  });

  test(`${name}: the secrets of providers stay, whatever else is changed`, async () => {
    await connect();
    const provider = (one: string) => ({ name: one, clientId: `${one}-id`, clientSecret: `${one}-secret` });
    const providers = [provider('google'), provider('github')];
    await raw('PATCH', 'collections/users', { oauth2: { enabled: true, providers } });
    const users = await collections.get('users');
    await collections.update(users.id, { options: { allowOAuth2Auth: false }, listRule: null });
    await collections.importAll({ collections: [{ ...users, viewRule: '' }], deleteMissing: false });
    const after = await raw('GET', 'collections/users');
    assert.equal([after.oauth2.enabled, after.listRule, after.viewRule], [true, 'id = @request.auth.id', '']);
    assert.equal(
      after.oauth2.providers.map((one: { clientId: string }) => one.clientId),
      ['google-id', 'github-id'],
    );
  });

  test(`${name}: an import keeps dates and rows; a field that it leaves out goes only when asked`, async () => {
    await connect();
    const posts = await collections.get('posts');
    const schema = posts.schema.filter((one) => one.name !== 'new');
    const { builtIn: _, ...old } = { ...posts, schema };
    await collections.importAll({ collections: [old], deleteMissing: false });
    assert.ok(fieldOf(await collections.get('posts'), 'new'));
    const users = await collections.get('users');
    await collections.importAll({ collections: [old, users], deleteMissing: true });
    const after = await collections.get('posts');
    assert.is(fieldOf(after, 'new'), undefined);
    assert.equal(systemFieldNames(after), ['id', 'created', 'updated']);
    assert.is((await raw('GET', 'collections/posts/records')).items[0].title, 'kept');
  });

  test(`${name}: errors stand where the form shows them`, async () => {
    await connect();
    const wrong = (schema: object[], more: object = {}) =>
      failureOf(collections.create({ name: 'wrong', type: 'base', schema, ...more }));
    const bad = [
      { ...field('text', 'a'), id: '' },
      { ...field('select', 'b', { values: [] }), id: '' },
    ];
    assert.equal(Object.keys((await wrong(bad)).fields), ['schema.1.options.values']);
    assert.equal(
      Object.keys((await wrong(bad, { type: 'auth', options: { minPasswordLength: 99 } })).fields).sort(),
      ['options.minPasswordLength', 'schema.1.options.values'],
    );
    const view = failureOf(
      collections.create({ name: 'v', type: 'view', schema: [], options: { query: 'SELECT x FROM users' } }),
    );
    assert.equal(Object.keys((await view).fields), ['options.query']);
    const posts = await collections.get('posts');
    const update = await failureOf(collections.update(posts.id, { schema: [...posts.schema, bad[1]] }));
    assert.equal(Object.keys(update.fields), [`schema.${posts.schema.length}.options.values`]);
  });

  test(`${name}: a body of the other line is not sent`, async () => {
    await connect();
    for (const body of [{ schema: [] }, { collections: [{ name: 'a', schema: [] }] }]) {
      const path = 'collections' in body ? 'collections/import' : 'collections/posts';
      assert.is((await failureOf(request('PATCH', path, { body }))).kind, 'locked');
    }
    assert.ok(fieldOf(await collections.get('posts'), 'title'));
  });

  test.after(server.stop);
}

test.run();
