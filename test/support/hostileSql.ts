import { parseCreateIndex } from '../../ui/model/sql/parse';
import { renameInQuery } from '../../ui/model/sql/rename';
import { columnsOfSelect } from '../../ui/model/sql/viewColumns';
import { field } from './fields';

/** Both fill a text of the wanted length. */
interface Filling {
  readonly fill: (text: string) => string;
  readonly list: (item: (at: number) => string) => string;
}

/** Texts that a parser with two nested loops reads in quadratic time. */
export const hostileSql: [what: string, sqlOf: (filling: Filling) => string][] = [
  ['brackets', ({ fill }) => `SELECT ${fill('(')}`],
  ['closed brackets', ({ fill }) => `SELECT ${fill('(')}title${fill(')')} FROM posts`],
  ['queries in brackets', ({ fill }) => fill('SELECT (')],
  ['queries in FROM', ({ fill }) => fill('SELECT title FROM (')],
  ['queries in WITH', ({ fill }) => fill('WITH a AS (')],
  ['tables', ({ fill }) => `SELECT title FROM ${fill('posts, ')}posts`],
  ['joins', ({ fill }) => `SELECT title FROM posts ${fill('JOIN posts ON title = body ')}`],
  ['columns', ({ fill }) => `SELECT ${fill('title, ')}body FROM posts ORDER BY ${fill('title, ')}body`],
  [
    'names',
    ({ list }) => `SELECT ${list((at) => `title AS a${at}`)} FROM posts ORDER BY ${list((at) => `a${at}`)}`,
  ],
  [
    'unknown columns',
    ({ list }) => `SELECT ${list((at) => `a${at}`)} FROM posts WHERE EXISTS (SELECT ${list(() => 'body')})`,
  ],
  ['dots', ({ fill }) => `SELECT ${fill('a.')}`],
  ['cases', ({ fill }) => `SELECT ${fill('CASE WHEN ')}`],
  ['nots', ({ fill }) => `SELECT ${fill('NOT ')}`],
  ['unions', ({ fill }) => fill('SELECT title FROM posts UNION ')],
  ['windows', ({ fill }) => `SELECT ${fill('count(*) OVER (PARTITION BY title), ')}1 FROM posts`],
  ['quotes', ({ fill }) => `SELECT ${fill("''")}, "${fill('""')}", '${fill("''")}`],
  ['comments', ({ fill }) => fill('/*')],
  [
    'queries that read the one before',
    ({ list }) =>
      `WITH ${list((at) => `c${at} AS (SELECT title FROM ${at ? `c${at - 1}` : 'posts'})`)} SELECT title FROM c1`,
  ],
  [
    'queries that read the one behind',
    ({ list }) => `WITH ${list((at) => `c${at} AS (SELECT title FROM c${at + 1})`)} SELECT title FROM c0`,
  ],
  ['stars', ({ fill }) => `SELECT title FROM ${fill('(SELECT * FROM ')}posts${fill(')')}`],
];
const posts = {
  id: 'posts',
  name: 'posts',
  type: 'base',
  schema: ['title', 'body'].map((name) => field('text', name)),
};
const fields = new Map([
  ['title', 'head'],
  ['body', 'text'],
]);
/** Reads a text of about `size` characters in all ways that the editor of a view reads it. */
export function readAll(size: number, sqlOf: (filling: Filling) => string): void {
  const sql = sqlOf({
    fill: (text) => text.repeat(size / text.length),
    list: (item) => Array.from({ length: size / 30 }, (_, at) => item(at)).join(', '),
  });
  columnsOfSelect(sql);
  renameInQuery(sql, { collectionId: 'posts', name: 'articles', fields }, [posts]);
  parseCreateIndex(`CREATE INDEX i ON t (${sql}) WHERE ${sql}`);
}
