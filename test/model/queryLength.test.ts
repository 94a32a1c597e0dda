import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { idBatches, serverQueryLength } from '../../ui/model/queryLength';

/** Encodes a query like the server. */
function encodedByServer(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    if (byte === 0x20) return '+';
    const character = String.fromCharCode(byte);
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

test('any query has the length of the server’s own encoding', () => {
  const anyText = fc.string({
    unit: fc.oneof(
      fc.constantFrom('*', '~', '%', '7', 'E', '+', ' '),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText), (query) => {
      const written = Object.entries(query).map((pair) => pair.map(encodedByServer).join('='));
      assert.is(serverQueryLength(query), written.join('&').length);
    }),
  );
});

test('ids are split into lists of fifty, and none is lost', () => {
  const ids = Array.from({ length: 101 }, (_, index) => `id${index}`);
  assert.equal(
    idBatches(ids).map((batch) => batch.length),
    [50, 50, 1],
  );
  assert.equal(idBatches(ids).flat(), ids);
  assert.equal(idBatches([]), []);
  assert.equal(idBatches(['a', 'b', 'c'], 2), [['a', 'b'], ['c']]);
});

test.run();
