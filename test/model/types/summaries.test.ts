import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { typeNamed } from '../../../ui/model/types/fieldTypes';

const cases: [type: string, options: Record<string, unknown>, told: string][] = [
  [
    'date',
    { min: '2026-01-02 00:00:00.000Z', max: '2027-01-02 03:04:05.250Z' },
    'min 2026-01-02 00:00:00, max 2027-01-02 03:04:05.250Z',
  ],
  ['text', { min: 2, max: null, pattern: '^a' }, 'min 2, matches ^a'],
  ['select', { values: ['x', 'y, z'] }, 'x, "y, z"'],
  ['relation', { collectionId: 'known' }, 'to users'],
  ['json', { maxSize: 2_097_152 }, 'max 2 MB'],
  ['json', { maxSize: 'x' }, ''],
];
for (const [type, options, told] of cases) {
  test(`the summary of a ${type} field with ${JSON.stringify(options)} is "${told}"`, () => {
    const nameOf = (id: string) => (id === 'known' ? 'users' : undefined);
    assert.is(typeNamed(type).summary?.({ options }, nameOf), told);
  });
}

test.run();
