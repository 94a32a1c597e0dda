import { type RecordSource, readMatching } from '../../backend/recordPages';
import { type Collection, systemTypeOf } from '../../model/collection';
import { withoutExponent } from '../../model/filter/filterTexts';
import { serverQueryLength } from '../../model/queryLength';
import { quoted } from '../../model/types/conditionForms';
import { typeOf } from '../../model/types/fieldTypes';

const atATime = 4;
const askedAtOnce = 500;
/** Counted as the server counts characters, with room for the other parts of the query. */
const longestText = 1_200;

/** A query has no room for longer texts, and a zero character ends a filter. */
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
  /** As numbers, `1.0` and `1` are equal. */
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
