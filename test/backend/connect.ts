// Connects the client to a fake backend and records which handlers of the page it calls.
//
//   const page = connect(fakeBackend({ 'GET /api/health': {} }));
//   page.token = 'abc';
//   await request('GET', 'health');
//   assert.equal(page.told, []);

import { setImmediate } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/backend/ApiError';
import { configureClient } from '../../ui/backend/client';
import * as session from '../../ui/page/session/session';
import type { Call, FakeBackend } from '../support/backend';

export type Told = 'unauthorized' | 'forbidden' | 'unreachable';

export interface ConnectedPage {
  /** Sent with the requests; '' for a guest. */
  token: string;
  /** Confirms the session; by default like the page. */
  confirms: (after: number) => boolean | Promise<boolean>;
  /** The called handlers, in order. */
  readonly told: Told[];
}

export const apiBase = 'http://localhost:8090/api/';

/** Confirms the session like the page, once somebody has signed in. */
export function confirmsLikePage(): (after: number) => boolean | Promise<boolean> {
  let wasSignedIn = false;
  return (after) => {
    wasSignedIn ||= session.isSignedIn();
    return !wasSignedIn || session.confirm(after);
  };
}

export function connect(backend: FakeBackend, token = ''): ConnectedPage {
  const page: ConnectedPage = { token, confirms: confirmsLikePage(), told: [] };
  configureClient({
    apiBase,
    token: () => page.token,
    confirmSession: (after) => page.confirms(after),
    onUnauthorized: () => page.told.push('unauthorized'),
    onForbidden: () => page.told.push('forbidden'),
    onUnreachable: () => page.told.push('unreachable'),
    fetch: backend.fetch,
    xhr: backend.xhr,
  });
  return page;
}

/** Returns the token of a request; undefined without one. happy-dom keeps the case of header names. */
export function tokenSentWith(call: Call | undefined): string | undefined {
  return Object.entries(call?.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}

/** Returns the error of the promise, which must be an ApiError. */
export async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const outcome = await promise.then(
    (value) => new Error(`No failure came but ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome;
}

/** Asserts the error's kind, status and message. */
export async function assertFails(
  promise: Promise<unknown>,
  expected: { kind: ApiError['kind']; status?: number; message?: string | RegExp },
): Promise<ApiError> {
  const error = await failureOf(promise);
  assert.is(error.kind, expected.kind, `${error.kind}: ${error.message}`);
  if (expected.status !== undefined) assert.is(error.status, expected.status);
  if (expected.message instanceof RegExp) assert.match(error.message, expected.message);
  else if (expected.message !== undefined) assert.is(error.message, expected.message);
  return error;
}

/** Waits for pending promises. No timer passes, so it works with mocked timers. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await setImmediate();
}
