import { type Changes, mergeSettings, type SettingsConflict, setAt, typedOf } from './settingsChanges';

/** By path, for each conflict. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

interface Sides<Theirs> {
  /** What the server holds now. */
  read: () => Promise<Theirs>;
  /** Null: the person gave up. */
  ask: (conflicts: readonly SettingsConflict[]) => Promise<Choices | null>;
}

/**
 * What of the typed values is to be sent on top of what the server holds now, and that. What both have changed since
 * `base` is put to the person, until nobody has changed anything meanwhile; null: the person gave up.
 */
export async function mergeAsking<Theirs extends object>(
  values: object,
  base: object,
  { read, ask }: Sides<Theirs>,
): Promise<{ changes: Changes; theirs: Theirs } | null> {
  const wanted = structuredClone(values);
  const known = structuredClone(base);
  for (;;) {
    const theirs = await read();
    const { changes, conflicts } = mergeSettings(wanted, known, theirs);
    if (conflicts.length === 0) return { changes, theirs };
    const choices = await ask(conflicts);
    if (!choices) return null;
    // Choosing took its time: they may have saved again.
    for (const { path, theirs: value } of conflicts) {
      setAt(known, path, value);
      if (choices[path] === 'theirs') setAt(wanted, path, typedOf(value));
    }
  }
}
