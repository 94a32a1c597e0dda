import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recordTooltip } from '../../../ui/components/record/RecordLabel';
import type { AnyRecord } from '../../../ui/model/record';

test('shows a record as JSON', () => {
  const record = { id: 'r1', tags: ['a'], meta: { n: 1 } } as AnyRecord;
  assert.is(recordTooltip(record), JSON.stringify(record, null, 2));
});

test('cuts long texts at any depth, and then the whole', () => {
  const text = 'x'.repeat(151);
  const short = `${'x'.repeat(150)}...`;
  assert.equal(JSON.parse(recordTooltip({ id: 'r1', a: text, b: { c: [text] } } as AnyRecord)), {
    id: 'r1',
    a: short,
    b: { c: [short] },
  });
  const long = recordTooltip({ id: 'r1', many: Array(20).fill(text) } as AnyRecord);
  assert.is(long.length, 803);
  assert.ok(long.endsWith('...'));
});

test.run();
