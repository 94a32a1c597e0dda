import { ApiError } from './ApiError';
import { dropStartedReads, startCall } from './callsUnderWay';
import {
  apiAddress,
  type CallQuery,
  checkWrite,
  failAs,
  getOptions,
  headersOf,
  type Method,
  type Received,
  readBody,
  type Shape,
  type SourcedAnswer,
  validateBody,
} from './client';
import { abortError, unreachableError } from './responses';

interface UploadOptions<T> {
  query?: CallQuery | undefined;
  form: FormData;
  /** Receives the sent share of the form, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** The expected shape; missing for an empty response. */
  answer?: Shape<T> | undefined;
}

/**
 * Like `requestSourced`, for forms with files: reports its progress, which fetch cannot. It is a write, so it is never
 * cancelled.
 */
export async function upload<T = undefined>(
  method: Method,
  path: string,
  { query, form, onProgress, answer }: UploadOptions<T>,
): Promise<SourcedAnswer<T>> {
  const check = checkWrite(method, path, {});
  if (check) await check;
  const { token, pageOrigin, onUnreachable, xhr = () => new XMLHttpRequest() } = getOptions();
  const url = apiAddress(path, query);
  const sentToken = token();
  const sentAt = Date.now();
  dropStartedReads();
  const endCall = startCall();
  const { body, text } = await new Promise<Received>((resolve, reject) => {
    const sending = xhr();
    sending.open(method, url);
    for (const [name, value] of Object.entries(headersOf(form, sentToken))) {
      sending.setRequestHeader(name, value);
    }
    sending.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    sending.addEventListener('load', () => {
      try {
        resolve(readBody(url, sending.status, sending.responseText, sentToken));
      } catch (error) {
        reject(error);
      }
    });
    sending.addEventListener('abort', () => reject(abortError(url)));
    sending.addEventListener('error', () => {
      onUnreachable();
      reject(unreachableError(url, pageOrigin));
    });
    sending.send(form);
  })
    .finally(endCall)
    .catch((error: unknown) => {
      if (error instanceof ApiError) return failAs(error, method, path, sentAt);
      throw error;
    });
  return { value: answer ? validateBody(url, body, answer) : (undefined as T), source: text };
}
