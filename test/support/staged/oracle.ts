import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import type { StagedCell, StagedCells } from '../../../ui/records/values/stagedCell';
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
export function heldIn(collection: Collection, id: string, cells: StagedCells): string[] {
  return [...cells.values()].map((cell) => {
    assert.is(cellFieldOf(collection, cell.name)?.key, cell.key);
    return printed(placeOf(id, cell.name), changeOf(cell.name as Name, cell));
  });
}

export function changeOf(name: Name, { mine, seen, updated, now }: StagedCell): Change {
  return {
    mine: storedOf(name, mine),
    seen: JSON.stringify(seen),
    updated,
    now: now && { seen: JSON.stringify(now.seen), updated: now.updated },
  };
}

export const printed = (place: string, { mine, seen, updated, now }: Change) =>
  [place, mine, 'was', seen, updated, ...(now ? ['now', now.seen, now.updated] : [])].join(' ');

/** A draft does not hold what later rows have shown. */
export const isEqualTo = (changes: ReadonlyMap<string, Change>, held: readonly string[]) =>
  JSON.stringify([...changes].map(([place, change]) => printed(place, { ...change, now: null })).sort()) ===
  JSON.stringify(held);
