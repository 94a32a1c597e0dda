import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  hasChanges,
  mergeSettings,
  setAt,
  type Typed,
  typedOf,
  valueAt,
} from '../../../ui/screens/settings/settingsChanges';
import { leavesOf, mask, masked, merged, read, secretPaths, wholeSettings, write } from './settingsScene';

type Edit = [path: string, value: unknown];

const fresh = masked(wholeSettings());
/** The dead group of lists is on no page. */
const paths = leavesOf(fresh)
  .map(([path]) => path)
  .filter((path) => !path.startsWith('emailAuth.'));
const isNumber = (path: string) => typeof read(fresh, path) === 'number';
const isSecret = (path: string) => secretPaths.includes(path);
/** Most of the settings are texts of providers: numbers and secrets come as often. */
const aPath = fc.oneof(
  fc.constantFrom(...paths),
  fc.constantFrom(...paths.filter(isNumber)),
  fc.constantFrom(...paths.filter(isSecret)),
);
const aText = fc.oneof(fc.constantFrom('', mask, 'x', 'null', '__proto__'), fc.string({ maxLength: 8 }));

/** What the server may hold at a path, secrets as it shows them. */
function anyStored(path: string): fc.Arbitrary<unknown> {
  if (isNumber(path)) return fc.integer({ min: 0, max: 99 });
  if (isSecret(path)) return fc.constantFrom('', mask);
  if (path.endsWith('.pkce')) return fc.constantFrom(null, true, false);
  if (typeof read(fresh, path) === 'boolean') return fc.boolean();
  return fc.constantFrom('', 'x', 'y', '<p>\n</p>');
}

/** What a person may make of it. */
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

/** Base, what someone else made of it, what the person typed; more often than not at the same places. */
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

/** By the law: what the person wants at a path, and whether that is a change of theirs. */
function wish(path: string, values: object, base: object) {
  const typed = read(values, path);
  const mine = isNumber(path) ? Number(typed) : typed;
  return { mine, isChange: mine !== mask && mine !== read(base, path) };
}

const isConflict = (path: string, mine: unknown, base: object, theirs: object) =>
  read(theirs, path) !== read(base, path) && read(theirs, path) !== mine;

/** Holds for whatever happened; a counterexample names the edits alone. */
function holding(law: (given: { base: object; theirs: object; values: object; own: Edit[] }) => void) {
  const check = fc.property(scene, ({ before, others, own }) => {
    const base = withEdits(fresh, before);
    law({ base, theirs: withEdits(base, others), values: withEdits(typedOf(base), own, setAt), own });
  });
  fc.assert(check, { numRuns: 300 });
}

test('what is saved is the typed value where the person changed something, and theirs everywhere else', () => {
  holding(({ base, theirs, values }) => {
    const { changes } = mergeSettings(values, base, theirs);
    const after = merged(theirs, changes) as object;
    for (const path of paths) {
      const { mine, isChange } = wish(path, values, base);
      const isMine = isChange && !isConflict(path, mine, base, theirs);
      assert.is(read(after, path), isMine ? mine : read(theirs, path), path);
    }
  });
});

test('a mask is never sent, whatever is typed and whatever happened meanwhile', () => {
  holding(({ base, theirs, values }) => {
    const { changes, conflicts } = mergeSettings(values, base, theirs);
    assert.not.ok(leavesOf(changes).some(([, value]) => value === mask));
    assert.not.ok(conflicts.some(({ mine }) => mine === mask));
  });
});

test('a form that nobody touched sends nothing and asks nothing, whatever the server holds by then', () => {
  const aKey = fc.constantFrom(...Object.keys(fresh));
  const lessOrMore = fc.record({ others: edits(anyStored), gone: fc.array(aKey, { maxLength: 5 }) });
  fc.assert(
    fc.property(edits(anyStored), lessOrMore, (before, { others, gone }) => {
      const base = withEdits(fresh, before);
      const theirs = withEdits({ ...base, newerGroup: { secret: mask } }, others);
      for (const group of gone) delete (theirs as Record<string, unknown>)[group];
      assert.equal(mergeSettings(typedOf(base), base, theirs), { changes: {}, conflicts: [] });
    }),
  );
});

test('what is sent is what the person changed, and nothing besides', () => {
  holding(({ base, theirs, values, own }) => {
    const touched = new Set(own.map(([path]) => path));
    for (const [path, value] of leavesOf(mergeSettings(values, base, theirs).changes)) {
      assert.ok(touched.has(path), path);
      assert.is.not(value, read(base, path), path);
    }
  });
});

test('what both changed, each to something else, is asked about and not sent', () => {
  let asked = 0;
  holding(({ base, theirs, values }) => {
    const { changes, conflicts } = mergeSettings(values, base, theirs);
    const expected = paths.filter((path) => {
      const { mine, isChange } = wish(path, values, base);
      return isChange && isConflict(path, mine, base, theirs);
    });
    assert.equal(conflicts.map(({ path }) => path).sort(), expected.sort());
    for (const conflict of conflicts) {
      const { path } = conflict;
      assert.is(read(changes, path), undefined, path);
      const { mine } = wish(path, values, base);
      assert.equal(conflict, { path, base: read(base, path), mine, theirs: read(theirs, path) });
    }
    asked += conflicts.length;
  });
  assert.ok(asked > 100, `${asked} conflicts were met`);
});

test('a number is sent as a number, however it is typed', () => {
  let sent = 0;
  holding(({ base, theirs, values }) => {
    for (const [path, value] of leavesOf(mergeSettings(values, base, theirs).changes)) {
      assert.is(typeof value, path.endsWith('.pkce') ? typeof value : typeof read(fresh, path), path);
      if (isNumber(path)) sent += 1;
    }
  });
  assert.ok(sent > 100, `${sent} numbers were sent`);
});

test('two admins who change different settings one after the other both keep their change', () => {
  fc.assert(
    fc.property(edits(anyStored), edits(anyTyped), edits(anyTyped), (before, first, second) => {
      const base = withEdits(fresh, before);
      const taken = new Set(first.map(([path]) => path));
      const apart = second.filter(([path]) => !taken.has(path));
      const [one, other] = [first, apart].map((own) => withEdits(typedOf(base), own, setAt));
      const early = mergeSettings(one ?? {}, base, base);
      const between = merged(base, early.changes) as object;
      const late = mergeSettings(other ?? {}, base, between);
      assert.equal([early.conflicts, late.conflicts], [[], []]);
      const after = merged(between, late.changes);
      for (const [own, values] of [
        [first, one ?? {}],
        [apart, other ?? {}],
      ] as const) {
        for (const [path] of own) {
          const { mine, isChange } = wish(path, values, base);
          assert.is(read(after, path), isChange ? mine : read(base, path), path);
        }
      }
    }),
  );
});

test('what is typed is a copy in which numbers are texts, and it leads back', () => {
  fc.assert(
    fc.property(edits(anyStored), edits(anyTyped), (before, own) => {
      const base = withEdits(fresh, before);
      const kept = structuredClone(base);
      const values: Typed<object> = typedOf(base);
      for (const path of paths) {
        assert.is(read(values, path), isNumber(path) ? String(read(base, path)) : read(base, path), path);
      }
      for (const [path, value] of own) setAt(values, path, value);
      assert.equal(base, kept);
    }),
  );
});

const tables: [what: string, own: Edit[], others: Edit[], changes: object, conflicts: string[]][] = [
  ['one key of a group', [['meta.appName', 'Mine']], [], { meta: { appName: 'Mine' } }, []],
  [
    'keys of several groups and depths',
    [
      ['smtp.port', '25'],
      ['meta.verificationTemplate.subject', 'Hello'],
      ['googleAuth.pkce', false],
    ],
    [],
    {
      meta: { verificationTemplate: { subject: 'Hello' } },
      smtp: { port: 25 },
      googleAuth: { pkce: false },
    },
    [],
  ],
  ['the same number in other digits', [['smtp.port', ' 0587 ']], [], {}, []],
  ['what was typed and taken back', [['meta.appName', 'Acme']], [['meta.appName', 'Theirs']], {}, []],
  ['what both changed alike', [['meta.appName', 'Both']], [['meta.appName', 'Both']], {}, []],
  ['what both changed', [['meta.appName', 'Mine']], [['meta.appName', 'Theirs']], {}, ['meta.appName']],
  ['a number that both changed', [['smtp.port', '25']], [['smtp.port', 26]], {}, ['smtp.port']],
  [
    'a secret that is new and one that is cleared',
    [
      ['smtp.password', 'new'],
      ['adminAuthToken.secret', ''],
    ],
    [],
    { smtp: { password: 'new' }, adminAuthToken: { secret: '' } },
    [],
  ],
  ['a secret that someone else gave too', [['s3.secret', 'mine']], [['s3.secret', mask]], {}, ['s3.secret']],
  ['a mask that was put back', [['adminAuthToken.secret', mask]], [['adminAuthToken.secret', '']], {}, []],
  ['no choice, where someone else made one', [['oidcAuth.pkce', null]], [['oidcAuth.pkce', true]], {}, []],
];
for (const [what, own, others, changes, conflicts] of tables) {
  test(`${what}: ${JSON.stringify(changes)}${conflicts.length > 0 ? ' and a question' : ''}`, () => {
    const given = mergeSettings(withEdits(typedOf(fresh), own, setAt), fresh, withEdits(fresh, others));
    assert.equal(given.changes, changes);
    assert.equal(
      given.conflicts.map(({ path }) => path),
      conflicts,
    );
    assert.is(hasChanges(given.changes), Object.keys(changes).length > 0);
  });
}

test('a path leads to a value, and nowhere where there is none', () => {
  for (const path of ['', 'none', 'meta.none', 'meta.appName.length', 'logs.maxDays.x', 'a.b.c']) {
    assert.is(valueAt(fresh, path), undefined, path);
  }
  assert.is(valueAt(null, 'meta'), undefined);
  assert.is(valueAt(fresh, 'backups.s3.region'), '');
  assert.is(valueAt(fresh, 'googleAuth.pkce'), null);
  const made = { flat: null };
  setAt(made, 'flat.deep.deeper', 1);
  setAt(made, 'flat.deep.other', 2);
  assert.equal(made, { flat: { deep: { deeper: 1, other: 2 } } });
});

test.run();
