import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countEnd, countsOf, countUndone, noCounts } from '../../../ui/state/jobs/jobCounts';
import type { WriteEntry } from '../../../ui/state/jobs/writeJob';
import { entryOf } from './jobSamples';

const waiting = entryOf();

for (const [what, entry, expected] of [
  ['a row that waits', {}, { left: 1, open: 1 }],
  ['a created record', { state: 'done' }, { created: 1 }],
  ['a changed record', { state: 'done', kind: 'update' }, { changed: 1 }],
  ['a user with a random password', { state: 'done', password: 'random' }, { created: 1, users: 1 }],
  ['a refused row', { state: 'refused', fault: '{}' }, { refused: 1 }],
  ['a row whose first write was refused', { state: 'refused' }, {}],
  ['a second write that waits', { isSecond: true }, { open: 1 }],
  ['a second write that was refused', { isSecond: true, state: 'refused', fault: '{}' }, { refused: 1 }],
  ['a record that stayed at an undo', { state: 'kept' }, { created: 1 }],
  ['an undone record', { state: 'undone' }, {}],
] as const) {
  test(`counts ${what}`, () =>
    assert.equal(countsOf([{ ...waiting, ...entry }]), { ...noCounts, ...expected }));
}

const anyEntry: fc.Arbitrary<WriteEntry> = fc.record({
  ...Object.fromEntries(Object.entries(waiting).map(([key, value]) => [key, fc.constant(value)])),
  isSecond: fc.boolean(),
  kind: fc.constantFrom('create', 'update'),
  password: fc.constantFrom('random', 'own', null),
}) as fc.Arbitrary<WriteEntry>;
const anyEnd = fc.constantFrom(
  { state: 'done' },
  { state: 'refused', fault: '{}' },
  { state: 'refused', fault: null },
) as fc.Arbitrary<Partial<WriteEntry>>;

test('counting each end gives the figures of the journal', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyEntry, anyEnd)), (all) => {
      const counts = countsOf(all.map(([entry]) => entry));
      const ended = all.map(([entry, end]) => ({ ...entry, ...end }));
      for (const entry of ended) countEnd(counts, entry);
      assert.equal(counts, countsOf(ended));
    }),
  );
});

test('counting each undone row gives the figures of the journal', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyEntry, fc.constantFrom('undone', 'kept'))), (all) => {
      const done = all.map(([entry]) => ({ ...entry, isSecond: false, state: 'done' as const }));
      const counts = countsOf(done);
      const ended = all.map(([, state], at) => ({ ...(done[at] as WriteEntry), state }));
      for (const entry of ended) countUndone(counts, entry);
      assert.equal(counts, countsOf(ended));
    }),
  );
});

test.run();
