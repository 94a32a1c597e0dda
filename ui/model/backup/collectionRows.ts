import { is } from 'superstruct';
import { Collection, ruleNames } from '../collection';
import type { SqliteValue } from '../sqlite/storedRow';

/** A row by the names of its columns. */
export type NamedRow = ReadonlyMap<string, SqliteValue>;

/** Makes a collection out of its stored row; null if the row is damaged. */
export function collectionOf(row: NamedRow): Collection | null {
  const text = (name: string) => {
    const value = row.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const collection = {
    id: text('id'),
    created: text('created'),
    updated: text('updated'),
    name: text('name'),
    type: text('type'),
    system: row.get('system') === 1,
    schema: parsed(text('schema')),
    indexes: parsed(text('indexes')) ?? [],
    ...Object.fromEntries(ruleNames.map((name) => [name, text(name) ?? null])),
    options: parsed(text('options')) ?? {},
  };
  return is(collection, Collection) ? collection : null;
}

/** In characters. A longer text would stop the page for a moment, and no server has one. */
const longestText = 5_000_000;

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined || text.length > longestText ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
