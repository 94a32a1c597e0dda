import type { FormValue } from '../../../ui/model/field';
import { dateOf } from '../../../ui/model/types/date';

// The values of the random tests of staged changes: one field of each kind, with few values, so that people collide.

export const names = ['title', 'total', 'paid', 'tags', 'due', 'meta'] as const;
export type Name = (typeof names)[number];
export const isName = (name: string): name is Name => (names as readonly string[]).includes(name);

/** A stored value as JSON, so that values of all types are compared alike. */
export type Stored = string;

/** Returns what the server stores for a typed value. */
export function storedOf(name: string, mine: FormValue): Stored {
  if (name === 'total') return JSON.stringify(Number(mine));
  if (name === 'meta') return JSON.stringify(JSON.parse(String(mine) || 'null'));
  if (name !== 'due') return JSON.stringify(mine);
  const date = dateOf(String(mine));
  return JSON.stringify(date ? `${date}${date.includes('.') ? '' : '.000'}Z` : '');
}

/** Returns a random number below the limit. */
export type Random = (limit: number) => number;

export function anyTyped(random: Random, name: Name): FormValue {
  switch (name) {
    case 'title':
      return `T${random(6)}`;
    case 'total':
      return String((random(6) - 1) / 2);
    case 'paid':
      return random(2) === 1;
    case 'tags':
      return ['a', 'b', 'c'].filter(() => random(2) === 1);
    case 'due':
      return ['', '2026-01-11 10:00:00', '2026-01-11 10:00:00.123', '2026-02-11 10:00:00'][random(4)] ?? '';
    default:
      return `{"n":${random(4)}}`;
  }
}

/** A value as another program sends it. */
export function anySent(random: Random, name: Name): unknown {
  for (;;) {
    const mine = anyTyped(random, name);
    const value: unknown = JSON.parse(storedOf(name, mine));
    if (name !== 'total' || Number(value) >= 0) return value;
  }
}
