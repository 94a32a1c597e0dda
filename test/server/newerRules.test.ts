// Verdicts on rules on servers of 0.23 and newer: they must be what a signed-in person or a guest really lists, views
// and deletes. The other line has test/server/ruleTranslation.test.ts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { firstNewer, learn } from '../../ui/backend/dialect';
import {
  accountPaths,
  accountRules,
  everyday,
  everydayRules,
  guestRules,
  randomRules,
  sumPaths,
  sumRules,
  tricky,
} from '../support/ruleSamples';
import { openRuleScene, type RuleScene } from '../support/ruleScene';
import { compareLists, compareVerdicts, ruleCount, seed, viewsAndDeletes } from '../support/ruleVerdicts';
import { isLong, runsOf } from '../support/runsOf';
import { backends } from '../support/server';
import { askServer } from '../support/walk';

/** A guest and four accounts, one of them of another collection. */
const asked = ['guest', 'user_ada', 'user_bob', 'user_cy', 'user_sam'];
const everydayCount = runsOf(100);

const programs = backends('newer');
/** Those between the ends are like one of them. */
const ends = programs.filter((_, at) => at === 0 || at === programs.length - 1);

for (const { name, binary, dialect } of ends) {
  const [, minor = 0] = name.split('.').map(Number);
  // The settings do not tell the versions before 0.37.
  const known = minor < 37 ? firstNewer : minor;
  let scene: RuleScene;
  test.before(async () => {
    const all = await openRuleScene(binary);
    const people = all.people.filter(({ label }) => asked.includes(label));
    const connect = () => {
      learn(known);
      return all.connect();
    };
    scene = { ...all, people, connect };
  });
  test.after(() => scene?.backend.stop());

  const here = (rules: readonly string[]) =>
    rules.map((rule) => dialect.rule(rule.replaceAll('@request.data', '@request.body')));
  const random = (nth: number, own?: readonly string[]) => randomRules(seed + nth, ruleCount, own);

  // The share that may be unknown: what rules on addresses do depends on the version.
  for (const [about, of, rules, most] of [
    ['posts of everyday rules', 'posts', everyday, 0],
    ['posts of random everyday rules', 'posts', everydayRules(seed, everydayCount), 0.02],
    ['posts of tricky rules', 'posts', tricky, 0.1],
    ['posts of rules for guests', 'posts', guestRules, 0.1],
    ['accounts', 'users', accountRules, 0.2],
    ['rows of a view', 'sums', sumRules, 0.2],
    ['posts of random rules', 'posts', random(0), 0.3],
    ['accounts of random rules', 'users', random(2, accountPaths), 0.3],
    ['rows of random rules', 'sums', random(3, sumPaths), 0.3],
  ] as const) {
    test(`${name}: a person gets the ${about} that the translation finds`, async () => {
      const { asked, unknown, partly, refused } = await compareLists(name, scene, here(rules), of);
      if (most < 0.3) assert.is(refused, 0);
      assert.ok(unknown <= asked * most, `${unknown} of ${asked} unknown`);
      assert.ok(partly >= asked / 20, `${partly} of ${asked} get some`);
    });
  }

  test(`${name}: a person's search finds public addresses and reads no hidden field, but a rule does`, async () => {
    const ada = scene.people.find(({ label }) => label === 'user_ada');
    const found = async (listRule: string, filter: string) => {
      assert.ok(await scene.setRules({ listRule }, 'users'));
      const path = `collections/users/records?${new URLSearchParams({ filter })}`;
      const { status, json } = await askServer(scene.backend, path, { token: ada?.token ?? '' });
      return status === 200 ? json.items.length : status;
    };
    assert.equal([await found('', ''), await found('', 'email ~ "example"')], [6, 2]);
    // The oldest refuses a list whose rule reads a hidden field.
    const ofRule = name.startsWith('0.23.') ? 400 : 6;
    assert.equal([await found('', 'tokenKey != ""'), await found('tokenKey != ""', '')], [400, ofRule]);
  });

  const judged = [...tricky, ...everydayRules(seed + 1, isLong ? 60 : 10)];
  test(`${name}: a person views and deletes what the translated rule finds`, () =>
    compareVerdicts(name, scene, viewsAndDeletes(scene, here(judged)), 0.05));
}

test.run();
