import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyOf } from '../../../ui/collections/editor/collectionBody';
import { createCollectionEdits, duplicateOf } from '../../../ui/collections/editor/collectionEdits';
import { formOf, isSameForm, newForm } from '../../../ui/collections/editor/collectionForm';
import { checkCollection } from '../../../ui/collections/editor/collectionRules';
import { ruleNames } from '../../../ui/model/collection';
import { dayIndex, edited, posts, stored, users } from './forms';

test('the indexes follow the new table name, also through an empty name and back', () => {
  const form = edited(posts);
  const edits = createCollectionEdits(form);
  for (const name of ['post', '', 'n', 'news']) edits.rename(name);
  assert.equal(form.indexes, [dayIndex.replace('`posts`', '`news`')]);
  edits.rename('posts');
  assert.ok(isSameForm(form, formOf(posts)));
});

test('each type adds its options, keeps the fields, and restores its own options', () => {
  const form = newForm();
  const edits = createCollectionEdits(form);
  form.fields = formOf(posts).fields;
  const { fields } = form;
  edits.setType('auth');
  assert.is(form.options['minPasswordLength'], 8);
  edits.setOption('minPasswordLength', 12);
  edits.setType('view');
  assert.equal(form.options, { query: '' });
  edits.setOption('query', 'SELECT 1 AS id');
  edits.setType('base');
  assert.equal(form.options, {});
  edits.setType('view');
  assert.equal(form.options, { query: 'SELECT 1 AS id' });
  edits.setType('auth');
  edits.setType('auth');
  assert.is(form.options['minPasswordLength'], 12);
  assert.is(form.fields, fields);
});

test('a view has no write rules and no indexes; those of before come back behind it, and typed ones stay', () => {
  const form = newForm();
  const edits = createCollectionEdits(form);
  const rules = () => ruleNames.map((name) => form.rules[name]);
  for (const name of ruleNames) edits.setRule(name, 'id != ""');
  edits.setIndex(null, dayIndex);
  edits.setType('view');
  assert.equal([rules(), form.indexes], [['id != ""', 'id != ""', null, null, null], []]);
  edits.setRule('listRule', 'id = "a"');
  edits.lock('viewRule');
  edits.setType('auth');
  assert.equal(rules(), ['id = "a"', null, 'id != ""', 'id != ""', 'id != ""']);
  assert.equal(form.indexes, [dayIndex]);
});

test('a locked rule keeps its text, and Unlock restores it', () => {
  const form = edited(posts);
  const edits = createCollectionEdits(form);
  edits.unlock('createRule');
  assert.is(form.rules.createRule, '');
  edits.setRule('createRule', 'title != ""');
  edits.unlock('createRule');
  assert.is(form.rules.createRule, 'title != ""');
  edits.lock('createRule');
  edits.lock('createRule');
  assert.is(form.rules.createRule, null);
  edits.unlock('createRule');
  assert.is(form.rules.createRule, 'title != ""');
  edits.setRule('createRule', '');
  edits.lock('createRule');
  edits.unlock('createRule');
  assert.is(form.rules.createRule, '');
});

for (const collection of [posts, users]) {
  test(`a duplicate of ${collection.name} has no stored ids, and can be created at once`, () => {
    const indexes = [dayIndex, 'CREATE INDEX `i` ON `posts` (`title`) WHERE title != 1'];
    const original = stored(collection, {
      indexes,
      schema: collection.schema.map((field) => ({ ...field, system: true })),
    });
    const copy = duplicateOf(original);
    assert.is(copy.name, `${collection.name}_duplicate`);
    assert.equal(checkCollection({ ...copy, indexes: [] }, [original]), {});
    const text = JSON.stringify(bodyOf(copy, null));
    for (const { id } of original.schema) assert.not.match(text, id);
    assert.not.match(text, '"id"');
    assert.not.match(text, '"system":true');
    assert.equal(copy.rules, formOf(original).rules);
    assert.equal(copy.options, formOf(original).options);
    for (const statement of copy.indexes) {
      assert.match(statement, /^CREATE INDEX `idx_\w{7}` ON `\w+_duplicate` \(/);
    }
    assert.is(new Set(copy.indexes).size, 2);
    assert.match(copy.indexes[1] ?? '', 'WHERE title != 1');
  });
}

test.run();
