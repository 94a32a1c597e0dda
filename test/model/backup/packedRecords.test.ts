import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPacking } from '../../../ui/model/backup/packedRecords';

const record = (id: string, source: string) => ({ id, updated: `${id} updated`, source });

const sources = [
  '{"title":"Grüße, 日本, 👩‍🚀"}',
  '{"title":"\\ud800 alone"}',
  '{"title":"\\u0000"}',
  `{"long":"${'x'.repeat(400_000)}"}`,
  `{"long":"${'日'.repeat(800_000)}"}`,
];

for (const [at, source] of sources.entries()) {
  test(`the source of ${source.length} units comes back, case ${at}`, () => {
    const packed = createPacking()(record('a', source));
    assert.equal([packed.id, packed.updated, packed.source], ['a', 'a updated', source]);
  });
}

test('records of many blocks keep apart', () => {
  const pack = createPacking();
  const all = Array.from({ length: 5_000 }, (_, at) =>
    record(`r${at}`, JSON.stringify({ at, text: 'ü'.repeat(at % 400) })),
  );
  const packed = all.map(pack);
  assert.equal(
    packed.map(({ id, source }) => [id, source]),
    all.map(({ id, source }) => [id, source]),
  );
});

test.run();
