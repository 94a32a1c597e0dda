import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf, clockFault, isExpired } from '../../ui/model/token';

const tokenOf = (claims: unknown) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`;

test('the claims of an admin and of a user are read', () => {
  const admin = { exp: 1796515200, id: 'b4g1j35fc1tanin', type: 'admin' };
  assert.equal(claimsOf(tokenOf(admin)), admin);
  const user = { collectionId: '_pb_users_auth_', exp: 5, type: 'authRecord', newEmail: 'zoë@ünï.de' };
  assert.equal(claimsOf(tokenOf(user)), user);
});

const refused: [name: string, token: string][] = [
  ['an empty text', ''],
  ['a part that is no base64', 'a.%%%.c'],
  ['a part that is no UTF-8', `a.${Buffer.from([0xff, 0xfe]).toString('base64url')}.c`],
  ['a part that is no JSON', `a.${Buffer.from('{exp').toString('base64url')}.c`],
  ['claims that are a list', tokenOf([1])],
  ['an exp that is a text', tokenOf({ exp: '5' })],
];
for (const [name, token] of refused) {
  test(`a token of ${name} has no claims`, () => assert.is(claimsOf(token), null));
}

test('decoding a token never throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void claimsOf(text)));
  fc.assert(fc.property(fc.base64String(), (part) => void claimsOf(`a.${part}.c`)));
});

test('a token is expired from its exp second on, and never without one', () => {
  const now = [9_999, 10_000, Number.MAX_SAFE_INTEGER];
  assert.equal(
    now.map((at) => isExpired({ exp: 10 }, at)),
    [false, true, true],
  );
  assert.is(isExpired({}, Number.MAX_SAFE_INTEGER), false);
});

const clocks: Array<[aheadMs: number | null, by: string | null]> = [
  [1_999, null],
  [2_000, '2 seconds '],
  [3_600_000 * 5.4, '5 hours '],
  [86_400_000 * 30 + 1_234, '30 days '],
  [null, ''],
];
for (const [aheadMs, by] of clocks) {
  test(`a clock ${aheadMs} ms ahead is ${by === null ? 'right' : `told to be ${by}ahead`}`, () => {
    const fault = `This computer's clock is ${by}ahead of the server's. Set it right, then sign in again.`;
    assert.is(clockFault(aheadMs), by === null ? '' : fault);
  });
}

test.run();
