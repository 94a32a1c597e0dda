export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** What the server found wrong, by dotted path: `email`, `schema.2.options.min`, `indexes.0`. */
export type FieldErrors = Readonly<Record<string, FieldError>>;

/**
 * Reads the `data` of an answer. It nests as the sent values do, and an error may stand at any depth; one that says
 * nothing is an error all the same.
 */
export function fromAnswer(data: unknown): FieldErrors {
  return Object.fromEntries(errorsOf(data, ''));
}

function errorsOf(data: unknown, path: string): [string, FieldError][] {
  if (typeof data !== 'object' || data === null) return [];
  // Fields may themselves be called `code` and `message`; what they hold then are objects.
  const textAt = (name: string) => {
    const value = Object.entries(data).find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value.trim() : '';
  };
  const [code, message] = [textAt('code'), textAt('message')];
  if (path !== '' && (code || message)) return [[path, { code, message: message || code }]];
  const below = Object.entries(data).flatMap(([key, value]) =>
    errorsOf(value, path === '' ? key : `${path}.${key}`),
  );
  return below.length > 0 || path === '' ? below : [[path, { code, message: 'Invalid value' }]];
}

/** Null when nothing is wrong at this very path. */
export function messageAt(errors: FieldErrors, path: string): string | null {
  return Object.hasOwn(errors, path) ? (errors[path]?.message ?? null) : null;
}

/** Is anything wrong at the prefix or below it? For the red mark on a tab. */
export function hasUnder(errors: FieldErrors, prefix: string): boolean {
  return Object.keys(errors).some((path) => path === prefix || path.startsWith(`${prefix}.`));
}

/**
 * The errors after the value at `path` was edited: without those at the path, below it, and of the wholes
 * that it is part of. The same object when there was none of them.
 */
export function without(errors: FieldErrors, path: string): FieldErrors {
  const kept = Object.entries(errors).filter(
    ([known]) => known !== path && !known.startsWith(`${path}.`) && !path.startsWith(`${known}.`),
  );
  return kept.length === Object.keys(errors).length ? errors : Object.fromEntries(kept);
}
