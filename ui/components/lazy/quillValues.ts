// What Quill takes of lodash, for the values that Quill has: plain objects and lists, texts, numbers, functions,
// patterns of keys, and its own `Delta` and `Range`. The build puts this in the place of lodash (`build.mjs`), whose
// functions know maps, buffers, proxies and circles besides, and weigh almost half as much as Quill.

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;
const isPlain = (value: unknown): value is Values =>
  isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Whether two values hold the same, of the same kind; a key with `undefined` is a key. */
export function isEqual(one: unknown, other: unknown): boolean {
  // NaN is equal to itself, and so are the two zeros.
  if (one === other || Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

/** A copy of the same class. Functions and patterns stay what they are. */
export function cloneDeep<T>(value: T): T {
  if (!isObject(value) || value instanceof RegExp) return value;
  const copy: Values = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
  for (const [name, inner] of Object.entries(value)) copy[name] = cloneDeep(inner);
  return copy as T;
}

/** Puts what the sources hold into the target, the later ones on top; plain objects and lists are merged in turn. */
export function merge(target: Values, ...sources: unknown[]): Values {
  for (const [name, value] of sources.flatMap((source) => Object.entries(source ?? {}))) {
    const held = target[name];
    if (Array.isArray(value)) target[name] = merge((Array.isArray(held) ? held : []) as never, value);
    else if (isPlain(value)) target[name] = merge(isObject(held) ? held : {}, value);
    else if (value !== undefined || !(name in target)) target[name] = value;
  }
  return target;
}
