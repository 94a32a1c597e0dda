import { type RecordSource, readMatching } from '../../backend/recordPages';
import { type Collection, systemTypeOf } from '../../model/collection';
import { withoutExponent } from '../../model/filter/filterTexts';
import { serverQueryLength } from '../../model/queryLength';
import { quoted } from '../../model/types/conditionForms';
import { typeOf } from '../../model/types/fieldTypes';

/** Reads at once. */
const atATime = 4;
/** Texts whose answers are read in one go. */
const askedAtOnce = 500;
/** As the server counts characters; the query also holds other parts. */
const longestText = 1_200;

/** Longer texts do not fit into a query, and a zero character ends the filter. Nothing is found for them. */
export const canAsk = (text: string): boolean =>
  !text.includes('\0') && text.length <= longestText && serverQueryLength({ '': text }) <= longestText;

interface Wanted<Value> {
  /** Null for whole records. */
  readonly fields: readonly string[] | null;
  readonly read: (row: RecordSource) => Value;
}

export type Lookup<Value> = ReturnType<typeof createLookup<Value>>;

export function createLookup<Value>(
  { id, schema }: Pick<Collection, 'id' | 'schema'>,
  name: string,
  { fields, read }: Wanted<Value>,
) {
  const { toRow, operand } = typeOf(
    schema.find((field) => field.name === name) ?? { type: systemTypeOf(name) },
  );
  const known = new Map<string, Value[]>();
  const wanted = new Map<string, string>();
  /** `1.0` and `1` are one number. */
  const keyOf = (text: string) => String(toRow?.(text) ?? text);

  return {
    want(text: string): void {
      const key = keyOf(text);
      const value = operand ? operand(withoutExponent(key)) : quoted(key);
      if (!known.has(key) && value !== null && canAsk(key)) wanted.set(key, `${name}=${value}`);
    },
    get: (text: string): readonly Value[] => known.get(keyOf(text)) ?? [],
    wantsBackslash: () => [...wanted.keys()].some((text) => text.includes('\\')),
    /** The number of wanted texts that were not asked for yet. */
    count: () => wanted.size,
    async ask(signal?: AbortSignal, backslashes = true, onAsked = (_count: number) => {}): Promise<void> {
      const asked = [...wanted].filter(([text]) => backslashes || !text.includes('\\'));
      let next = 0;
      const worker = async () => {
        while (next < asked.length) {
          const some = asked.slice(next, next + askedAtOnce);
          next += some.length;
          const comparisons = some.map(([, comparison]) => comparison);
          const rows = await readMatching(id, comparisons, { fields, signal });
          for (const [text] of some) known.set(text, []);
          for (const row of rows) {
            const value: unknown = JSON.parse(row.values.get(name) ?? 'null');
            known.get(keyOf(String(value)))?.push(read(row));
          }
          for (const [text] of some) wanted.delete(text);
          onAsked(some.length);
        }
      };
      await Promise.all(Array.from({ length: atATime }, worker));
      wanted.clear();
    },
  };
}
