import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import { Collection, indexesOf } from '../../ui/model/collection';
import { uniqueName } from '../../ui/model/names';
import {
  columnsOfIndex,
  newIndexStatement,
  normalizeIndex,
  parseIndex,
  withColumnRenamed,
  withColumnToggled,
  withName,
  withTable,
  withUnique,
} from '../../ui/model/sql/indexStatement';
import { renameInIndex } from '../../ui/model/sql/rename';
import { fixtures } from '../support/fixtures';
import { createCollection, failureOf, field, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';

/** Statements that both server lines accept once normalized; many are refused or garbled as written here. */
const statements = [
  'CREATE INDEX `i` ON `t` (`a`)',
  'CREATE INDEX IF NOT EXISTS `i` ON `t` (`a`)',
  'create unique index if not exists i on t(a, b desc)',
  'CREATE INDEX main . i ON t (a)',
  'CREATE INDEX "i" ON "t" ("a", "b")',
  'CREATE INDEX [i] ON [t] ([a], [b])',
  'CREATE INDEX 1st ON t (1st)',
  'CREATE INDEX `i` ON `other` (\n\t`a`,\n\n\t`b`\n)\n',
  'CREATE INDEX /* by */ i ON t (a -- the first\n, b /* and, second */)',
  'CREATE INDEX i ON t (a,,b)',
  'CREATE INDEX i ON t (a COLLATE NOCASE DESC, b asc, c collate rtrim)',
  'CREATE INDEX i ON t (`order`, "select")',
  'CREATE INDEX i ON t (lower(a) COLLATE nocase desc, upper(b), c)',
  'CREATE INDEX i ON t (coalesce(a, (b), upper(lower(c))), b)',
  "CREATE INDEX i ON t (instr(a, 'it''s (so)'))",
  'CREATE INDEX i ON t (n+1)',
  "CREATE INDEX i ON t (a || ', ')",
  'CREATE INDEX i ON t (`a` || `b`)',
  "CREATE INDEX i ON t (j ->> '$.x' DESC)",
  "CREATE INDEX i ON t (CASE WHEN n > 1 THEN a ELSE 'b' END)",
  'CREATE INDEX i ON t (CAST(n AS text))',
  'CREATE INDEX i ON t (a) WHERE n > 1;',
  "CREATE INDEX i ON t (a)WHERE a != 'x'",
  "CREATE INDEX i ON t (lower(a), b)\nwhere a != ''\n  AND n IS NOT NULL -- only these",
];

/** The older line accepts no bracket after WHERE. */
const withBracketsInWhere = [
  "CREATE INDEX i ON t (a) WHERE (a != '')",
  "CREATE INDEX i ON t (a) where(a != '') -- why (not)",
  "CREATE UNIQUE INDEX i ON t (a, lower(b)) WHERE a IN ('x', 'y') AND length(b) > 1;",
  "CREATE INDEX i ON t (a) WHERE a != ')'",
];

const onlyNewLine = ['0.22.55'];
const both = ['0.22.20', '0.22.55'];
/** Refused as written; both lines accept them once normalized. */
const refused: [statement: string, by: readonly string[]][] = [
  ['CREATE INDEX `i` ON `t` (`a`);', onlyNewLine],
  ['CREATE INDEX `i` ON `t` (`a`) -- by a', onlyNewLine],
  ['CREATE INDEX `i` ON `t` (`a`) /* by a */', onlyNewLine],
  ["CREATE INDEX `i` ON `t` (`a`)WHERE a != ''", onlyNewLine],
  ["CREATE INDEX i ON t (j->>'$.x')", both],
  ["CREATE INDEX i ON t (a || 'x')", both],
  ['CREATE INDEX main . i ON t (a)', both],
];

/** A statement that cannot be parsed is sent unchanged, and the server tells the reason. */
const refusedForGood = [
  'CREATE INDEX `i` ON `t` ()',
  'CREATE INDEX `i` ON `t`',
  'CREATE INDEX `i` ON `t` (`a`',
  'CREATE INDEX ON t (a)',
  'CREATE INDEX `i` ON `t` (`missing`)',
  'posts',
];

const shared = fixtures();

interface Exported {
  readonly name: string;
  readonly indexes?: readonly string[];
}

/** Returns the indexes of all exports, each with a unique name: several projects share some names. */
function indexesOfFixtures(folder: string): string[] {
  const schemas = path.join(folder, 'schemas');
  const names: string[] = [];
  return readdirSync(schemas)
    .flatMap((file) => JSON.parse(readFileSync(path.join(schemas, file), 'utf8')) as Exported[])
    .flatMap(({ indexes }) => indexes ?? [])
    .map((statement) => {
      const index = parseIndex(statement);
      assert.ok(index, `not parsed: ${statement}`);
      names.push(uniqueName(index?.indexName ?? '', names));
      return withName(statement, names.at(-1) ?? '');
    });
}

for (const { name: version, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  let collection: Collection | null = null;

  async function connect(): Promise<Collection> {
    await server.connect();
    const names = ['a', 'b', 'c', 'order', 'select', '1st'];
    const schema = [...names.map((one) => field('text', one)), field('number', 'n'), field('json', 'j')];
    collection ??= await createCollection({ name: 't', schema });
    return collection;
  }

  async function store(indexes: readonly string[]): Promise<readonly string[]> {
    const { id } = await connect();
    return indexesOf(await request('PATCH', `collections/${id}`, { body: { indexes }, answer: Collection }));
  }

  /** Sends it normalized: it is stored exactly so, with the parts that we read. */
  async function assertTaken(statement: string): Promise<void> {
    assert.ok(parseIndex(statement), `not parsed: ${statement}`);
    const sent = normalizeIndex(statement);
    const [stored = ''] = await store([sent]).catch(
      (error) => assert.unreachable(`${sent}: ${error}`) as never,
    );
    assert.is(stored, sent);
    assert.equal(parseIndex(stored), parseIndex(sent));
    assert.is(normalizeIndex(stored), stored);
  }

  const isOld = version === '0.22.20';
  for (const statement of [...statements, ...(isOld ? [] : withBracketsInWhere)]) {
    test(`${version}: accepts and stores the normalized ${statement}`, () => assertTaken(statement));
  }

  test(`${version}: refuses what we normalize, and what cannot be mended`, async () => {
    const refusalOf = async (statement: string) => {
      const { fields } = await failureOf(store([statement]));
      return fields['indexes.0']?.code;
    };
    for (const statement of isOld ? withBracketsInWhere : []) {
      assert.is(await refusalOf(normalizeIndex(statement)), 'validation_invalid_index_expression', statement);
    }
    for (const [statement, by] of refused) {
      if (!by.includes(version)) continue;
      assert.is(await refusalOf(statement), 'validation_invalid_index_expression', statement);
      await assertTaken(statement);
    }
    for (const statement of refusedForGood) {
      assert.is(normalizeIndex(statement), statement);
      assert.is((await failureOf(store([statement]))).status, 400, statement);
    }
  });

  test(`${version}: accepts every edit of a statement unchanged`, async () => {
    const begun = newIndexStatement('t', 'idx_1');
    const toggled = withColumnToggled(withColumnToggled(begun, 'a'), 'b');
    const partial = "CREATE INDEX i ON t (a, lower(a)) WHERE a != 'a'";
    const edited = [
      toggled,
      withName(withUnique(toggled, true), 'idx_2'),
      withName(withTable(withColumnToggled(toggled, 'a'), 'other'), 'idx_3'),
      withName(withColumnRenamed(partial, 'a', 'c'), 'idx_4'),
      withName(withColumnRenamed(partial, 'a', 'order'), 'idx_5'),
      withName(withColumnRenamed(partial, 'a', '1st'), 'idx_6'),
    ];
    assert.equal(await store(edited), edited);
  });

  test(`${version}: no place of an index keeps the old name of a field`, async () => {
    await server.connect();
    const places = [
      "(body) WHERE body GLOB title AND body LIKE title ESCAPE 'a'",
      '(body) WHERE body NOT LIKE title AND title IS NOT DISTINCT FROM body',
      '(body) WHERE CASE title WHEN title THEN body END = title',
      '(body) WHERE title NOTNULL AND NOT title AND end = title',
      "(body) WHERE title COLLATE nocase = 'title' AND body BETWEEN title AND title",
      "('title' COLLATE nocase)",
      '(title DESC, end DESC, desc DESC)',
      '(CASE WHEN title THEN title END, body LIKE title, NOT title)',
      "(replace(title, 'title', title), CAST(title AS text))",
    ];
    const indexes = places.map((place, at) => normalizeIndex(`CREATE INDEX k${at} ON places ${place}`));
    const schema = ['title', 'body', 'end', 'desc'].map((one) => field('text', one));
    const made = await createCollection({ name: 'places', schema, indexes });
    const renamed = made.schema.map((one) => (one.name === 'title' ? { ...one, name: 'headline' } : one));
    const typed = indexes.map((index) => withColumnRenamed(index, 'title', 'headline'));
    const imported = indexes.map((index) =>
      renameInIndex(index, made, { fields: new Map([['title', 'headline']]) }),
    );
    assert.equal(imported.map(normalizeIndex), typed);
    const send = (list: readonly string[]) =>
      request('PATCH', `collections/${made.id}`, {
        body: { schema: renamed, indexes: list },
        answer: Collection,
      });
    await failureOf(send(indexes));
    const after = await send(typed);
    assert.equal(indexesOf(after), typed);
  });

  if (shared) {
    test(`${version}: accepts and stores the indexes of other people's exports (fixtures)`, async () => {
      await server.connect();
      const indexes = indexesOfFixtures(shared);
      assert.ok(indexes.length >= 30, `${indexes.length}`);
      const system = ['id', 'created', 'updated'];
      const columns = new Set(indexes.flatMap(columnsOfIndex).filter((one) => !system.includes(one)));
      const schema = [...columns].map((one) => field('text', one));
      const sent = indexes.map(normalizeIndex);
      const stored = indexesOf(await createCollection({ name: 'fixtures', schema, indexes: sent }));
      assert.equal(stored, sent);
    });
  }

  test.after(server.stop);
}

test.run();
