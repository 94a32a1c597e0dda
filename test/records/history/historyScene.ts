// A signed-in page with a history.
import { mock } from 'node:test';
import type { Collection } from '../../../ui/model/collection';
import type { FullRecord } from '../../../ui/model/record';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import type { Added } from '../../../ui/records/history/history';
import * as history from '../../../ui/records/history/history';
import type { ActKind, ImportMark, Part } from '../../../ui/records/history/plan/act';
import { connect } from '../../backend/connect';
import type { FakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import { admin, adminToken } from '../../support/samples';

export function signIn(backend: FakeBackend): void {
  resetDom();
  backend.answer('POST /api/admins/auth-refresh', { admin, token: adminToken(4102444801) });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  session.begin({ admin, token: adminToken() });
  mock.method(console, 'warn', () => {});
}

export function signOut(): void {
  session.end();
  collections.forget();
  toasts.closeAll();
  mock.restoreAll();
}

export const told = () => toasts.state.items.map(({ message }) => message).join();

/** Makes an act, as one that has just ended. Returns its id. */
export async function keep(
  kind: ActKind,
  title: string,
  collection: Collection,
  { import: mark, ...added }: Added & { import?: ImportMark },
): Promise<string> {
  const act = history.begin({ kind, title, verb: 'Delete', collection, ...(mark && { import: mark }) });
  const adding = act.add(added);
  // The app asks about parts that it cannot keep.
  if (added.gaps) await eventually(() => confirm.state.question !== null, true);
  confirm.yes();
  await adding;
  await act.close({ isEnded: mark?.isEnded ?? true });
  return act.id;
}

/** A record that an act has deleted. */
export const deletedPart = (collection: Collection, values: { id: string }): Part => ({
  collectionId: collection.id,
  id: values.id,
  name: values.id,
  before: { record: values as FullRecord, sources: {} },
  after: 'gone',
});
