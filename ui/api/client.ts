import { type Struct, validate } from 'superstruct';
import { ApiError } from './ApiError';
import { aborted, parsed, refusal, unreachable, unreadable } from './answers';

/**
 * Every call to the backend goes through `request` or `requestList`.
 *
 *   const admin = await request('GET', `admins/${id}`, { answer: Admin });
 *   const page = await requestList('collections', Collection, { query: { perPage: '200' }, key: 'collections' });
 *
 * Promises: the token of the session goes along unless the call is made `asGuest`; a read with a `key` cancels
 * the read before it with that key; a write is never cancelled, for the server may have stored it already;
 * whatever goes wrong ends in an `ApiError` with a sentence; what is returned has the shape that was asked for.
 */
interface ClientOptions {
  /** Ends in `/`. */
  apiBase: string;
  /** Of the page, where the server may be elsewhere. */
  pageOrigin?: string;
  token: () => string;
  /** The server no longer takes the token (401). What was pending is cancelled before this is called. */
  onUnauthorized: () => void;
  /** The server refuses the call to this visitor (403). */
  onForbidden: () => void;
  /** No answer came, or a gateway answered in the server's place (502 to 504). */
  onUnreachable: () => void;
  fetch?: typeof fetch;
  /** For uploads: fetch tells nothing of how far one has come. */
  xhr?: () => XMLHttpRequest;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type CallQuery = Readonly<Record<string, string | undefined>>;

interface CallOptions {
  query?: CallQuery | undefined;
  /** Sent as JSON; a FormData as multipart. */
  body?: unknown;
  /** Names a read: a newer one with the same key cancels it. Writes ignore it. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the call is given up; without it the browser decides. */
  timeoutMs?: number | undefined;
  /** No token is sent, and a refusal says nothing about the session. */
  asGuest?: boolean | undefined;
}

interface UploadOptions<T> {
  query?: CallQuery | undefined;
  form: FormData;
  /** From 0 to 1: how much of the form has been sent. */
  onProgress?: ((share: number) => void) | undefined;
  /** Absent where the answer is empty. */
  answer?: Struct<T, unknown> | undefined;
}

/** An answer, and the text that it was read from: `JSON.parse` rounds long numbers and moves keys. */
export interface SourcedAnswer<T> {
  value: T;
  source: string;
}

export interface ListAnswer<Row> {
  page: number;
  perPage: number;
  /** -1 when the total was not asked for. */
  totalItems: number;
  items: Row[];
}

interface Received {
  url: string;
  text: string;
  /** The text read as JSON; undefined when it is empty. */
  body: unknown;
}

const gatewayFailures = new Set([502, 503, 504]);

let options: ClientOptions | null = null;
const pendingReads = new Set<AbortController>();
const readsByKey = new Map<string, AbortController>();

export function configureClient(given: ClientOptions): void {
  options = given;
}

/** The address of something under the API, for links and images. */
export function apiAddress(path: string, query: CallQuery = {}): string {
  const address = new URL(path, configured().apiBase);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address.href;
}

/** Cancels the read that goes by this key, if one is under way. */
export function cancel(key: string): void {
  readsByKey.get(key)?.abort();
}

/** Cancels every read under way; writes go on. */
export function cancelReads(): void {
  for (const controller of pendingReads) controller.abort();
}

export async function request(method: Method, path: string, call?: CallOptions): Promise<void>;
export async function request<T>(
  method: Method,
  path: string,
  call: CallOptions & { answer: Struct<T, unknown> },
): Promise<T>;
export async function request<T>(
  method: Method,
  path: string,
  call: CallOptions & { answer?: Struct<T, unknown> } = {},
): Promise<T | undefined> {
  const { url, body } = await send(method, path, call);
  return call.answer ? checked(url, body, call.answer) : undefined;
}

/** Reads one page of a list. The envelope and the first row are checked: 5,000 rows would cost half a second. */
export async function requestList<Row>(
  path: string,
  row: Struct<Row, unknown>,
  call: CallOptions = {},
): Promise<ListAnswer<Row>> {
  const { url, body } = await send('GET', path, call);
  const list = body as Partial<ListAnswer<Row>> | null;
  if (!list || !Array.isArray(list.items) || typeof list.page !== 'number') {
    throw unreadable(url, 'a list was expected');
  }
  if (list.items.length > 0) checked(url, list.items[0], row, ['items', '0']);
  return {
    page: list.page,
    perPage: list.perPage ?? 0,
    totalItems: list.totalItems ?? -1,
    items: list.items,
  };
}

/** As `request`, and gives the text of the answer too. */
export async function requestSourced<T>(
  method: Method,
  path: string,
  call: CallOptions & { answer: Struct<T, unknown> },
): Promise<SourcedAnswer<T>> {
  const { url, body, text } = await send(method, path, call);
  return { value: checked(url, body, call.answer), source: text };
}

/** As `requestSourced`, for forms with files: tells how far it has come. Never cancelled, for it is a write. */
export async function upload<T = undefined>(
  method: Method,
  path: string,
  { query, form, onProgress, answer }: UploadOptions<T>,
): Promise<SourcedAnswer<T>> {
  const { token, pageOrigin, onUnreachable, xhr = () => new XMLHttpRequest() } = configured();
  const url = apiAddress(path, query);
  const sentToken = token();
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
        resolve(received(url, sending.status, sending.responseText, sentToken));
      } catch (error) {
        reject(error);
      }
    });
    sending.addEventListener('abort', () => reject(aborted(url)));
    sending.addEventListener('error', () => {
      onUnreachable();
      reject(unreachable(url, pageOrigin));
    });
    sending.send(form);
  });
  return { value: answer ? checked(url, body, answer) : (undefined as T), source: text };
}

/** Reads a list that comes without an envelope; its first row is checked. */
export async function requestRows<Row>(
  path: string,
  row: Struct<Row, unknown>,
  call: CallOptions = {},
): Promise<Row[]> {
  const { url, body } = await send('GET', path, call);
  if (!Array.isArray(body)) throw unreadable(url, 'a list was expected');
  if (body.length > 0) checked(url, body[0], row, ['0']);
  return body as Row[];
}

/** Reads an answer as the text that the server sent: `JSON.parse` would round its long numbers. */
export async function requestSource(path: string, call: CallOptions = {}): Promise<string> {
  return (await send('GET', path, call)).text;
}

/** The server's own date in its answer; null where there is none, or a browser keeps it from a page elsewhere. */
export async function requestDate(path: string, call: CallOptions = {}): Promise<string | null> {
  return (await send('GET', path, call)).date;
}

function configured(): ClientOptions {
  if (!options) throw new Error('configureClient has not been called.');
  return options;
}

async function send(
  method: Method,
  path: string,
  call: CallOptions,
): Promise<Received & { date: string | null }> {
  const { token, pageOrigin, onUnreachable, fetch: given = fetch } = configured();
  const url = apiAddress(path, call.query);
  const isRead = method === 'GET';
  const sentToken = call.asGuest ? '' : token();
  const controller = new AbortController();
  let timedOut = false;
  const giveUp = () => controller.abort();
  const timer = call.timeoutMs
    ? setTimeout(() => {
        timedOut = true;
        giveUp();
      }, call.timeoutMs)
    : undefined;
  if (isRead) {
    if (call.key) {
      cancel(call.key);
      readsByKey.set(call.key, controller);
    }
    pendingReads.add(controller);
    if (call.signal?.aborted) giveUp();
    call.signal?.addEventListener('abort', giveUp);
  }
  try {
    const response = await given(url, {
      method,
      headers: headersOf(call.body, sentToken),
      body: bodyOf(call.body),
      signal: controller.signal,
    });
    const answer = received(url, response.status, await response.text(), call.asGuest ? null : sentToken);
    return { ...answer, date: response.headers.get('Date') };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (timedOut) {
      throw new ApiError({
        kind: 'timeout',
        url,
        status: 0,
        message: `The server did not answer within ${Math.round((call.timeoutMs ?? 0) / 1000)} seconds.`,
      });
    }
    if (controller.signal.aborted) throw aborted(url);
    onUnreachable();
    throw unreachable(url, pageOrigin);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', giveUp);
    pendingReads.delete(controller);
    if (call.key && readsByKey.get(call.key) === controller) readsByKey.delete(call.key);
  }
}

/** What an answer amounts to. A refusal is thrown, and told to whom it concerns; `sentToken` null: sent as a guest. */
function received(url: string, status: number, text: string, sentToken: string | null): Received {
  const { token, onUnauthorized, onForbidden, onUnreachable } = configured();
  if (status >= 200 && status < 300) return { url, text, body: parsed(url, status, text) };
  if (gatewayFailures.has(status)) onUnreachable();
  const failure = refusal(url, status, text);
  // An answer to an older token says nothing about the session of now.
  if (sentToken === token()) {
    if (status === 401 && failure.isOwn) {
      cancelReads();
      onUnauthorized();
    } else if (status === 403) {
      onForbidden();
    }
  }
  throw failure;
}

function headersOf(body: unknown, token: string): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': 'en-US' };
  if (token) headers['Authorization'] = token;
  // The browser writes the type of a multipart body itself, with its boundary.
  if (body !== undefined && !(body instanceof FormData)) headers['Content-Type'] = 'application/json';
  return headers;
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

function checked<T>(url: string, value: unknown, struct: Struct<T, unknown>, place: string[] = []): T {
  const [failure, valid] = validate(value, struct);
  if (!failure) return valid;
  const where = [...place, ...failure.path].join('.') || 'the whole answer';
  throw unreadable(url, `${where} is not what was expected`);
}
