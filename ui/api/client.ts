import { type Struct, validate } from 'superstruct';
import { FileFault } from '../platform/fileFault';
import { ApiError, lockedError } from './ApiError';
import { mayChangeData } from './harmlessCalls';
import { abortError, httpError, parseBody, unreachableError, unreadableError } from './responses';

/**
 * Every request to the backend goes through this file: `request`, `requestList` and their variants.
 *
 *   const admin = await request('GET', `admins/${id}`, { answer: Admin });
 *   const page = await requestList('collections', Collection, { query: { perPage: '200' }, key: 'collections' });
 *
 * Guarantees: a request sends the session's token unless it is `asGuest`. A read with a `key` cancels the earlier read
 * with that key. A write is never cancelled, because the server may have stored it already. Every failure is an
 * `ApiError` with a sentence. Every result has the requested shape.
 */
interface ClientOptions {
  /** Ends with `/`. */
  apiBase: string;
  /** The origin of the page; the server may have another one. */
  pageOrigin?: string;
  token: () => string;
  /** Called when the server refuses the token (401), after all pending reads are cancelled. */
  onUnauthorized: (failure: ApiError) => void;
  /**
   * Asks the server whether the session is still alive. Most endpoints ignore an expired token instead of
   * refusing it.
   */
  confirmSession: () => Promise<boolean>;
  /** Called when the server refuses a request (403). */
  onForbidden: () => void;
  /** Called without a response, or when a gateway responded for the server (502 to 504). */
  onUnreachable: () => void;
  /** Asked before each request that may change data. False: nothing is sent, and the call fails as `locked`. */
  permitWrite?: (
    method: string,
    call: Pick<CallOptions, 'isBackground' | 'lease'>,
  ) => boolean | Promise<boolean>;
  fetch?: typeof fetch;
  /** For uploads, because fetch does not report their progress. */
  xhr?: () => XMLHttpRequest;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

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
  /** Nobody waits for the response. */
  isBackground?: boolean | undefined;
  /** The run of a write. If it began while writes were unlocked, all its calls pass, even if the lock returns. */
  lease?: object | undefined;
  /** Responses that an expired token may cause (404 or an empty list): the session is confirmed for them. */
  doubts?: 'missing' | 'empty' | undefined;
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

interface UploadOptions<T> {
  query?: CallQuery | undefined;
  form: FormData;
  lease?: object | undefined;
  /** Receives the sent share of the form, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** The expected shape; missing for an empty response. */
  answer?: Struct<T, unknown> | undefined;
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

interface Received {
  url: string;
  text: string;
  /** The text parsed as JSON; undefined when it is empty. */
  body: unknown;
}

const gatewayFailures = new Set([502, 503, 504]);

interface CallUnderWay {
  /** In milliseconds since 1970. */
  startedAt: number;
  isBackground: boolean;
}

type CallListener = (calls: ReadonlySet<CallUnderWay>) => void;

/** A read that no call has taken over yet. */
interface StartedRead {
  sentToken: string;
  controller: AbortController;
  response: Promise<Response>;
}

let options: ClientOptions | null = null;
const callsUnderWay = new Set<CallUnderWay>();
const callListeners = new Set<CallListener>();
/** A response that no call takes over within this time is dropped. */
const takenWithinMs = 10_000;

const startedReads = new Map<string, StartedRead>();
const pendingReads = new Set<AbortController>();
const readsByKey = new Map<string, AbortController>();

export function configureClient(given: ClientOptions): void {
  options = given;
}

/** Returns the URL of an API path, for links and images. */
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
  if (startedReads.has(url)) return;
  const sentToken = token();
  const controller = new AbortController();
  const { signal } = controller;
  const started = {
    sentToken,
    controller,
    response: given(url, { headers: headersOf(undefined, sentToken), signal }),
  };
  const drop = () => {
    if (startedReads.get(url) === started) {
      startedReads.delete(url);
      controller.abort();
    }
  };
  startedReads.set(url, started);
  setTimeout(drop, takenWithinMs);
  const endCall = startCall();
  void started.response.then(({ ok }) => ok || drop(), drop).finally(endCall);
}

function dropStartedReads(): void {
  for (const { controller } of startedReads.values()) controller.abort();
  startedReads.clear();
}

/** Calls the listener now and whenever a call starts or ends. */
export function followCalls(listener: CallListener): () => void {
  callListeners.add(listener);
  listener(callsUnderWay);
  return () => callListeners.delete(listener);
}

/** Call the result when the call ends. */
function startCall(isBackground = false): () => void {
  const call = { startedAt: Date.now(), isBackground };
  const tell = () => {
    for (const listener of callListeners) listener(callsUnderWay);
  };
  callsUnderWay.add(call);
  tell();
  return () => {
    callsUnderWay.delete(call);
    tell();
  };
}

/** Cancels the running read with this key, if there is one. */
export function cancel(key: string): void {
  readsByKey.get(key)?.abort();
}

/** Cancels all running reads; writes continue. */
export function cancelReads(): void {
  dropStartedReads();
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
  return call.answer ? validateBody(url, body, call.answer) : undefined;
}

/**
 * Reads one page of a list. Validates only the envelope and the first row: 5,000 rows would take half a
 * second.
 */
export async function requestList<Row>(
  path: string,
  row: Struct<Row, unknown>,
  call: CallOptions = {},
): Promise<ListAnswer<Row>> {
  const { url, body } = await send('GET', path, call);
  const list = body as Partial<ListAnswer<Row>> | null;
  if (!list || !Array.isArray(list.items) || typeof list.page !== 'number') {
    throw unreadableError(url, 'a list was expected');
  }
  if (list.items.length > 0) validateBody(url, list.items[0], row, ['items', '0']);
  // No need to wait: if the session has ended, the client calls `onUnauthorized`.
  else if (call.doubts === 'empty') void getOptions().confirmSession();
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
  call: CallOptions & { answer: Struct<T, unknown> },
): Promise<SourcedAnswer<T>> {
  const { url, body, text } = await send(method, path, call);
  return { value: validateBody(url, body, call.answer), source: text };
}

/**
 * Like `requestSourced`, for forms with files: reports its progress. It is a write, so it is never cancelled.
 */
export async function upload<T = undefined>(
  method: Method,
  path: string,
  { query, form, lease, onProgress, answer }: UploadOptions<T>,
): Promise<SourcedAnswer<T>> {
  const isPermitted = permits(method, path, { lease });
  if (isPermitted !== true && !(await isPermitted)) throw lockedError();
  const { token, pageOrigin, onUnreachable, xhr = () => new XMLHttpRequest() } = getOptions();
  const url = apiAddress(path, query);
  const sentToken = token();
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
  }).finally(endCall);
  return { value: answer ? validateBody(url, body, answer) : (undefined as T), source: text };
}

/** Reads a list without an envelope and validates its first row. */
export async function requestRows<Row>(
  path: string,
  row: Struct<Row, unknown>,
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

/** Requests a file by its full URL. */
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
 * Confirms the session after a response that an expired token may cause. If the session is over, throws an
 * abort.
 */
export async function confirmSession(path: string): Promise<void> {
  if (!(await getOptions().confirmSession())) throw abortError(apiAddress(path));
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
 * True if the call may be sent. A promise only while that is not known yet, so that a page without a lock waits for
 * nothing.
 */
function permits(method: string, path: string, call: CallOptions): boolean | Promise<boolean> {
  const { permitWrite } = getOptions();
  if (!permitWrite || call.asGuest || !mayChangeData(method, path)) return true;
  return permitWrite(method, call);
}

/** Sends one request and reads its response. Every failure becomes an `ApiError`. */
async function exchange<T>(
  method: Method | 'HEAD',
  path: string,
  call: CallOptions & { file?: FileOptions },
  read: (response: Response, url: string, sentToken: string) => Promise<T>,
): Promise<T> {
  const isPermitted = permits(method, path, call);
  if (isPermitted !== true && !(await isPermitted)) throw lockedError();
  const { token, pageOrigin, onUnreachable, fetch: given = fetch } = getOptions();
  const url = apiAddress(path, call.query);
  const isRead = method === 'GET' || method === 'HEAD';
  const started = isRead && !call.file && !call.asGuest ? startedReads.get(url) : undefined;
  const sentToken = call.asGuest ? '' : (started?.sentToken ?? token());
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
  startedReads.delete(url);
  if (isRead) {
    if (call.key) {
      cancel(call.key);
      readsByKey.set(call.key, controller);
    }
    pendingReads.add(controller);
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
        cache: call.file?.cache ?? 'default',
        signal: controller.signal,
      }));
    return await read(response, url, sentToken);
  } catch (error) {
    if (error instanceof FileFault) throw error;
    if (error instanceof ApiError) {
      if (call.doubts && error.status === 404) await confirmSession(path);
      throw error;
    }
    if (timedOut) {
      throw new ApiError({
        kind: 'timeout',
        url,
        status: 0,
        message: `The server did not answer within ${Math.round((call.timeoutMs ?? 0) / 1000)} seconds.`,
      });
    }
    if (controller.signal.aborted) throw abortError(url);
    if (!call.file) onUnreachable();
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
function readBody(
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
  // A response to an older token says nothing about the current session.
  if (sentToken === token()) {
    if (status === 401 && failure.isOwn) {
      cancelReads();
      onUnauthorized(failure);
    } else if (status === 403) {
      onForbidden();
    }
  }
  throw failure;
}

function headersOf(body: unknown, token: string): Record<string, string> {
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

function validateBody<T>(url: string, value: unknown, struct: Struct<T, unknown>, place: string[] = []): T {
  const [failure, valid] = validate(value, struct);
  if (!failure) return valid;
  const where = [...place, ...failure.path].join('.') || 'the whole answer';
  throw unreadableError(url, `${where} is not what was expected`);
}
