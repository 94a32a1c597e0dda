// Random collections of one server, and random files for them: some cells fit their field, others do not.
import fc from 'fast-check';
import { csvRow } from '../../ui/records/tables/csv';
import { anyJson, anyText } from './anyRecord';
import { field, idOf } from './realBackend';

const choices = ['a', 'B', 'c,d', 'é "q"', '=x'];
/** Records that relations may name. */
export const relatedIds = [0, 1, 2].map((at) => idOf('related', at));

const anyLimit = (most: number) => fc.option(fc.integer({ min: 1, max: most }));

function optionsOf(type: string, relatedTo: string): fc.Arbitrary<object> {
  switch (type) {
    case 'text':
      return fc.record({ min: anyLimit(3), max: fc.option(fc.integer({ min: 3, max: 12 })) });
    case 'number':
      return fc.record({
        min: fc.constantFrom(null, -5, 0),
        max: fc.constantFrom(null, 100),
        noDecimal: fc.boolean(),
      });
    case 'select':
      return fc.record({ values: fc.constant(choices), maxSelect: fc.constantFrom(1, 1, 2, 5) });
    case 'relation':
      return fc.record({
        collectionId: fc.constant(relatedTo),
        minSelect: fc.constantFrom(null, 1),
        maxSelect: fc.constantFrom(1, 2, null),
      });
    case 'json':
      return fc.record({ maxSize: fc.constantFrom(40, 100_000) });
    default:
      return fc.constant({});
  }
}

const types = ['text', 'editor', 'number', 'bool', 'email', 'url', 'date', 'select', 'json', 'relation'];
const mayBeUnique = ['text', 'number', 'email', 'date', 'select'];

const anyPlannedField = (relatedTo: string) =>
  fc.constantFrom(...types).chain((type) =>
    fc.record({
      type: fc.constant(type),
      isRequired: fc.integer({ max: 4, min: 0 }).map((one) => one === 0),
      isUnique: fc.integer({ max: 5, min: 0 }).map((one) => one === 0 && mayBeUnique.includes(type)),
      options: optionsOf(type, relatedTo),
    }),
  );

const anyDateText = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const oneOf = (texts: string) => fc.constantFrom(...texts.split('|'));

/** Texts that may fit the type. */
function fitting(type: string): fc.Arbitrary<string> {
  switch (type) {
    case 'number':
      return fc.oneof(
        fc.integer({ min: -10, max: 120 }).map(String),
        oneOf('1.5|1,5|1,234|1.0|1e3|-0|007|1 000|9007199254740993|1e400'),
      );
    case 'bool':
      return oneOf('true|false|Yes|0|off|maybe');
    case 'email':
      return oneOf("ada@example.com|o'neil+x@sub.example.org|x@y.z|Ada@Example.com");
    case 'url':
      return oneOf('https://example.com/a?b=c|http://localhost:8090|ftp://a.example/b c|x.y');
    case 'date':
      return fc.oneof(
        anyDateText,
        oneOf('2024-02-30|31.12.2024|12/31/2024 5:06 PM|1700000000|2024-5-6|0001-01-01'),
      );
    case 'select':
      return fc.oneof(
        fc.constantFrom(...choices, 'A', 'b'),
        fc.subarray(choices).map((some) => JSON.stringify(some)),
        fc.subarray(choices).map((some) => some.join(';')),
      );
    case 'relation':
      return fc.oneof(
        fc.constantFrom(...relatedIds),
        fc.subarray([...relatedIds, 'nobody000000000']).map((some) => JSON.stringify(some)),
      );
    case 'json':
      return fc.oneof(anyJson, fc.constantFrom('[1,2', '{"a":1e999}', '0.10', '""'));
    default:
      return anyText;
  }
}

const anyId = fc.oneof(
  oneOf('||row000000000001|row000000000002|ROW000000000001|short|a b 0000000000c'),
  fc.string({ minLength: 15, maxLength: 15 }),
);

/** Text that the reader of files takes: no file with a zero character is a table. */
const readable = (text: string) => text.replaceAll('\0', '');

interface TableCase {
  readonly schema: readonly object[];
  readonly indexed: readonly string[];
  /** Imported one after the other. */
  readonly files: readonly string[];
}

/** Makes the schema of a collection, and two files for it. */
export const anyTableCase = (relatedTo: string): fc.Arbitrary<TableCase> =>
  fc.array(anyPlannedField(relatedTo), { minLength: 1, maxLength: 6 }).chain((planned) => {
    const named = planned.map((one, at) => ({ ...one, name: `f${at}` }));
    const cellOf = (type: string) =>
      fc
        .oneof(
          { weight: 6, arbitrary: fitting(type) },
          { weight: 1, arbitrary: anyText },
          { weight: 1, arbitrary: fc.constant('') },
          { weight: 1, arbitrary: fc.constant(null) },
        )
        .map((cell) => (cell === null ? null : readable(cell)));
    const row = fc.record({
      id: anyId.map(readable),
      cells: fc.tuple(...named.map(({ type }) => cellOf(type))),
      more: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1),
    });
    const file = fc
      .record({
        rows: fc.array(row, { minLength: 1, maxLength: 8 }),
        hasIds: fc.boolean(),
        isJson: fc.boolean(),
        separator: fc.constantFrom(',' as const, ';' as const, '\t' as const),
      })
      .map(({ rows, hasIds, isJson, separator }) => {
        const names = [...(hasIds ? ['id'] : []), ...named.map(({ name }) => name)];
        const lines = rows.map(({ id, cells }) => [...(hasIds ? [id] : []), ...cells]);
        if (isJson) return lines.map((cells) => jsonLine(names, cells)).join('\n');
        const tooLong = rows.map(({ more }) => (more === 0 ? [] : ['too long']));
        return [names, ...lines.map((cells, at) => [...cells, ...(tooLong[at] ?? [])])]
          .map((cells) => csvRow(cells, separator))
          .join('');
      });
    return fc.tuple(file, file).map((files) => ({
      schema: named.map(({ type, name, isRequired, options }) => ({
        ...field(type, name, options),
        required: isRequired,
      })),
      // The check does not ask for whole lists.
      indexed: named
        .filter(
          ({ isUnique, options }) => isUnique && ((options as { maxSelect?: number }).maxSelect ?? 1) === 1,
        )
        .map(({ name }) => name),
      files,
    }));
  });

/** Some texts become the JSON that they are. */
function jsonLine(names: readonly string[], cells: readonly (string | null)[]): string {
  const members = names.map((name, at) => {
    const cell = cells[at] ?? null;
    // Without its key a column would be missing.
    const source = cell === null || isPlainJson(cell) ? cell : JSON.stringify(cell);
    return `${JSON.stringify(name)}:${source}`;
  });
  return `{${members.join(',')}}`;
}

function isPlainJson(text: string): boolean {
  if (/[\r\n]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
