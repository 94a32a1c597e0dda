import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { update } from '../../ui/backend/collections';
import { queryMessage } from '../../ui/collections/editor/collectionErrors';
import type { Collection } from '../../ui/model/collection';
import { columnsOfSelect } from '../../ui/model/sql/viewColumns';
import { createCollection, failureOf, field, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';

const taken = [
  'SELECT id, a, b FROM t',
  'SELECT t.id, t.a, t.created, t.n total FROM t',
  'select id, UPDATED, a from t',
  'SELECT id, max(n) AS top, (a || b) "both", [n] FROM t GROUP BY id',
  'SELECT id, (CASE WHEN n > 1 THEN a ELSE b END) kind, (a IS NOT DISTINCT FROM b) AS same FROM t',
  'SELECT (ROW_NUMBER() OVER()) as id, count(*) AS n, a FROM t GROUP BY a',
  'WITH x AS (SELECT id, b, a FROM t) SELECT id, a FROM x',
  'SELECT id /* the, key */, a -- FROM here\n, (SELECT max(n) FROM t) AS top FROM t',
];

const refused: [query: string, message: RegExp][] = [
  ['SELECT id, a, count(*) FROM t', /^count\(\*\): Must be in a valid format\.$/],
  ['SELECT id, created, a, (n + 1) FROM t', /^\(n \+ 1\): Must be in a valid format\.$/],
  ['SELECT a AS `a b`, id FROM t', /^a b: Must be in a valid format\.$/],
  ['SELECT id, a, b collectionId, n FROM t', /^collectionId: Must not be in list\.$/],
  ['SELECT id, a, b, a FROM t', /^a: Must be in a valid format\.$/],
  ['SELECT a AS ID, n AS `n n` FROM t', /^Invalid query - missing required id column.*\nn n: Must be/],
  ['SELECT * FROM t', /^Invalid query/],
  ['SELECT id, missing FROM t', /^Invalid query .*no such column: missing/],
];

/** Newer servers name one column, or none. */
const saidByNewer = /in a valid format\.|not be in list\.|^Invalid query/i;

for (const { name: version, binary, dialect } of backends('every')) {
  const server = sharedBackend(binary);
  let view: Collection | null = null;

  async function store(query: string): Promise<Collection> {
    await server.connect();
    if (!view) {
      await createCollection({
        name: 't',
        schema: [field('text', 'a'), field('text', 'b'), field('number', 'n')],
      });
      view = await createCollection({ name: 'v', type: 'view', options: { query: 'SELECT id FROM t' } });
    }
    return update(view.id, { options: { query } });
  }

  for (const query of taken) {
    test(`${version}: makes the fields that we read from ${query}`, async () => {
      const { schema } = await store(query);
      assert.equal(
        columnsOfSelect(query),
        schema.map(({ name }) => name),
      );
      assert.ok(schema.length > 0);
    });
  }

  for (const [query, message] of refused) {
    test(`${version}: reports an error in ${query} with its column`, async () => {
      const { fields } = await failureOf(store(query));
      assert.match(queryMessage(fields, query) ?? '', dialect.isNewer ? saidByNewer : message);
    });
  }

  test.after(server.stop);
}

test.run();
