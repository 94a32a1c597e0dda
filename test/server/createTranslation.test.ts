// Translated create rules on real servers: the translation must allow the records that a signed-in person can create.
// test/support/ruleVerdicts.ts tells how to try other rules.
// takes: 120 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRules, everydayRules, longRules, randomRules } from '../support/ruleSamples';
import { openRuleScene, type RuleScene } from '../support/ruleScene';
import { compareVerdicts, createAs, request, ruleCount, seed, type Verdict } from '../support/ruleVerdicts';
import { backends } from '../support/server';

/** Parts of long rules; one part that is not simulated would hide the others. */
const createParts = createRules.filter(
  (rule) => !/_via_|@year|title != @request.auth.teams|total < @request|data.labels:each/.test(rule),
);

for (const { name, binary } of backends('contract')) {
  let scene: RuleScene;
  test.before(async () => {
    scene = await openRuleScene(binary);
  });
  test.after(() => scene?.backend.stop());

  /** Compares creates of each person, with each `share`-th body, with the translation of each rule. */
  async function compareCreates(rules: readonly string[], share: number) {
    const { postIds, people } = scene;
    const [ada, bob, cy] = people.flatMap(({ person }) => (person ? [person.record.id] : []));
    const [five, one] = (await scene.list('teams', { sort: '-level' })) ?? [];
    const bodies: Record<string, unknown>[] = [
      {},
      {
        title: 'open',
        total: 5,
        paid: true,
        kind: 'open',
        labels: ['open', '5'],
        author: ada,
        editors: [ada, bob],
        team: five?.id,
        due: '2024-01-01 00:00:00.000Z',
      },
      { title: 'Ada', total: 2, kind: '5', author: bob, editors: [cy], team: one?.id },
      { title: 'a_', total: -2.5, author: cy, editors: [ada, bob, cy], labels: ['closed'] },
      { title: '5', total: 0, labels: ['5'], kind: 'open', meta: null },
    ];
    async function* verdicts(): AsyncIterable<Verdict> {
      for (const rule of rules) {
        if (!(await scene.setRules({ createRule: rule }))) continue;
        for (const [who, { label, token, person }] of people.entries()) {
          for (const [at, created] of bodies.entries()) {
            if ((who + at) % share > 0) continue;
            const sent = { ...request, method: 'POST', query: {}, headers: {}, body: created };
            yield {
              label: `${label}, body ${at}: ${rule}`,
              asked: { rule, isList: false, person, request: sent, created },
              id: postIds[0] ?? '',
              refusal: 400,
              act: () => createAs(scene, token, created),
            };
          }
        }
      }
    }
    return compareVerdicts(name, scene, verdicts(), { allowed: 5, refused: 5 });
  }

  test(`${name}: a person creates what the translated rule allows`, async () => {
    const { verdicts, notSimulated } = await compareCreates(createRules, 2);
    assert.ok(notSimulated <= verdicts * 0.05);
  });

  test(`${name}: nearly all everyday rules are simulated for a create`, async () => {
    const { verdicts, notSimulated } = await compareCreates(everydayRules(seed, ruleCount), 5);
    assert.ok(notSimulated <= verdicts * 0.02);
  });

  test(`${name}: a random rule allows the creates that its translation allows`, async () => {
    const { verdicts, notSimulated } = await compareCreates(randomRules(seed + 1, ruleCount), 5);
    assert.ok(notSimulated <= verdicts * 0.2);
  });

  test(`${name}: a long rule allows the creates that its parts allow`, async () => {
    const { verdicts, notSimulated } = await compareCreates(longRules(seed, ruleCount / 4, createParts), 5);
    assert.ok(notSimulated <= verdicts * 0.2);
  });
}

test.run();
