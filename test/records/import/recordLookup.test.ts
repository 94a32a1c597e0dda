import '../../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureClient } from '../../../ui/backend/client';
import { canAsk, createLookup } from '../../../ui/records/import/recordLookup';
import { fakeBackend } from '../../support/backend';

const products = {
  id: 'products',
  schema: [
    { id: 'a', name: 'sku', type: 'text' },
    { id: 'b', name: 'number', type: 'number' },
  ],
};
const items = [
  { id: 'one', sku: 'a "b"', number: 1 },
  { id: 'two', sku: '1.0', number: 1e21 },
];
const backend = fakeBackend({
  'GET /api/collections/products/records': { page: 1, perPage: 4, totalItems: -1, totalPages: -1, items },
});
configureClient({
  apiBase: 'http://localhost:8090/api/',
  token: () => '',
  confirmSession: () => Promise.resolve(true),
  onUnauthorized() {},
  onForbidden() {},
  onUnreachable() {},
  fetch: backend.fetch,
});

async function found(name: string, texts: readonly string[]) {
  backend.calls.length = 0;
  const lookup = createLookup(products, name, { fields: ['id', name], read: ({ id }) => id });
  for (const text of texts) lookup.want(text);
  await lookup.ask();
  const [filter = ''] = backend.calls.map(({ query }) => query['filter'] ?? '');
  return [texts.map((text) => lookup.get(text).join()), filter.replace(/&&.*|[()]/g, '').trim()];
}

test('a text finds the record that has it', async () => {
  assert.equal(await found('sku', ['a "b"', '1.0', 'x']), [
    ['one', 'two', ''],
    'sku="a \\"b\\""||sku="1.0"||sku="x"',
  ]);
});

test('a number finds its record in any form, and any other text finds none', async () => {
  assert.equal(await found('number', ['1.0', '1', '1e21', 'x']), [
    ['one', 'one', 'two', ''],
    'number=1||number=1000000000000000000000',
  ]);
});

test('the server is not asked for a text that no filter can hold', async () => {
  for (const text of ['a\0b', 'x'.repeat(2000)]) {
    assert.not(canAsk(text));
    assert.equal(await found('sku', [text]), [[''], '']);
  }
});

test.run();
