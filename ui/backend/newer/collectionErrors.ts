import type { FieldErrors } from '../../model/fieldErrors';
import { innerOption, isBuiltIn } from './collectionShape';

type Flat = Readonly<Record<string, unknown>>;

/** The places in the form of an account collection for errors of groups and of built-in fields. */
const accountPlaces: readonly (readonly [newer: RegExp, inner: string])[] = [
  [/^passwordAuth\b.*/, 'options.allowEmailAuth'],
  [/^oauth2\b.*/, 'options.allowOAuth2Auth'],
  [/^authRule$/, 'options.onlyVerified'],
  [/^email\.exceptDomains$/, 'options.exceptEmailDomains'],
  [/^email\.onlyDomains$/, 'options.onlyEmailDomains'],
  [/^email\b.*/, 'options.requireEmail'],
  [/^password\b.*/, 'options.minPasswordLength'],
];

const flags = ['id', 'name', 'type', 'required', 'presentable', 'system'];
const own = /^(name|type|indexes|listRule|viewRule|createRule|updateRule|deleteRule)\b/;

/**
 * Moves the errors of a newer server to the places of 0.22: `fields.3.max` becomes `schema.2.options.max`. `sent` are
 * the fields of the request, `isNew` says that the server has put the id before them.
 */
export function innerErrors(
  errors: FieldErrors,
  sent: readonly Flat[],
  type: string,
  isNew: boolean,
): FieldErrors {
  const isAuth = type === 'auth';
  const first = isNew && !sent.some(({ name }) => name === 'id') ? 1 : 0;
  const moved = Object.entries(errors).flatMap(([path, error]) => {
    if (path === 'viewQuery') return [['options.query', error] as const];
    // The echo of a wrong query.
    if (path === 'fields' && type === 'view') return [];
    const [, place, rest = ''] = /^fields\.(\d+)\.?(.*)$/.exec(path) ?? [];
    if (place === undefined) return [[placeOf(path, isAuth), error] as const];
    const at = Number(place) - first;
    const field = sent[at];
    if (!field) return [['schema', error] as const];
    if (isBuiltIn(field, isAuth))
      return [[placeOf(`${String(field['name'])}.${rest}`, isAuth), error] as const];
    const before = sent.slice(0, at).filter((one) => isBuiltIn(one, isAuth)).length;
    const [key = '', ...below] = rest.split('.');
    const inner = flags.includes(key) ? key : `options.${innerOption(String(field['type']), key)}`;
    return [
      [['schema', at - before, inner, ...below].filter((part) => part !== '').join('.'), error] as const,
    ];
  });
  return Object.fromEntries(moved);
}

function placeOf(path: string, isAuth: boolean): string {
  if (own.test(path)) return path;
  const found = isAuth ? accountPlaces.find(([newer]) => newer.test(path)) : undefined;
  return found ? found[1] : `options.${path}`;
}
