// The person in the address, and those who were chosen before.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import type { AnyRecord } from '../../ui/model/record';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as seenAs from '../../ui/rules/seenAs';
import { accountsOf, baseOf } from '../support/findingHoles';

const users = accountsOf('users');
collections.state.all = [users, baseOf('posts')];

const cases: [text: string, is: string | null][] = [
  ['guest', 'guest'],
  ['users:abc', 'users abc'],
  [`${users.id}:abc`, 'users abc'],
  ['users:a:b', 'users a:b'],
  ['users:', null],
  ['users', null],
  ['posts:abc', null],
  ['gone:abc', null],
  ['', null],
];

for (const [text, is] of cases) {
  test(`parses ${JSON.stringify(text)}`, () => {
    const found = seenAs.parseSeenAs(text);
    const name = found?.kind === 'account' ? `${found.collection.name} ${found.id}` : (found?.kind ?? null);
    assert.is(name, is);
  });
}

test('remembers five people, the last first, each once, until the session ends', () => {
  const person = (id: string) => ({
    collection: users as Collection,
    record: { id, username: `name ${id}` } as unknown as AnyRecord,
  });
  session.state.token = 'x';
  for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) seenAs.remember(person(id));
  assert.equal(
    seenAs.state.recent.map(({ as }) => as),
    ['users:f', 'users:e', 'users:d', 'users:a', 'users:c'],
  );
  assert.is(seenAs.state.recent[0]?.name, 'name f');
  Object.assign(seenAs.state, { query: { key: 'secret' }, body: '{}' });
  session.state.token = '';
  const { recent, query, headers, body } = seenAs.state;
  assert.equal([recent.length, { ...query }, { ...headers }, body], [0, {}, {}, '']);
});

test.run();
