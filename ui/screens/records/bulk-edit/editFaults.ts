import { ApiError } from '../../../api/ApiError';

/** Why a record was not changed. */
export interface EditFault {
  readonly lines: readonly FaultLine[];
  /** False if another try cannot or must not help. */
  readonly canRetry: boolean;
}

interface FaultLine {
  /** '' for none. */
  readonly field: string;
  readonly message: string;
  /** The field was not sent: the record was invalid before. */
  readonly isOther: boolean;
}

export const gone: EditFault = {
  lines: [{ field: '', message: 'This record no longer exists.', isOther: false }],
  canRetry: false,
};

/** The answer was lost, and others have changed the numbers, too. */
export function unsureFault(names: readonly string[]): EditFault {
  const message = `The answer of the server was lost, and somebody else has changed the record. Look at ${names.join(', ')} before you change it again.`;
  return { lines: [{ field: '', message, isOther: false }], canRetry: false };
}

/** Explains a refused call that sent the fields with these names. */
export function faultOf(error: unknown, names: readonly string[]): EditFault {
  if (!(error instanceof ApiError)) return plainFault('Something went wrong on this page.');
  if (error.status === 404) return gone;
  const fields = Object.entries(error.fields);
  // The server also blames a field whose name is the beginning of the right one.
  const isBlamedTwice = (path: string, code: string) =>
    code === 'validation_not_unique' &&
    !names.includes(path) &&
    fields.some(([other]) => other !== path && other.startsWith(path));
  const lines = fields
    .filter(([path, { code }]) => !isBlamedTwice(path, code))
    .map(([path, { message }]) => ({ field: path, message, isOther: !names.includes(path) }));
  return lines.length > 0 ? { lines, canRetry: true } : plainFault(error.message);
}

function plainFault(message: string): EditFault {
  return { lines: [{ field: '', message, isOther: false }], canRetry: true };
}
