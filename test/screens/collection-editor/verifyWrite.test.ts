import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CollectionForm, formOf } from '../../../ui/screens/collection-editor/collectionForm';
import { isStoredAs } from '../../../ui/screens/collection-editor/verifyWrite';
import { edited, fieldNamed, newField, posts, withField } from './forms';

const unlike: [what: string, edit: (form: CollectionForm) => void][] = [
  ['another name', (form) => Object.assign(form, { name: 'x' })],
  ['another rule', ({ rules }) => Object.assign(rules, { listRule: null })],
  ['another field', ({ fields }) => fields.push(newField('x'))],
  ['no such field', (form) => Object.assign(fieldNamed(form, 'views'), { isRemoved: true })],
  ['another name of a field', (form) => Object.assign(fieldNamed(form, 'views'), { name: 'hits' })],
  ['another order', ({ fields }) => fields.reverse()],
  ['another index', ({ indexes }) => indexes.push('CREATE INDEX `i` ON `posts` (`title`)')],
];
for (const [what, edit] of unlike) {
  test(`${what} shows that a form was not stored`, () => {
    assert.ok(isStoredAs(formOf(posts), posts));
    assert.not.ok(isStoredAs(edited(posts, edit), posts));
  });
}

test('a manage rule left from another type does not count as a difference', () => {
  assert.ok(
    isStoredAs(
      edited(posts, ({ rules }) => Object.assign(rules, { manageRule: 'id != ""' })),
      posts,
    ),
  );
});

test('new field ids, dates, normalized statements and null do not count as differences', () => {
  const day = posts.schema.find(({ name }) => name === 'day')?.id ?? '';
  const form = edited(posts, ({ fields, indexes }) => {
    const at = fields.findIndex(({ id }) => id === day);
    const options = { min: '2025-01-02 03:04', max: null };
    fields.splice(at, 1, { ...newField('day', 'date', options), key: 'new day' });
    indexes.splice(0, 1, 'create index idx_posts_day on posts(day)');
  });
  const there = withField(posts, 'day', { options: { min: '2025-01-02 03:04:00.000Z', max: '' } });
  assert.ok(isStoredAs(form, there));
  assert.not.ok(isStoredAs(form, posts));
});

test.run();
