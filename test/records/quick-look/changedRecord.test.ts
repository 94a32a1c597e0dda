import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import type { ListedRecord, RecordAnswer } from '../../../ui/model/record';
import * as edits from '../../../ui/records/edits';
import { withChanges } from '../../../ui/records/quick-look/QuickLook';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { resetDom } from '../../support/dom';
import { post, postsCollection } from '../../support/samples';

const posts = postsCollection as Collection;
const answer = { record: post, sources: { meta: '{"seen":[1,2]}' } } as unknown as RecordAnswer;

test.before.each(resetDom);
test.after.each(() => edits.discard(posts.id));

/** Changes values as the cells of the table do, and returns the record with them. */
function changed(values: Readonly<Record<string, FormValue>>) {
  for (const [name, mine] of Object.entries(values)) {
    const cell = cellFieldOf(posts, name);
    if (!cell) throw new Error(`${name} has no cell`);
    edits.set(posts, [{ row: post as unknown as ListedRecord, cell, mine, source: answer.sources[name] }]);
  }
  const record = edits.of(posts.id).get(post.id);
  if (!record) throw new Error('nothing is changed');
  return withChanges(posts, answer, record);
}

test('changed values replace the stored ones, the others stay', () => {
  const { record, sources, marks } = changed({ views: '7.50', tags: ['draft'], published: false });
  assert.equal(record, { ...post, views: 7.5, tags: ['draft'], published: false });
  assert.equal(sources, answer.sources);
  assert.equal([...marks.keys()].sort(), ['published', 'tags', 'views']);
});

test('a long text is complete, json and a wrong value are shown as they were typed', () => {
  const body = `<p>${'A long text. '.repeat(50)}End.</p>`;
  const { record, sources, marks } = changed({ body, meta: '{"serial":9007199254740993}', views: 'many' });
  assert.is((record as unknown as typeof post).body, body);
  assert.equal(sources, { meta: '{"serial":9007199254740993}' });
  assert.equal([marks.get('views')?.kind, marks.get('views')?.text], ['wrong', 'many']);
});

test('a change whose field is gone is not shown', () => {
  changed({ views: '1', title: 'New' });
  const today = { ...posts, schema: posts.schema.filter(({ name }) => name !== 'views') };
  const record = edits.of(posts.id).get(post.id);
  assert.equal(record && withChanges(today, answer, record).record, { ...post, title: 'New' });
});

test.run();
