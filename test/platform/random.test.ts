import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { randomText } from '../../ui/platform/random';

test.after.each(() => mock.restoreAll());

/** Makes the bytes that the source gives known, from the first again when all are used. */
function giveBytes(...bytes: number[]): void {
  let next = 0;
  mock.method(crypto, 'getRandomValues', (array: Uint8Array) => {
    for (let index = 0; index < array.length; index += 1) {
      array[index] = bytes[next % bytes.length] ?? 0;
      next += 1;
    }
    return array;
  });
}

test('the text has the length that was asked for, of lower-case letters and digits', () => {
  for (const length of [0, 1, 7, 15, 1_000]) {
    assert.match(randomText(length), new RegExp(`^[a-z0-9]{${length}}$`));
  }
});

test('a given alphabet is used, all of it', () => {
  assert.is(randomText(4, 'x'), 'xxxx');
  assert.equal([...new Set(randomText(2_000, '-_09AZaz'))].sort(), [...'-_09AZaz'].sort());
});

test('no two texts are alike', () => {
  assert.is(new Set(Array.from({ length: 500 }, () => randomText(15))).size, 500);
});

test('a byte that would favour the first characters is thrown away', () => {
  // 252 is 7 times 36: the bytes from there on would only ever mean a, b, c and d.
  giveBytes(0, 252, 35, 255, 36, 251);
  assert.is(randomText(4), 'a9a9');
});

test('every character is equally likely, whatever the length of the alphabet', () => {
  giveBytes(...Array.from({ length: 256 }, (_, byte) => byte));
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_!';
  const counts = new Map<string, number>();
  for (const character of randomText(3 * alphabet.length, alphabet)) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  assert.equal(new Set(counts.values()), new Set([3]));
  assert.is(counts.size, alphabet.length);
});

test('an alphabet that no byte can choose from is refused', () => {
  assert.throws(() => randomText(1, ''), /1 to 256/);
  assert.throws(() => randomText(1, 'a'.repeat(257)), /1 to 256/);
  assert.is(randomText(1, 'a'.repeat(256)), 'a');
});

test.run();
