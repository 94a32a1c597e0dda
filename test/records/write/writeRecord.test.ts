// All else of the writer is in test/server/writeRecord.test.ts.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Collection, isDated } from '../../../ui/model/collection';
import type { FullRecord, RecordAnswer } from '../../../ui/model/record';
import { formOf } from '../../../ui/records/values/recordValues';
import { arrivedNames } from '../../../ui/records/write/writeRecord';
import { field } from '../../support/fields';

const updated = (type: string, options = {}) => ({ ...field(type, 'updated'), options });
const base = { id: 'c', name: 'c', type: 'base', schema: [field('text', 'title')] };

for (const [about, collection, arrived] of [
  [
    'set at each change',
    { ...base, builtIn: [{ ...updated('autodate', { onUpdate: true }), at: 0 }] },
    'none',
  ],
  ['set at the creation', { ...base, builtIn: [{ ...updated('autodate'), at: 0 }] }, 'all'],
  ['that people fill', { ...base, schema: [...base.schema, updated('date')], builtIn: [] }, 'all'],
  ['of 0.22', base, 'none'],
] as const) {
  test(`a lost write is looked for by a date ${about}: ${arrived}`, () => {
    const present = collection as unknown as Collection;
    const answer = (title: string): RecordAnswer => ({
      record: { id: 'r', title, updated: '2026-01-02 03:04:05.678Z' } as unknown as FullRecord,
      sources: {},
    });
    const form = formOf(present, answer('sent'));
    assert.is(arrivedNames(present, { first: answer('before'), form }, answer('sent')), arrived);
    assert.is(isDated(present), arrived === 'none');
  });
}

test.run();
