// Responses are checked leniently: unknown keys pass, so a newer backend does not break an older page. A read that
// was started before (`startRead`) is found by its URL: the screen sends its calls as always, and if both disagree,
// the started read is dropped.

import { type Struct, validate } from 'superstruct';
import { FileFault } from '../base/fileFault';
import { fileReferrer } from '../base/pageAddress';
import { ApiError, lockedError, outdatedError } from './ApiError';
import { dropStartedReads, keepStarted, startCall, takeStarted } from './callsUnderWay';
import * as dialect from './dialect';
import { abortError, httpError, parseBody, unreachableError, unreadableError } from './responses';

/**
 * Every request to the backend goes through this file: `request`, `requestList` and their variants. Only `upload.ts`
 * sends by itself, with the same steps.
 *
 *   const admin = await request('GET', `admins/${id}`, { answer: Admin });
 *   const page = await requestList('collections', Collection, { query: { perPage: '200' }, key: 'collections' });
 *
 * Guarantees: a request sends the session's token unless it is `asGuest`. A read with a `key` cancels the earlier read
 * with that key. A write is never cancelled, because the server may have stored it already. The first write after a
 * minute confirms the session, and so do a 403, a 404 and an empty list: if it is over, the call fails as aborted. Every
 * failure is an `ApiError` with a sentence. Every result has the requested shape.
 */
interface ClientOptions {
  /** Ends with `/`. */
  apiBase: string;
  /** The origin of the page; the server may have another one. */
  pageOrigin?: string;
  token: () => string;
  /** Called when the server refuses the token (401), after all pending reads are cancelled. */
  onUnauthorized: () => void;
  /** False if the session is over. Asks the server, unless it has confirmed the session after this time. */
  confirmSession: (after: number) => boolean | Promise<boolean>;
  /** Called when the server refuses a request (403). */
  onForbidden: (error: ApiError) => void;
  /** Called without a response, or when a gateway responded for the server (502 to 504). */
  onUnreachable: () => void;
  /** Asked before each request that may change data. False: nothing is sent, and the call fails as `locked`. */
  permitWrite?: (method: string, call: Pick<CallOptions, 'isBackground'>) => boolean | Promise<boolean>;
  /** Called with the names of options that the server has stored otherwise than they were sent. */
  onStoredOtherwise?: (names: readonly string[]) => void;
  fetch?: typeof fetch;
  xhr?: () => XMLHttpRequest;
}

export type Shape<T> = Struct<T, unknown>;

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type CallQuery = Readonly<Record<string, string | undefined>>;

export interface CallOptions {
  query?: CallQuery | undefined;
  /** Sent as JSON; a FormData object as multipart. */
  body?: unknown;
  /** The key of a read: a newer read with the same key cancels it. Writes ignore it. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Timeout in milliseconds; without it the browser decides. */
  timeoutMs?: number | undefined;
  /** Sends no token; an error says nothing about the session. */
  asGuest?: boolean | undefined;
  /** The token of a link that a guest has opened. */
  guestToken?: string | undefined;
  /**
   * For a read of a guest: sends no cookie either, as anyone could, and reads no cache, where the admin's response may
   * be. It names this page as its referer, by which the list of logs knows it.
   */
  asVisitor?: boolean | undefined;
  /**
   * Nobody waits for the response: the call never counts as slow, and a write without an unlock fails instead of
   * asking.
   */
  isBackground?: boolean | undefined;
}

/** A file URL contains its own token. A failure says nothing about the session or the connection. */
interface FileOptions {
  /** `bytes=0-9`. */
  range?: string | undefined;
  cache?: RequestCache | undefined;
  signal?: AbortSignal | undefined;
  /** The page itself shows the progress. */
  isBackground?: boolean | undefined;
}

/** A response value with its source text: `JSON.parse` rounds long numbers and reorders keys. */
export interface SourcedAnswer<T> {
  value: T;
  source: string;
}

export interface ListAnswer<Row> {
  page: number;
  perPage: number;
  /** -1 when the total was not requested. */
  totalItems: number;
  items: Row[];
}

export interface Received {
  url: string;
  text: string;
  /** The text parsed as JSON; undefined when it is empty. */
  body: unknown;
}

/** The session counts as alive for this long after the server has confirmed it. */
const believedMs = 60_000;
const gatewayFailures = new Set([502, 503, 504]);

let options: ClientOptions | null = null;
const pendingReads = new Set<AbortController>();
const readsByKey = new Map<string, AbortController>();

export function configureClient(given: ClientOptions): void {
  options = given;
  dialect.open(given.apiBase);
}

export function apiAddress(path: string, query: CallQuery = {}): string {
  const address = new URL(path, getOptions().apiBase);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address.href;
}

/**
 * Starts a read before its screen asks for it. The next call with the same URL takes over the response. A
 * failure is silent: that call asks again.
 */
export function startRead(path: string, query?: CallQuery): void {
  const { token, fetch: given = fetch } = getOptions();
  const url = apiAddress(path, query);
  const sentToken = token();
  const headers = headersOf(undefined, sentToken);
  keepStarted(url, sentToken, (signal) => given(url, { headers, signal }));
}

export function cancel(key: string): void {
  readsByKey.get(key)?.abort();
}

/** Cancels all running reads of an admin; writes and the questions of a page without a session continue. */
export function cancelReads(): void {
  dropStartedReads();
  for (const controller of pendingReads) controller.abort();
}

export async function request(method: Method, path: string, call?: CallOptions): Promise<void>;
export async function request<T>(
  method: Method,
  path: string,
  call: CallOptions & { answer: Shape<T> },
): Promise<T>;
export async function request<T>(
  method: Method,
  path: string,
  call: CallOptions & { answer?: Shape<T> } = {},
): Promise<T | undefined> {
  const { url, body } = await send(method, path, call);
  return call.answer ? validateBody(url, body, call.answer) : undefined;
}

/**
 * Reads one page of a list. Validates only the envelope and the first row: 5,000 rows would take half a
 * second.
 */
export async function requestList<Row>(
  path: string,
  row: Shape<Row>,
  call: CallOptions = {},
): Promise<ListAnswer<Row>> {
  const { url, body } = await send('GET', path, call);
  const list = body as Partial<ListAnswer<Row>> | null;
  if (!list || !Array.isArray(list.items) || typeof list.page !== 'number') {
    throw unreadableError(url, 'a list was expected');
  }
  if (list.items.length > 0) validateBody(url, list.items[0], row, ['items', '0']);
  // No need to wait: if the session has ended, the client calls `onUnauthorized`.
  else if (list.page === 1 && !call.asGuest) void getOptions().confirmSession(Date.now() - believedMs);
  return {
    page: list.page,
    perPage: list.perPage ?? 0,
    totalItems: list.totalItems ?? -1,
    items: list.items,
  };
}

/** Like `request`, but also returns the text of the response. */
export async function requestSourced<T>(
  method: Method,
  path: string,
  call: CallOptions & { answer: Shape<T> },
): Promise<SourcedAnswer<T>> {
  const { url, body, text } = await send(method, path, call);
  return { value: validateBody(url, body, call.answer), source: text };
}

/** Reads a list without an envelope and validates its first row. */
export async function requestRows<Row>(
  path: string,
  row: Shape<Row>,
  call: CallOptions = {},
): Promise<Row[]> {
  const { url, body } = await send('GET', path, call);
  if (!Array.isArray(body)) throw unreadableError(url, 'a list was expected');
  if (body.length > 0) validateBody(url, body[0], row, ['0']);
  return body as Row[];
}

/** Returns the response as text, because `JSON.parse` would round its long numbers. */
export async function requestSource(path: string, call: CallOptions = {}): Promise<string> {
  return (await send('GET', path, call)).text;
}

/**
 * Returns the date of the response; null without one, or when the browser hides it from a page of another
 * origin.
 */
export async function requestDate(path: string, call: CallOptions = {}): Promise<string | null> {
  return (await send('GET', path, call)).date;
}

export function requestFile<T>(
  method: 'GET' | 'HEAD',
  address: string,
  file: FileOptions,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const { signal, isBackground } = file;
  return exchange(method, address, { asGuest: true, signal, isBackground, file }, async (response, url) => {
    if (!response.ok) throw httpError(url, response.status, await response.text());
    return read(response);
  });
}

/** The same object until the client is configured again. */
export function getOptions(): ClientOptions {
  if (!options) throw new Error('configureClient has not been called.');
  return options;
}

/**
 * Throws an abort if the session is over. Most endpoints treat an expired token as a guest instead of refusing it.
 * `after`: the time of the request whose response is in doubt.
 */
export async function confirmSession(path: string, after: number): Promise<void> {
  if (!(await getOptions().confirmSession(after))) throw abortError(apiAddress(path));
}

function send(method: Method, path: string, call: CallOptions): Promise<Received & { date: string | null }> {
  return exchange(method, path, call, async (response, url, sentToken) => {
    const text = await response.text();
    const answer = readBody(
      url,
      response.status,
      text,
      call.asGuest ? null : sentToken,
      response.headers.get('Retry-After'),
    );
    return { ...answer, date: response.headers.get('Date') };
  });
}

/**
 * Throws if a write may not be sent. A public rule would store it for an expired token, too. Null: nothing to wait for,
 * so the write leaves at once.
 */
export function checkWrite(method: string, path: string, call: CallOptions): Promise<void> | null {
  const { permitWrite, confirmSession } = getOptions();
  const after = Date.now() - believedMs;
  const isPermitted = permitWrite?.(method, call) ?? true;
  if (isPermitted === true && !dialect.isOutdated() && confirmSession(after) === true) return null;
  return (async () => {
    if (!(await isPermitted)) throw lockedError();
    if (!(await confirmSession(after))) throw abortError(apiAddress(path));
    if (dialect.isOutdated()) throw outdatedError();
  })();
}

/** Throws the error of a refused call, or an abort if the session was over, also before the call. */
export async function failAs(error: ApiError, method: string, path: string, sentAt: number): Promise<never> {
  const { status, fields } = error;
  // A guest who may not create a record gets a 400 that names no field.
  const isOfCreate = method === 'POST' && path.endsWith('/records') && Object.keys(fields).length === 0;
  const isInDoubt = status === 403 || status === 404 || (status === 400 && isOfCreate);
  // The server may have been recognized meanwhile, so the path is that of either line.
  if (isInDoubt && !path.endsWith('/auth-refresh')) await confirmSession(path, sentAt);
  throw error;
}

/** Sends one request and reads its response. Every failure becomes an `ApiError`. */
async function exchange<T>(
  method: Method | 'HEAD',
  path: string,
  call: CallOptions & { file?: FileOptions },
  read: (response: Response, url: string, sentToken: string) => Promise<T>,
): Promise<T> {
  const check = !call.asGuest && mayChangeData(method, path) ? checkWrite(method, path, call) : null;
  if (check) await check;
  const { token, pageOrigin, onUnreachable, fetch: given = fetch } = getOptions();
  const url = apiAddress(path, call.query);
  const isOfCollections = method !== 'GET' && /^collections(\/[^/]+)?$/.test(path);
  if (isOfCollections && dialect.isForeign(call.body)) throw outdatedError();
  const isRead = method === 'GET' || method === 'HEAD';
  const started = isRead && !call.file && !call.asGuest ? takeStarted(url) : undefined;
  const sentToken = call.asGuest ? (call.guestToken ?? '') : (started?.sentToken ?? token());
  const sentAt = Date.now();
  const controller = started?.controller ?? new AbortController();
  let timedOut = false;
  const giveUp = () => controller.abort();
  const timer = call.timeoutMs
    ? setTimeout(() => {
        timedOut = true;
        giveUp();
      }, call.timeoutMs)
    : undefined;
  // A response from before a change may be outdated.
  if (call.body !== undefined || method === 'DELETE') dropStartedReads();
  if (isRead) {
    if (call.key) {
      cancel(call.key);
      readsByKey.set(call.key, controller);
    }
    if (!call.asGuest || call.asVisitor) pendingReads.add(controller);
    if (call.signal?.aborted) giveUp();
    call.signal?.addEventListener('abort', giveUp);
  }
  const endCall = startCall(call.isBackground);
  try {
    const response = await (started?.response ??
      given(url, {
        method,
        headers: {
          ...headersOf(call.body, sentToken),
          ...(call.file?.range ? { Range: call.file.range } : {}),
        },
        body: bodyOf(call.body),
        cache: call.file?.cache ?? (call.asVisitor ? 'no-store' : 'default'),
        credentials: call.asVisitor ? 'omit' : 'same-origin',
        referrerPolicy: call.file || call.asVisitor ? fileReferrer : 'no-referrer',
        signal: controller.signal,
      }));
    return await read(response, url, sentToken);
  } catch (error) {
    if (error instanceof FileFault) throw error;
    if (error instanceof ApiError)
      return call.asGuest ? Promise.reject(error) : failAs(error, method, path, sentAt);
    if (timedOut) {
      throw new ApiError({
        kind: 'timeout',
        url,
        status: 0,
        message: `The server did not answer within ${Math.round((call.timeoutMs ?? 0) / 1000)} seconds.`,
      });
    }
    if (controller.signal.aborted) throw abortError(url);
    // Not for a visitor: without cookies, a proxy may redirect the call to a sign-in on another origin, where it fails.
    if (!call.file && !call.asVisitor) onUnreachable();
    throw unreachableError(url, pageOrigin);
  } finally {
    endCall();
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', giveUp);
    pendingReads.delete(controller);
    if (call.key && readsByKey.get(call.key) === controller) readsByKey.delete(call.key);
  }
}

/**
 * Reads a response. Throws for an error status and calls the handler for it. `sentToken` is null for a
 * guest's request.
 */
export function readBody(
  url: string,
  status: number,
  text: string,
  sentToken: string | null,
  retryAfter: string | null = null,
): Received {
  const { token, onUnauthorized, onForbidden, onUnreachable } = getOptions();
  if (status >= 200 && status < 300) return { url, text, body: parseBody(url, status, text) };
  if (gatewayFailures.has(status)) onUnreachable();
  const failure = httpError(url, status, text, retryAfter);
  if (failure.isOwn) dialect.doubt(failure.looksNewer);
  // A response to an older token says nothing about the current session.
  if (sentToken === token()) {
    if (status === 401 && failure.isOwn) {
      cancelReads();
      onUnauthorized();
    } else if (status === 403) {
      onForbidden(failure);
    }
  }
  throw failure;
}

export function headersOf(body: unknown, token: string): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': 'en-US' };
  if (token) headers['Authorization'] = token;
  // For a multipart body the browser itself sets the content type with the boundary.
  if (body !== undefined && !(body instanceof FormData)) headers['Content-Type'] = 'application/json';
  return headers;
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

export function validateBody<T>(url: string, value: unknown, struct: Shape<T>, place: string[] = []): T {
  const [failure, valid] = validate(value, struct);
  if (!failure) return valid;
  const where = [...place, ...failure.path].join('.') || 'the whole answer';
  throw unreadableError(url, `${where} is not what was expected`);
}

/**
 * Calls that are no reads but change no data of the server. The write lock lets only these pass, so a new call is
 * refused until it is named here.
 */
const harmlessPosts: readonly string[] = ['files/token', 'realtime'];

/** The calls of the sign-in, and the one that confirms and renews the session. */
const signInPosts: readonly string[] = ['auth-with-password', 'request-otp', 'auth-with-otp', 'auth-refresh'];

/** True if the call may change data of the server. `path` is that of a call of the client, without the query. */
export function mayChangeData(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return !(method === 'POST' && [...harmlessPosts, ...signInPosts.map(dialect.adminPath)].includes(path));
}

/**
 * Reads all rows of a list in pages. The first page gives the total; the others are read in parallel. If the
 * list gets shorter meanwhile, the result has fewer rows.
 */
export async function fullList<Row>(fetchPage: (page: number) => Promise<ListAnswer<Row>>): Promise<Row[]> {
  const first = await fetchPage(1);
  const pages = first.perPage > 0 ? Math.ceil(first.totalItems / first.perPage) : 1;
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => fetchPage(index + 2));
  const rest = await Promise.all(others);
  return [first, ...rest].flatMap((page) => page.items);
}
