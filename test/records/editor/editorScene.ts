// An editor with a fake server that stores one record; an admin is signed in.
//
//   const { editor, server, calls } = await openEditor();
//   editor.set('title', 'Typed');
//   await editor.save();
//   assert.equal(calls(), ['GET', 'PATCH {"title":"Typed"}']);

import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { createRecordEditor } from '../../../ui/records/editor/recordEditor';
import { connect, settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import {
  admin,
  adminToken,
  listOf,
  post,
  postsCollection,
  collections as samples,
  user,
  usersCollection,
} from '../../support/samples';

export const routes = {
  get: 'GET /api/collections/:collection/records/:id',
  collection: 'GET /api/collections/:collection',
  update: 'PATCH /api/collections/:collection/records/:id',
  create: 'POST /api/collections/:collection/records',
  remove: 'DELETE /api/collections/:collection/records/:id',
  refresh: 'POST /api/admins/auth-refresh',
} as const;

/** An account to open the editor with. */
export const account = { record: user, collection: usersCollection };

type Stored = Record<string, unknown>;

/** Applies a body to the stored record, as far as the tests need it. JSON arrives as its text. */
function applied(record: Stored, body: unknown): Stored {
  const form = body instanceof FormData ? body : null;
  const values: Stored = form ? JSON.parse(String(form.get('@jsonPayload'))) : (body as Stored);
  const next: Stored = { ...record };
  for (const [name, value] of Object.entries(values)) {
    if (/^password/.test(name)) continue;
    if (name === 'meta') next[name] = JSON.parse(String(value));
    else if (name.endsWith('-')) {
      const key = name.slice(0, -1);
      next[key] = (record[key] as string[]).filter((file) => !(value as string[]).includes(file));
    } else if (name === 'day' && value) next[name] = `${value}.000Z`;
    else next[name] = value;
  }
  for (const [name, value] of form ?? []) {
    if (name !== '@jsonPayload') next[name] = [...(next[name] as string[]), (value as File).name];
  }
  return next;
}

export interface Server {
  /** The present content; a test changes it as another person does. */
  record: Stored;
  collection: { id: string; schema: readonly object[] };
}

interface Given {
  record?: Stored;
  collection?: { id: string; schema: readonly object[] };
  isNew?: boolean;
  more?: readonly object[];
}

export async function openEditor({
  record = post,
  collection = postsCollection,
  isNew = false,
  more = [],
}: Given = {}) {
  const server: Server = { record: structuredClone(record), collection };
  const backend = fakeBackend({
    'GET /api/collections': () =>
      listOf([...samples.filter(({ id }) => id !== collection.id), server.collection, ...more], 200),
    [routes.collection]: () => server.collection,
    [routes.get]: () => ({ ...server.record }),
    [routes.update]: ({ body }: Call) => {
      server.record = applied(server.record, body);
      return { ...server.record };
    },
    [routes.create]: ({ body }: Call) => {
      const { id, created, updated } = post;
      server.record = { created, updated, ...applied({ id, pictures: [] }, body) };
      return { ...server.record };
    },
    [routes.remove]: null,
    [routes.refresh]: () => ({ token: adminToken(), admin }),
    'POST /api/files/token': { token: adminToken(4102444000) },
  });
  session.begin({ token: adminToken(), admin });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  await collections.load();
  backend.calls.length = 0;
  const editor = createRecordEditor({
    collectionId: collection.id,
    recordId: isNew ? null : String(record['id']),
  });
  opened.push(editor.close);
  await editor.open();
  return { editor, server, backend, page, calls: () => callsOf(backend) };
}

const opened: Array<() => void> = [];

/** Pass this to `test.after.each`. */
export function closeScene(): void {
  for (const close of opened.splice(0)) close();
  confirm.no();
  toasts.closeAll();
  session.end();
  collections.forget();
  resetDom();
}

/** Recognizes the read of the collection in each save; `<made>` stands for an id that was made here. */
const isCollectionRead = ({ method, path }: Call) => method === 'GET' && !path.includes('/records');

/** Returns method and body of the record calls since the last time, in order. */
export function callsOf(backend: FakeBackend): string[] {
  const calls = backend.calls.splice(0).filter((call) => !isCollectionRead(call));
  return calls.map(({ method, body, path }) => {
    const what = path.includes('/records') ? method : path.replace('/api/', `${method} `);
    if (body instanceof FormData) {
      const files = [...body].filter(([name]) => name !== '@jsonPayload');
      const names = files.map(([name, value]) => `${name}=${(value as File).name}`);
      return [what, String(body.get('@jsonPayload')), ...names].join(' ');
    }
    return body === null || Object.keys(body as object).length === 0
      ? what
      : `${what} ${JSON.stringify(body).replace(/"id":"[a-z0-9]{15}"/, '"id":"<made>"')}`;
  });
}

export const told = () => toasts.state.items.map(({ message }) => message);

/** Answers the open question, and returns its text. */
export async function answer(isYes: boolean): Promise<string> {
  await settle();
  const text = confirm.state.question?.text ?? 'no question';
  if (isYes) await confirm.yes();
  else confirm.no();
  return text;
}

/** Returns the stored drafts. */
export function drafts(): Stored[] {
  const keys = Object.keys({ ...localStorage }).filter((key) => key.startsWith('record_draft_'));
  return keys.map((key) => JSON.parse(localStorage.getItem(key) ?? 'null').values.changed);
}

export const refused = (status: number, data: object = {}) =>
  failure(status, `Refused with ${status}.`, data);
