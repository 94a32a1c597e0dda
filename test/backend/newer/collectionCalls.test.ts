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

test.run();
