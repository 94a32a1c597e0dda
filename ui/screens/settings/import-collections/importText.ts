import type { JsonPath } from '../../../platform/jsonText';
import type { ImportedCollection } from './importedCollection';
import { shapeFault } from './importShape';
import { jsonFault, placeOf, startOfValue } from './jsonScan';

export interface ReadImport {
  readonly collections: readonly ImportedCollection[];
  /** Names of those that were dropped, because one before them has their id. */
  readonly duplicates: readonly string[];
}

export interface ImportFault {
  /** For the person who wrote the text: where it is wrong, and why. */
  readonly fault: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** A text as a list of collections of any server, older or newer. */
export function readImport(text: string): ReadImport | ImportFault {
  const json = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    const fault = jsonFault(json);
    return faultAt(json, fault?.at ?? null, fault?.text ?? 'It is no JSON.');
  }
  const fault = shapeFault(value);
  if (fault) return faultAt(json, startOf(json, fault.path), fault.text);
  return withoutDuplicates(value as ImportedCollection[]);
}

/** Of what is missing the place of its owner. */
function startOf(json: string, path: JsonPath): number | null {
  return startOfValue(json, path) ?? (path.length > 0 ? startOf(json, path.slice(0, -1)) : null);
}

function faultAt(json: string, at: number | null, text: string): ImportFault {
  const begin = 'Invalid collections configuration.';
  if (at === null || json.trim() === '') return { fault: `${begin} ${text}`, line: null, column: null };
  const { line, column } = placeOf(json, at);
  return { fault: `${begin} Line ${line}, column ${column}: ${text}`, line, column };
}

function withoutDuplicates(items: readonly ImportedCollection[]): ReadImport {
  const known = new Set<string>();
  const collections: ImportedCollection[] = [];
  const duplicates: string[] = [];
  for (const item of items) {
    if (known.has(item.id)) duplicates.push(item.name);
    else collections.push(item);
    known.add(item.id);
  }
  return { collections, duplicates };
}
