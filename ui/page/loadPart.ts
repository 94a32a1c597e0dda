import { loadChunk } from '../base/chunks';
import * as toasts from './toasts';

/**
 * Loads the chunk of something that a person asks for: `loadPart(() => import('../app/entries/desk'))`. After a failure it
 * shows `message` in a toast and returns null.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  message = 'This part could not be loaded. Check the connection and try again.',
): Promise<Part | null> {
  try {
    return await loadChunk(load);
  } catch {
    toasts.error(message);
    return null;
  }
}
