import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/api/client';
import { listAll } from '../../ui/api/collections';
import { Collection, indexesOf } from '../../ui/model/collection';
import {
  cleaned,
  columnsOfIndex,
  newIndexStatement,
  parseIndex,
  withColumnRenamed,
  withColumnToggled,
  withName,
  withTable,
  withUnique,
} from '../../ui/model/indexStatement';
import { uniqueName } from '../../ui/model/names';
import { createCollection, failureOf, field, sharedBackend } from '../support/realBackend';
import { backends, fixtures } from '../support/server';

/** What both server lines take when it is cleaned; many of them they refuse or garble as they stand here. */
const statements = [
  'CREATE INDEX `i` ON `t` (`a`)',
  'CREATE UNIQUE INDEX `i` ON `t` (`a`)',
  'CREATE INDEX IF NOT EXISTS `i` ON `t` (`a`)',
  'create unique index if not exists i on t(a, b desc)',
  'CREATE INDEX `main`.`i` ON `t` (`a`)',
  'CREATE INDEX main . i ON t (a)',
  'CREATE INDEX "i" ON "t" ("a", "b")',
  'CREATE INDEX [i] ON [t] ([a], [b])',
  "CREATE INDEX 'i' ON 't' ('a')",
  'CREATE INDEX 1st ON t (1st)',
  'CREATE INDEX `i` ON `other` (\n\t`a`,\n\n\t`b`\n)\n',
  'CREATE INDEX i\nON t\n(a)',
  'CREATE INDEX `i` ON `t` (`a`);',
  'CREATE INDEX `i` ON `t` (`a`) ; \n',
  'CREATE INDEX `i` ON `t` (`a`) -- by (a)',
  'CREATE INDEX /* by */ i ON t (a -- the first\n, b /* and, second */)',
  'CREATE INDEX i ON t (a,)',
  'CREATE INDEX i ON t (a,,b)',
  'CREATE INDEX i ON t (a COLLATE NOCASE DESC, b asc, c collate rtrim)',
  'CREATE INDEX i ON t (a COLLATE "nocase")',
  'CREATE INDEX i ON t (created, updated DESC, id)',
  'CREATE INDEX i ON t (`order`, "select")',
  'CREATE INDEX i ON t (lower(a))',
  'CREATE INDEX i ON t (lower(a) COLLATE nocase desc, upper(b), c)',
  'CREATE INDEX i ON t (coalesce(a, (b), upper(lower(c))), b)',
  "CREATE INDEX i ON t (replace(a, ')', ','))",
  "CREATE INDEX i ON t (instr(a, 'it''s (so)'))",
  'CREATE INDEX i ON t (n + 1)',
  'CREATE INDEX i ON t (n+1)',
  "CREATE INDEX i ON t (a || ', ')",
  "CREATE INDEX i ON t ('x' || a, b)",
  'CREATE INDEX i ON t ([a] || b)',
  'CREATE INDEX i ON t (`a` || `b`)',
  "CREATE INDEX i ON t (j->>'$.x')",
  "CREATE INDEX i ON t (j ->> '$.x' DESC)",
  "CREATE INDEX i ON t (json_extract(j, '$.x'), a)",
  "CREATE INDEX i ON t (CASE WHEN n > 1 THEN a ELSE 'b' END)",
  'CREATE INDEX i ON t (CAST(n AS text))',
  'CREATE INDEX i ON t (a) WHERE n > 1',
  'CREATE INDEX i ON t (a) WHERE n > 1;',
  "CREATE INDEX i ON t (a)WHERE a != 'x'",
  "CREATE INDEX i ON t (lower(a), b)\nwhere a != ''\n  AND n IS NOT NULL -- only these",
];

/** The older line takes no bracket behind WHERE. */
const withBracketsInWhere = [
  "CREATE INDEX i ON t (a) WHERE (a != '')",
  "CREATE INDEX i ON t (a) where(a != '') -- why (not)",
  "CREATE UNIQUE INDEX i ON t (a, lower(b)) WHERE a IN ('x', 'y') AND length(b) > 1;",
  "CREATE INDEX i ON t (a) WHERE a != ')'",
];

const onlyNewLine = ['0.22.55'];
const both = ['0.22.20', '0.22.55'];
/** Refused as they are; cleaned, they are taken by both lines. */
const refused: [statement: string, by: readonly string[]][] = [
  ['CREATE INDEX `i` ON `t` (`a`);', onlyNewLine],
  ['CREATE INDEX `i` ON `t` (`a`) -- by a', onlyNewLine],
  ['CREATE INDEX `i` ON `t` (`a`) /* by a */', onlyNewLine],
  ["CREATE INDEX `i` ON `t` (`a`)WHERE a != ''", onlyNewLine],
  ["CREATE INDEX i ON t (j->>'$.x')", both],
  ["CREATE INDEX i ON t (a || 'x')", both],
  ['CREATE INDEX main . i ON t (a)', both],
];

/** What cannot be parsed is sent as it is, and the server tells why it does not take it. */
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

/** The indexes of all exports, each under a name of its own: exports of several projects share some. */
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

for (const { name: version, binary } of backends()) {
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

  /** Sent cleaned, it is stored letter for letter and with the parts that we read. */
  async function assertTaken(statement: string): Promise<void> {
    assert.ok(parseIndex(statement), `not parsed: ${statement}`);
    const sent = cleaned(statement);
    const [stored = ''] = await store([sent]).catch(
      (error) => assert.unreachable(`${sent}: ${error}`) as never,
    );
    assert.is(stored, sent);
    assert.equal(parseIndex(stored), parseIndex(sent));
    assert.is(cleaned(stored), stored);
  }

  for (const statement of statements) {
    test(`${version}: cleaned, ${statement} is taken and stored so`, () => assertTaken(statement));
  }

  for (const statement of withBracketsInWhere) {
    if (version === '0.22.20') {
      test(`${version}: ${statement} is refused`, async () => {
        const { fields } = await failureOf(store([cleaned(statement)]));
        assert.is(fields['indexes.0']?.message, 'Invalid CREATE INDEX expression.');
      });
    } else {
      test(`${version}: cleaned, ${statement} is taken and stored so`, () => assertTaken(statement));
    }
  }

  for (const [statement, by] of refused) {
    if (!by.includes(version)) continue;
    test(`${version}: ${statement} is refused, but taken when cleaned`, async () => {
      const { fields } = await failureOf(store([statement]));
      assert.is(fields['indexes.0']?.code, 'validation_invalid_index_expression');
      await assertTaken(statement);
    });
  }

  for (const statement of refusedForGood) {
    test(`${version}: ${statement} is refused, cleaned or not`, async () => {
      assert.is(cleaned(statement), statement);
      const { status } = await failureOf(store([statement]));
      assert.is(status, 400);
    });
  }

  test(`${version}: every edit of a statement is taken as it is`, async () => {
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

  test(`${version}: a renamed field keeps its indexes when they are renamed with it`, async () => {
    await server.connect();
    const indexes = ["CREATE INDEX `k` ON `renamed` (\n  `end`,\n  lower(end)\n) WHERE end != 'end'"];
    const made = await createCollection({ name: 'renamed', schema: [field('text', 'end')], indexes });
    const schema = made.schema.map((one) => ({ ...one, name: 'finish' }));
    const send = (list: readonly string[]) =>
      request('PATCH', `collections/${made.id}`, { body: { schema, indexes: list }, answer: Collection });
    await failureOf(send(indexes));
    const after = await send(indexes.map((index) => withColumnRenamed(index, 'end', 'finish')));
    assert.equal(indexesOf(after), [
      "CREATE INDEX `k` ON `renamed` (\n  `finish`,\n  lower(finish)\n) WHERE finish != 'end'",
    ]);
  });

  if (shared) {
    test(`${version}: the indexes of other people's exports are taken and stored so`, async () => {
      await server.connect();
      const indexes = indexesOfFixtures(shared);
      assert.ok(indexes.length >= 30, `${indexes.length}`);
      const system = ['id', 'created', 'updated'];
      const columns = new Set(indexes.flatMap(columnsOfIndex).filter((one) => !system.includes(one)));
      const schema = [...columns].map((one) => field('text', one));
      const sent = indexes.map(cleaned);
      const stored = indexesOf(await createCollection({ name: 'fixtures', schema, indexes: sent }));
      assert.equal(stored, sent);
    });

    const old = sharedBackend(binary, { data: path.join(shared, 'backend-testdata') });

    test(`${version}: the indexes of an old database are read; what is stored when they are sent is the same`, async () => {
      await old.connect();
      const all = (await listAll()).filter((one) => indexesOf(one).length > 0);
      const given = all.flatMap(indexesOf);
      assert.ok(given.some((one) => one.includes('"')));
      for (const one of all) {
        const sent = indexesOf(one).map(cleaned);
        const answer = await request('PATCH', `collections/${one.id}`, {
          body: { indexes: sent },
          answer: Collection,
        });
        assert.equal(indexesOf(answer), sent);
        assert.equal(sent.map(parseIndex), indexesOf(one).map(parseIndex));
        assert.not(sent.map(parseIndex).includes(null));
      }
    });

    test.after(old.stop);
  }

  test.after(server.stop);
}

test.run();
