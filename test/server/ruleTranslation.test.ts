// Translated rules on real servers: an admin who sends the filter must find the records that a signed-in person
// gets, views, changes and deletes. test/support/ruleVerdicts.ts tells how to try other rules.
// takes: 150 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyRules, everydayRules, longRules, randomRules, tricky } from '../support/ruleSamples';
import { openRuleScene, type RuleScene } from '../support/ruleScene';
import {
  compareLists,
  compareVerdicts,
  request,
  ruleCount,
  seed,
  sentHeaders,
  sentQuery,
  type Verdict,
} from '../support/ruleVerdicts';
import { backends } from '../support/server';
import { askServer } from '../support/walk';

for (const { name, binary } of backends('contract')) {
  let scene: RuleScene;
  test.before(async () => {
    scene = await openRuleScene(binary);
  });
  test.after(() => scene?.backend.stop());

  const compare = (verdicts: AsyncIterable<Verdict>, least: { allowed: number; refused: number }) =>
    compareVerdicts(name, scene, verdicts, least);
  const compareAll = (rules: readonly string[]) => compareLists(name, scene, rules);

  test(`${name}: a person gets what the translated rule finds`, async () => {
    const { triples, notSimulated } = await compareAll([...tricky, ...randomRules(seed, ruleCount)]);
    assert.ok(triples >= 10_000);
    assert.ok(notSimulated <= triples * 0.05);
  });

  test(`${name}: nearly all everyday rules are simulated`, async () => {
    const { triples, notSimulated, refused } = await compareAll(everydayRules(seed, ruleCount));
    assert.ok(triples >= 10_000);
    assert.is(refused, 0);
    assert.ok(notSimulated <= triples * 0.02);
  });

  test(`${name}: a rule that is too long for one request is asked in parts`, async () => {
    const { triples, notSimulated, split, partly } = await compareAll(longRules(seed, ruleCount / 4));
    assert.ok(split >= triples * 0.95 && notSimulated === 0);
    assert.ok(partly > 0);
  });

  test(`${name}: a person views and deletes what the translated rule finds`, async () => {
    async function* verdicts(): AsyncIterable<Verdict> {
      const { backend, postIds, people } = scene;
      for (const [at, rule] of tricky.entries()) {
        assert.ok(await scene.setRules({ viewRule: rule, deleteRule: rule }), rule);
        for (const [who, { label, token, person }] of people.entries()) {
          for (const method of ['GET', 'DELETE']) {
            const id = postIds[(at * 5 + who * 3) % postIds.length] ?? '';
            yield {
              label: `${label}, ${method}: ${rule}`,
              asked: { rule, isList: false, person, request: { ...request, method } },
              id,
              refusal: 404,
              async act() {
                const path = `collections/posts/records/${id}`;
                const { json: stored } = await askServer(backend, path);
                const { ok, status } = await fetch(`${backend.url}/api/${path}?${sentQuery}`, {
                  method,
                  headers: { Authorization: token, ...sentHeaders },
                });
                if (method === 'DELETE' && ok) await scene.make('posts', stored);
                return ok ? 200 : status;
              },
            };
          }
        }
      }
    }
    const { verdicts: all, notSimulated } = await compare(verdicts(), { allowed: 100, refused: 100 });
    assert.ok(notSimulated <= all * 0.05);
  });

  test(`${name}: an update is judged by its body`, async () => {
    const { backend, postIds, people } = scene;
    const [ada, bob] = people.flatMap(({ person }) => (person ? [person.record.id] : []));
    const [team] = (await scene.list('teams', { sort: '-level' })) ?? [];
    const bodies: Record<string, unknown>[] = [
      {},
      {
        title: 'open',
        total: 5,
        paid: true,
        team: team?.id,
        editors: [ada, bob],
        labels: ['open', '5', 'open'],
      },
      {
        title: 'closed',
        total: '5',
        team: '',
        editors: [],
        labels: 'open',
        meta: { b: { c: '<x>' }, a: [1, 2.5] },
      },
    ];
    async function* verdicts(): AsyncIterable<Verdict> {
      // The server cannot search for each item of a body, so one such alternative fails the rule.
      const parts = bodyRules.filter((rule) => !rule.includes('~ @request.data.labels:each'));
      for (const rule of [...bodyRules, ...longRules(seed, ruleCount / 4, parts)]) {
        assert.ok(await scene.setRules({ updateRule: rule }), rule);
        for (const { label, token, person } of people) {
          for (const [at, body] of bodies.entries()) {
            const id = postIds[(at * 7 + label.length) % postIds.length] ?? '';
            const sent = { ...request, method: 'PATCH', query: {}, headers: {}, body };
            yield {
              label: `${label}, body ${at}: ${rule}`,
              asked: { rule, isList: false, person, request: sent },
              id,
              refusal: 404,
              act: async () =>
                (
                  await askServer(backend, `collections/posts/records/${id}`, {
                    method: 'PATCH',
                    body,
                    token,
                  })
                ).status,
            };
          }
        }
      }
    }
    const { verdicts: all, notSimulated } = await compare(verdicts(), { allowed: 50, refused: 50 });
    assert.ok(notSimulated <= all * 0.05);
  });
}

test.run();
