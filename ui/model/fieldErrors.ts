export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** The server's validation errors by dotted path: `email`, `schema.2.options.min`, `indexes.0`. */
export type FieldErrors = Readonly<Record<string, FieldError>>;

/**
 * Reads the `data` of an error response. It is nested like the sent values, and an error may occur at any
 * depth. An error without code and message still counts as an error.
 */
export function fromAnswer(data: unknown): FieldErrors {
  return Object.fromEntries(errorsOf(data, ''));
}

function errorsOf(data: unknown, path: string): [string, FieldError][] {
  if (typeof data !== 'object' || data === null) return [];
  // Fields may themselves be called `code` and `message`; their values are objects then.
  const textAt = (name: string) => {
    const value = Object.entries(data).find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value.trim() : '';
  };
  const [code, message] = [textAt('code'), textAt('message')];
  if (path !== '' && (code || message)) return [[path, { code, message: withPlainLimit(message || code) }]];
  const below = Object.entries(data).flatMap(([key, value]) =>
    errorsOf(value, path === '' ? key : `${path}.${key}`),
  );
  return below.length > 0 || path === '' ? below : [[path, { code, message: 'Invalid value' }]];
}

/** The server prints each limit of a number with six decimals. */
function withPlainLimit(message: string): string {
  return message.replace(/\d+\.\d{6}(?=\.$)/, (limit) => `${Number(limit)}`);
}

/** Null when there is no error at this exact path. */
export function messageAt(errors: FieldErrors, path: string): string | null {
  return Object.hasOwn(errors, path) ? (errors[path]?.message ?? null) : null;
}

/** True if there is an error at the prefix or below it. Used for the red mark on a tab. */
export function hasUnder(errors: FieldErrors, prefix: string): boolean {
  return Object.keys(errors).some((path) => path === prefix || path.startsWith(`${prefix}.`));
}

export function blankErrors(values: object): FieldErrors {
  const blank = { code: 'validation_required', message: 'Cannot be blank.' };
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === '' ? [[key, blank]] : [])),
  );
}

/**
 * Returns the errors after the value at `path` was edited: without errors at the path, below it and above it.
 * Returns the same object when nothing was removed.
 */
export function without(errors: FieldErrors, path: string): FieldErrors {
  const kept = Object.entries(errors).filter(
    ([known]) => known !== path && !known.startsWith(`${path}.`) && !path.startsWith(`${known}.`),
  );
  return kept.length === Object.keys(errors).length ? errors : Object.fromEntries(kept);
}
