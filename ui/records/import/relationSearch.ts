import { type Collection, collectionTypeOf, fieldOf, systemTypeOf } from '../../model/collection';
import { typeNamed } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { report } from '../../page/report';
import type { FileTable } from '../tables/table';
import { isRecordId } from '../values/recordIds';
import { columnOf, type Target } from './plan/fieldProposal';
import { keyFields } from './plan/recordKeys';
import { createLookup } from './recordLookup';

const isLikelyId = (collection: Collection, text: string) =>
  collection.builtIn ? isRecordId(collection, text) : /^[a-z0-9]{15}$/.test(text);

/**
 * Finds the columns whose values are all ids, or unique names, of the records of one collection. Without an answer of
 * the server it finds none.
 */
export async function findTargets(
  table: FileTable,
  columns: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Target>> {
  const found = new Map<number, Target[]>();
  const texts = new Map(columns.map((at) => [at, [...new Set(columnOf(table, at).column.texts)]] as const));
  for (const collection of collections.state.all as readonly Collection[]) {
    if (collectionTypeOf(collection) === 'view') continue;
    for (const by of keyFields(collection).filter((name) => isName(collection, name))) {
      const may = [...texts].filter(
        ([, all]) => all.length > 0 && (by !== 'id' || all.every((text) => isLikelyId(collection, text))),
      );
      try {
        for (const at of await findIn(collection, by, may, signal)) {
          const target = { collectionId: collection.id, collectionName: collection.name, by };
          found.set(at, [...(found.get(at) ?? []), target]);
        }
      } catch (error) {
        report(error, { isSilent: true });
      }
      if (signal.aborted) return new Map();
    }
  }
  const sure = [...found].filter(([, targets]) => targets.length === 1);
  return new Map(sure.flatMap(([at, [target]]) => (target ? [[at, target] as const] : [])));
}

/** Equal numbers say nothing. */
function isName(collection: Collection, name: string): boolean {
  return name === 'id' || typeNamed(fieldOf(collection, name)?.type ?? systemTypeOf(name)).isTextual === true;
}

/** The first value of a column rules most of them out, with one call for all columns. */
async function findIn(
  collection: Collection,
  by: string,
  columns: readonly (readonly [at: number, texts: readonly string[]])[],
  signal: AbortSignal,
): Promise<number[]> {
  const lookup = createLookup(collection, by, { fields: ['id', by], read: ({ id }) => id });
  const areThere = (texts: readonly string[]) => texts.every((text) => lookup.get(text).length === 1);
  for (const [, texts] of columns) lookup.want(texts[0] ?? '');
  await lookup.ask(signal);
  const likely = columns.filter(([, texts]) => areThere(texts.slice(0, 1)));
  for (const [, texts] of likely) for (const text of texts) lookup.want(text);
  await lookup.ask(signal);
  return likely.filter(([, texts]) => areThere(texts)).map(([at]) => at);
}
