import { ApiError } from '../../backend/ApiError';

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
export function editFaultOf(error: unknown, names: readonly string[]): EditFault {
  if (!(error instanceof ApiError)) return plainFault('Something went wrong on this page.');
  if (error.status === 404) return gone;
  const lines = Object.entries(error.fields).map(([field, { message }]) => ({
    field,
    message,
    isOther: !names.includes(field),
  }));
  return lines.length > 0 ? { lines, canRetry: true } : plainFault(error.message);
}

function plainFault(message: string): EditFault {
  return { lines: [{ field: '', message, isOther: false }], canRetry: true };
}
