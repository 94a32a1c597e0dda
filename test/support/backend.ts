// A fake backend with only a fetch function: it responds by route and records the requests.
//
//   const backend = fakeBackend({
//     'GET /api/collections': { page: 1, perPage: 500, totalItems: 0, totalPages: 0, items: [] },
//     'GET /api/collections/:collection/records/:id': ({ params }) => ({ id: params.id }),
//     'POST /api/admins/auth-with-password': ({ body }) => failure(400, 'Failed to authenticate.'),
//     'DELETE /api/admins/:id': null,
//   });
//   configureClient({ fetch: backend.fetch, ... });
//   const release = backend.hold('GET /api/collections');
//   assert.equal(backend.calls[0]?.query, { page: '1' });

import { fakeXhr } from './fakeXhr';

export interface Call {
  readonly method: string;
  readonly path: string;
  /** The last value of each key. */
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON; a FormData as given; null without a body. */
  readonly body: unknown;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded values of `:name` in the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | null;
}

/** A response that is not just JSON with status 200. */
export class Answer {
  readonly status: number;
  readonly text: string | null;
  readonly contentType: string;

  constructor(status: number, text: string | null, contentType = 'application/json') {
    this.status = status;
    this.text = text;
    this.contentType = contentType;
  }
}

export const json = (status: number, value: unknown) => new Answer(status, JSON.stringify(value));
export const html = (status: number, text: string) => new Answer(status, text, 'text/html; charset=UTF-8');
/** JSON that ends too early, as when a proxy closes the connection. */
export const truncatedJson = (value: unknown) => new Answer(200, JSON.stringify(value).slice(0, -2));
/** The error body of the real server; `data` contains `{ code, message }` at any depth. */
export const failure = (status: number, message: string, data: unknown = {}) =>
  json(status, { code: status, message, data });
/** The request does not arrive: fetch rejects as for an unreachable server. */
export const networkError = Symbol('network error');

/**
 * The response of a route: JSON (status 200), null or undefined (204), `{ status, json }`, an `Answer`,
 * `networkError`, or a function of the request that returns one of these.
 */
export type Given =
  | string
  | number
  | boolean
  | symbol
  | object
  | null
  | undefined
  | ((call: Call) => unknown);

export interface FakeBackend {
  readonly fetch: typeof fetch;
  /** Like `fetch`, for uploads: creates an XMLHttpRequest for the same routes. */
  readonly xhr: () => XMLHttpRequest;
  /** Handles HEAD requests and requests for ranges of files, which routes do not receive. */
  serveFiles(serve: typeof fetch): void;
  readonly calls: Call[];
  callsTo(route: string): Call[];
  answer(route: string, given: Given): void;
  /** Applies to the next request only; several are used in turn. */
  answerOnce(route: string, given: Given): void;
  /** Requests to the route wait until the returned function runs; an abort ends them earlier. */
  hold(route: string): () => void;
  /** Every request fails as `networkError` until the returned function runs. */
  goOffline(): () => void;
}

interface Route {
  readonly method: string;
  readonly parts: string[];
  given: Given;
  readonly once: Given[];
  held: Promise<void> | null;
}

export function fakeBackend(routes: Record<string, Given> = {}): FakeBackend {
  const known = new Map<string, Route>();
  const calls: Call[] = [];
  const callsOf = new Map<Call, Route>();
  let isOffline = false;
  let files: typeof fetch | null = null;

  const routeOf = (name: string) => {
    const found = known.get(name) ?? { ...parseRoute(name), given: notFound, once: [], held: null };
    known.set(name, found);
    return found;
  };
  for (const [name, given] of Object.entries(routes)) routeOf(name).given = given;

  async function ask(call: Omit<Call, 'params'>): Promise<Answer> {
    const { route, params } = match([...known.values()], call.method, call.path);
    const full = { ...call, params };
    calls.push(full);
    if (route) callsOf.set(full, route);
    await abortable(call.signal, route?.held ?? Promise.resolve());
    let given: unknown = route ? (route.once.length > 0 ? route.once.shift() : route.given) : notFound;
    if (typeof given === 'function') given = await abortable(call.signal, Promise.resolve(given(full)));
    if (isOffline || given === networkError) throw new TypeError('Failed to fetch');
    return toAnswer(given);
  }

  async function fakeFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (files && (init.method === 'HEAD' || new Headers(init.headers).has('Range')))
      return files(input, init);
    const from = input instanceof Request ? input : null;
    const url = new URL(
      from ? from.url : String(input),
      globalThis.location?.href ?? 'http://localhost:8090/',
    );
    const answer = await ask({
      method: (init.method ?? from?.method ?? 'GET').toUpperCase(),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: parseBody(init.body ?? (from ? await from.text() : null)),
      headers: namesInLowerCase(new Headers(init.headers ?? from?.headers)),
      signal: init.signal ?? from?.signal ?? null,
    });
    const headers = { 'Content-Type': answer.contentType };
    return new Response(
      answer.text,
      answer.text === null ? { status: answer.status } : { status: answer.status, headers },
    );
  }

  return {
    fetch: fakeFetch,
    xhr: () => fakeXhr((call) => ask({ ...call, body: parseBody(call.body) })),
    serveFiles(serve) {
      files = serve;
    },
    calls,
    callsTo: (name) => calls.filter((call) => callsOf.get(call) === known.get(name) && known.has(name)),
    answer(name, given) {
      routeOf(name).given = given;
    },
    answerOnce(name, given) {
      routeOf(name).once.push(given);
    },
    hold(name) {
      const route = routeOf(name);
      let release = () => {};
      route.held = new Promise((done) => {
        release = done;
      });
      return () => {
        route.held = null;
        release();
      };
    },
    goOffline() {
      isOffline = true;
      return () => {
        isOffline = false;
      };
    },
  };
}

const notFound = failure(404, 'Not Found.');

function parseRoute(name: string): Pick<Route, 'method' | 'parts'> {
  const [method, path] = name.split(' ');
  if (!method || !path?.startsWith('/')) throw new Error(`"${name}" is no route such as "GET /api/health"`);
  return { method, parts: path.split('/') };
}

/** Returns the route with the fewest `:names`: a literal path wins over a pattern. */
function match(routes: Route[], method: string, path: string) {
  const asked = path.split('/');
  const fits = routes
    .filter((route) => route.method === method && route.parts.length === asked.length)
    .filter((route) => route.parts.every((part, at) => part.startsWith(':') || part === asked[at]))
    .sort((a, b) => namesIn(a).length - namesIn(b).length);
  const route = fits[0] ?? null;
  const params = Object.fromEntries(
    route?.parts.flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(asked[at] ?? '')]] : [],
    ) ?? [],
  );
  return { route, params };
}

const namesIn = (route: Route) => route.parts.filter((part) => part.startsWith(':'));

/** The headers of a test's DOM keep the case. */
const namesInLowerCase = (headers: Headers) =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

function parseBody(body: unknown): unknown {
  if (typeof body !== 'string') return body ?? null;
  try {
    return JSON.parse(body);
  } catch {
    return body === '' ? null : body;
  }
}

function toAnswer(given: unknown): Answer {
  if (given instanceof Answer) return given;
  if (given === null || given === undefined) return new Answer(204, null);
  if (typeof given === 'object' && Object.keys(given).sort().join() === 'json,status') {
    const { status, json: value } = given as { status: number; json: unknown };
    return json(status, value);
  }
  return json(200, given);
}

/** Resolves with the promise, or rejects as soon as the signal aborts. */
function abortable<T>(signal: AbortSignal | null, promise: Promise<T>): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () =>
      reject(signal.reason ?? new DOMException('The user aborted a request.', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
