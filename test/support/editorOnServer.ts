// Our record editor against a real backend, with a signed-in admin.
//
//   const { calls } = await signInTo(await server.backend());
//   const editor = await openRecord(collection, id);
//   editor.set('title', 'Typed');
//   await editor.save();
//   assert.equal(sent(calls), [{ title: 'Typed' }]);

import './bareWindow';
import * as assert from 'uvu/assert';
import { configureClient } from '../../ui/backend/client';
import { readByIds, sourceText } from '../../ui/backend/recordPages';
import type { Collection } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { createRecordEditor, type RecordEditor } from '../../ui/records/editor/recordEditor';
import { Answer } from './backend';
import { fakeXhr } from './fakeXhr';
import { learnServer } from './realBackend';
import { adminToken, type TestBackend } from './server';

export interface SentCall {
  method: string;
  url: URL;
  /** A JSON body, or the values of a form beside its files. */
  values: Record<string, unknown> | null;
  /** `field=name` of each file in a form. */
  files: string[];
}

/** Sends all requests of our client to the backend, and records them. */
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
    confirmSession: session.confirm,
    onUnauthorized: session.end,
    onForbidden: () => void session.confirm(),
    onUnreachable: () => {},
    fetch: (input, init = {}) => {
      note(init.method ?? 'GET', String(input), init.body);
      return fetch(input, init);
    },
    // Node has no XMLHttpRequest; fetch sends the same bytes.
    xhr: () =>
      fakeXhr(async ({ method, path, query, headers, body }) => {
        const url = `${backend.url}${path}?${new URLSearchParams(query)}`;
        note(method, url, body);
        const response = await fetch(url, { method, headers, body: body as FormData });
        return new Answer(response.status, await response.text());
      }),
  });
  learnServer(backend.url);
  const email = backend.admin?.email ?? '';
  session.begin({
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
  assert.is(editor.state.status, 'ready', messagesOf(editor));
  return editor;
}

/** Saves, and fails with all messages when nothing was stored. Returns the id. */
export async function saved(editor: RecordEditor): Promise<string> {
  const outcome = await editor.save();
  assert.ok(outcome && outcome.kind !== 'deleted', messagesOf(editor));
  return editor.state.recordId ?? '';
}

export function messagesOf({
  state,
}: {
  readonly state: Pick<RecordEditor['state'], 'errors' | 'loadError'>;
}): string {
  const messages = toasts.state.items.map(({ message }) => message);
  return [...messages, JSON.stringify(state.errors), state.loadError?.message].join('\n');
}

/** Returns the bodies of record writes since the last call. */
export function sent(calls: SentCall[]): unknown[] {
  return calls
    .splice(0)
    .filter(({ method, url }) => method !== 'GET' && url.pathname.includes('/records'))
    .map(({ values, files }) => (files.length > 0 ? [values, ...files] : values));
}

export const namesOf = (editor: RecordEditor, name: string) => [
  ...(editor.state.form.files[name]?.names ?? []),
];
/** Returns the start of the stored names: the server appends ten characters. */
export const stems = (editor: RecordEditor, name: string) =>
  namesOf(editor, name).map((file) => file.split('_')[0]);

/** Returns the text of a record as the server sends it. */
export async function rawText({ id }: Collection, recordId: string): Promise<string> {
  const [found] = await readByIds(id, [recordId], { fields: null });
  return found ? sourceText(found) : '';
}
