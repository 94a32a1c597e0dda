// The verdicts of translated rules, compared with real calls of signed-in people.
import * as assert from 'uvu/assert';
import { idsFilter, joinFilters } from '../../ui/model/filter';
import { maxQueryLength, serverQueryLength } from '../../ui/model/queryLength';
import type { RuleQuestion, RuleRequest } from '../../ui/model/rules/personSides';
import { partsOf, type SplitTranslation, splitRule } from '../../ui/model/rules/splitRule';
import type { FoundRows } from '../../ui/model/rules/translateRule';
import type { RuleScene } from './ruleScene';

/** LOWLINE_RULES=COUNT tries more random rules, LOWLINE_SEED=NUMBER others. */
export const ruleCount = Number(process.env['LOWLINE_RULES'] ?? 24);
export const seed = Number(process.env['LOWLINE_SEED'] ?? 5);

export const request: RuleRequest = {
  method: 'GET',
  context: 'default',
  query: { q: 'open', total: '5' },
  headers: { x_key: 'k' },
  body: {},
};

export type Asked = Pick<RuleQuestion, 'rule' | 'person' | 'isList' | 'request' | 'created'>;

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

/** Translates a rule for the server with this name. */
export function translateFor(name: string, scene: RuleScene, asked: Asked): Promise<SplitTranslation> {
  const { posts: collection, lookup, list } = scene;
  const escapes = name.includes('0.22.20') ? 'old' : 'new';
  return splitRule(
    { ...asked, collection, lookup, escapes },
    async (of, query) => (await list(of.name, query)) ?? [],
    isTooLong,
  );
}

/** Compares each verdict of the translation with the real answer. */
export async function compareVerdicts(
  name: string,
  scene: RuleScene,
  verdicts: AsyncIterable<Verdict>,
  least: { allowed: number; refused: number },
) {
  const counts = { verdicts: 0, allowed: 0, notSimulated: 0 };
  const reasons = new Map<string, number>();
  const differences: string[] = [];
  for await (const { label, asked, id, refusal, act } of verdicts) {
    const answer = await translateFor(name, scene, asked);
    counts.verdicts += 1;
    if (answer.kind === 'notSimulated') {
      counts.notSimulated += 1;
      reasons.set(answer.reason, (reasons.get(answer.reason) ?? 0) + 1);
      continue;
    }
    const isAllowed = answer.kind === 'always' || (await isFound(scene, id, answer));
    if (isAllowed) counts.allowed += 1;
    const status = await act();
    if (status !== (isAllowed ? 200 : refusal)) {
      differences.push(`${label}\n   sent ${textOf(answer)}\n   real ${status}`);
    }
  }
  console.log(`# ${name}: ${JSON.stringify(counts)} ${JSON.stringify([...reasons])}`);
  assert.equal(differences, [], differences.join('\n'));
  assert.ok(counts.allowed > least.allowed && counts.verdicts - counts.allowed > least.refused);
  return counts;
}

async function isFound(scene: RuleScene, id: string, answer: SplitTranslation): Promise<boolean> {
  for (const { filter, query } of filtersOf(answer)) {
    const found = await scene.list('posts', { filter: `id="${id}"&&(${filter})`, ...query });
    if (found !== null && found.length > 0) return true;
  }
  return false;
}

function isTooLong({ filter, query }: FoundRows, ids: number): boolean {
  const beside = idsFilter(new Array(ids).fill('0'.repeat(15)), 'plain');
  return (
    serverQueryLength({ ...query, filter: joinFilters(beside, filter), perPage: '500' }) > maxQueryLength
  );
}

export const filtersOf = (answer: SplitTranslation) =>
  answer.kind === 'rows' || answer.kind === 'split' ? partsOf(answer) : [];

export function textOf(answer: SplitTranslation): string {
  if (answer.kind === 'rows' || answer.kind === 'split') {
    return filtersOf(answer)
      .map(({ filter }) => filter)
      .join('\n     or ');
  }
  return 'reason' in answer ? `${answer.kind} ${answer.reason}` : answer.kind;
}
