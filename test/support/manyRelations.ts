import type { Collection } from '../../ui/model/collection';

export const field = (type: string, name: string, options: Record<string, unknown> = {}) => ({
  id: `f_${name}`,
  name,
  type,
  options,
});
export const relation = (name: string, to: string, maxSelect: number | null = 1) =>
  field('relation', name, { collectionId: `id_${to}`, maxSelect });
export const collection = (
  name: string,
  schema: Collection['schema'] = [],
  type = 'base',
  options: Record<string, unknown> = {},
): Collection => ({ id: `id_${name}`, name, type, schema, options });

/** The distances of the relations below. */
export const steps = [1, 7, 49, 343, 401, 777, 800, 853, 900];

/** Each has nine relations to others: millions of paths. */
export const thousand = Array.from({ length: 1_000 }, (_, at) =>
  collection(
    `collection_${at}`,
    [
      ...['title', 'body', 'price', 'due'].map((name) => field('text', `${name}_${at}`)),
      ...steps.map((step) => relation(`to_${step}`, `collection_${(at + step) % 1_000}`, 5)),
    ],
    at % 100 === 0 ? 'auth' : 'base',
  ),
);

/** The scope of a rule in the first of them. */
export const largest = { collection: thousand[0] as Collection, collections: thousand, isRule: true };
