import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  changesOf,
  hasChanges,
  mergeForms,
  setAt,
  settingText,
  toDraft,
} from '../../ui/settings/settingsChanges';
import { runsOf } from '../support/runsOf';
import { leavesOf, mask, masked, merged, read, secretPaths, wholeSettings, write } from './settingsScene';

const words = {
  labelOf: (path: string) => `label of ${path}`,
  print: (path: string, value: unknown) => `${path} ${JSON.stringify(value)}`,
};

/** Merges, and returns the values to send besides those of the conflicts. */
function merge(mine: object, base: object, theirs: object) {
  const { conflicts } = mergeForms({ base, mine, theirs }, words, {});
  const choices = Object.fromEntries(conflicts.map(({ name }) => [name, 'theirs' as const]));
  const { form } = mergeForms({ base, mine, theirs }, words, choices);
  return { changes: changesOf(form, theirs), conflicts };
}

type Edit = [path: string, value: unknown];

const fresh = masked(wholeSettings());
/** No page shows the group of lists, which is unused. */
const paths = leavesOf(fresh)
  .map(([path]) => path)
  .filter((path) => !path.startsWith('emailAuth.'));
const isNumber = (path: string) => typeof read(fresh, path) === 'number';
const isSecret = (path: string) => secretPaths.includes(path);
/** Most settings are texts of providers, so choose numbers and secrets as often. */
const aPath = fc.oneof(
  fc.constantFrom(...paths),
  fc.constantFrom(...paths.filter(isNumber)),
  fc.constantFrom(...paths.filter(isSecret)),
);
const aText = fc.oneof(fc.constantFrom('', mask, 'x', 'null', '__proto__'), fc.string({ maxLength: 8 }));

/** Makes a value that the server may have at a path; secrets as it shows them. */
function anyStored(path: string): fc.Arbitrary<unknown> {
  if (isNumber(path)) return fc.integer({ min: 0, max: 99 });
  if (isSecret(path)) return fc.constantFrom('', mask);
  if (path.endsWith('.pkce')) return fc.constantFrom(null, true, false);
  if (typeof read(fresh, path) === 'boolean') return fc.boolean();
  return fc.constantFrom('', 'x', 'y', '<p>\n</p>');
}

/** Makes a value that a person may type in its place. */
function anyTyped(path: string): fc.Arbitrary<unknown> {
  if (isNumber(path))
    return fc.nat(99).chain((count) => fc.constantFrom(`${count}`, `0${count}`, ` ${count} `));
  if (path.endsWith('.pkce')) return fc.constantFrom(null, true, false);
  if (typeof read(fresh, path) === 'boolean') return fc.boolean();
  return aText;
}

const edits = (anyValue: (path: string) => fc.Arbitrary<unknown>) =>
  fc.array(
    aPath.chain((path) => fc.tuple(fc.constant(path), anyValue(path))),
    { maxLength: 40 },
  ) as fc.Arbitrary<Edit[]>;

function withEdits<T extends object>(settings: T, all: readonly Edit[], put = write): T {
  const copy = structuredClone(settings);
  for (const [path, value] of all) put(copy, path, value);
  return copy;
}

/** A base, another person's changes, and the typed changes; often at the same places. */
const scene = fc
  .tuple(edits(anyStored), edits(anyStored), edits(anyTyped), fc.array(aPath, { maxLength: 12 }))
  .chain(([before, others, own, shared]) =>
    fc.record({
      before: fc.constant(before),
      others: fc
        .tuple(...shared.map((path) => anyStored(path)))
        .map((values) => [...others, ...values.map((value, at): Edit => [shared[at] ?? '', value])]),
      own: fc
        .tuple(...shared.map((path) => anyTyped(path)))
        .map((values) => [...own, ...values.map((value, at): Edit => [shared[at] ?? '', value])]),
    }),
  );

/** Returns the value that the person wants at a path, and whether it is a change. */
function wish(path: string, values: object, base: object) {
  const typed = read(values, path);
  const mine = isNumber(path) ? Number(typed) : typed;
  return { mine, isChange: mine !== mask && mine !== read(base, path) };
}

const isConflict = (path: string, mine: unknown, base: object, theirs: object) =>
  read(theirs, path) !== read(base, path) && read(theirs, path) !== mine;

/** Checks the law for random edits; a counterexample prints only the edits. */
function holding(law: (given: { base: object; theirs: object; values: object; own: Edit[] }) => void) {
  const check = fc.property(scene, ({ before, others, own }) => {
    const base = withEdits(fresh, before);
    law({ base, theirs: withEdits(base, others), values: withEdits(toDraft(base), own, setAt), own });
  });
  fc.assert(check, { numRuns: runsOf(300) });
}

test("a save contains the person's changes and the server's values everywhere else", () => {
  holding(({ base, theirs, values }) => {
    const { changes } = merge(values, base, theirs);
    const after = merged(theirs, changes) as object;
    for (const path of paths) {
      const { mine, isChange } = wish(path, values, base);
      const isMine = isChange && !isConflict(path, mine, base, theirs);
      assert.is(read(after, path), isMine ? mine : read(theirs, path), path);
    }
  });
});

test('a mask is never sent, whatever is typed or changed meanwhile', () => {
  holding(({ base, theirs, values }) => {
    const { changes, conflicts } = merge(values, base, theirs);
    assert.not.ok(leavesOf(changes).some(([, value]) => value === mask));
    assert.not.ok(conflicts.some(({ mine }) => mine.includes(mask)));
  });
});

test('an unchanged form sends nothing and asks nothing, whatever the server holds', () => {
  const aKey = fc.constantFrom(...Object.keys(fresh));
  const lessOrMore = fc.record({ others: edits(anyStored), gone: fc.array(aKey, { maxLength: 5 }) });
  fc.assert(
    fc.property(edits(anyStored), lessOrMore, (before, { others, gone }) => {
      const base = withEdits(fresh, before);
      const theirs = withEdits({ ...base, newerGroup: { secret: mask } }, others);
      for (const group of gone) delete (theirs as Record<string, unknown>)[group];
      assert.equal(merge(toDraft(base), base, theirs), { changes: {}, conflicts: [] });
    }),
  );
});

test("a save sends only the person's changes", () => {
  holding(({ base, theirs, values, own }) => {
    const touched = new Set(own.map(([path]) => path));
    for (const [path, value] of leavesOf(merge(values, base, theirs).changes)) {
      assert.ok(touched.has(path), path);
      assert.is.not(value, read(base, path), path);
    }
  });
});

test('values that both changed differently are asked about and not sent', () => {
  let asked = 0;
  holding(({ base, theirs, values }) => {
    const { changes, conflicts } = merge(values, base, theirs);
    const expected = paths.filter((path) => {
      const { mine, isChange } = wish(path, values, base);
      return isChange && isConflict(path, mine, base, theirs);
    });
    assert.equal(conflicts.map(({ name }) => name).sort(), expected.sort());
    for (const conflict of conflicts) {
      const path = conflict.name;
      assert.is(read(changes, path), undefined, path);
      const { mine } = wish(path, values, base);
      const versions = [read(base, path), mine, read(theirs, path)];
      const isMasked = (value: unknown) => versions.includes(mask) && value !== mask && value !== '';
      const [before, my, their] = versions.map((value) =>
        isMasked(value) ? 'a new secret' : words.print(path, value),
      );
      assert.equal(conflict, {
        name: path,
        label: words.labelOf(path),
        base: before,
        mine: my,
        theirs: their,
      });
    }
    asked += conflicts.length;
  });
  assert.ok(asked > 100, `${asked} conflicts were met`);
});

const several: Edit[] = [
  ['smtp.port', '25'],
  ['meta.verificationTemplate.subject', 'Hello'],
  ['googleAuth.pkce', false],
];
const sentOfSeveral = {
  meta: { verificationTemplate: { subject: 'Hello' } },
  smtp: { port: 25 },
  googleAuth: { pkce: false },
};
const tables: [what: string, own: Edit[], others: Edit[], changes: object, conflicts: string[]][] = [
  ['keys of several groups and depths', several, [], sentOfSeveral, []],
  ['the same number in another notation', [['smtp.port', ' 0587 ']], [], {}, []],
  ['a cleared secret', [['adminAuthToken.secret', '']], [], { adminAuthToken: { secret: '' } }, []],
  ['a secret that both changed', [['s3.secret', 'mine']], [['s3.secret', mask]], {}, ['s3.secret']],
  ['a restored mask', [['adminAuthToken.secret', mask]], [['adminAuthToken.secret', '']], {}, []],
];
for (const [what, own, others, changes, conflicts] of tables) {
  test(`${what} gives ${JSON.stringify(changes)}${conflicts.length > 0 ? ' and a question' : ''}`, () => {
    const given = merge(withEdits(toDraft(fresh), own, setAt), fresh, withEdits(fresh, others));
    assert.equal(given.changes, changes);
    assert.equal(
      given.conflicts.map(({ name }) => name),
      conflicts,
    );
    assert.is(hasChanges(given.changes), Object.keys(changes).length > 0);
  });
}

test('the question shows a value without an input in plain words', () => {
  const texts = [mask, true, false, null, '', 0].map(settingText);
  assert.equal(texts, ['a stored secret', 'On', 'Off', 'Empty', 'Empty', '0']);
});

test.run();
