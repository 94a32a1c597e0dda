// Translated rules of accounts and of a view on real servers: the records that people list, and the accounts that
// they create. test/support/ruleVerdicts.ts tells how to try other rules.
// takes: 50 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { accountPaths, randomRules, sumPaths } from '../support/ruleSamples';
import { openRuleScene, type RuleScene } from '../support/ruleScene';
import {
  compareLists,
  compareVerdicts,
  createAs,
  request,
  ruleCount,
  seed,
  type Verdict,
} from '../support/ruleVerdicts';
import { backends } from '../support/server';

const signedIn = '@request.auth.id != ""';

const accountRules = [
  'id = @request.auth.id',
  'email ~ "a"',
  'email = @request.auth.email',
  `emailVisibility = true && ${signedIn}`,
  'emailVisibility = @request.auth.emailVisibility',
  'verified = false || team = @request.auth.team',
  'team.members.id ?= @request.auth.id',
  'teams_via_members.name ?= "open"',
  'posts_via_author.total > @request.auth.level',
  'username ~ @request.auth.username',
];

const sumRules = [
  'author = @request.auth.id',
  'author.email ~ "a"',
  'teamName = @request.auth.team.name',
  'teamName = "" && level != 5',
  'level = @request.auth.level',
  'level >= @request.auth.team.level',
  'total > level || team = ""',
  'labels ~ @request.auth.role',
];

/** Rules for a new account. */
const signUpRules = [
  'emailVisibility = true',
  'emailVisibility != false',
  'emailVisibility = @request.auth.emailVisibility',
  'emailVisibility ~ "true"',
  '@request.data.emailVisibility = true',
  '@request.data.emailVisibility = "true"',
  'email = ""',
  'email ~ "new%"',
  '@request.data.email = email',
  'email != @request.auth.email',
  'username ~ "new"',
  'username != @request.auth.username',
  'verified = false',
  'verified != @request.auth.verified',
  'role = "" || role = @request.auth.role',
  'level > @request.auth.level',
  'team = @request.auth.team',
  '@request.data.role:isset = false',
  '@request.data.password = @request.data.passwordConfirm',
  `${signedIn} && id != @request.auth.id`,
];

for (const { name, binary } of backends('contract')) {
  let scene: RuleScene;
  test.before(async () => {
    scene = await openRuleScene(binary);
  });
  test.after(() => scene?.backend.stop());

  for (const [of, rules] of [
    ['users', [...accountRules, ...randomRules(seed + 2, ruleCount, accountPaths)]],
    ['sums', [...sumRules, ...randomRules(seed + 3, ruleCount, sumPaths)]],
  ] as const) {
    test(`${name}: a person gets the ${of} that the translated rule finds`, async () => {
      const { triples, notSimulated, partly } = await compareLists(name, scene, rules, of);
      assert.ok(notSimulated <= triples * 0.05);
      assert.ok(partly > 20, `${partly}`);
    });
  }

  test(`${name}: a person creates the accounts that the translated rule allows`, async () => {
    const { people } = scene;
    const [team] = (await scene.list('teams', { sort: '-level' })) ?? [];
    const [anyone] = (await scene.list('users', {})) ?? [];
    const bodies: Record<string, unknown>[] = [
      {},
      { emailVisibility: true, email: 'new1@example.net', role: 'open', level: 3 },
      { emailVisibility: 'true', email: '', team: team?.id },
      { emailVisibility: 1, email: 'other@example.net' },
      { emailVisibility: false, role: '5', level: '2' },
    ].map((body, at) => ({
      username: `new_${at}`,
      password: '12345678',
      passwordConfirm: '12345678',
      ...body,
    }));
    async function* verdicts(): AsyncIterable<Verdict> {
      for (const [nth, rule] of signUpRules.entries()) {
        assert.ok(await scene.setRules({ createRule: rule }, 'users'), rule);
        const { label, token, person } = people[nth % people.length] as RuleScene['people'][number];
        for (const [at, created] of bodies.entries()) {
          // The server hashes a password for each account, so other rules meet fewer bodies.
          if (!rule.includes('emailVisibility') && (at + nth) % bodies.length > 0) continue;
          const sent = { ...request, method: 'POST', query: {}, headers: {}, body: created };
          yield {
            label: `${label}, body ${at}: ${rule}`,
            asked: { rule, isList: false, person, request: sent, created, of: 'users' },
            id: anyone?.id ?? '',
            refusal: 400,
            act: () => createAs(scene, token, created, 'users'),
          };
        }
      }
    }
    const { verdicts: all, notSimulated } = await compareVerdicts(name, scene, verdicts(), {
      allowed: 10,
      refused: 10,
    });
    assert.ok(notSimulated <= all * 0.3, `${notSimulated} of ${all}`);
  });
}

test.run();
