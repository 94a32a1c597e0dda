import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createChangeImpact } from '../../../ui/collections/editor/changeImpact';
import { changesOf } from '../../../ui/collections/editor/collectionChanges';
import type { CollectionForm } from '../../../ui/collections/editor/collectionForm';
import * as collections from '../../../ui/page/collections';
import { connect, settle } from '../../backend/connect';
import { fakeBackend } from '../../support/backend';
import { listOf, collections as samples } from '../../support/samples';
import { edited, fieldNamed, posts } from './forms';

const counted = 'GET /api/collections/:collection/records';
const comments = {
  id: 'comments0000000',
  name: 'comments',
  type: 'base',
  indexes: [],
  options: {},
  schema: [{ id: 'rel', name: 'post', type: 'relation', options: { collectionId: posts.id, maxSelect: 1 } }],
  listRule: 'post.title != "title"',
};

async function scene(edit: (form: CollectionForm) => void) {
  let total = 0;
  const backend = fakeBackend({
    'GET /api/collections': listOf([...samples, comments], 200),
    [counted]: () => {
      total += 1;
      return { page: 1, perPage: 1, totalItems: total, items: [] };
    },
  });
  connect(backend, 't');
  await collections.load();
  backend.calls.length = 0;
  const form = edited(posts, edit);
  const begin = () => createChangeImpact(posts, form, changesOf(form, posts));
  return { backend, begin };
}

const idOf = (name: string) => posts.schema.find((field) => field.name === name)?.id ?? '';
const remove = (form: CollectionForm, ...names: string[]) => {
  for (const name of names) fieldNamed(form, name).isRemoved = true;
};

test('each field that is renamed, removed or made single is counted with the filter of its type', async () => {
  const { backend, begin } = await scene((form) => {
    fieldNamed(form, 'title').name = 'headline';
    remove(form, 'views');
    fieldNamed(form, 'tags').options['maxSelect'] = 1;
  });
  const { state } = begin();
  assert.equal(
    state.reaches.map(({ kind, name }) => [kind, name]),
    [
      ['renamed', 'title'],
      ['removed', 'views'],
      ['single', 'tags'],
    ],
  );
  await settle();
  assert.equal({ ...state.counts }, { [idOf('title')]: 1, [idOf('views')]: 2, [idOf('tags')]: 3 });
  assert.equal(
    backend.calls.map(({ query }) => [query['filter'], query['perPage']]),
    [
      ['title != ""', '1'],
      ['views != 0', '1'],
      ['tags:length > 1', '1'],
    ],
  );
});

const places = (impact: ReturnType<typeof createChangeImpact>) =>
  impact.state.reaches.map(({ mentions }) =>
    mentions.map(({ collection, place }) => `${collection.name} ${place}`),
  );

test('mentions of a field in other collections are listed; indexes of a removed field have their own question', async () => {
  const { begin } = await scene((form) => {
    fieldNamed(form, 'title').name = 'headline';
    remove(form, 'day');
  });
  assert.equal(places(begin()), [['comments listRule', 'post_stats query'], []]);
});

test('an index and a rule that already follow the rename are not listed', async () => {
  const { begin } = await scene((form) => {
    fieldNamed(form, 'day').name = 'date';
    form.indexes = ['CREATE INDEX `i` ON `posts` (`date`)'];
    Object.assign(form.rules, { createRule: 'day != ""', updateRule: 'date != ""' });
  });
  assert.equal(places(begin()), [['posts createRule']]);
});

test('a relation follows a renamed collection by its id, a query does not; nothing is counted', async () => {
  const { backend, begin } = await scene((form) => {
    form.name = 'news';
  });
  assert.equal(places(begin()), [['post_stats query']]);
  await settle();
  assert.equal(backend.calls, []);
});

test.run();
