import { parseDate } from '../../base/dates';
import { type Collection, indexesOf } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { collectionNameError, fieldNameError } from '../../model/names';
import { optionsOfFieldType } from '../../model/optionTable';
import { indexNameOf } from '../../model/sql/indexStatement';
import type { OptionKind } from '../../model/types/fieldOption';
import { holdsMany } from './collectionChanges';
import { type CollectionForm, type FieldForm, liveFields } from './collectionForm';

const required = 'Cannot be blank.';

/**
 * Finds the errors of a form before it is sent. The server finds the others. `others` are all collections but the
 * one in the form.
 */
export function checkCollection(form: CollectionForm, others: readonly Collection[]): FieldErrors {
  const found: [path: string, message: string][] = [];
  const nameError = collectionNameError(form.name, others);
  if (nameError) found.push(['name', nameError]);
  for (const [at, message] of indexFaults(form, others)) found.push([`indexes.${at}`, message]);
  if (form.type === 'view') {
    if (String(form.options['query'] ?? '').trim() === '') found.push(['options.query', required]);
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
    if (form.rules.manageRule === '') found.push(['options.manageRule', required]);
  }
  return Object.fromEntries(found.map(([path, message]) => [path, { code: 'validation_required', message }]));
}

type Fault = [path: string, message: string];

/** The database drops an index of another collection when a new one takes its name, so names must be unique. */
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
    : fieldNameError(field.name, { others, isAuth: form.type === 'auth' });
  if (nameError) faults.push(['name', nameError]);
  for (const [name, { kind }] of Object.entries(optionsOfFieldType(field.type) ?? {})) {
    // A number that is incomplete or not allowed is still a text.
    if (isNumeric(kind) && typeof field.options[name] === 'string')
      faults.push([`options.${name}`, numberMessage(kind, name)]);
  }
  return faults.length > 0 ? faults : [...faults, ...ofType(field)];
}

const isNumeric = (kind: OptionKind) => kind === 'count' || kind === 'limit' || kind === 'number';

function numberMessage(kind: OptionKind, name: string): string {
  if (kind === 'number') return 'Must be a number.';
  const least = { minSelect: 1, maxSelect: 2 }[name];
  return least === undefined ? 'Must be a whole number.' : `Must be a whole number from ${least}.`;
}

function ofType(field: FieldForm): Fault[] {
  const { type, options } = field;
  const number = (name: string) => (typeof options[name] === 'number' ? Number(options[name]) : null);
  const [min, max] = [number('min'), number('max')];
  const many = number('maxSelect');
  const faults: Fault[] = [];
  const tooSmall = (name: string, least: number): Fault[] => {
    const given = number(name);
    if (given !== null && given >= least) return [];
    return [[`options.${name}`, given === null ? required : `Must be at least ${least}.`]];
  };
  const isCount = (value: number) => Number.isInteger(value) && value >= 0;
  switch (type) {
    case 'text':
      if (min !== null && !isCount(min)) faults.push(['options.min', 'Must be a whole number from 0.']);
      // The server refuses every text if the maximum is 0.
      if (max !== null && (!isCount(max) || max < Math.max(min ?? 0, 1))) {
        faults.push([
          'options.max',
          `Must be a whole number from ${Math.max(min ?? 0, 1)}. Leave it empty for no limit.`,
        ]);
      }
      break;
    case 'number':
      if (min !== null && max !== null && max < min) faults.push(['options.max', `Must be at least ${min}.`]);
      break;
    case 'date':
      for (const name of ['min', 'max']) {
        const text = String(options[name] ?? '');
        // The server empties a date that it cannot read.
        if (text !== '' && !parseDate(text))
          faults.push([`options.${name}`, 'Must be a date like 2026-01-31 23:59:59.']);
      }
      break;
    case 'select':
      if (!Array.isArray(options['values']) || options['values'].length === 0) {
        faults.push(['options.values', required]);
      } else if (holdsMany(field)) faults.push(...tooSmall('maxSelect', 2));
      break;
    case 'json':
      faults.push(...tooSmall('maxSize', 1));
      break;
    case 'file':
      faults.push(...tooSmall('maxSize', 1));
      if (holdsMany(field)) faults.push(...tooSmall('maxSelect', 2));
      break;
    case 'relation':
      if (!options['collectionId']) faults.push(['options.collectionId', required]);
      if (holdsMany(field) && number('minSelect') === 0)
        faults.push(['options.minSelect', 'Must be at least 1.']);
      if (holdsMany(field) && many !== null && many < Math.max(number('minSelect') ?? 0, 2)) {
        faults.push(['options.maxSelect', `Must be at least ${Math.max(number('minSelect') ?? 0, 2)}.`]);
      }
      break;
  }
  return faults;
}
