import { is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Admin, avatarOf } from '../../ui/model/admin';

const admin = { id: 'b4g1j35fc1tanin', created: '', updated: '', avatar: 2, email: 'root@example.com' };

test('an admin is known by id and e-mail', () => {
  assert.ok(is(admin, Admin));
  assert.ok(is({ id: 'a', email: 'b', avatar: null, lastLogin: 5 }, Admin));
  assert.not.ok(is({ ...admin, email: undefined }, Admin));
  assert.not.ok(is({ ...admin, avatar: '2' }, Admin));
});

const avatars: [avatar: number | null | undefined, expected: number][] = [
  [0, 0],
  [9, 9],
  [10, 0],
  [-1, 0],
  [2.5, 0],
  [Number.NaN, 0],
  [null, 0],
  [undefined, 0],
];
for (const [avatar, expected] of avatars) {
  test(`the avatar ${avatar} is picture ${expected}`, () =>
    assert.is(avatarOf({ ...admin, avatar }), expected));
}

test.run();
