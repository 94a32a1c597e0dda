import { type JsonPath, startOfValue } from '../../platform/jsonText';
import { printCount } from '../../platform/text';
import type { ImportedCollection } from './importedCollection';
import { shapeFault } from './importShape';
import { jsonFault, placeOf } from './jsonFault';

export interface ReadImport {
  readonly collections: readonly ImportedCollection[];
  /** Names of collections that were dropped because an earlier one has the same id. */
  readonly duplicates: readonly string[];
}

export interface ImportFault {
  /** A sentence for the user about the place and the cause of the error. */
  readonly fault: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** Reads a text as a list of collections from any server, older or newer. */
export function readImport(text: string): ReadImport | ImportFault {
  if (text.length > mostCharacters) return { fault: tooLarge(text.length), line: null, column: null };
  const json = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    const binary = binaryFault(text);
    if (binary) return { fault: `${begin} ${binary}`, line: null, column: null };
    const fault = jsonFault(json);
    return faultAt(json, fault?.at ?? null, fault?.text ?? 'The text is not JSON.');
  }
  const fault = shapeFault(value);
  if (fault) return faultAt(json, startOf(json, fault.path), fault.text);
  const collections = value as ImportedCollection[];
  if (collections.length > mostCollections) {
    const counts = `${printCount(collections.length)} collections. At most ${printCount(mostCollections)}`;
    return { fault: `${begin} The text holds ${counts} can be imported at once.`, line: null, column: null };
  }
  return withoutDuplicates(collections);
}

/** More collections freeze the review; real servers have a few hundred. */
const mostCollections = 2_000;
export const mostCharacters = 20_000_000;

/** `size` in characters or bytes. */
export function tooLarge(size: number): string {
  const millions = (count: number) =>
    `${(count / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
  return `${begin} The text is too large: ${millions(size)}. At most ${millions(mostCharacters)} can be imported at once.`;
}

const begin = 'Invalid collections configuration.';
const instead = 'An import needs the JSON text of an export.';

/** Detects a binary file. JSON allows no control characters except tabs and line ends. */
function binaryFault(text: string): string | null {
  if (text.startsWith('PK\u0003\u0004')) return `This is a ZIP file, such as a backup. ${instead}`;
  if (text.startsWith('SQLite format 3')) return `This is a SQLite database. ${instead}`;
  const hasControls = [...text.slice(0, 1000)].some((character) => character < '\t');
  return hasControls || text.startsWith('\ufffd') ? `This is a binary file. ${instead}` : null;
}

/** Returns the position of the value; for a missing value, that of its parent. */
function startOf(json: string, path: JsonPath): number | null {
  return startOfValue(json, path) ?? (path.length > 0 ? startOf(json, path.slice(0, -1)) : null);
}

function faultAt(json: string, at: number | null, text: string): ImportFault {
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
