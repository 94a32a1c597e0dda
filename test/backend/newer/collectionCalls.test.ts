import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getOptions } from '../../../ui/backend/client';
import * as collections from '../../../ui/backend/collections';
import * as dialect from '../../../ui/backend/dialect';
import { fakeBackend } from '../../support/backend';
import { connect } from '../connect';

test('what the server stores otherwise than it was sent is told', async () => {
  const title = { id: 'text1', name: 'title', type: 'text', required: false, hidden: false, max: 0 };
  const stored = { id: 'c1', name: 'posts', type: 'base', fields: [title], indexes: [] };
  let answered: object = { ...title, hidden: true };
  connect(
    fakeBackend({
      'GET /api/collections/:id': stored,
      'PATCH /api/collections/:id': () => ({ ...stored, fields: [answered] }),
    }),
  );
  dialect.learn(dialect.firstNewer);
  const told: string[] = [];
  Object.assign(getOptions(), { onStoredOtherwise: (names: readonly string[]) => told.push(...names) });
  const { schema } = await collections.get('c1');
  const hide = () =>
    collections.update('c1', {
      schema: schema.map((field) => ({ ...field, options: { ...field.options, hidden: true } })),
    });
  await hide();
  assert.equal(told, []);
  answered = title;
  await hide();
  assert.equal(told, ['title.hidden']);
});

test('the providers of accounts are not sent along: their secrets are found by the place in the list', async () => {
  const oauth2 = { enabled: true, mappedFields: {}, providers: [{ name: 'google', clientId: 'id' }] };
  const stored = { id: 'c1', name: 'users', type: 'auth', fields: [], indexes: [], oauth2 };
  const backend = fakeBackend({
    'GET /api/collections/:id': stored,
    'GET /api/collections': { page: 1, perPage: 200, totalItems: 1, items: [stored] },
    'PATCH /api/collections/:id': stored,
    'PUT /api/collections/import': null,
  });
  connect(backend);
  dialect.learn(dialect.firstNewer);
  const users = await collections.get('c1');
  await collections.update('c1', { options: { ...users.options, allowOAuth2Auth: false } });
  await collections.importAll({ collections: [{ ...users, listRule: '' }], deleteMissing: false });
  const sent = backend.calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  assert.equal(sent, [
    { oauth2: { enabled: false } },
    {
      collections: [{ id: 'c1', name: 'users', type: 'auth', fields: [], listRule: '' }],
      deleteMissing: false,
    },
  ]);
});

test.run();
