import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { randomText } from '../../ui/platform/random';

test.after.each(() => mock.restoreAll());

/** Makes the random source return these bytes, again from the first after the last. */
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

test('the text has the requested length and contains lower-case letters and digits', () => {
  for (const length of [0, 1, 7, 15, 1_000]) {
    assert.match(randomText(length), new RegExp(`^[a-z0-9]{${length}}$`));
  }
});

test('uses all of a given alphabet', () => {
  assert.is(randomText(4, 'x'), 'xxxx');
  assert.equal([...new Set(randomText(2_000, '-_09AZaz'))].sort(), [...'-_09AZaz'].sort());
});

test('each text is different', () => {
  assert.is(new Set(Array.from({ length: 500 }, () => randomText(15))).size, 500);
});

test('a byte that would favour the first characters is skipped', () => {
  // 252 is 7 times 36: bytes from 252 on would favour a, b, c and d.
  giveBytes(0, 252, 35, 255, 36, 251);
  assert.is(randomText(4), 'a9a9');
});

test('every character is equally likely for any length of the alphabet', () => {
  giveBytes(...Array.from({ length: 256 }, (_, byte) => byte));
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_!';
  const counts = new Map<string, number>();
  for (const character of randomText(3 * alphabet.length, alphabet)) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  assert.equal(new Set(counts.values()), new Set([3]));
  assert.is(counts.size, alphabet.length);
});

test('an alphabet that is empty or too long for a byte is refused', () => {
  assert.throws(() => randomText(1, ''), /1 to 256/);
  assert.throws(() => randomText(1, 'a'.repeat(257)), /1 to 256/);
  assert.is(randomText(1, 'a'.repeat(256)), 'a');
});

test.run();
