import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { maxQueryLength, serverQueryLength } from '../../../../ui/model/queryLength';
import { lookQuery } from '../../../../ui/screens/records/quick-look/lookQuery';

const collectionWith = (...fields: [type: string, name: string][]) =>
  ({
    id: 'orders',
    name: 'orders',
    type: 'base',
    schema: fields.map(([type, name]) => ({ id: name, name, type })),
  }) as unknown as Collection;

const manyNames = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => ['relation', `${at}_`.padEnd(length, 'x')] as [string, string]);

const cases: [what: string, collection: Collection, query: object][] = [
  ['without relations the record alone is read', collectionWith(['text', 'title'], ['editor', 'note']), {}],
  [
    'related records are read one level deep, with excerpts',
    collectionWith(['text', 'title'], ['relation', 'customer'], ['relation', 'lines']),
    {
      expand: 'customer,lines',
      fields: '*,expand.customer.*:excerpt(200),expand.lines.*:excerpt(200)',
    },
  ],
  [
    'a server that picks fields rounds the numbers of json fields',
    collectionWith(['relation', 'customer'], ['json', 'meta']),
    { expand: 'customer' },
  ],
];
for (const [what, collection, query] of cases) test(what, () => assert.equal(lookQuery(collection), query));

test('a query that is too long leaves out the excerpts, then the related records', () => {
  const some = manyNames(40, 30);
  const query = lookQuery(collectionWith(...some));
  assert.equal(query, { expand: some.map(([, name]) => name).join(',') });
  assert.ok(serverQueryLength(query) <= maxQueryLength);
  assert.equal(lookQuery(collectionWith(...manyNames(80, 50))), {});
});

test.run();
