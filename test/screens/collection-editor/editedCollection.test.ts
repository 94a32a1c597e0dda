import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { targetOf } from '../../../ui/model/field';
import { formOf } from '../../../ui/screens/collection-editor/collectionForm';
import { editedCollection, rulableNames } from '../../../ui/screens/collection-editor/editedCollection';
import { postsCollection, statsCollection, usersCollection } from '../../support/samples';

const edited = (collection: object, change: (form: ReturnType<typeof formOf>) => void = () => {}) => {
  const form = formOf(collection as Collection);
  change(form);
  return editedCollection(form, (collection as Collection).id);
};
const namesOf = ({ schema }: Collection) => schema.map(({ name }) => name);

test('the collection has the new names, without removed and unnamed fields', () => {
  const before = namesOf(postsCollection as Collection);
  const after = edited(postsCollection, (form) => {
    const [title, body, views] = form.fields;
    assert.ok(title && body && views);
    title.name = 'headline';
    body.isRemoved = true;
    views.name = '';
  });
  assert.equal(namesOf(after), ['headline', ...before.slice(3)]);
  assert.is(after.id, postsCollection.id);
});

test('the fields keep the options that refer to other collections', () => {
  const author = edited(postsCollection).schema.find(({ name }) => name === 'author');
  assert.is(author && targetOf(author), usersCollection.id);
});

test('the fields of a view are the columns of its present query', () => {
  const query = 'SELECT id, title, count(*) AS many FROM posts';
  const after = edited(statsCollection, (form) => {
    form.options['query'] = query;
  });
  assert.equal(
    after.schema.map(({ name, type }) => `${name} ${type}`),
    ['title text', 'many json'],
  );
  assert.equal(after.options, { query });
});

test('a rule may begin with system fields and schema fields; those of a view are not all known', () => {
  const names = rulableNames(edited(usersCollection)) ?? [];
  for (const name of ['id', 'created', 'updated', 'username', 'email', 'verified', 'name', 'avatar'])
    assert.ok(names.includes(name), name);
  assert.is(rulableNames(edited(statsCollection)), null);
});

test.run();
