import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import type { Changes, Change as HeldChange } from '../../../ui/records/values/change';
import { type Name, type Stored, storedOf } from './values';

// The values that a table should hold, kept beside it in the plainest way.

/** A change as a tab should hold it. Never changed in place, because the steps for undo hold it, too. */
export interface Change {
  readonly mine: Stored;
  readonly seen: Stored;
  /** When the record with the seen value was changed. */
  readonly updated: string;
  /** The value that a later row has shown. */
  readonly now: { readonly seen: Stored; readonly updated: string } | null;
}

export interface Step {
  readonly place: string;
  readonly from: Change | null;
  readonly to: Change | null;
}

export const placeOf = (id: string, name: string) => `${id} ${name}`;
export const idOf = (place: string) => place.slice(0, place.indexOf(' '));
export const nameOf = (place: string) => place.slice(place.indexOf(' ') + 1) as Name;
export const isWrong = (place: string, { mine }: Change) => nameOf(place) === 'total' && Number(mine) < 0;

/** The changes of one table in one tab, with its steps. */
export class OracleTable {
  changes = new Map<string, Change>();
  done: (readonly Step[])[] = [];
  undone: (readonly Step[])[] = [];

  put(place: string, change: Change | null): void {
    if (change) this.changes.set(place, change);
    else this.changes.delete(place);
  }

  remember(steps: readonly Step[]): void {
    const changed = steps.filter(({ from, to }) => from?.mine !== to?.mine);
    if (changed.length === 0) return;
    this.done.push(changed);
    this.undone = [];
  }

  follow(isRedo: boolean): boolean {
    const [from, to] = isRedo ? [this.undone, this.done] : [this.done, this.undone];
    const steps = from.pop();
    if (!steps) return false;
    to.push(steps);
    for (const step of steps) this.put(step.place, isRedo ? step.to : step.from);
    return true;
  }

  forgetSteps(isGone: (place: string) => boolean): void {
    const without = (all: (readonly Step[])[]) =>
      all.map((steps) => steps.filter(({ place }) => !isGone(place))).filter((steps) => steps.length > 0);
    this.done = without(this.done);
    this.undone = without(this.undone);
  }
}

/** Returns what a tab holds of a record, a line for each change. */
export function heldIn(collection: Collection, id: string, changes: Changes): string[] {
  return [...changes.values()].map((change) => {
    assert.is(cellFieldOf(collection, change.name)?.key, change.key);
    return printed(placeOf(id, change.name), changeOf(change.name as Name, change));
  });
}

export function changeOf(name: Name, { mine, before, updated, now }: HeldChange): Change {
  return {
    mine: storedOf(name, mine),
    seen: storedOf(name, before),
    updated,
    now: now && { seen: storedOf(name, now.before), updated: now.updated },
  };
}

export const printed = (place: string, { mine, seen, updated, now }: Change) =>
  [place, mine, 'was', seen, updated, ...(now ? ['now', now.seen, now.updated] : [])].join(' ');

/** A draft does not hold when the record was changed, and what later rows have shown. */
export const drafted = (change: Change): Change => ({ ...change, updated: '', now: null });

export const isEqualTo = (changes: ReadonlyMap<string, Change>, held: readonly string[]) =>
  JSON.stringify([...changes].map(([place, change]) => printed(place, change)).sort()) ===
  JSON.stringify(held);
