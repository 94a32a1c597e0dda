// A signed-in page with a bin.
import { mock } from 'node:test';
import { apiAddress } from '../../../ui/api/client';
import type { Collection } from '../../../ui/model/collection';
import * as bin from '../../../ui/state/bin/bin';
import type { BinContent, BinEntry } from '../../../ui/state/bin/binShelf';
import * as collections from '../../../ui/state/collections';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import type { FakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { admin, adminToken } from '../../support/samples';

export function signIn(backend: FakeBackend): void {
  resetDom();
  backend.answer('POST /api/admins/auth-refresh', { admin, token: adminToken(4102444801) });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  session.adopt({ admin, token: adminToken() });
  mock.method(console, 'warn', () => {});
}

export function signOut(): void {
  session.end();
  collections.forget();
  toasts.closeAll();
  mock.restoreAll();
}

export const told = () => toasts.state.items.map(({ message }) => message).join();

/** Keeps deleted records in the bin. */
export async function keepDeleted(
  id: string,
  collection: Collection,
  rows: readonly { id: string }[],
  files: BinContent['files'] = [],
): Promise<{ entry: BinEntry; content: BinContent }> {
  const entry: BinEntry = {
    id,
    server: apiAddress(''),
    admin: admin.id,
    kind: 'deleted',
    state: 'kept',
    collectionId: collection.id,
    collectionName: collection.name,
    title: rows.length === 1 ? id : `${rows.length} records`,
    savedAt: new Date().toISOString(),
    ids: rows.map((row) => row.id),
    recordCount: rows.length,
    fileCount: files.length,
    bytes: 0,
    changed: [],
    gaps: [],
  };
  const records = rows.map((row) => ({
    collectionId: collection.id,
    answer: { record: row as never, sources: {} },
  }));
  const content = { collections: [collection], records, references: [], files, candidates: [], after: null };
  await bin.add(entry, content);
  return { entry, content };
}
