// The rows and groups of a filter: what a text shows as, and that an edit changes nothing else.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { filterLanguage } from '../../../ui/model/filter/filterFields';
import { readFilter } from '../../../ui/model/filter/filterReading';
import {
  addGroup,
  addRow,
  type FilterGroup,
  type FilterLanguage,
  type FilterNode,
  findNode,
  printFilter,
  removeNode,
  rowsOf,
  setCondition,
  setJoin,
  withoutUnfinished,
} from '../../../ui/model/filter/filterTree';
import { parseRule } from '../../../ui/model/filter/parseRule';
import { type FieldCondition, meaningOf } from '../../../ui/model/filter/valueCondition';
import { field, relation } from '../../support/fields';
import { publicSchemas } from '../../support/fixtures';
import { randomFrom, randomRules } from '../../support/ruleSamples';
import { runsOf } from '../../support/runsOf';

const collection = {
  id: 'posts',
  name: 'posts',
  type: 'base',
  schema: [
    field('text', 'title'),
    field('number', 'total'),
    field('bool', 'paid'),
    field('date', 'due'),
    field('select', 'kind', { maxSelect: 1, values: ['open', 'closed'] }),
    field('select', 'labels', { maxSelect: 3, values: ['a', 'b', 'c'] }),
    field('json', 'meta'),
    relation('author', 'users'),
    relation('editors', 'users', null),
    relation('team', 'teams'),
  ],
};
const language = filterLanguage(collection);

function read(text: string, of = language): FilterGroup {
  const root = readFilter(text, of);
  if ('fault' in root) throw new Error(root.fault);
  return root;
}

/** Rows as `field operator values`, text rows in dashes, groups with their join. */
function shape(node: FilterNode): string {
  if (node.kind === 'group') return `${node.join}(${node.parts.map(shape).join('; ')})`;
  const { condition, text } = node;
  return condition
    ? [condition.field || 'any', condition.operator, ...condition.values].join(' ')
    : `-${text}-`;
}

const shapes: [text: string, shape: string][] = [
  ['', 'all()'],
  ['coffee', 'all(any contains coffee)'],
  ['"a = b"', 'all(any contains a = b)'],
  ["kind='open'", 'all(kind is open)'],
  ['paid = TRUE && total > 1', 'all(paid is true; total after 1)'],
  ['total < 1 || paid = true && total > 2', 'any(total before 1; all(paid is true; total after 2))'],
  ['((total < 1 || paid = true))', 'all(any(total before 1; paid is true))'],
  ['(kind = "open" || kind = "closed")', 'all(kind anyOf open closed)'],
  ['kind = "open" || kind = "closed"', 'any(kind is open; kind is closed)'],
  ['(labels:each != "a" || labels:length = 0)', 'all(labels containsNot a)'],
  ['editors.id ?= "x1" && labels:length > 0', 'all(editors contains x1; labels filled )'.replace(' )', ')')],
  ['due < @now', 'all(due before @now)'],
  ['(due >= "2026-11-20 00:00:00.000Z" && due <= "2026-11-20 23:59:59.999Z")', 'all(due is 2026-11-20)'],
  ['meta = 5 && meta = "5"', 'all(meta is 5; meta is "5")'],
  // Not to be shown as a row.
  ['@request.auth.id = author', 'all(-@request.auth.id = author-)'],
  ['author.name = "x"', 'all(-author.name = "x"-)'],
  ['labels:each:length = 1', 'all(-labels:each:length = 1-)'],
  ['nope = 1 && total = 1', 'all(-nope = 1-; total is 1)'],
  ['title ~ "a%b"', 'all(-title ~ "a%b"-)'],
  ['paid = (total > 1) && total = 2', 'all(-paid = (total > 1)-; total is 2)'],
  ['total = 1 || total = 2 (total = 3)', 'all(-total = 1 || total = 2 (total = 3)-)'],
  ['total = 1 && (total = 2 (total = 3))', 'all(total is 1; -(total = 2 (total = 3))-)'],
  [
    'total = 1 && (total = 2 || (total = 3 && (total = 4 || paid = true)))',
    'all(total is 1; any(total is 2; all(total is 3; -(total = 4 || paid = true)-)))',
  ],
  ['total = 1 // (first\n && // second "\n(paid = true)', 'all(total is 1; paid is true)'],
];
for (const [text, expected] of shapes) {
  test(`shows ${JSON.stringify(text)}`, () => {
    const root = read(text);
    assert.is(shape(root), expected);
    assert.is(printFilter(root, language), text);
  });
}

for (const [text, fault] of [
  ['total = ', 'A value is missing after =.'],
  ['total == 1', 'There is no operator ==. Use = instead.'],
  ['(total = 1', 'A bracket is not closed.'],
  ['total = 1 and paid = true', 'Use && instead of and.'],
] as const) {
  test(`says the fault of ${text}`, () => assert.equal(readFilter(text, language), { fault }));
}

/** Finds the node at a path of positions. */
function at(root: FilterGroup, ...path: number[]): FilterNode {
  return path.reduce<FilterNode>((node, index) => {
    const part = node.kind === 'group' ? node.parts[index] : undefined;
    if (!part) throw new Error(`There is no node at ${path.join('.')}.`);
    return part;
  }, root);
}

type Edit = (root: FilterGroup) => FilterGroup;
const of = (name: string, operator: FieldCondition['operator'], ...values: string[]): FieldCondition => ({
  field: name,
  operator,
  values,
});
const is = (name: string, ...values: string[]) => of(name, 'is', ...values);
const set =
  (path: number[], condition: FieldCondition): Edit =>
  (root) =>
    setCondition(root, at(root, ...path).id, condition, language);
const remove =
  (...path: number[]): Edit =>
  (root) =>
    removeNode(root, at(root, ...path).id);
const add =
  (path: number[], condition: FieldCondition): Edit =>
  (root) =>
    addRow(root, at(root, ...path).id, condition, language).root;
const join =
  (path: number[], to: 'all' | 'any'): Edit =>
  (root) =>
    setJoin(root, at(root, ...path).id, to);

const edits: [name: string, text: string, edit: Edit, result: string][] = [
  [
    'a value',
    "total>=5 // five\n&&  kind =  'open' || paid = true",
    set([0, 1], is('kind', 'closed')),
    'total>=5 // five\n&&  kind =  "closed" || paid = true',
  ],
  ['an operator', 'total>=5&&paid=true', set([0], of('total', 'before', '5')), 'total<5&&paid=true'],
  [
    'a comment inside of a condition',
    'total > // more than\n 5',
    set([0], of('total', 'after', '6')),
    'total > // more than\n 6',
  ],
  [
    'a date that also finds empty ones keeps doing so',
    'due < "2026-01-01 00:00:00.000Z"',
    set([0], of('due', 'before', '2027-01-01')),
    'due < "2027-01-01 00:00:00.000Z"',
  ],
  ['the last of three', 'total=1 && paid=true && kind="open"', remove(2), 'total=1 && paid=true'],
  [
    'a row between comments',
    'total=1 // one\n && paid=true // two\n && kind="open"',
    remove(1),
    'total=1 // one\n  // two\n && kind="open"',
  ],
  ['the first row before a comment', 'total=1 // one\n && paid=true', remove(0), ' // one\n paid=true'],
  ['a row of a group', 'total=1 && ( paid=true || kind="open" )', remove(1, 0), 'total=1 && ( kind="open" )'],
  [
    'the only row of a group with its brackets',
    'total=1 && (paid=true || kind="open")',
    (root) => removeNode(removeNode(root, at(root, 1, 0).id), at(root, 1, 1).id),
    'total=1',
  ],
  ['a dashed row', 'nope = 1 || total = 1', remove(0), 'total = 1'],
  [
    'a new row like its neighbours',
    'total=1&&paid=true',
    add([], is('kind', 'open')),
    'total=1&&paid=true&&kind = "open"',
  ],
  [
    'a new row before a comment at the end',
    'total=1 // one',
    add([], is('paid', 'true')),
    'total=1 && paid = true // one',
  ],
  [
    'a new row without brackets',
    'total=1 || paid=true && kind="open"',
    add([1], is('total', '2')),
    'total=1 || paid=true && kind="open" && total = 2',
  ],
  [
    'a new group',
    'total=1',
    (root) => addGroup(root, root.id, is('paid', 'true'), language).root,
    'total=1 && (paid = true)',
  ],
  ['an unfinished row', 'total=1', add([], is('title', '')), 'total=1'],
  [
    'a row beside a term',
    'coffee',
    add([], is('paid', 'true')),
    '(id~"coffee"||title~"coffee"||total~"coffee"||paid~"coffee"||due~"coffee"||kind~"coffee"||labels~"coffee"||meta~"coffee"||author~"coffee"||editors~"coffee"||team~"coffee"||created~"coffee"||updated~"coffee") && paid = true',
  ],
  [
    'a row beside parts without a join',
    'total = 1 || total = 2 (total = 3)',
    add([], is('paid', 'true')),
    '(total = 1 || total = 2 (total = 3)) && paid = true',
  ],
  ['all to any', 'total=1 && paid=true', join([], 'any'), 'total=1 || paid=true'],
  [
    'any to all writes the brackets of its groups',
    'total=1 || paid=true && kind="open"',
    join([], 'all'),
    'total=1 && (paid=true && kind="open")',
  ],
  [
    'a group to any writes its brackets',
    'total=1 || paid=true && kind="open"',
    join([1], 'any'),
    'total=1 || (paid=true || kind="open")',
  ],
  [
    'brackets around a comment with a quote',
    'total=1 || paid=true // it\'s\n && kind="open"',
    join([], 'all'),
    'total=1 &&  // it\'s\n(paid=true \n && kind="open")',
  ],
  ['another term', 'coffee', set([0], of('', 'contains', 'a=b')), '"a=b"'],
];
for (const [name, text, edit, result] of edits) {
  test(`edits ${name}`, () => {
    const edited = edit(read(text));
    assert.is(printFilter(edited, language), result);
    if (!('fault' in edited)) read(result);
  });
}

test('a term beside conditions is read as a row again', () => {
  const root = read('100%_"x\\');
  const text = printFilter(addRow(root, root.id, is('paid', 'true'), language).root, language);
  assert.is(shape(read(text)), 'all(any contains 100%_"x\\; paid is true)');
});

/** Every edit that changes nothing must give the same text. */
function assertNothingLost(text: string, of: FilterLanguage): void {
  const root = readFilter(text, of);
  if ('fault' in root) return;
  assert.is(printFilter(root, of), text);
  for (const row of rowsOf(root)) {
    if (row.condition === null) continue;
    const same = { ...row.condition, values: [...row.condition.values] };
    assert.is(printFilter(setCondition(root, row.id, same, of), of), text);
  }
  for (const group of groupsIn(root)) {
    const row = addRow(root, group.id, is('total', '1'), of);
    assert.is(printFilter(removeNode(row.root, row.id), of), text);
    const added = addGroup(root, group.id, is('total', '1'), of);
    assert.is(printFilter(removeNode(added.root, added.id), of), text);
  }
  assertOnlyRangeChanged(root, text, of);
}

function groupsIn(node: FilterNode): FilterGroup[] {
  return node.kind === 'group' ? [node, ...node.parts.flatMap(groupsIn)] : [];
}

/** A new condition in place of each row changes its text and its meaning alone. */
function assertOnlyRangeChanged(root: FilterGroup, text: string, of: FilterLanguage): void {
  const rows = rowsOf(root);
  for (const [index, row] of rows.entries()) {
    if (row.form < 0) continue;
    const next = setCondition(root, row.id, is('id', '987654'), of);
    const node = findNode(next, row.id);
    const written = node?.kind === 'row' ? node.text : '';
    assert.match(written, /^id\s*=\s*"987654"$/);
    const before = text.slice(0, offsetOf(root, index));
    const after = text.slice(offsetOf(root, index) + row.text.length);
    const result = printFilter(next, of);
    assert.is(result, before + written + after);
    if (!row.isLoose) assert.is(meaningOf(parseRule(result.trim())).includes('987654'), true);
  }
}

/** Returns the position of a row in the text. */
function offsetOf(root: FilterGroup, index: number): number {
  let offset = 0;
  let seen = 0;
  const visit = (node: FilterNode): boolean => {
    offset += node.lead.length + node.open.length;
    if (node.kind === 'row') {
      if (seen === index) return true;
      seen += 1;
      offset += node.text.length;
    } else if (node.parts.some(visit)) return true;
    offset += node.close.length;
    return false;
  };
  visit(root);
  return offset;
}

const publicRules = publicSchemas()
  .flatMap(({ content }) => content as (typeof collection)[])
  .filter((one) => Array.isArray(one.schema))
  .flatMap((one) =>
    Object.entries(one)
      .filter(([key, rule]) => key.endsWith('Rule') && typeof rule === 'string' && rule !== '')
      .map(([, rule]) => ({ rule: String(rule), own: filterLanguage(one) })),
  );
if (publicRules.length > 0) {
  test('every rule of the fixtures is written back byte for byte', () => {
    assert.ok(publicRules.length > 10, `${publicRules.length} rules`);
    for (const { rule, own } of publicRules) assertNothingLost(rule, own);
  });
}

const seed = Number(process.env['LOWLINE_SEED'] ?? 11);

test('random filters are written back byte for byte', () => {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const comments = ['', '', '', ' ', '\n', ' // note\n', "// it's (\n", '\t// "\n '];
  const known = [
    'title ~ "a"',
    'total>=5',
    'kind = "open"',
    'due < @now',
    '(labels:each ?= "a" || labels:each ?= "b")',
  ];
  const runs = runsOf(10_000);
  let rows = 0;
  for (const rule of randomRules(seed, runs)) {
    const joined = random() < 0.5 ? rule : `${rule} ${pick(['&&', '||'])} ${pick(known)}`;
    // Comments go where the server allows them: around the operators that join.
    const text = joined.replace(/ (&&|\|\|) /g, (_, operator) => {
      const [before, after] = rule.includes('(') ? ['', ''] : [pick(comments), pick(comments)];
      return `${before.startsWith('/') ? ' ' : ''}${before}${operator}${after}`;
    });
    assertNothingLost(text, language);
    const root = readFilter(text, language);
    if (!('fault' in root)) rows += rowsOf(root).filter(({ condition }) => condition !== null).length;
  }
  assert.ok(rows > runs * 0.4, `${rows} rows can be edited`);
});

/** Prints the rows of a tree in brackets of our own, to compare what an edited text means. */
function meant(node: FilterNode): string {
  if (node.kind === 'row') return `(${node.text})`;
  return `(${node.parts.map(meant).join(node.join === 'all' ? '&&' : '||')})`;
}

test('after random edits the text means what its rows show', () => {
  const random = randomFrom(seed + 1);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const values: FieldCondition[] = [
    is('title', 'a"b'),
    is('title', ''),
    is('total', '5'),
    { field: 'kind', operator: 'anyOf', values: ['open', 'closed'] },
    { field: 'due', operator: 'before', values: ['2026-01-01'] },
    { field: 'labels', operator: 'containsNot', values: ['a'] },
    { field: '', operator: 'contains', values: ['tea'] },
  ];
  const runs = runsOf(2_000);
  let count = 0;
  for (const rule of randomRules(seed + 1, runs)) {
    const text = rule.replace(/ (&&|\|\|) /g, (found) =>
      rule.includes('(') ? found : pick([found, ` // it's (\n${found}`]),
    );
    const opened = readFilter(text, language);
    if ('fault' in opened) continue;
    let root = opened;
    for (let step = 0; step < 6; step += 1) {
      const group = pick(groupsIn(root)).id;
      const row = rowsOf(root).length > 0 ? pick(rowsOf(root)).id : null;
      const edit = pick(['set', 'remove', 'row', 'group', 'join']);
      if (edit === 'set' && row !== null) root = setCondition(root, row, pick(values), language);
      else if (edit === 'remove' && row !== null) root = removeNode(root, row);
      else if (edit === 'row') root = addRow(root, group, pick(values), language).root;
      else if (edit === 'group') root = addGroup(root, group, pick(values), language).root;
      else if (edit === 'join') root = setJoin(root, group, pick(['all', 'any']));
      const printed = printFilter(root, language);
      const shownRows = withoutUnfinished(root);
      if (shownRows.parts.length === 0) continue;
      // A search term is another text beside others.
      if (rowsOf(shownRows).some(({ form }) => form < 0)) continue;
      const wanted = meaningOf(parseRule(meant(shownRows)));
      assert.is(meaningOf(parseRule(printed)), wanted, `${text} became ${printed}`);
      count += 1;
    }
  }
  assert.ok(count > runs * 4, `${count} edits`);
});

test.run();
