import type { Collection } from '../../ui/model/collection';
import { collectionOf, field, relation } from './fields';

/** The distances of the relations below. */
export const steps = [1, 7, 49, 343, 401, 777, 800, 853, 900];

/** Each has nine relations to others: millions of paths. */
export const thousand = Array.from({ length: 1_000 }, (_, at) =>
  collectionOf(
    `collection_${at}`,
    [
      ...['title', 'body', 'price', 'due'].map((name) => field('text', `${name}_${at}`)),
      ...steps.map((step) => relation(`to_${step}`, `id_collection_${(at + step) % 1_000}`, 5)),
    ],
    { type: at % 100 === 0 ? 'auth' : 'base' },
  ),
);

/** The scope of a rule in the first of them. */
export const largest = { collection: thousand[0] as Collection, collections: thousand, isRule: true };
