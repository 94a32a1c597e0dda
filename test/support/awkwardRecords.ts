// A collection whose values are hard to export and to import.
import type { Collection } from '../../ui/model/collection';
import { createCollection, createRecord, field, formOf, idOf, pngFile } from './realBackend';
import { addFields, patch } from './recordImport';

const usersId = '_pb_users_auth_';

export const awkwardTexts = [
  'plain',
  '',
  'two\nlines\r\nand a\rreturn',
  'quotes "x" ""; and, separators\tand | bars',
  '=1+1',
  "'-guarded",
  "''=twice",
  '+49 30',
  '@SUM(A1)',
  '\tindented',
  ' blanks ',
  'null',
  '[1,2',
  '"',
  "'",
  '0005',
  '<b>bold</b> & \u2028 \u2029',
  '😀 e\u0301 ﷽ \u202e \ufeff',
  'a \\ backslash \\" \\n \\u003c',
];
const numbers = [0, -1.5, 1.5e-7, 1e21, 0.1, 9007199254740991, -0.000001, 123456789.123];
const metas = [
  '{"z":9007199254740993,"a":1.0,"10":"<x>","b":{"é":[1e3,-0]}}',
  'null',
  '-5',
  '"=1+1"',
  '""',
  '[]',
  '"two\\nlines \\u2028 \\\\u003c"',
  '{}',
  'true',
  '"text, with \\"quotes\\""',
];

export const newUser = (at: number) => ({
  id: idOf('user', at),
  username: `ada_${at}`,
  email: `ada_${at}@example.com`,
  password: '1234567890',
  passwordConfirm: '1234567890',
});

/** Creates a collection with every type of field, and records with all awkward values. */
export async function createAwkwardRecords(): Promise<Collection> {
  const users = { id: usersId };
  await createRecord(users, newUser(0));
  await createRecord(users, newUser(1));
  const made = await createCollection({
    name: 'everything',
    schema: [
      field('text', 'title'),
      field('editor', 'body'),
      field('number', 'n'),
      field('bool', 'on'),
      field('email', 'mail'),
      field('url', 'site'),
      field('date', 'day'),
      field('select', 'one', { values: ['a', 'b, c', '=d', 'é "e"'] }),
      field('select', 'many', { values: ['a', 'b, c', '=d', 'é "e"'], maxSelect: 3 }),
      field('json', 'meta'),
      field('file', 'photo'),
      field('relation', 'owner'),
      field('relation', 'owners', { maxSelect: null }),
    ],
  });
  const collection = await addFields(made, [
    field('relation', 'parent', { collectionId: made.id }),
    field('relation', 'friends', { collectionId: made.id, maxSelect: null }),
  ]);
  const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T;
  const photo = pngFile('photo.png');
  for (let at = 0; at < 40; at += 1) {
    const values = {
      id: idOf(`row${String(at).padStart(3, '0')}`),
      title: pick(awkwardTexts, at),
      body: at % 4 ? `<p>${pick(awkwardTexts, at)}</p>` : pick(awkwardTexts, at + 3),
      n: pick(numbers, at),
      on: at % 2 === 0,
      mail: pick(['', 'ada@example.com', "o'neil+x@example.org"], at),
      site: pick(['', 'https://example.com/a?b=c&d=%20#e', 'http://localhost:8090/é'], at),
      day: pick(['', '2026-02-01 10:00:00.000Z', '2026-03-29 02:30:00.123Z', '0002-01-01 00:00:00.001Z'], at),
      one: pick(['', 'a', 'b, c', '=d', 'é "e"'], at),
      many: pick([[], ['a'], ['b, c', '=d'], ['é "e"', 'a', 'b, c']], at),
      meta: pick(metas, at),
      owner: pick(['', idOf('user', 0)], at),
      owners: pick([[], [idOf('user', 1)], [idOf('user', 1), idOf('user', 0)]], at),
      parent: at > 0 && at % 3 === 0 ? idOf('row000') : '',
    };
    const body = at === 7 ? formOf({ '@jsonPayload': JSON.stringify(values), photo }) : values;
    await createRecord(collection, body);
  }
  // To itself, to rows before and to rows after.
  await patch(collection, idOf('row000'), {
    parent: idOf('row000'),
    friends: [idOf('row039'), idOf('row001')],
  });
  await patch(collection, idOf('row001'), { friends: [idOf('row002'), idOf('row000'), idOf('row001')] });
  return collection;
}
