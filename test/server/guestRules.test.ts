// Guests on real servers: the sentence "Guests pass" and the guest filter must agree with a real list of a guest.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { lookupOf } from '../../ui/model/rulePaths';
import { whyGuestsPass } from '../../ui/model/rules/classifyRule';
import { guestFilter } from '../../ui/model/rules/guestFilter';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer } from '../support/walk';

const rules = [
  '@request.auth.role != "banned"',
  '"banned" ?!= @request.auth.role',
  '@request.auth.role = ""',
  '@request.auth.role = null',
  '@request.auth.verified != true',
  '@request.auth.level != 3',
  '@request.auth.level ?!= 0',
  '@request.auth.team.lead != "x"',
  '@request.auth.role = @request.auth.team',
  '@request.auth.role:isset != true',
  '@request.auth.collectionName != "staff"',
  'title = "nobody" || @request.auth.role != "banned"',
  'id != ""',
  '@request.auth.id != ""',
  '@request.auth.id != null',
  '@request.auth.role = "admin"',
  '@request.auth.level = 0',
  '@request.auth.verified = false',
  '@request.auth.role !~ "banned"',
  '@request.auth.role ~ ""',
  '@request.auth.level < 3',
  'author = @request.auth.id',
  '@request.auth.id != "" && author = @request.auth.id',
  'author.email ~ "example" || title = "Two"',
  'author.email != ""',
  'editors.id ?= @request.auth.id',
  'editors.email ?~ "example"',
  'editors.email ~ "example"',
  '@collection.members.email ?~ "bob" // a comment (',
  'author.posts_via_author.title ?= "One"',
];

for (const { name, binary } of backends('contract')) {
  let backend: TestBackend;
  const total = async (path: string, token?: string) => {
    const { status, json } = await askServer(backend, path, token === undefined ? {} : { token });
    return status === 200 ? (json.totalItems as number) : `${status}`;
  };

  test.before(async () => {
    backend = await startBackend(binary);
    connectClient(backend.url, await adminToken(backend));
    const members = await createCollection({
      name: 'members',
      type: 'auth',
      schema: [field('text', 'role')],
    });
    const relation = (maxSelect: number) => ({ collectionId: members.id, maxSelect });
    await createCollection({
      name: 'posts',
      schema: [
        field('text', 'title'),
        field('relation', 'author', relation(1)),
        field('relation', 'editors', relation(5)),
      ],
    });
    const make = async (collection: string, body: object) =>
      (await askServer(backend, `collections/${collection}/records`, { method: 'POST', body })).json
        .id as string;
    const account = (name: string, emailVisibility: boolean) => {
      const password = '1234567890';
      return { email: `${name}@example.com`, emailVisibility, password, passwordConfirm: password };
    };
    const ada = await make('members', account('ada', true));
    const bob = await make('members', account('bob', false));
    await make('posts', { title: 'One', author: ada, editors: [ada, bob] });
    await make('posts', { title: 'Two', author: bob, editors: [bob] });
    await make('posts', { title: 'Three', editors: [ada] });
    await make('posts', { title: 'Four' });
  });
  test.after(() => backend?.stop());

  for (const rule of rules) {
    test(`${name}: ${rule}`, async () => {
      const body = { listRule: rule };
      const saved = await askServer(backend, 'collections/posts', { method: 'PATCH', body });
      assert.is(saved.status, 200, JSON.stringify(saved.json));
      const all = (await askServer(backend, 'collections')).json.items as Collection[];
      const posts = all.find((one) => one.name === 'posts') as Collection;
      const answer = guestFilter(rule, posts, lookupOf(all), true);
      if (answer.kind !== 'filter') throw new Error(JSON.stringify(answer));
      const guests = await total('collections/posts/records', '');
      const filter = encodeURIComponent(answer.filter);
      assert.is(await total(`collections/posts/records?perPage=1&filter=${filter}`), guests);
      if (whyGuestsPass(rule, posts, lookupOf(all))) assert.is(guests, 4);
    });
  }
}

test.run();
