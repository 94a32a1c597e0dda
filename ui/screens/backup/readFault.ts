import { ApiError } from '../../api/ApiError';
import { FileFault } from '../../platform/fileFault';
import { report } from '../../state/report';

/** Returns a sentence about a backup or a record that could not be read. */
export function sentenceOf(error: unknown): string {
  if (error instanceof FileFault) return error.message;
  if (error instanceof ApiError) return error.isAborted ? 'The reading was stopped.' : error.message;
  if (error instanceof DOMException && error.name.startsWith('Not')) {
    return 'This file cannot be read. It may have changed or been removed.';
  }
  report(error, { isSilent: true });
  return 'Something went wrong on this page.';
}
