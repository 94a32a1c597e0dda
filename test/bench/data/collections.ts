import { newField } from '../../support/fields';

export interface BenchField {
  readonly name: string;
  readonly type: string;
  readonly presentable?: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface BenchCollection {
  readonly id: string;
  readonly name: string;
  readonly type: 'base' | 'auth';
  readonly schema: readonly BenchField[];
  readonly indexes: readonly string[];
}

const collectionId = (name: string) => name.replace('_', '').padEnd(15, '0');

function base(name: string, schema: readonly BenchField[]): BenchCollection {
  return { id: collectionId(name), name, type: 'base', schema, indexes: [] };
}

/**
 * Adds indexes. Without them the server sorts all records for each page, and its time would hide that of the
 * dashboard.
 */
function indexed(collection: BenchCollection): BenchCollection {
  const { name } = collection;
  return { ...collection, indexes: [`CREATE INDEX idx_${name}_created ON ${name} (created)`] };
}

const field = (type: string, name: string, options: BenchField['options'] = {}): BenchField =>
  newField(type, name, options);

const fillerTypes = ['text', 'number', 'bool', 'email', 'url', 'editor', 'date'];

const json = (name: string) => field('json', name, { maxSize: 2_000_000 });
const file = (name: string, options: BenchField['options'] = {}) =>
  field('file', name, { maxSelect: 1, maxSize: 5_242_880, ...options });
const select = (name: string, maxSelect = 1) =>
  field('select', name, { maxSelect, values: ['draft', 'waiting', 'live', 'paused', 'closed', 'lost'] });

/** The target of the other collections' relations. */
export const people = base('bench_people', [
  { ...field('text', 'name'), presentable: true },
  field('text', 'town'),
]);

const relation = (name: string, maxSelect = 1) =>
  field('relation', name, { collectionId: people.id, maxSelect });

/** A hundred thousand records of eight fields. */
export const long = indexed(
  base('bench_long', [
    field('text', 'title'),
    field('text', 'subtitle'),
    field('number', 'price'),
    field('bool', 'is_open'),
    select('stage'),
    field('date', 'due'),
    field('email', 'contact'),
    json('extra'),
  ]),
);

/** Five thousand records of 28 fields, of every type. */
export const wide = indexed(
  base('bench_wide', [
    ...['title', 'subtitle', 'street', 'city', 'country', 'remark', 'reference'].map((name) =>
      field('text', name),
    ),
    ...['story', 'terms'].map((name) => field('editor', name)),
    ...['price', 'weight', 'stock', 'score'].map((name) => field('number', name)),
    ...['is_open', 'is_paid', 'is_hidden'].map((name) => field('bool', name)),
    field('email', 'contact'),
    field('url', 'website'),
    ...['due', 'shipped'].map((name) => field('date', name)),
    select('stage'),
    select('level'),
    select('tags', 3),
    json('extra'),
    json('measures'),
    file('papers', { maxSelect: 5 }),
    relation('owner'),
    relation('helpers', 5),
  ]),
);

/** Fifty records of thirty fields, for the record editor. */
export const form = base('bench_form', [
  ...wide.schema,
  ...['summary', 'footnote'].map((name) => field('text', name)),
]);

/** The subject of the collection editor. */
export const manyFields = base(
  'bench_fields',
  Array.from({ length: 200 }, (_, at) =>
    field(fillerTypes[at % fillerTypes.length] ?? 'text', `field_${at}`),
  ),
);

/** Records with an image that needs a file token. */
export const guarded = base('bench_guarded', [
  field('text', 'title'),
  file('photo', { protected: true, mimeTypes: ['image/png'] }),
]);

const collectionCount = 1_000;

/** Returns all except `users`, which every backend already has. With it there are a thousand. */
export function benchCollections(): BenchCollection[] {
  const measured = [people, long, wide, form, manyFields, guarded];
  const fillers = Array.from({ length: collectionCount - 1 - measured.length }, (_, at): BenchCollection => {
    const name = `filler_${String(at).padStart(3, '0')}`;
    const schema = Array.from({ length: 3 + (at % 8) }, (_, place) =>
      field(fillerTypes[(at + place) % fillerTypes.length] ?? 'text', `field_${place}`),
    );
    return { ...base(name, schema), type: at % 40 === 0 ? 'auth' : 'base' };
  });
  return [...measured, ...fillers];
}
