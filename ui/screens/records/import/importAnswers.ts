import { countWhere } from '../../../api/adminSession';
import { type RecordSource, readMatching, toAnswer } from '../../../api/recordPages';
import { type Collection, fieldOf } from '../../../model/collection';
import { targetOf } from '../../../model/field';
import { escapeText, withoutExponent } from '../../../model/filters/filter';
import { serverQueryLength } from '../../../model/queryLength';
import type { RecordAnswer } from '../../../model/record';
import type { ImportPlan } from '../../../model/record-import/columnPlan';
import type { Found } from '../../../model/record-import/rowPlan';
import { numberOf } from '../../../model/records/typedValues';

/** Reads at once. */
const atATime = 4;
/** As the server counts characters; the query also holds other parts. */
const longestText = 1_200;

export type Answers = ReturnType<typeof createAnswers>;

/** The answers of the server to all texts that the rows hold. */
export function createAnswers(collection: Collection, plan: ImportPlan) {
  const { key } = plan;
  const records = createLookup<RecordAnswer>(
    collection.id,
    fieldOf(collection, key ?? '')?.type,
    key ?? 'id',
    {
      fields: null,
      read: (row) => toAnswer(collection, row),
    },
  );
  const ids = (row: RecordSource) => row.id;
  const relatedByField = new Map<string, Lookup<string>>();
  const holdersByField = new Map<string, Lookup<string>>();
  const created = new Set<string>();

  const targetIdOf = (name: string) => {
    const field = fieldOf(collection, name);
    return (field && targetOf(field)) ?? '';
  };

  function related(name: string): Lookup<string> {
    const reading = plan.columns.find(({ field }) => field === name)?.reading;
    const by = reading?.kind === 'relation' ? reading.by : 'id';
    const lookup =
      relatedByField.get(name) ??
      createLookup(targetIdOf(name), undefined, by, { fields: ['id', by], read: ids });
    relatedByField.set(name, lookup);
    return lookup;
  }

  function holders(name: string): Lookup<string> {
    const lookup =
      holdersByField.get(name) ??
      createLookup(collection.id, fieldOf(collection, name)?.type, name, { fields: ['id', name], read: ids });
    holdersByField.set(name, lookup);
    return lookup;
  }

  let hasBackslash = false;
  /** False on servers before 0.22.50: nobody knows whether a record has such a key. */
  let findsBackslash = true;

  const found: Found = {
    record: (text) => records.get(text)[0],
    canAsk: (text) => canAsk(text) && (findsBackslash || !text.includes('\\')),
    related: (name, text) => related(name).get(text),
    holder: (name, text) => holders(name).get(text)[0],
    isCreated: (name, id) => targetIdOf(name) === collection.id && created.has(id),
  };

  return {
    wantKey(text: string) {
      hasBackslash ||= text.includes('\\');
      records.want(text);
    },
    related,
    holders,
    found,
    /** Remembers an id that the file gives to a new record. */
    markCreated(id: string) {
      if (id !== '' && plan.mode !== 'change') created.add(id);
    },
    async ask(signal: AbortSignal) {
      const all = [records, ...relatedByField.values(), ...holdersByField.values()];
      for (const lookup of all) await lookup.ask(signal);
      // Both texts are one where a backslash escapes itself, so all admins match, else none.
      if (hasBackslash) findsBackslash = (await countWhere('"a\\\\b"="a\\b"')) > 0;
    },
  };
}

interface Lookup<Value> {
  want(text: string): void;
  get(text: string): readonly Value[];
  /** Reads the records of all wanted texts that were not asked for yet. */
  ask(signal: AbortSignal): Promise<void>;
}

interface Wanted<Value> {
  fields: readonly string[] | null;
  read(row: RecordSource): Value;
}

/** Longer texts do not fit into a query, and a zero character ends the filter. Nothing is found for them. */
const canAsk = (text: string): boolean =>
  !text.includes('\0') && text.length <= longestText && serverQueryLength({ '': text }) <= longestText;

/** Finds records by the text of one field. */
function createLookup<Value>(
  collectionId: string,
  type: string | undefined,
  name: string,
  { fields, read }: Wanted<Value>,
): Lookup<Value> {
  const isNumber = type === 'number';
  const known = new Map<string, Value[]>();
  const wanted = new Set<string>();
  /** `1.0` and `1` are one number. */
  const keyOf = (text: string) => (isNumber ? String(numberOf(text)) : text);

  const comparisonOf = (text: string) =>
    isNumber ? `${name}=${withoutExponent(text)}` : `${name}="${escapeText(text)}"`;

  return {
    want(text) {
      const key = keyOf(text);
      if (!known.has(key) && key !== 'NaN' && canAsk(key)) wanted.add(key);
    },
    get: (text) => known.get(keyOf(text)) ?? [],
    async ask(signal) {
      const texts = [...wanted];
      const comparisons = texts.map(comparisonOf);
      const size = Math.ceil(comparisons.length / atATime);
      const parts = Array.from({ length: atATime }, (_, at) => comparisons.slice(at * size, (at + 1) * size));
      const rows = await Promise.all(
        parts.map((part) => readMatching(collectionId, part, { fields, signal })),
      );
      for (const text of texts) known.set(text, []);
      for (const row of rows.flat()) {
        const value: unknown = JSON.parse(row.values.get(name) ?? 'null');
        known.get(keyOf(String(value)))?.push(read(row));
      }
      wanted.clear();
    },
  };
}
