import { skipBlanks, sliceMembers } from '../../base/jsonText';
import { printCount } from '../../base/text';
import {
  type Cell,
  checkSize,
  filledUp,
  TableError,
  type TableFormat,
  type TableReader,
  type TableRow,
} from './table';

// The items of a JSON file stay texts, so that numbers keep their digits and keys their order.

export type JsonFormat = Exclude<TableFormat, 'csv'>;

/** The part that is being read. `members`: in an object, before or after its list of items. */
type Place = 'start' | 'members' | 'items' | 'lines' | 'after';

/** Called with the text of a value when its end is found. */
type Take = (text: string) => void;

/**
 * Reads JSON in chunks that may end anywhere. It only finds where items begin and end; `createItemTable` checks
 * their text. Both methods throw a TableError with the row. `json`: the items of an array, or of the array under
 * this key of an object. `jsonLines`: objects in a sequence, with or without line breaks.
 */
export function createJsonItemsReader(format: JsonFormat, listKey = usualKey) {
  let place: Place = format === 'json' ? 'start' : 'lines';
  let isWrapped = false;
  let hasList = false;
  let needsComma = false;
  let key = '';
  let items: string[] = [];
  let count = 0;
  /** The value whose end is not found yet. */
  let open: { readonly endIn: EndFinder; readonly parts: string[]; readonly take: Take } | null = null;

  const takeItem: Take = (text) => {
    items.push(text);
    count += 1;
    needsComma = true;
  };
  const takeKey: Take = (text) => {
    key = text;
  };
  const drop: Take = () => {};

  /** Returns how to take the value that begins with this character; null if it begins none. */
  const readSign: Record<Place, (sign: string) => Take | null> = {
    start(sign) {
      if (sign !== '[' && sign !== '{') throw new TableError(noList);
      isWrapped = sign === '{';
      place = isWrapped ? 'members' : 'items';
      return null;
    },
    members(sign) {
      if (sign === '"') return takeKey;
      if (sign === '{') return drop;
      if (sign === '[' && key !== listKey) return drop;
      if (sign === '[') {
        place = 'items';
        hasList = true;
      } else if (sign === ',') {
        key = '';
      } else if (sign === '}') {
        if (!hasList) throw new TableError(noList);
        place = 'after';
      }
      return null;
    },
    items(sign) {
      if (sign === '{' && !needsComma) return takeItem;
      if (sign === ',' && needsComma) needsComma = false;
      else if (sign === ']' && (needsComma || count === 0)) place = isWrapped ? 'members' : 'after';
      else if (needsComma) throw new TableError(`After row ${printCount(count)} a comma is missing.`);
      else throw notAnObject(count + 1);
      return null;
    },
    lines(sign) {
      if (sign === '{') return takeItem;
      throw notAnObject(count + 1);
    },
    after() {
      throw new TableError(`The list ends after row ${printCount(count)}, but more text follows.`);
    },
  };

  return {
    read(chunk: string): string[] {
      items = [];
      for (let at = 0; at < chunk.length; ) {
        if (open) {
          const end = open.endIn(chunk, at);
          open.parts.push(chunk.slice(at, end ?? chunk.length));
          if (end === null) break;
          const { parts, take } = open;
          open = null;
          take(parts.join(''));
          at = end;
        } else {
          at = skipBlanks(chunk, at);
          if (at === chunk.length) break;
          const take = readSign[place](chunk.charAt(at));
          if (take) open = { endIn: createEndFinder(), parts: [], take };
          else at += 1;
        }
      }
      return items;
    },
    /** Throws if something is not closed. */
    end() {
      if (open?.take === takeItem) throw new TableError(`The file ends inside row ${printCount(count + 1)}.`);
      if (place === 'items' || place === 'members')
        throw new TableError(`The JSON is not complete: the file ends after row ${printCount(count)}.`);
    },
  };
}

const usualKey = '"items"';

/**
 * Returns the quoted key of the list in the outer object: its only list of objects, unless the object has an id and
 * so is a record itself. The text may end anywhere.
 */
export function listKeyIn(start: string): string {
  const lists: string[] = [];
  let at = skipBlanks(start, 0);
  if (start[at] !== '{') return usualKey;
  const endOf = (from: number) => createEndFinder()(start, from) ?? start.length;
  for (at = skipBlanks(start, at + 1); start[at] === '"'; ) {
    const key = start.slice(at, endOf(at));
    if (key === usualKey || key === '"id"') return usualKey;
    at = skipBlanks(start, skipBlanks(start, endOf(at)) + 1);
    if (start[at] === '[' && start[skipBlanks(start, at + 1)] === '{') lists.push(key);
    while (at < start.length && start[at] !== ',' && start[at] !== '}')
      at = /["{[]/.test(start.charAt(at)) ? endOf(at) : at + 1;
    at = skipBlanks(start, at + 1);
  }
  const [only = usualKey, second] = lists;
  return second === undefined ? only : usualKey;
}

const noList = 'The JSON is neither a list of objects nor an object with one such list.';
const notAnObject = (row: number) => new TableError(`Row ${printCount(row)} is not an object.`);

/** Returns the end of a value in its next chunk; null if it is in a later one. */
type EndFinder = (chunk: string, from: number) => number | null;

const brackets = /["{}[\]]/g;
const endsInString = /["\\]/g;

/** Finds the end of an object, array or string. It counts brackets of any kind, because the text is parsed later. */
export function createEndFinder(): EndFinder {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  return (chunk, from) => {
    for (let at = from; at < chunk.length; ) {
      if (isEscaped) {
        isEscaped = false;
        at += 1;
        continue;
      }
      const pattern = isInString ? endsInString : brackets;
      pattern.lastIndex = at;
      if (!pattern.test(chunk)) return null;
      at = pattern.lastIndex;
      const sign = chunk[at - 1];
      if (sign === '\\') isEscaped = true;
      else if (sign === '"') isInString = !isInString;
      else depth += sign === '{' || sign === '[' ? 1 : -1;
      if (depth === 0 && !isInString) return at;
    }
    return null;
  };
}

/** The columns are the keys of all items, in the order in which they first appear. */
export function createItemTable(format: JsonFormat, listKey = usualKey): TableReader {
  const reader = createJsonItemsReader(format, listKey);
  const places = new Map<string, number>();
  const rows: TableRow[] = [];

  return {
    read(chunk) {
      for (const item of reader.read(chunk)) {
        const number = rows.length + 1;
        const cells = cellsOf(item, number, places);
        rows.push({ number, cells });
        checkSize(rows.length, places.size);
      }
      return rows.length;
    },
    end() {
      reader.end();
      return {
        format,
        columns: [...places.keys()],
        rows: rows.map(({ number, cells }) => ({ number, cells: filledUp(cells, places.size) })),
      };
    },
  };
}

/** Returns the values as texts, each in the column of its key. A new key adds a column. */
function cellsOf(item: string, row: number, places: Map<string, number>): Cell[] {
  const members = membersOf(item, row);
  for (const key of members.keys()) if (!places.has(key)) places.set(key, places.size);
  const cells: Cell[] = [];
  for (const key of places.keys()) cells.push(members.get(key) ?? null);
  return cells;
}

function membersOf(item: string, row: number): Map<string, string> {
  try {
    return sliceMembers(item);
  } catch {
    throw new TableError(`Row ${printCount(row)} is not valid JSON.`);
  }
}
