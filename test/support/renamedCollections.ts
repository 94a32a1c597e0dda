// Collections whose fields and names the tests of renames change.
import type { Rename } from '../../ui/model/sql/rename';
import { collectionOf, field, relation } from './fields';

export const people = collectionOf('users', [field('text', 'title'), field('text', 'role')], {
  id: 'people',
  type: 'auth',
});
export const members = collectionOf('members', [field('text', 'role')], { id: 'members', type: 'auth' });
export const posts = collectionOf(
  'posts',
  [field('text', 'title'), field('text', 'body'), relation('author', 'people'), field('json', 'meta')],
  { id: 'posts' },
);
export const comments = collectionOf(
  'comments',
  [field('text', 'title'), field('text', 'headline'), relation('post', 'posts')],
  { id: 'comments' },
);
export const all = [people, members, posts, comments];

export function rename(fields: Record<string, string>, name?: string, collectionId = 'posts'): Rename {
  return { collectionId, name, fields: new Map(Object.entries(fields)) };
}
export const both = rename({ title: 'headline' }, 'articles');
export const swap = rename({ title: 'body', body: 'title' });
