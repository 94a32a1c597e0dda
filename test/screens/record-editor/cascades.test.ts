import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { cascadesOf } from '../../../ui/screens/record-editor/cascades';

/** `comments: posts!` is a relation to posts with cascade delete. */
function collection(name: string, ...relations: string[]): Collection {
  const schema = relations.map((text, at) => ({
    id: `${name}${at}`,
    name: `r${at}`,
    type: 'relation',
    options: { collectionId: text.replace('!', ''), cascadeDelete: text.endsWith('!') },
  }));
  return { id: name, name, type: name.startsWith('view') ? 'view' : 'base', schema };
}

const all = [
  collection('posts', 'users', 'tags!'),
  collection('comments', 'users', 'posts!'),
  collection('likes', 'comments!'),
  collection('marks', 'likes!'),
  collection('drafts', 'posts'),
  collection('view_posts', 'posts!'),
  collection('tree', 'tree!'),
  collection('tags'),
  collection('users'),
  { ...collection('odd'), schema: [{ id: 'x', name: 'x', type: 'relation', options: null }] },
];

for (const [name, expected] of [
  ['tags', 'posts, comments'],
  ['posts', 'comments, likes'],
  ['comments', 'likes, marks'],
  ['tree', 'tree'],
  ['drafts', ''],
  ['users', ''],
  ['odd', ''],
] as const) {
  test(`with a record of ${name} records of ${expected || 'no collection'} go`, () => {
    const one = all.find((each) => each.name === name);
    assert.is(
      one &&
        cascadesOf(one, all)
          .map((each) => each.name)
          .join(', '),
      expected,
    );
  });
}

test.run();
