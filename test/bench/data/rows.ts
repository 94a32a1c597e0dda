import { type BenchCollection, type BenchField, people } from './collections';

const words =
  'amber birch cloud delta ember field grove haven inlet jetty knoll lemon maple night ocean pearl quartz river stone tulip under vapor water xenon yarrow zephyr anchor bridge copper dagger engine forest'.split(
    ' ',
  );
const wordWidth = 8;
const wordList = words.map((word) => word.padEnd(wordWidth)).join('');

export const peopleCount = 200;

/** SQL for a number from 0 to 1,000,002 that depends on the row's number `i` and the seed. */
const scatter = (seed: number) => `((i * 2654435761 + ${seed * 7_919_317}) % 1000003)`;

const pick = (seed: number, count: number) => `(${scatter(seed)} / 7 % ${count})`;

const word = (seed: number) =>
  `rtrim(substr('${wordList}', 1 + ${wordWidth} * ${pick(seed, words.length)}, ${wordWidth}))`;

const phrase = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => word(seed * 61 + at)).join(" || ' ' || ");

/** SQL for the id of the record with this number: 15 hexadecimal digits, all ids different. */
const recordId = (number: string) => `printf('%015x', (${number}) * 11400714819323 % (1 << 60))`;

const moment = (seconds: string) => `strftime('%Y-%m-%d %H:%M:%fZ', ${seconds}, 'unixepoch')`;

const createdAt = 'i * 600 + 1640995200';

function severalOf(one: (seed: number) => string, seed: number): string {
  return `json_array(${[0, 1, 2].map((at) => one(seed * 3 + at)).join(', ')})`;
}

/** SQL for the value of a field in row `i`; every text differs slightly from its neighbours. */
function sqlOf({ type, options }: BenchField, seed: number): string {
  const isMultiple = Number(options['maxSelect'] ?? 1) > 1;
  switch (type) {
    case 'number':
      return `${scatter(seed)} / 100.0`;
    case 'bool':
      return pick(seed, 2);
    case 'email':
      return `${word(seed)} || i || '@example.com'`;
    case 'url':
      return `'https://example.com/' || ${word(seed)} || '/' || i`;
    case 'editor':
      return `'<p><b>' || ${word(seed)} || '</b> ' || ${phrase(seed, 60)} || '</p>'`;
    case 'date':
      return moment(`${createdAt} + ${scatter(seed)}`);
    case 'json':
      return `json_object('colour', ${word(seed)}, 'size', ${scatter(seed)}, 'parts', ${severalOf(word, seed)})`;
    case 'file':
      return `json_array(${word(seed)} || '_' || i || '.pdf', ${word(seed + 1)} || '_' || i || '.zip')`;
    case 'relation': {
      const person = (seed: number) => recordId(`1 + ${pick(seed, peopleCount)}`);
      return isMultiple ? severalOf(person, seed) : person(seed);
    }
    case 'select': {
      const values = options['values'] as readonly string[];
      const one = (seed: number) =>
        `CASE ${pick(seed, values.length)} ${values.map((value, at) => `WHEN ${at} THEN '${value}'`).join(' ')} END`;
      return isMultiple ? severalOf(one, seed) : one(seed);
    }
    default:
      return phrase(seed, 4);
  }
}

/** Returns one statement that fills a collection's table; the last record is the newest. */
export function insertRows({ name, schema }: BenchCollection, count: number): string {
  const created = moment(createdAt);
  const values: [column: string, sql: string][] = [
    ['id', recordId('i')],
    ['created', created],
    ['updated', created],
    ...schema.map((field, at): [string, string] => [field.name, sqlOf(field, at + 1)]),
  ];
  return [
    `WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count})`,
    `INSERT INTO ${name} (${values.map(([column]) => `\`${column}\``).join(', ')})`,
    `SELECT ${values.map(([, sql]) => sql).join(', ')} FROM numbers`,
  ].join(' ');
}

export const fillPeople = () => insertRows(people, peopleCount);

/**
 * Returns one statement that writes this many logs of guests' requests, 3 seconds apart. One of thirty is an
 * error.
 */
export function insertLogs(count: number): string {
  const isFailed = `(${pick(3, 30)} = 0)`;
  const data = [
    `'type', 'request'`,
    `'method', 'GET'`,
    `'auth', 'guest'`,
    `'status', iif(${isFailed}, 404, 200)`,
    `'execTime', ${scatter(5)} / 100000.0`,
    `'url', '/api/collections/' || ${word(7)} || '/records?page=' || i`,
    `'userIp', '10.0.' || ${pick(11, 250)} || '.' || ${pick(13, 250)}`,
    `'userAgent', 'Mozilla/5.0 (X11; Linux x86_64) ' || ${phrase(17, 3)}`,
    `'error', iif(${isFailed}, 'The requested resource was not found.', '')`,
  ];
  const created = moment('1640995200 + i * 3');
  return [
    `WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count})`,
    'INSERT INTO _logs (id, created, updated, level, message, data)',
    `SELECT ${recordId('i')}, ${created}, ${created}, iif(${isFailed}, 8, 0),`,
    `'GET /api/collections/' || ${word(7)} || '/records?page=' || i, json_object(${data.join(', ')})`,
    'FROM numbers',
  ].join(' ');
}
