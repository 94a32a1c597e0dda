// The verdicts of translated rules, compared with real calls of signed-in people.
import * as assert from 'uvu/assert';
import type { AnyRecord } from '../../ui/model/record';
import type { RuleQuestion, RuleRequest } from '../../ui/rules/reading/personSides';
import { type Translation, translateRule } from '../../ui/rules/reading/translateRule';
import type { RuleScene } from './ruleScene';
import { runsOf } from './runsOf';
import { askServer } from './walk';

/** The same request as a real one, sent by `fetch`. */
export const sentQuery = 'q=open&total=5';
export const sentHeaders = { 'X-Key': 'k' };

/** LOWLINE_RULES=COUNT tries more random rules, LOWLINE_SEED=NUMBER others. */
export const ruleCount = Number(process.env['LOWLINE_RULES'] ?? runsOf(24));
export const seed = Number(process.env['LOWLINE_SEED'] ?? 5);

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

function translateFor(scene: RuleScene, { of: owner = 'posts', ...asked }: Asked): Promise<Translation> {
  const { lookup, list } = scene;
  const collection = scene.find(owner);
  return translateRule(
    { ...asked, collection, lookup },
    async (of, query) => (await list(of.name, query)) ?? [],
  );
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
 * Compares each verdict of the translation with the real answer. This share may be not simulated at most; a tenth of
 * the others is allowed at least, and a tenth refused.
 */
export async function compareVerdicts(
  name: string,
  scene: RuleScene,
  verdicts: AsyncIterable<Verdict>,
  most: number,
): Promise<void> {
  const counts = { verdicts: 0, allowed: 0, notSimulated: 0 };
  const reasons = new Map<string, number>();
  const differences: string[] = [];
  for await (const { label, asked, id, refusal, act } of verdicts) {
    const answer = await translateFor(scene, asked);
    counts.verdicts += 1;
    if (answer.kind === 'notSimulated') {
      counts.notSimulated += 1;
      reasons.set(answer.reason, (reasons.get(answer.reason) ?? 0) + 1);
      continue;
    }
    const isAllowed = answer.kind === 'always' || (await isFound(scene, asked.of ?? 'posts', id, answer));
    if (isAllowed) counts.allowed += 1;
    const status = await act();
    if (status !== (isAllowed ? 200 : refusal)) {
      differences.push(`${label}\n   sent ${textOf(answer)}\n   real ${status}`);
    }
  }
  console.log(`# ${name}: ${JSON.stringify(counts)} ${JSON.stringify([...reasons])}`);
  assert.equal(differences, [], differences.join('\n'));
  const judged = counts.verdicts - counts.notSimulated;
  assert.ok(counts.notSimulated <= counts.verdicts * most, `${counts.notSimulated} not simulated`);
  assert.ok(counts.allowed > judged / 10 && counts.allowed < judged * 0.9, `${counts.allowed} of ${judged}`);
}

async function isFound(
  scene: RuleScene,
  collection: string,
  id: string,
  answer: Translation,
): Promise<boolean> {
  if (answer.kind !== 'rows') return false;
  const { filter, query } = answer;
  const found = await scene.list(collection, { filter: `id="${id}"&&(${filter})`, ...query });
  return found !== null && found.length > 0;
}

function textOf(answer: Translation): string {
  if (answer.kind === 'rows') return answer.filter;
  return 'reason' in answer ? `${answer.kind} ${answer.reason}` : answer.kind;
}

/** Compares the list of each person with the translation of each rule. */
export async function compareLists(name: string, scene: RuleScene, rules: readonly string[], of = 'posts') {
  const { people } = scene;
  const size = (await scene.list(of, {}))?.length ?? 0;
  const counts = { asked: 0, notSimulated: 0, refused: 0, partly: 0 };
  const differences = new Map<string, string>();
  const reasons = new Map<string, number>();
  for (const rule of rules) {
    if (!(await scene.setRules({ listRule: rule, viewRule: rule }, of))) {
      counts.refused += 1;
      continue;
    }
    const compareList = async ({ label, token, person }: RuleScene['people'][number]) => {
      const answer = await translateFor(scene, { rule, isList: true, person, request, of });
      counts.asked += 1;
      if (answer.kind === 'notSimulated') {
        counts.notSimulated += 1;
        reasons.set(answer.reason, (reasons.get(answer.reason) ?? 0) + 1);
        return;
      }
      const real = await listAs(scene, token, of);
      const found = (await findAll(scene, answer, of)) ?? '400';
      if (Array.isArray(real) && real.length > 0 && real.length < size) counts.partly += 1;
      if (JSON.stringify(real) !== JSON.stringify(found) && !differences.has(rule)) {
        const shown = (value: string[] | string) => (Array.isArray(value) ? `${value.length} rows` : value);
        differences.set(
          rule,
          `${label}: ${rule}\n   sent ${textOf(answer)}\n   real ${shown(real)}, found ${shown(found)}`,
        );
      }
    };
    // The requests of all people at once take half the time.
    await Promise.all(people.map(compareList));
  }
  console.log(`# ${name}: ${JSON.stringify(counts)} ${JSON.stringify([...reasons])}`);
  assert.equal([...differences.values()], [], [...differences.values()].join('\n'));
  return counts;
}

/** Returns the records that an admin finds; null for a refused request. */
async function findAll(scene: RuleScene, answer: Translation, of: string): Promise<string[] | null> {
  if (answer.kind !== 'rows' && answer.kind !== 'always') return null;
  const found = await scene.list(
    of,
    answer.kind === 'rows' ? { filter: answer.filter, ...answer.query } : {},
  );
  return found?.map(({ id }) => id).sort() ?? null;
}

async function listAs(scene: RuleScene, token: string, of: string): Promise<string[] | string> {
  const address = `${scene.backend.url}/api/collections/${of}/records?perPage=500&${sentQuery}`;
  const answer = await fetch(address, { headers: { Authorization: token, ...sentHeaders } });
  const { items = [] } = (await answer.json()) as { items?: AnyRecord[] };
  return answer.status === 200 ? items.map(({ id }) => id).sort() : `${answer.status}`;
}
