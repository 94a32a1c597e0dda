// The verdicts on rules, compared with real calls of signed-in people and of guests.
import './bareWindow';
import * as assert from 'uvu/assert';
import type { AnyRecord } from '../../ui/model/record';
import {
  type Verdict as Answer,
  askRule,
  foundBy,
  idsOf,
  type Question,
  type Unknown,
} from '../../ui/rules/askRule';
import type { RuleQuestion, RuleRequest } from '../../ui/rules/reading/personSides';
import type { RuleScene } from './ruleScene';
import { isLong, runsOf } from './runsOf';
import { askServer } from './walk';

/** The same request as a real one, sent by `fetch`. */
export const sentQuery = 'q=open&total=5';
export const sentHeaders = { 'X-Key': 'k' };

/** LOWLINE_RULES=COUNT tries more random rules, LOWLINE_SEED=NUMBER others. */
export const ruleCount = Number(process.env['LOWLINE_RULES'] ?? runsOf(24));
export const everydayCount = Number(process.env['LOWLINE_RULES'] ?? runsOf(200));
export const seed = Number(process.env['LOWLINE_SEED'] ?? 5);

const { signal } = new AbortController();

export const request: RuleRequest = {
  method: 'GET',
  context: 'default',
  query: { q: 'open', total: '5' },
  headers: { x_key: 'k' },
  body: {},
};

export type Asked = Pick<RuleQuestion, 'rule' | 'person' | 'isList' | 'request' | 'created'> & {
  /** The name of the collection, the posts by default. */
  readonly of?: string;
};

export interface Verdict {
  /** The person, the act and the rule. */
  readonly label: string;
  readonly asked: Asked;
  /** The record that an admin looks for with the filter. */
  readonly id: string;
  /** The status of a refusal. */
  readonly refusal: number;
  /** Does it as the person; returns the status. */
  act(): Promise<number>;
}

const names = { GET: 'viewRule', POST: 'createRule', PATCH: 'updateRule', DELETE: 'deleteRule' } as const;

function questionFor({ lookup, find }: RuleScene, { of = 'posts', ...asked }: Asked): Question {
  const name = asked.isList ? 'listRule' : names[asked.request.method as keyof typeof names];
  const collection = asked.isList ? { ...find(of), listRule: asked.rule } : find(of);
  return { ...asked, name, collection, lookup };
}

/** Counts the questions without a verdict, by reason. */
function createUnknowns() {
  const reasons = new Map<string, number>();
  return {
    reasons,
    add({ reason, isFailure }: Unknown): void {
      assert.not(isFailure, reason);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    },
  };
}

/** Creates a record as the person; returns the status. The record does not stay. */
export async function createAs(
  { backend }: RuleScene,
  token: string,
  body: Readonly<Record<string, unknown>>,
  of = 'posts',
): Promise<number> {
  const path = `collections/${of}/records`;
  const { status, json } = await askServer(backend, path, { method: 'POST', body, token });
  if (status === 200) await askServer(backend, `${path}/${json.id}`, { method: 'DELETE' });
  return status;
}

/**
 * Compares each verdict with the real answer. This share may be unknown at most; a tenth of the others is allowed at
 * least, and a tenth refused.
 */
export async function compareVerdicts(
  name: string,
  scene: RuleScene,
  verdicts: AsyncIterable<Verdict>,
  most: number,
): Promise<void> {
  await scene.connect();
  const counts = { verdicts: 0, allowed: 0, unknown: 0 };
  const unknowns = createUnknowns();
  const differences: string[] = [];
  for await (const { label, asked, id, refusal, act } of verdicts) {
    const answer = await askRule(questionFor(scene, asked), [id], signal);
    counts.verdicts += 1;
    if (answer.kind === 'unknown') {
      counts.unknown += 1;
      unknowns.add(answer);
      continue;
    }
    if (answer.kind === 'yes') counts.allowed += 1;
    const status = await act();
    if (status !== (answer.kind === 'yes' ? 200 : refusal)) {
      differences.push(`${label}\n   asked ${textOf(answer)}\n   real ${status}`);
    }
  }
  console.log(`# ${name}: ${JSON.stringify(counts)} ${JSON.stringify([...unknowns.reasons])}`);
  assert.equal(differences, [], differences.join('\n'));
  const judged = counts.verdicts - counts.unknown;
  assert.ok(counts.unknown <= counts.verdicts * most, `${counts.unknown} unknown`);
  assert.ok(counts.allowed > judged / 10 && counts.allowed < judged * 0.9, `${counts.allowed} of ${judged}`);
}

function textOf(answer: Answer): string {
  if (answer.kind === 'yes') return answer.rows?.filter ?? 'all';
  return `${answer.kind} ${answer.reason}`;
}

/** Compares the list of each person with the ids and the number that the rule gives. */
export async function compareLists(name: string, scene: RuleScene, rules: readonly string[], of = 'posts') {
  await scene.connect();
  const { people } = scene;
  const all = ((await scene.list(of, {})) ?? []).map(({ id }) => id).sort();
  const counts = { asked: 0, unknown: 0, refused: 0, partly: 0 };
  const differences = new Map<string, string>();
  const unknowns = createUnknowns();
  for (const rule of rules) {
    if (!(await scene.setRules({ listRule: rule, viewRule: rule }, of))) {
      counts.refused += 1;
      continue;
    }
    const compareList = async ({ label, token, person }: RuleScene['people'][number]) => {
      const question = questionFor(scene, { rule, isList: true, person, request, of });
      const answer = await askRule(question, 'ids', signal);
      // For others the number comes from the same filter as the ids.
      const count = person && !isLong ? answer : await askRule(question, 'count', signal);
      counts.asked += 1;
      // In a filter of a newer server, it would be the superuser.
      assert.not.match(answer.kind === 'yes' ? textOf(answer) : '', '@request.auth');
      // A guest's own list may know more.
      if (answer.kind === 'unknown') {
        counts.unknown += 1;
        unknowns.add(answer);
      }
      const real = await listAs(scene, token, of);
      const isFault = answer.kind === 'no' && answer.why === 'fault';
      const isForAll = answer.kind === 'yes' && answer.isForAll;
      const ids = isFault ? '400' : isForAll ? all : [...idsOf(answer)].sort();
      if (Array.isArray(real) && real.length > 0 && real.length < all.length) counts.partly += 1;
      const found = count.kind === 'unknown' || isFault ? null : foundBy(count);
      const isSame =
        (answer.kind === 'unknown' || JSON.stringify(real) === JSON.stringify(ids)) &&
        (found === null || (found === 'all' ? all.length : found) === real.length);
      if (!isSame && !differences.has(rule)) {
        const shown = (value: string[] | string) => (Array.isArray(value) ? `${value.length} rows` : value);
        const text = `asked ${textOf(answer)}\n   real ${shown(real)}, found ${shown(ids)}, counted ${found}`;
        differences.set(rule, `${label}: ${rule}\n   ${text}`);
      }
    };
    // The requests of all people at once take half the time.
    await Promise.all(people.map(compareList));
  }
  console.log(`# ${name}: ${JSON.stringify(counts)} ${JSON.stringify([...unknowns.reasons])}`);
  assert.equal([...differences.values()], [], [...differences.values()].join('\n'));
  return counts;
}

async function listAs(scene: RuleScene, token: string, of: string): Promise<string[] | string> {
  const address = `${scene.backend.url}/api/collections/${of}/records?perPage=500&${sentQuery}`;
  const answer = await fetch(address, { headers: { Authorization: token, ...sentHeaders } });
  const { items = [] } = (await answer.json()) as { items?: AnyRecord[] };
  return answer.status === 200 ? items.map(({ id }) => id).sort() : `${answer.status}`;
}

/** Returns people with numbers of bodies: one pair of so many, other ones for the next rule. */
export const pairsOf = ({ people }: RuleScene, bodies: number, nth: number, share: number) =>
  people.flatMap((one, who) =>
    Array.from({ length: bodies }, (_, at) => ({ ...one, who, at })).filter(
      ({ at }) => (nth + who + at) % share === 0,
    ),
  );

/** Views and deletes a post as people, one pair of so many (`share`) for each rule; a deleted one comes back. */
export async function* viewsAndDeletes(
  scene: RuleScene,
  rules: readonly string[],
  share = isLong ? 1 : 2,
): AsyncIterable<Verdict> {
  const { backend, postIds } = scene;
  for (const [nth, rule] of rules.entries()) {
    assert.ok(await scene.setRules({ viewRule: rule, deleteRule: rule }), rule);
    for (const { label, token, person, who, at } of pairsOf(scene, 2, nth, share)) {
      const method = at === 0 ? 'GET' : 'DELETE';
      const id = postIds[(nth * 5 + who * 3) % postIds.length] ?? '';
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
