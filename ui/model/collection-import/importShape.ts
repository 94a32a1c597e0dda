import type { JsonPath } from '../../platform/jsonText';
import { isObject } from '../../platform/plainData';
import { ruleNames } from '../collection';

/** The first place where a value is no list of collections, with the reason. */
interface ShapeFault {
  readonly path: JsonPath;
  readonly text: string;
}

type Values = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';

/**
 * Returns null when every item has an id and a name, and every type can be decoded by the server. The server
 * refuses other imports without naming the place.
 */
export function shapeFault(value: unknown): ShapeFault | null {
  if (!Array.isArray(value)) return { path: [], text: notAList(value) };
  for (const [at, item] of value.entries()) {
    const fault = itemFault(item, at);
    if (fault) return { path: [at, ...fault.path], text: fault.text };
  }
  return null;
}

function notAList(value: unknown): string {
  if (isObject(value) && 'collections' in value)
    return 'Expected a list of collections: keep only the value of "collections".';
  if (isObject(value) && isText(value['name'])) return 'Put a single collection into a list too: [ ... ].';
  return 'Expected a list of collections.';
}

function itemFault(item: unknown, at: number): ShapeFault | null {
  const nth = `Collection number ${at + 1}`;
  if (!isObject(item)) return { path: [], text: `${nth} is not an object.` };
  const { id, name } = item;
  if (typeof name !== 'string' || name.trim() === '')
    return missing(item, 'name', `${nth}${typeof id === 'string' ? ` (id ${id})` : ''}`);
  if (typeof id !== 'string' || id.trim() === '') return missing(item, 'id', `The collection "${name}"`);
  return kindFault(item, `The collection "${name}"`) ?? fieldsFault(item, name);
}

function missing(item: Values, key: string, whose: string): ShapeFault {
  const text = `${whose} has no ${key}, or one that is not a string.`;
  return { path: key in item ? [key] : [], text };
}

function kindFault(item: Values, whose: string): ShapeFault | null {
  const wrong = (key: string, check: Check) =>
    item[key] !== undefined && item[key] !== null && !check(item[key]);
  const fault = (key: string, kind: string) => ({
    path: [key],
    text: `${whose}: its ${key} must be ${kind}.`,
  });
  for (const key of ['type', ...ruleNames]) if (wrong(key, isText)) return fault(key, 'a string');
  if (wrong('system', isFlag)) return fault('system', 'true or false');
  if (wrong('options', isObject)) return fault('options', 'an object');
  if (wrong('indexes', (value) => Array.isArray(value) && value.every(isText)))
    return fault('indexes', 'a list of strings');
  return null;
}

function fieldsFault(item: Values, name: string): ShapeFault | null {
  for (const key of ['schema', 'fields']) {
    const fields = item[key] ?? [];
    if (!Array.isArray(fields))
      return { path: [key], text: `The collection "${name}": its ${key} must be a list.` };
    for (const [at, field] of fields.entries()) {
      const fault = fieldFault(field, `Field number ${at + 1} of the collection "${name}"`);
      if (fault) return { path: [key, at, ...fault.path], text: fault.text };
    }
  }
  return null;
}

function fieldFault(field: unknown, nth: string): ShapeFault | null {
  if (!isObject(field)) return { path: [], text: `${nth} is not an object.` };
  const { id, name, type, options } = field;
  if (typeof name !== 'string' || name === '') return missing(field, 'name', nth);
  if (typeof type !== 'string' || type === '') return missing(field, 'type', nth);
  const whose = `${nth}, "${name}",`;
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  if (isGiven(id) && !isText(id)) return { path: ['id'], text: `${whose} has an id that is not a string.` };
  for (const key of ['required', 'presentable', 'unique', 'system']) {
    if (isGiven(field[key]) && !isFlag(field[key]))
      return { path: [key], text: `${whose} has a ${key} that is neither true nor false.` };
  }
  return isGiven(options) && !isObject(options)
    ? { path: ['options'], text: `${whose} has options that are not an object.` }
    : null;
}
