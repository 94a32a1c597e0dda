// Our record editor against a real backend, with an admin who is signed in.
//
//   const { calls } = await signInTo(await server.backend());
//   const editor = await openRecord(collection, id);
//   editor.set('title', 'Typed');
//   await editor.save();
//   assert.equal(sent(calls), [{ title: 'Typed' }]);

import './bareWindow';
import * as assert from 'uvu/assert';
import { configureClient } from '../../ui/api/client';
import type { Collection } from '../../ui/model/collection';
import { createRecordEditor, type RecordEditor } from '../../ui/screens/records/editor/recordEditor';
import * as collections from '../../ui/state/collections';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
import { Answer } from './backend';
import { fakeXhr } from './fakeXhr';
import { adminToken, type TestBackend } from './server';

export interface SentCall {
  method: string;
  url: URL;
  /** A JSON body, or what a form holds beside its files. */
  values: Record<string, unknown> | null;
  /** `field=name` of each file of a form. */
  files: string[];
}

/** All calls of our client go there, and are written down. */
export async function signInTo(backend: TestBackend): Promise<{ calls: SentCall[] }> {
  const calls: SentCall[] = [];
  const note = (method: string, url: string, body: unknown) => {
    const form = body instanceof FormData ? body : null;
    const text = form ? String(form.get('@jsonPayload')) : typeof body === 'string' ? body : 'null';
    const files = [...(form ?? [])].flatMap(([name, file]) =>
      file instanceof File ? `${name}=${file.name}` : [],
    );
    calls.push({ method, url: new URL(url), values: JSON.parse(text), files });
  };
  configureClient({
    apiBase: `${backend.url}/api/`,
    token: session.token,
    onUnauthorized: session.end,
    onForbidden: () => void session.confirm(),
    onUnreachable: () => {},
    fetch: (input, init = {}) => {
      note(init.method ?? 'GET', String(input), init.body);
      return fetch(input, init);
    },
    // Node has none; what goes over the line is the same.
    xhr: () =>
      fakeXhr(async ({ method, path, query, headers, body }) => {
        const url = `${backend.url}${path}?${new URLSearchParams(query)}`;
        note(method, url, body);
        const response = await fetch(url, { method, headers, body: body as FormData });
        return new Answer(response.status, await response.text());
      }),
  });
  const email = backend.admin?.email ?? '';
  session.adopt({
    token: await adminToken(backend),
    admin: { id: 'admin0000000000', email, avatar: 0, created: '', updated: '' },
  });
  await collections.load();
  calls.length = 0;
  return { calls };
}

export async function openRecord({ id }: Collection, recordId: string | null = null): Promise<RecordEditor> {
  if (!collections.find(id)) await collections.load();
  const editor = createRecordEditor({ collectionId: id, recordId });
  await editor.open();
  assert.is(editor.state.status, 'ready', toldBy(editor));
  return editor;
}

/** Saves, and fails with all that was told where nothing was stored. Gives the id. */
export async function saved(editor: RecordEditor): Promise<string> {
  const outcome = await editor.save();
  assert.ok(outcome && outcome.kind !== 'deleted', toldBy(editor));
  return editor.state.recordId ?? '';
}

function toldBy({ state }: RecordEditor): string {
  const messages = toasts.state.items.map(({ message }) => message);
  return [...messages, JSON.stringify(state.errors), state.loadError?.message].join('\n');
}

/** The bodies of what was written to records since the last time. */
export function sent(calls: SentCall[]): unknown[] {
  return calls
    .splice(0)
    .filter(({ method, url }) => method !== 'GET' && url.pathname.includes('/records'))
    .map(({ values, files }) => (files.length > 0 ? [values, ...files] : values));
}
