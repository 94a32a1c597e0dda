// Random databases: the statements that make one, and statements that change it later.

import fc from 'fast-check';

const anyCell = fc.oneof(
  { weight: 3, arbitrary: fc.integer().map(String) },
  fc.constantFrom('NULL', '0', '1', '-1', '127', '-128', '128', '32768', '-8388609', '2147483648'),
  fc.constantFrom('9223372036854775807', '-9223372036854775808', '9007199254740993', '140737488355328'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential()),
  fc.string({ unit: 'binary', maxLength: 12 }).map(textOf),
  fc.constantFrom("''", "'\uFEFFx'", `CAST(x'610062' AS TEXT)`, "x''", "'5'", "'1e3'", "' 7'"),
  fc.uint8Array({ maxLength: 40 }).map(blobOf),
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 9000 }).map((size) => `zeroblob(${size})`) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4000 }).map((size) => `hex(zeroblob(${size}))`) },
);

function textOf(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`;
}

function blobOf(bytes: Uint8Array): string {
  return `x'${Buffer.from(bytes).toString('hex')}'`;
}

const types = ['', 'TEXT', 'INTEGER', 'REAL', 'NUMERIC', 'BLOB', 'JSON', 'BOOLEAN', 'VARCHAR(255)'];
const moreTypes = ['DOUBLE PRECISION', 'DECIMAL(10, 2)'];
const defaults = ['', "DEFAULT ''", 'DEFAULT 0', 'DEFAULT NULL', "DEFAULT '[]'", 'DEFAULT FALSE'];
const moreDefaults = ['DEFAULT -7', "DEFAULT x'6100'", "DEFAULT 'it''s'", "DEFAULT ('x')", 'DEFAULT "1"'];

const anyColumn = fc.tuple(
  fc.constantFrom(...types, ...moreTypes),
  fc.constantFrom(...defaults, ...moreDefaults, 'DEFAULT 9007199254740993'),
  fc.constantFrom('', '', '', ' COLLATE NOCASE', ' CHECK (1 = (1))'),
);

const keys = ['', '', 'k INTEGER PRIMARY KEY, ', 'k TEXT PRIMARY KEY, ', 'k INTEGER PRIMARY KEY DESC, '];
const columnName = (at: number) => (at % 3 === 0 ? `"a, ${at}"` : at % 3 === 1 ? `[b ${at})]` : `\`c${at}\``);

/** The rows of a step, a change of what is there, or a change of the columns. */
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constant('insert' as const), fc.array(fc.array(anyCell), { maxLength: 12 })),
  },
  fc.tuple(fc.constant('delete' as const), fc.integer({ min: 2, max: 5 })),
  fc.tuple(fc.constant('update' as const), anyCell),
  fc.tuple(fc.constant('many' as const), fc.integer({ min: 1, max: 300 })),
  fc.tuple(fc.constant('add' as const), anyColumn),
  fc.tuple(fc.constant('drop' as const), fc.constant(0)),
  fc.tuple(fc.constant('index' as const), fc.constant(0)),
);

export interface SqliteSteps {
  readonly pageSize: number;
  readonly encoding: string;
  /** The first one makes the tables. */
  readonly transactions: readonly (readonly string[])[];
}

export const anySqlite: fc.Arbitrary<SqliteSteps> = fc
  .record({
    pageSize: fc.constantFrom(512, 512, 1024, 2048, 4096, 4096, 8192, 16_384, 32_768, 65_536),
    encoding: fc.constantFrom('UTF-8', 'UTF-8', 'UTF-8', 'UTF-16le', 'UTF-16be'),
    key: fc.constantFrom(...keys),
    columns: fc.array(anyColumn, { minLength: 1, maxLength: 6 }),
    steps: fc.array(anyStep, { minLength: 1, maxLength: 8 }),
  })
  .map(({ pageSize, encoding, key, columns, steps }) => {
    const names = columns.map((_, at) => columnName(at));
    const definitions = columns.map((column, at) => `${names[at]} ${column.join(' ')}`);
    let made = names.length;
    const transactions = [[`CREATE TABLE t(${key}${definitions.join(', ')})`, 'CREATE TABLE other(x)']];
    const write = (step: (typeof steps)[number]): string[] => {
      switch (step[0]) {
        case 'insert':
          return step[1].map((cells) => {
            const values = names.map((_, at) => cells[at % Math.max(1, cells.length)] ?? 'NULL');
            return `INSERT INTO t(${names.join(', ')}) VALUES (${values.join(', ')})`;
          });
        case 'delete':
          return [`DELETE FROM t WHERE rowid % ${step[1]} = 0`];
        case 'update':
          return [`UPDATE t SET ${names[0]} = ${step[1]} WHERE rowid % 3 = 1`];
        case 'many':
          return [
            `INSERT INTO t(${names[0]}) WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${step[1]}) SELECT i FROM n`,
          ];
        case 'add': {
          const name = columnName(made);
          made += 1;
          names.push(name);
          return [`ALTER TABLE t ADD COLUMN ${name} ${step[1].join(' ')}`];
        }
        case 'drop': {
          const name = names.length > 1 ? names.pop() : undefined;
          return name ? [`DROP INDEX IF EXISTS i_first`, `ALTER TABLE t DROP COLUMN ${name}`] : [];
        }
        default:
          return [`CREATE INDEX IF NOT EXISTS i_first ON t(${names[0]})`];
      }
    };
    for (const step of steps) transactions.push(write(step));
    return { pageSize, encoding, transactions };
  });

export function firstStatements({ pageSize, encoding, transactions }: SqliteSteps): string[] {
  return [`PRAGMA page_size = ${pageSize}`, `PRAGMA encoding = '${encoding}'`, ...(transactions[0] ?? [])];
}
