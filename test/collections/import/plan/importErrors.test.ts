import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importErrors } from '../../../../ui/collections/import/plan/importErrors';
import type { ImportedCollection } from '../../../../ui/collections/import/plan/importedCollection';
import { planImport } from '../../../../ui/collections/import/plan/importPlan';
import { fromAnswer } from '../../../../ui/model/fieldErrors';
import { postsCollection, statsCollection, usersCollection } from '../../../support/samples';

const message = 'Failed to import the submitted collections.';
const index = (name: string, column: string) => `CREATE INDEX \`${name}\` ON \`t\` (\`${column}\`)`;
const imported = [
  {
    id: 'zzz01',
    name: 'zoo',
    schema: [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'json' },
    ],
    indexes: [index('one', 'a'), 'boo'],
  },
  {
    ...postsCollection,
    indexes: [index('two', 'x'), index('three', 'x')],
    schema: postsCollection.schema.toReversed(),
  },
] as ImportedCollection[];
const plan = planImport({
  existing: [usersCollection, postsCollection, statsCollection],
  imported,
  merges: false,
  deletesMissing: false,
});

/** Returns each message as `collection.field text`. */
function messagesOf(data: object, text = message): string[] {
  return importErrors({ message: text, fields: fromAnswer(data) }, plan).map(
    (one) => `${one.collection ?? '-'}.${one.field ?? '-'} ${one.text}`,
  );
}

const invalid = (name: string, id: string, wrong: object) => ({
  collections: {
    code: 'collections_import_validate_failure',
    message: `Data validations failed for collection ${JSON.stringify(name)} (${id}):\n${JSON.stringify(wrong, null, 2)}.`,
  },
});
const raw = (text: string) => ({
  collections: {
    code: 'collections_import_failure',
    message: `Failed to import the collections configuration. Raw error:\n${text}`,
  },
});
const badIndexes = (...messages: string[]) => ({
  indexes: Object.fromEntries(
    messages.map((text, at) => [String(at), { code: 'validation_invalid_index_expression', message: text }]),
  ),
});
const noColumn = (name: string) => `Failed to create index ${name} - SQL logic error: no such column: x (1).`;
const otherName =
  'A collection of the same name but another id exists. Use the original ids where the page offers it, or rename one of the two. Two collections cannot exchange their names in one import.';
const otherField =
  'A field of the same name but another id exists, or the system uses this name. Use the original ids where the page offers it, or rename one of the two.';
const view = 'This view needs what the import removes. Change its query first, or import it too.';

const cases: [data: object, messages: string[]][] = [
  [
    invalid('zoo', 'zzz01', { schema: { 1: { options: { maxSize: 'cannot be blank' } } } }),
    ['zoo.b options.maxSize: Cannot be blank.'],
  ],
  [
    invalid('zoo', 'zzz01', {
      schema: {
        0: { id: 'the length must be between 5 and 255' },
        1: { options: { thumbs: { 0: 'must not be in list' } } },
      },
    }),
    ['zoo.a id: The length must be between 5 and 255.', 'zoo.b options.thumbs.0: Must not be in list.'],
  ],
  // Without deletion the server keeps the fields in its own order.
  [
    invalid('posts', postsCollection.id, { schema: { 0: 'Field type cannot be changed.' } }),
    ['posts.title Field type cannot be changed.'],
  ],
  [
    invalid('posts', postsCollection.id, { schema: 'System fields cannot be deleted or changed.' }),
    ['posts.- schema: System fields cannot be deleted or changed.'],
  ],
  [
    invalid('post_stats', statsCollection.id, { schema: { 0: { name: 'must be in a valid format' } } }),
    ['post_stats.- Field number 1: name: Must be in a valid format.'],
  ],
  [
    invalid('users', usersCollection.id, {
      name: 'must be in a valid format',
      options: { manageRule: 'cannot be blank' },
    }),
    ['users.- name: Must be in a valid format.', 'users.- options.manageRule: Cannot be blank.'],
  ],
  [
    invalid('users', usersCollection.id, {
      listRule: 'Invalid filter rule. Raw error: invalid left operand "nope" - unknown field "nope"',
    }),
    ['users.- listRule: Invalid filter rule. Raw error: invalid left operand "nope" - unknown field "nope".'],
  ],
  [
    invalid('zoo', 'zzz01', { indexes: { 1: 'Invalid CREATE INDEX expression.' } }),
    ['zoo.- Invalid CREATE INDEX expression.\nboo'],
  ],
  [invalid('a "b" (c)', 'unknown', { schema: { 0: 'x' } }), ['a "b" (c).- Field number 1: X.']],
  [
    raw('constraint failed: UNIQUE constraint failed: _collections.name (2067).'),
    [`-.- ${otherName}\nConstraint failed: UNIQUE constraint failed: _collections.name (2067).`],
  ],
  [
    raw('SQL logic error: table `A` already exists (1).'),
    [`-.- ${otherName}\nSQL logic error: table \`A\` already exists (1).`],
  ],
  [
    raw('SQL logic error: error in table a after rename: duplicate column name: X (1).'),
    [`-.- ${otherField}\nSQL logic error: error in table a after rename: duplicate column name: X (1).`],
  ],
  [
    raw(
      'failed to drop column x - SQL logic error: error in view v after drop column: no such column: x (1).',
    ),
    [
      `v.- ${view}\nFailed to drop column x - SQL logic error: error in view v after drop column: no such column: x (1).`,
    ],
  ],
  [
    raw('system collection "sysc" cannot be deleted.'),
    [
      '-.- The server deletes no system collection. Keep what is missing, or add it to the import.\nSystem collection "sysc" cannot be deleted.',
    ],
  ],
  [raw('SQL logic error: no such table: main.a (1).'), ['-.- SQL logic error: no such table: main.a (1).']],
  [raw('something new'), ['-.- Something new.']],
  [
    badIndexes(noColumn('one'), 'Invalid CREATE INDEX expression.'),
    [`zoo.- ${noColumn('one')}\n${index('one', 'a')}`, 'zoo.- Invalid CREATE INDEX expression.\nboo'],
  ],
  [
    badIndexes(noColumn('two'), noColumn('three')),
    [
      `posts.- ${noColumn('two')}\n${index('two', 'x')}`,
      `posts.- ${noColumn('three')}\n${index('three', 'x')}`,
    ],
  ],
  [badIndexes('Invalid CREATE INDEX expression.'), ['-.- Index number 1: Invalid CREATE INDEX expression.']],
  [{ collections: { code: 'validation_required', message: 'Cannot be blank.' } }, ['-.- Cannot be blank.']],
  [
    { collections: { code: 'x', message: 'Data validations failed for collection "a" (b):\n{"schema": .' } },
    ['-.- Data validations failed for collection "a" (b):\n{"schema": .'],
  ],
  [{ deleteMissing: { code: 'x', message: 'No.' } }, ['-.- deleteMissing: No.']],
  [{}, [`-.- ${message}`]],
];

for (const [data, messages] of cases) {
  test(messages.join(' / '), () => assert.equal(messagesOf(data), messages));
}

/** The server's error of a query, and its message for an import of the views `a`, `b` and `c`. */
const queries: [raw: string, told: string][] = [
  ['SQL logic error: no such column: nope (1).', 'a: select id, nope from t'],
  ['SQL logic error: no such table: main.away (1).', 'b: select id from Away'],
  ['SQL logic error: no such function: a (1).', 'b, c'],
  ['SQL logic error: near ")": syntax error (1).', 'c: select id, t.gone, a(*) from t'],
  ['invalid identifier part - expected "as", got Away.', 'b: select id from Away'],
  [
    "missing required id column (you can use `(ROW_NUMBER() OVER()) as id` if you don't have one).",
    'a, b, c',
  ],
  ['dynamic column names are not supported.', 'a, b, c'],
];

for (const [text, told] of queries) {
  test(`the view whose query fails: ${text}`, () => {
    const views = [
      ['a', 'select id, nope from t'],
      ['b', 'select id from Away'],
      ['c', 'select id, t.gone, a(*) from t'],
    ].map(([name = '', query]) => ({ id: `${name}0000`, name, type: 'view', options: { query } }));
    const sent = planImport({ existing: [], imported: views, merges: false, deletesMissing: true });
    const [first, ...others] = importErrors({ message, fields: fromAnswer(raw(text)) }, sent);
    assert.equal(others, []);
    const said = text.charAt(0).toUpperCase() + text.slice(1);
    const [name, query] = told.split(': ');
    assert.equal(
      [first?.collection, first?.text],
      query === undefined
        ? [null, `The query of one of these views fails: ${told}. ${said}`]
        : [name, `Its query fails. ${said}\n${query}`],
    );
  });
}

const formatting = 'Failed to load the submitted data due to invalid formatting.';
const field = (more: { type: string; options?: Record<string, unknown> }) =>
  [{ id: 'new01', name: 'news', schema: [{ id: 'f0001', name: 'f', ...more }] }] as ImportedCollection[];
const unread: [imported: ImportedCollection[], told: string][] = [
  [[], '-.- The server refuses an import without collections.'],
  [field({ type: 'text' }), `-.- ${formatting}`],
  [field({ type: 'geoPoint' }), 'news.f This server has no type geoPoint.'],
  [field({ type: 'text', options: { max: '5' } }), 'news.f options.max: The value has the wrong type.'],
  [
    field({ type: 'select', options: { values: [1] } }),
    'news.f options.values: The value has the wrong type.',
  ],
];
for (const [collections, told] of unread) {
  test(`an import that the server cannot decode: ${told}`, () => {
    const ways = { existing: [postsCollection], merges: false, deletesMissing: false };
    const sent = planImport({ ...ways, imported: collections });
    const [first, ...others] = importErrors({ message: formatting, fields: {} }, sent);
    assert.is(`${first?.collection ?? '-'}.${first?.field ?? '-'} ${first?.text}`, told);
    assert.equal(others, []);
  });
}

for (const verb of ['cannot', 'unable to']) {
  test(`a newer server that says ${verb} unmarshal`, () => {
    const imported = field({ type: 'text', options: { max: '5' } });
    const sent = planImport({ existing: [], merges: false, deletesMissing: false, imported });
    const text = `json: ${verb} unmarshal JSON object into Go core.fieldWithType within "/fields/0"`;
    const [first] = importErrors({ message, fields: fromAnswer(raw(text)) }, sent);
    assert.equal(
      [first?.collection, first?.field, first?.text],
      ['news', 'f', 'options.max: The value has the wrong type.'],
    );
  });
}

test.run();
