import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formOf } from '../../../ui/screens/collection-editor/collectionForm';
import { isStoredAs } from '../../../ui/screens/collection-editor/verifyWrite';
import { addsIndex, type Edit, edited, field, newField, posts, reverses, rules, withField } from './forms';

const unlike: [what: string, edit: Edit][] = [
  ['no such field', field('views', { isRemoved: true })],
  ['another name of a field', field('views', { name: 'hits' })],
  ['another order', reverses],
  ['another index', addsIndex('CREATE INDEX `i` ON `posts` (`title`)')],
];
for (const [what, edit] of unlike) {
  test(`${what} shows that a form was not stored`, () =>
    assert.not.ok(isStoredAs(edited(posts, edit), posts)));
}

test('the form itself, or one with a manage rule left from another type, is stored', () => {
  assert.ok(isStoredAs(formOf(posts), posts));
  assert.ok(isStoredAs(edited(posts, rules({ manageRule: 'id != ""' })), posts));
});

test('new field ids, dates, normalized statements and null do not count as differences', () => {
  const day = posts.schema.find(({ name }) => name === 'day')?.id ?? '';
  const typed = edited(posts, ({ fields, indexes }) => {
    const at = fields.findIndex(({ id }) => id === day);
    const options = { min: '2025-01-02 03:04', max: null };
    fields.splice(at, 1, { ...newField('day', 'date', options), key: 'new day' });
    indexes.splice(0, 1, 'create index idx_posts_day on posts(day)');
  });
  const there = withField(posts, 'day', { options: { min: '2025-01-02 03:04:00.000Z', max: '' } });
  assert.ok(isStoredAs(typed, there));
  assert.not.ok(isStoredAs(typed, posts));
});

test.run();
