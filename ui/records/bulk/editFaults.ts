import { ApiError } from '../../backend/ApiError';

export interface EditFault {
  readonly lines: readonly FaultLine[];
  /** False if a retry cannot help, or would do harm. */
  readonly canRetry: boolean;
}

interface FaultLine {
  /** '' for the whole record. */
  readonly field: string;
  readonly message: string;
  /** True if this field was not sent, so the record was invalid before. */
  readonly isOther: boolean;
}

export const gone: EditFault = {
  lines: [{ field: '', message: 'This record no longer exists.', isOther: false }],
  canRetry: false,
};

/** The response was lost, and others have changed the numbers too. */
export function unsureFault(names: readonly string[]): EditFault {
  const message = `The response of the server was lost, and someone else has changed the record. Look at ${names.join(', ')} before you change it again.`;
  return { lines: [{ field: '', message, isOther: false }], canRetry: false };
}

/** `names` are the fields that were sent. */
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
