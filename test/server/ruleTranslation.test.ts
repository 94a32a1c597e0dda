// Verdicts on rules on real servers: they must be what a signed-in person or a guest really lists, views, changes,
// deletes and creates. test/support/ruleVerdicts.ts tells how to try other rules.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { whyGuestsPass } from '../../ui/rules/reading/classifyRule';
import {
  accountPaths,
  accountRules,
  bodyRules,
  createRules,
  everyday,
  everydayRules,
  guestRules,
  randomRules,
  signUpRules,
  sumPaths,
  sumRules,
  tricky,
} from '../support/ruleSamples';
import { openRuleScene, type RuleScene } from '../support/ruleScene';
import {
  compareLists,
  compareVerdicts,
  createAs,
  everydayCount,
  pairsOf,
  request,
  ruleCount,
  seed,
  type Verdict,
  viewsAndDeletes,
} from '../support/ruleVerdicts';
import { isLong } from '../support/runsOf';
import { backends } from '../support/server';
import { askServer } from '../support/walk';

type Body = Readonly<Record<string, unknown>>;

const idsOfPeople = ({ people }: RuleScene) => people.flatMap(({ person }) => person?.record.id ?? []);

async function* updates(scene: RuleScene, rules: readonly string[], share: number): AsyncIterable<Verdict> {
  const { backend, postIds } = scene;
  const [ada, bob] = idsOfPeople(scene);
  const [team] = (await scene.list('teams', { sort: '-level' })) ?? [];
  const labels = ['open', '5', 'open'];
  const meta = { b: { c: '<x>' }, a: [1, 2.5] };
  const bodies: readonly Body[] = [
    {},
    { title: 'open', total: 5, paid: true, team: team?.id, editors: [ada, bob], labels },
    { title: 'closed', total: '5', team: '', editors: [], labels: 'open', meta },
  ];
  for (const [nth, rule] of rules.entries()) {
    assert.ok(await scene.setRules({ updateRule: rule }), rule);
    for (const { label, token, person, at } of pairsOf(scene, bodies.length, nth, share)) {
      const body = bodies[at] as Body;
      const id = postIds[(at * 7 + label.length) % postIds.length] ?? '';
      const sent = { ...request, method: 'PATCH', query: {}, headers: {}, body };
      yield {
        label: `${label}, body ${at}: ${rule}`,
        asked: { rule, isList: false, person, request: sent },
        id,
        refusal: 404,
        act: async () =>
          (await askServer(backend, `collections/posts/records/${id}`, { method: 'PATCH', body, token }))
            .status,
      };
    }
  }
}

/** Creates a record of posts or users as a person. */
function createBy(
  scene: RuleScene,
  who: RuleScene['people'][number],
  asked: { rule: string; created: Body; of: string; id: string | undefined },
): Verdict {
  const { rule, created, of, id = '' } = asked;
  const sent = { ...request, method: 'POST', query: {}, headers: {}, body: created };
  return {
    label: `${who.label}, ${JSON.stringify(created)}: ${rule}`,
    asked: { rule, isList: false, person: who.person, request: sent, created, of },
    id,
    refusal: 400,
    act: () => createAs(scene, who.token, created, of),
  };
}

async function* creates(scene: RuleScene, rules: readonly string[], share: number): AsyncIterable<Verdict> {
  const [ada, bob, cy] = idsOfPeople(scene);
  const [five, one] = (await scene.list('teams', { sort: '-level' })) ?? [];
  const due = '2024-01-01 00:00:00.000Z';
  const [labels, editors] = [
    ['open', '5'],
    [ada, bob],
  ];
  const bodies: readonly Body[] = [
    {},
    { title: 'open', total: 5, paid: true, kind: 'open', labels, author: ada, editors, team: five?.id, due },
    { title: 'Ada', total: 2, kind: '5', author: bob, editors: [cy], team: one?.id },
    { title: 'a_', total: -2.5, author: cy, editors: [ada, bob, cy], labels: ['closed'] },
    { title: '5', total: 0, labels: ['5'], kind: 'open', meta: null },
  ];
  for (const [nth, rule] of rules.entries()) {
    if (!(await scene.setRules({ createRule: rule }))) continue;
    for (const { at, ...who } of pairsOf(scene, bodies.length, nth, share)) {
      yield createBy(scene, who, { rule, created: bodies[at] as Body, of: 'posts', id: scene.postIds[0] });
    }
  }
}

async function* signUps(scene: RuleScene): AsyncIterable<Verdict> {
  const { people } = scene;
  const [team] = (await scene.list('teams', { sort: '-level' })) ?? [];
  const [anyone] = (await scene.list('users', {})) ?? [];
  const password = { password: '12345678', passwordConfirm: '12345678' };
  const bodies: readonly Body[] = [
    {},
    { emailVisibility: true, email: 'new1@example.net', role: 'open', level: 3 },
    { emailVisibility: 'true', email: '', team: team?.id },
    { emailVisibility: 1, email: 'other@example.net' },
    { emailVisibility: false, role: '5', level: '2' },
  ];
  for (const [nth, rule] of signUpRules.entries()) {
    assert.ok(await scene.setRules({ createRule: rule }, 'users'), rule);
    for (const [at, body] of bodies.entries()) {
      // The server hashes a password for each account, so other rules meet fewer bodies.
      const share = rule.includes('emailVisibility') ? (isLong ? 1 : 2) : bodies.length;
      if ((at + nth) % share > 0) continue;
      const created = { username: `new_${at}`, ...password, ...body };
      const who = people[nth % people.length] as RuleScene['people'][number];
      yield createBy(scene, who, { rule, created, of: 'users', id: anyone?.id });
    }
  }
}

for (const { name, binary } of backends()) {
  let scene: RuleScene;
  test.before(async () => {
    scene = await openRuleScene(binary);
  });
  test.after(() => scene?.backend.stop());

  for (const [about, of, rules, most] of [
    ['posts of tricky rules', 'posts', tricky, 0],
    ['posts of everyday rules', 'posts', everyday, 0],
    ['accounts', 'users', accountRules, 0],
    ['rows of a view', 'sums', sumRules, 0],
    ['posts of random rules', 'posts', randomRules(seed, ruleCount), 0.2],
    ['posts of random everyday rules', 'posts', everydayRules(seed, everydayCount), 0.02],
    ['accounts of random rules', 'users', randomRules(seed + 2, ruleCount, accountPaths), 0.2],
    ['rows of random rules', 'sums', randomRules(seed + 3, ruleCount, sumPaths), 0.2],
  ] as const) {
    test(`${name}: a person gets the ${about} that the translation finds`, async () => {
      const { asked, unknown, partly, refused } = await compareLists(name, scene, rules, of);
      if (most < 0.2) assert.is(refused, 0);
      assert.ok(unknown <= asked * most, `${unknown} of ${asked} unknown`);
      assert.ok(partly >= asked / 20, `${partly} of ${asked} get some`);
    });
  }

  test(`${name}: a guest lists all records where the sentence says so`, async () => {
    const { lookup, list, find } = scene;
    const { partly } = await compareLists(name, scene, guestRules);
    let passed = 0;
    for (const rule of guestRules.filter((one) => whyGuestsPass(one, find('posts'), lookup))) {
      assert.ok(await scene.setRules({ listRule: rule }), rule);
      const { json } = await askServer(scene.backend, 'collections/posts/records', { token: '' });
      assert.is(json.totalItems, (await list('posts', {}))?.length, rule);
      passed += 1;
    }
    assert.ok(
      partly >= 4 && passed >= 8,
      `${partly} lists have some records, ${passed} rules let guests pass`,
    );
  });

  // Each rule meets half of the people and bodies; with --long all of them.
  const share = isLong ? 1 : 2;
  for (const [about, verdicts, most] of [
    ['views and deletes what the translated rule finds', () => viewsAndDeletes(scene, tricky, share), 0.05],
    [
      'updates what the translation of the rule and the body finds',
      () => updates(scene, bodyRules, share),
      0.05,
    ],
    ['creates what the translated rule allows', () => creates(scene, createRules, 2 * share), 0.05],
    ['creates what an everyday rule allows', () => creates(scene, everyday, 8), 0.02],
    ['creates the accounts that the translated rule allows', () => signUps(scene), 0.3],
  ] as const) {
    test(`${name}: a person ${about}`, () => compareVerdicts(name, scene, verdicts(), most));
  }

  for (const [about, verdicts, most] of [
    [
      'a create of a random everyday rule',
      () => creates(scene, everydayRules(seed, 4 * ruleCount), 10),
      0.02,
    ],
    ['a create of a random rule', () => creates(scene, randomRules(seed + 1, 4 * ruleCount), 10), 0.3],
  ] as const) {
    test(`${name}: the translation allows ${about}`, () => compareVerdicts(name, scene, verdicts(), most));
  }
}

test.run();
