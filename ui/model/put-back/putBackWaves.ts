import type { Collection } from '../collection';
import { type SchemaField, targetOf } from '../field';

/** A record to create. */
interface Laid {
  readonly key: string;
  readonly today: Collection;
  readonly relations: readonly LaidRelation[];
  /** A record of a lower wave must be there before. */
  wave: number;
}

interface LaidRelation {
  readonly field: SchemaField;
  /** The keys of the targets that are created, too. */
  readonly targets: readonly string[];
}

/**
 * Sets the wave of each draft: one more than its highest target. Optional relations inside one collection, and
 * those in a circle, are set later. Returns the drafts in a circle of required relations.
 */
export function layWaves<Draft extends Laid>(drafts: readonly Draft[]): Draft[] {
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const isRequired = ({ field }: LaidRelation) => field.required === true;
  const isAhead = (draft: Laid, relation: LaidRelation) =>
    isRequired(relation) || targetOf(relation.field) !== draft.today.id;
  let left = new Set(drafts);
  for (const isCounted of [isAhead, (_: Laid, relation: LaidRelation) => isRequired(relation)]) {
    left = layReady(left, byKey, isCounted);
  }
  return [...left];
}

/** Sets the waves of all drafts whose counted targets have one. Returns the rest. */
function layReady<Draft extends Laid>(
  drafts: ReadonlySet<Draft>,
  byKey: ReadonlyMap<string, Draft>,
  isCounted: (draft: Laid, relation: LaidRelation) => boolean,
): Set<Draft> {
  const left = new Set(drafts);
  const needs = new Map<Draft, number>();
  const neededBy = new Map<Draft, Draft[]>();
  for (const draft of drafts) {
    const targets = draft.relations
      .filter((relation) => isCounted(draft, relation))
      .flatMap((relation) => relation.targets.flatMap((key) => byKey.get(key) ?? []));
    for (const target of targets) {
      if (!left.has(target)) draft.wave = Math.max(draft.wave, target.wave + 1);
      if (!left.has(target)) continue;
      const others = neededBy.get(target);
      if (others) others.push(draft);
      else neededBy.set(target, [draft]);
    }
    needs.set(draft, targets.filter((target) => left.has(target)).length);
  }
  const ready = [...drafts].filter((draft) => needs.get(draft) === 0);
  for (let draft = ready.pop(); draft; draft = ready.pop()) {
    left.delete(draft);
    for (const other of neededBy.get(draft) ?? []) {
      other.wave = Math.max(other.wave, draft.wave + 1);
      needs.set(other, (needs.get(other) ?? 0) - 1);
      if (needs.get(other) === 0) ready.push(other);
    }
  }
  return left;
}
