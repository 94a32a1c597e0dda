export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** What the server found wrong, by dotted path: `email`, `schema.2.options.min`, `indexes.0`. */
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** Reads the `data` of an answer. It nests as the sent values do, and an error may stand at any depth. */
export function fromAnswer(data: unknown): FieldErrors {
  const found: [string, FieldError][] = [];
  collect(data, '', found);
  return Object.fromEntries(found);
}

function collect(data: unknown, path: string, found: [string, FieldError][]): void {
  if (typeof data !== 'object' || data === null) return;
  if (path !== '' && isFieldError(data)) {
    found.push([path, { code: data.code, message: data.message }]);
    return;
  }
  for (const [key, value] of Object.entries(data))
    collect(value, path === '' ? key : `${path}.${key}`, found);
}

/** Fields may themselves be called `code` and `message`; what they hold then are objects. */
function isFieldError(data: object): data is FieldError {
  return (
    'code' in data && 'message' in data && typeof data.code === 'string' && typeof data.message === 'string'
  );
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
