import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  columnsOfIndex,
  type IndexColumn,
  type IndexParts,
  indexNameOf,
  newIndexStatement,
  normalizeIndex,
  parseIndex,
  printIndex,
  withColumnRenamed,
  withColumnToggled,
  withName,
  withTable,
  withUnique,
} from '../../../ui/model/sql/indexStatement';

const columnOf = (name: string, collate = '', sort: '' | 'ASC' | 'DESC' = '') => ({ name, collate, sort });
const plain: IndexParts = {
  isUnique: false,
  isOptional: false,
  schemaName: '',
  indexName: 'i',
  tableName: 't',
  columns: [columnOf('a')],
  where: '',
};
const columns = (...texts: string[]) => ({ columns: texts.map((text) => columnOf(text)) });

const parsed: [statement: string, parts: Partial<IndexParts>][] = [
  ['CREATE INDEX `i` ON `t` (`a`)', {}],
  ['CREATE INDEX IF NOT EXISTS `i` ON `t` (`a`)', { isOptional: true }],
  ['CREATE INDEX `main`.`i` ON `t` (`a`)', { schemaName: 'main' }],
  ['CREATE INDEX "i" ON "t" ("a", "b")', columns('a', 'b')],
  ["CREATE INDEX 'i' ON 't' ('a')", {}],
  ['CREATE INDEX `i``x` ON "t""x" (a)', { indexName: 'i`x', tableName: 't"x' }],
  ['CREATE INDEX 1st ON t (1a)', { indexName: '1st', ...columns('1a') }],
  ['\n CREATE\n\tINDEX\r\n`i`\nON `t` (\n  `a`,\n  `b`\n)\n', columns('a', 'b')],
  ['CREATE INDEX `i` ON `t` (`a`);', {}],
  ['CREATE INDEX `i` ON `t` (`a`) /* by a', {}],
  ['-- by a\nCREATE /* an */ INDEX i ON t (a -- the first, (I mean\n, b)', columns('a', 'b')],
  ['CREATE INDEX `i` ON `t` ()', columns()],
  ['CREATE INDEX `i` ON `t` (a,,b)', columns('a', 'b')],
  ['CREATE INDEX `` ON `t` (a)', { indexName: '' }],
  [
    'CREATE INDEX i ON t (a COLLATE NOCASE DESC, b asc, c collate "rtrim", d desc)',
    {
      columns: [
        columnOf('a', 'NOCASE', 'DESC'),
        columnOf('b', '', 'ASC'),
        columnOf('c', 'rtrim'),
        columnOf('d', '', 'DESC'),
      ],
    },
  ],
  ['CREATE INDEX i ON t (desc DESC)', { columns: [columnOf('desc', '', 'DESC')] }],
  [
    'CREATE INDEX i ON t (lower(a) COLLATE nocase desc)',
    { columns: [columnOf('lower(a)', 'nocase', 'DESC')] },
  ],
  [
    "CREATE INDEX i ON t (replace(a, ')', ','), a || ', ', \"a\" || [b])",
    columns("replace(a, ')', ',')", "a || ', '", '"a" || [b]'),
  ],
  ["CREATE INDEX i ON t (a->>'$.x')", columns("a->>'$.x'")],
  ["CREATE INDEX i ON t (instr(a, 'it''s (so)'))", columns("instr(a, 'it''s (so)')")],
  ['CREATE INDEX i ON t (a /* x */ || b)', columns('a   || b')],
  ['CREATE INDEX i ON t (a) WHERE a > 1', { where: 'a > 1' }],
  ['CREATE INDEX i ON t (a)where(a > 1)', { where: '(a > 1)' }],
  ["CREATE INDEX i ON t (a) WHERE a != ') ;' -- not\n AND b", { where: "a != ') ;'  \n AND b" }],
  [
    "CREATE INDEX i ON t (a) WHERE (a IN ('x', 'y)') OR length(b) > 1)\n AND c",
    { where: "(a IN ('x', 'y)') OR length(b) > 1)\n AND c" },
  ],
];
for (const [statement, parts] of parsed) {
  test(`the parts of ${statement} are read`, () => {
    assert.equal(parseIndex(statement), { ...plain, ...parts });
    // Printed and read again, it is still the same.
    const printed = normalizeIndex(statement);
    assert.is(normalizeIndex(printed), printed);
    const bare = (index: IndexParts | null) =>
      index?.columns.map(({ name, ...rest }) => ({ ...rest, name: name.replace(/^\((.*)\)$/s, '$1') }));
    assert.equal(bare(parseIndex(printed)), bare(parseIndex(statement)));
    assert.equal({ ...parseIndex(printed), columns: [] }, { ...plain, ...parts, columns: [] });
  });
}

const notParsed = [
  ...['', 'posts', 'CREATE TABLE t (a)', 'EXPLAIN CREATE INDEX i ON t (a)', 'CREATE INDEX i ON t'],
  ...['CREATE INDEX i ON t (a', 'CREATE INDEX i ON t (a))', 'CREATE INDEX ON t (a)', 'CREATE INDEX i t (a)'],
  ...['CREATE INDEX i.x.y ON t (a)', 'CREATE INDEX i ON main.t (a)', 'CREATE INDEX IF EXISTS i ON t (a)'],
  ...['CREATE "UNIQUE" INDEX i ON t (a)', "CREATE INDEX i ON t (a || 'x)", 'CREATE INDEX i ON t (`a, b)'],
  ...['CREATE INDEX i ON t (a) (b)', 'CREATE INDEX i ON t (a) WHERE', 'CREATE INDEX i ON t (a) WHERE )a('],
  ...['CREATE INDEX i ON t (a) WHERE a; DROP TABLE t', 'CREATE INDEX i ON t (a; b)'],
];
for (const statement of notParsed) {
  test(`"${statement}" is no index, and every edit leaves it unchanged`, () => {
    assert.is(parseIndex(statement), null);
    assert.is(normalizeIndex(statement), statement);
    assert.is(withColumnToggled(statement, 'a'), statement);
    assert.is(withUnique(statement, true), statement);
    assert.is(withTable(statement, 'other'), statement);
    assert.is(withName(statement, 'other'), statement);
    assert.is(withColumnRenamed(statement, 'a', 'b'), statement);
    assert.is(indexNameOf(statement), '');
    assert.equal(columnsOfIndex(statement), []);
  });
}

const printed: [parts: Partial<IndexParts>, statement: string][] = [
  [columns(), 'CREATE INDEX `i` ON `t` ()'],
  [columns('a', 'b'), 'CREATE INDEX `i` ON `t` (\n  `a`,\n  `b`\n)'],
  [columns('a + b'), 'CREATE INDEX `i` ON `t` (a + b)'],
  // Without brackets the server would treat these as names, or remove their outer quotes.
  [columns('a+b'), 'CREATE INDEX `i` ON `t` ((a+b))'],
  [columns("a || 'x'"), "CREATE INDEX `i` ON `t` ((a || 'x'))"],
  [columns('[a] || b'), 'CREATE INDEX `i` ON `t` (([a] || b))'],
];
for (const [parts, statement] of printed) {
  test(`an index is printed as ${statement}`, () => assert.is(printIndex({ ...plain, ...parts }), statement));
}

test('a new index has a name and a table, and gets its first column', () => {
  const added = withColumnToggled(newIndexStatement('posts', 'idx_1'), 'a');
  assert.is(added, 'CREATE INDEX `idx_1` ON `posts` (`a`)');
});

test('returns the name and the columns of an index', () => {
  const statement = 'CREATE INDEX "main"."i" ON t ("a" DESC, lower(b))';
  assert.is(indexNameOf(statement), 'i');
  assert.equal(columnsOfIndex(statement), ['a', 'lower(b)']);
});

const full = 'create index if not exists main.i on t (lower(a), b collate nocase desc) where a > 1;';
const printedFull = (start: string, name = 'i', table = 't', more = '') =>
  `CREATE ${start}INDEX IF NOT EXISTS \`main\`.\`${name}\` ON \`${table}\` (\n  lower(a),\n  \`b\` COLLATE nocase DESC${more}\n) WHERE a > 1`;
const edits: [what: string, after: string, expected: string][] = [
  ['a column is added', withColumnToggled(full, 'a'), printedFull('', 'i', 't', ',\n  `a`')],
  [
    'a column is taken out',
    withColumnToggled(full, 'B'),
    'CREATE INDEX IF NOT EXISTS `main`.`i` ON `t` (lower(a)) WHERE a > 1',
  ],
  ['it is made unique', withUnique(full, true), printedFull('UNIQUE ')],
  ['its table is another', withTable(full, 'posts'), printedFull('', 'i', 'posts')],
  ['its name is another', withName(full, 'idx_2'), printedFull('', 'idx_2')],
];
for (const [what, after, expected] of edits) {
  test(`when ${what}, the rest stays the same`, () => assert.is(after, expected));
}

/** The text in the column brackets, or after WHERE, before and after the rename of `a` to `z`. */
const renames: [before: string, after: string][] = [
  ['`a`', '`z`'],
  ['lower( A )', 'lower( z )'],
  ['lower("a") || [a] || `a`', '(lower("z") || [z] || `z`)'],
  ["instr(a, 'a') || 'it''s a'", "(instr(z, 'a') || 'it''s a')"],
  ['a(b, a)', 'a(b, z)'],
  ['a+1', '(z+1)'],
  ['(b COLLATE a) || a', '(b COLLATE a) || z'],
  ['CAST(a AS a(1)) + a', 'CAST(z AS a(1)) + z'],
];
for (const [before, after] of renames) {
  test(`renaming a to z changes the column ${before} to ${after}`, () => {
    assert.is(
      withColumnRenamed(`CREATE INDEX i ON a (${before})`, 'a', 'z'),
      `CREATE INDEX \`i\` ON \`a\` (${after})`,
    );
  });
}

const renamesInWhere: [from: string, before: string, after: string][] = [
  ['a', "a != 'a' AND b = A", "z != 'a' AND b = z"],
  ['match', 'a MATCH match', 'a MATCH z'],
  ['match', 'match MATCH a', 'z MATCH a'],
  ['like', 'a NOT LIKE 1 AND like', 'a NOT LIKE 1 AND z'],
  ['like', '(a) LIKE 1 OR `like` LIKE 2', '(a) LIKE 1 OR `z` LIKE 2'],
  ['end', 'CASE WHEN end THEN end ELSE NULL END = end', 'CASE WHEN z THEN z ELSE NULL END = z'],
  ['end', 'CASE WHEN a THEN 1 END NOTNULL AND end', 'CASE WHEN a THEN 1 END NOTNULL AND z'],
  ['and', 'a AND "and"', 'a AND "z"'],
];
for (const [from, before, after] of renamesInWhere) {
  test(`renaming ${from} to z changes the condition ${before} to ${after}`, () => {
    assert.is(
      withColumnRenamed(`CREATE INDEX i ON t (x) WHERE ${before}`, from, 'z'),
      `CREATE INDEX \`i\` ON \`t\` (\`x\`) WHERE ${after}`,
    );
  });
}

const newNames: [to: string, after: string][] = [
  ['order', '(\n  `order`,\n  lower("order")\n) WHERE "order" > 1'],
  ['1st', '(\n  `1st`,\n  lower("1st")\n) WHERE "1st" > 1'],
  ['', '(a, lower(a)) WHERE a > 1'],
];
for (const [to, after] of newNames) {
  test(`renaming a to "${to}" adds quotes where they are needed`, () => {
    const renamed = withColumnRenamed('CREATE INDEX `i` ON `t` (a, lower(a)) WHERE a > 1', 'a', to);
    assert.is(renamed, `CREATE INDEX \`i\` ON \`t\` ${after}`);
  });
}

test('parsing a printed index returns the same parts', () => {
  const name = fc.stringMatching(/^\w{1,6}$/);
  const expression = fc.constantFrom('lower(a)', "coalesce(a, ',', (b))", 'a || b', "(a->>'$.x')", '(`a b`)');
  const column = fc.record<IndexColumn>(
    {
      name: fc.oneof(name, expression),
      collate: fc.constantFrom('', 'NOCASE', 'rtrim'),
      sort: fc.constantFrom('', 'ASC', 'DESC'),
    },
    { noNullPrototype: true },
  );
  const parts = fc.record<IndexParts>(
    {
      isUnique: fc.boolean(),
      isOptional: fc.boolean(),
      schemaName: fc.constantFrom('', 'main'),
      indexName: fc.string({ maxLength: 8 }),
      tableName: fc.string({ maxLength: 8 }),
      columns: fc.array(column),
      where: fc.constantFrom('', 'a', "a != ')' AND b", "(a IN (1, ';'))"),
    },
    { noNullPrototype: true },
  );
  fc.assert(fc.property(parts, (index) => assert.equal(parseIndex(printIndex(index)), index)));
});

test('parsing ends for any text', () => {
  const piece = fc.constantFrom(
    ...['CREATE', ' UNIQUE', ' INDEX', ' i', ' ON', ' t', '(', ')', ',', ' a', ' WHERE', '.', ';', '"', "'"],
    ...['`', '[', ']', '--', '/*', '\n', ' DESC', ' COLLATE', ' COLLATE b', '\\', '\u0000'],
  );
  const text = fc.array(piece).map((pieces) => `CREATE INDEX i ON t (${pieces.join('')}`);
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (statement) => {
      const once = normalizeIndex(statement);
      assert.is(normalizeIndex(once), once);
    }),
    { numRuns: 1000 },
  );
});

test.run();
