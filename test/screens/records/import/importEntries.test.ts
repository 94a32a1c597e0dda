import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import type { ColumnPlan } from '../../../../ui/model/record-import/columnPlan';
import type { SentRow } from '../../../../ui/model/record-import/rowPlan';
import { entriesOf } from '../../../../ui/screens/records/import/importEntries';
import { usersCollection } from '../../../support/samples';

const devices: Collection = {
  id: 'devices_id',
  name: 'devices',
  type: 'base',
  schema: [
    { id: 'a', name: 'host', type: 'text' },
    { id: 'b', name: 'password', type: 'text' },
    { id: 'c', name: 'meta', type: 'json' },
  ],
};

const column = (field: string | null): ColumnPlan => ({ field, reading: { kind: 'text' }, empty: 'leave' });

function newRow(
  body: Record<string, unknown>,
  rest: Partial<Extract<SentRow, { kind: 'new' }>> = {},
): SentRow {
  return {
    kind: 'new',
    row: { number: 2, cells: ['one', 'two', 'three'] },
    id: 'aaaaaaaaaaaaaaa',
    body,
    later: {},
    values: {},
    password: null,
    ...rest,
  };
}

test('a field called password of an ordinary collection is sent and kept', () => {
  const row = newRow({ host: 'a', password: 'b' });
  const [entry] = entriesOf(devices, [row], [column('host'), column('password'), column(null)]);
  assert.equal(JSON.parse(entry?.body ?? ''), { host: 'a', password: 'b' });
  assert.equal(entry?.cells, ['one', 'two', 'three']);
  assert.is(entry?.password, null);
});

test('no password of a user is stored, of whatever column', () => {
  const row = newRow({ username: 'ada', password: 'secret', passwordConfirm: 'secret' }, { password: 'own' });
  const columns = [column('username'), column('password'), column(null)];
  const [entry] = entriesOf(usersCollection as Collection, [row], columns);
  assert.equal(JSON.parse(entry?.body ?? ''), { username: 'ada' });
  assert.equal(entry?.cells, ['one', null, null]);
  assert.is(entry?.password, 'own');
});

test('relations to new records come last, as entries of their own', () => {
  const rows: SentRow[] = [
    newRow({ host: 'a' }, { later: { parent: 'b' } }),
    {
      ...newRow({}),
      kind: 'changed',
      id: 'bbbbbbbbbbbbbbb',
      former: { parent: '' },
      updated: 'then',
      changes: [],
      later: { parent: 'a' },
    },
  ];
  const entries = entriesOf(devices, rows, [column('host')]);
  assert.equal(
    entries.map(({ place, id, kind, stamp, wave, isSecond }) => [place, id[0], kind, stamp, wave, isSecond]),
    [
      [0, 'a', 'create', '', 0, false],
      [1, 'a', 'update', '', 1, true],
      [2, 'b', 'update', 'then', 1, false],
    ],
  );
});

test.run();
