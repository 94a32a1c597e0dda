import { type Collection, indexesOf } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { collectionNameError, fieldNameError } from '../../model/names';
import { optionsOfFieldType } from '../../model/optionTable';
import { indexNameOf, parseIndex } from '../../model/sql/indexStatement';
import { isSameName } from '../../model/sql/tokens';
import { isNumeric, type OptionKind } from '../../model/types/fieldOption';
import { cannotBeBlank } from '../../model/types/fieldType';
import { typeOf } from '../../model/types/fieldTypes';
import { can } from '../../page/capabilities';
import { holdsMany } from './collectionChanges';
import { type CollectionForm, type FieldForm, liveFields } from './collectionForm';

/** Finds errors before the form is sent; the server finds the others. `others` are all other collections. */
export function checkCollection(form: CollectionForm, others: readonly Collection[]): FieldErrors {
  const found: [path: string, message: string][] = [];
  const nameError = collectionNameError(form.name, others);
  if (nameError) found.push(['name', nameError]);
  for (const [at, message] of indexFaults(form, others)) found.push([`indexes.${at}`, message]);
  if (form.type === 'view') {
    if (String(form.options['query'] ?? '').trim() === '') found.push(['options.query', cannotBeBlank]);
  } else {
    for (const field of liveFields(form)) {
      for (const [path, message] of faultsOf(field, form))
        found.push([`schema.${field.key}.${path}`, message]);
    }
    if (form.type === 'base' && liveFields(form).length === 0) {
      found.push(['schema', 'A collection needs at least one field.']);
    }
  }
  if (form.type === 'auth') {
    const length = form.options['minPasswordLength'];
    const isOff = !form.options['allowUsernameAuth'] && !form.options['allowEmailAuth'];
    if (!isOff && (typeof length !== 'number' || length < 5 || length > 72)) {
      found.push(['options.minPasswordLength', 'Must be a number from 5 to 72.']);
    }
    if (form.options['allowUsernameAuth'] === true && !can('accountNames') && !hasUniqueNames(form)) {
      found.push(['options.allowUsernameAuth', 'This needs a field "username" with a unique index.']);
    }
    if (form.rules.manageRule === '') found.push(['options.manageRule', cannotBeBlank]);
  }
  return Object.fromEntries(found.map(([path, message]) => [path, { code: 'validation_required', message }]));
}

/** A newer server signs in by any field that has a unique index of its own. */
function hasUniqueNames(form: CollectionForm): boolean {
  const isUnique = (statement: string) => {
    const { isUnique, columns } = parseIndex(statement) ?? { isUnique: false, columns: [] };
    return isUnique && columns.length === 1 && isSameName(columns[0]?.name ?? '', 'username');
  };
  return liveFields(form).some(({ name }) => name === 'username') && form.indexes.some(isUnique);
}

type Fault = [path: string, message: string];

/**
 * Index names must be unique in the database: a new index with a taken name would drop that of another collection.
 */
function indexFaults(form: CollectionForm, others: readonly Collection[]): [at: number, message: string][] {
  const taken = new Map<string, string>();
  for (const other of others) {
    taken.set(other.name.toLowerCase(), `A collection is called ${other.name}.`);
    for (const statement of indexesOf(other)) {
      taken.set(
        indexNameOf(statement).toLowerCase(),
        `The collection ${other.name} has an index of this name.`,
      );
    }
  }
  return form.indexes.flatMap((statement, at): [number, string][] => {
    const name = indexNameOf(statement).toLowerCase();
    if (name === '') return [];
    const message = taken.get(name);
    taken.set(name, 'Another index has this name.');
    return message ? [[at, message]] : [];
  });
}

function faultsOf(field: FieldForm, form: CollectionForm): Fault[] {
  const faults: Fault[] = [];
  const others = liveFields(form)
    .filter(({ key }) => key !== field.key)
    .map(({ name }) => name);
  const nameError = field.isSystem
    ? null
    : fieldNameError(field.name, {
        others,
        isAuth: form.type === 'auth',
        hasUserNames: can('accountNames'),
      });
  if (nameError) faults.push(['name', nameError]);
  for (const [name, { kind }] of Object.entries(optionsOfFieldType(field.type) ?? {})) {
    // A number that is incomplete or invalid is still a text.
    if (isNumeric(kind) && typeof field.options[name] === 'string')
      faults.push([`options.${name}`, numberMessage(kind, name)]);
  }
  if (faults.length > 0) return faults;
  const ofType = typeOf(field).checkOptions?.(field, holdsMany(field)) ?? [];
  return ofType.map(([name, message]) => [`options.${name}`, message]);
}

function numberMessage(kind: OptionKind, name: string): string {
  if (kind === 'number') return 'Must be a number.';
  const least = { minSelect: 1, maxSelect: 2 }[name];
  return least === undefined ? 'Must be a whole number.' : `Must be a whole number from ${least}.`;
}
