import { initialCounts, type Options, optionsOfCollectionType, optionsOfFieldType } from '../optionTable';
import { parseIndex, printIndex } from '../sql/indexStatement';
import { sqlTokensOf } from '../sql/tokens';
import type { ImportedCollection, ImportedField } from './importedCollection';

/** A change to an older export that current servers would refuse, as a full sentence. */
export interface Repair {
  readonly collection: string;
  /** Null for the collection itself. */
  readonly field: string | null;
  readonly text: string;
}

type Values = Readonly<Record<string, unknown>>;
type Tell = (text: string) => void;

export function findRepairs(collections: readonly ImportedCollection[]): Repair[] {
  return repair(collections).repairs;
}

/** Returns the same object for a collection that needs no repair. */
export function repaired(collections: readonly ImportedCollection[]): ImportedCollection[] {
  return repair(collections).collections;
}

function repair(collections: readonly ImportedCollection[]) {
  const repairs: Repair[] = [];
  const done = collections.map((collection) => {
    const tell = (field: string | null, text: string) =>
      repairs.push({ collection: collection.name, field, text });
    const schema = collection.schema?.map((field) => repairedField(field, (text) => tell(field.name, text)));
    const indexes =
      collection.indexes === undefined
        ? indexesOfUniqueFields(collection, tell)
        : collection.indexes?.map((statement) => repairedIndex(statement, (text) => tell(null, text)));
    const options = repairedAuth(collection, (text) => tell(null, text));
    return changed(collection, {
      ...(schema && { schema }),
      ...(indexes && { indexes }),
      ...(options && { options }),
    });
  });
  return { collections: done, repairs };
}

/** Returns the same object when nothing changed. */
function changed(collection: ImportedCollection, next: Partial<ImportedCollection>): ImportedCollection {
  const isSame = Object.entries(next).every(([key, value]) => {
    const old = collection[key];
    return Array.isArray(value) && Array.isArray(old)
      ? value.every((item, at) => item === old[at])
      : value === old;
  });
  return isSame ? collection : { ...collection, ...next };
}

function repairedField(field: ImportedField, tell: Tell): ImportedField {
  const known = optionsOfFieldType(field.type);
  if (!known) return field;
  const unblanked = withoutBlanks(field.options ?? {}, known, tell);
  const options = repairsByType[field.type]?.(unblanked, tell) ?? unblanked;
  const isUnique = field.type === 'file' && field.unique === true;
  if (isUnique) tell('The mark "unique" is removed: a file field cannot have it.');
  if (options === field.options || (!field.options && Object.keys(options).length === 0))
    return isUnique ? { ...field, unique: false } : field;
  return { ...field, ...(isUnique && { unique: false }), options };
}

/** On older servers an empty text meant no limit or an empty list. */
function withoutBlanks(options: Values, known: Options, tell: Tell): Values {
  const blank = Object.entries(known).filter(
    ([name, { kind }]) => options[name] === '' && ['limit', 'number', 'list'].includes(kind),
  );
  if (blank.length === 0) return options;
  for (const [name] of blank) tell(`The option ${name} is set to null: it cannot be an empty text.`);
  return { ...options, ...Object.fromEntries(blank.map(([name]) => [name, null])) };
}

/** Each repair returns the same object when nothing is wrong. */
const repairsByType: Readonly<Record<string, (options: Values, tell: Tell) => Values>> = {
  text: (options, tell) => {
    if (options['max'] !== 0) return options;
    tell('The option max is set to null: with 0 the server would refuse every text.');
    return { ...options, max: null };
  },
  json: (options, tell) => withCount(options, 'maxSize', initialCounts.jsonSize, tell),
  file: (options, tell) =>
    withCount(
      withCount(options, 'maxSelect', initialCounts.maxSelect, tell),
      'maxSize',
      initialCounts.fileSize,
      tell,
    ),
  select: (options, tell) => {
    const { values } = options;
    const counted = withCount(options, 'maxSelect', initialCounts.maxSelect, tell);
    const most = Array.isArray(values) ? values.length : 0;
    if (most === 0 || Number(counted['maxSelect']) <= most) return counted;
    tell(`The option maxSelect is set to ${most}: there are no more choices.`);
    return { ...counted, maxSelect: most };
  },
  // Without a maximum a relation holds any number of records; with 0 it held one.
  relation: (options, tell) =>
    options['maxSelect'] === 0 ? withCount(options, 'maxSelect', initialCounts.maxSelect, tell) : options,
};

function withCount(options: Values, name: string, value: number, tell: Tell): Values {
  const given = options[name];
  const isMissing = (given ?? '') === '' || (typeof given === 'number' && given < 1);
  if (!isMissing) return options;
  tell(
    `The option ${name} is set to ${value}: it cannot be ${typeof given === 'number' ? given : 'missing'}.`,
  );
  return { ...options, [name]: value };
}

/**
 * Servers before 0.14 had no list of indexes. They made an index for each field that was marked as unique;
 * newer servers ignore the mark. The names come from `1679943781_add_indexes_column.go`. Undefined when no
 * field has the mark.
 */
function indexesOfUniqueFields(
  { name, schema }: ImportedCollection,
  tell: (field: string, text: string) => void,
): string[] | undefined {
  const marked = schema?.filter((field) => field.unique === true && field.type !== 'file') ?? [];
  if (marked.length === 0) return undefined;
  return marked.map((field) => {
    tell(field.name, 'A unique index is added: servers from 0.14 on ignore the mark "unique".');
    return printIndex({
      isUnique: true,
      isOptional: false,
      schemaName: '',
      indexName: `idx_unique_${field.id || field.name}`,
      tableName: name,
      columns: [{ name: field.name, collate: '', sort: '' }],
      where: '',
    });
  });
}

/** Undefined for a collection without such options. */
function repairedAuth({ type, options }: ImportedCollection, tell: Tell): Values | undefined {
  if (type !== 'auth' || !options) return undefined;
  const unblanked = withoutBlanks(options, optionsOfCollectionType('auth'), tell);
  const length = unblanked['minPasswordLength'];
  const isUsed = unblanked['allowEmailAuth'] === true || unblanked['allowUsernameAuth'] === true;
  let next = unblanked;
  if (isUsed && !length) {
    const { passwordLength } = initialCounts;
    tell(`The minimum password length is set to ${passwordLength}: password sign-in needs one.`);
    next = { ...next, minPasswordLength: passwordLength };
  } else if (typeof length === 'number' && length !== 0 && (length < 5 || length > 72)) {
    const nearest = length < 5 ? 5 : 72;
    tell(`The minimum password length is set to ${nearest}: it must be between 5 and 72.`);
    next = { ...next, minPasswordLength: nearest };
  }
  if (next['manageRule'] !== '') return next;
  tell('The manageRule is set to null: it cannot be empty.');
  return { ...next, manageRule: null };
}

/** Servers before 0.22.55 dropped the text after the last bracket. */
function repairedIndex(statement: string, tell: Tell): string {
  // Imports may have thousands of indexes in the server's form; skip the slow parser for them.
  if (/^[^-/;]*\)\s*$/.test(statement) && !/where/i.test(statement)) return statement;
  const parts = parseIndex(statement);
  if (!parts) return statement;
  const isPlain = !sqlTokensOf(statement).some(({ kind }) => kind === 'comment');
  const endsWell = parts.where === '' ? statement.trimEnd().endsWith(')') : /\)\s+where\s/i.test(statement);
  if (isPlain && endsWell) return statement;
  tell(`The index ${parts.indexName} is rewritten: servers refuse comments and text after the last bracket.`);
  return printIndex(parts);
}
