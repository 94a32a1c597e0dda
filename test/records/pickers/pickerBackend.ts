// A signed-in page with a table of records, for the stores and panels of pickers.
import { mock } from 'node:test';
import * as assert from 'uvu/assert';
import type { FullRecord } from '../../../ui/model/record';
import * as collections from '../../../ui/page/collections';
import * as panels from '../../../ui/page/panels';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import type { RecordOutcome } from '../../../ui/records/editor/recordEditor';
import { connect } from '../../backend/connect';
import { type Call, type FakeBackend, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { admin, adminToken, listOf, post, collections as sampleCollections } from '../../support/samples';

export const listRoute = 'GET /api/collections/:collection/records';

/** Makes records of posts: ids `row0`, `row1` ..., titles `Post 0`, `Post 1` ... */
export const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...post, id: `row${index}`, title: `Post ${index}` }));

export const isByIds = ({ query }: Call) => /^\(?id="/.test(query['filter'] ?? '');

export async function startPage(table: readonly { id: string }[] = rows(3)): Promise<FakeBackend> {
  resetDom();
  const backend = fakeBackend({
    [listRoute]: answersOf(table),
    'GET /api/collections': listOf(sampleCollections, 200),
    'POST /api/admins/auth-refresh': { admin, token: adminToken(4102444801) },
    'POST /api/files/token': { token: adminToken() },
    'GET /api/health': {},
  });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  session.begin({ admin, token: adminToken() });
  await collections.load();
  mock.method(console, 'warn', () => {});
  mock.method(console, 'error', () => {});
  return backend;
}

/** Answers like a server with this table: by ids, otherwise in pages. */
export function answersOf(table: readonly { id: string }[]) {
  return (call: Call) => {
    if (isByIds(call)) {
      const ids = [...(call.query['filter'] ?? '').matchAll(/id="([^"]*)"/g)].map(([, id]) => id);
      return listOf(
        table.filter(({ id }) => ids.includes(id)),
        50,
      );
    }
    const page = Number(call.query['page']);
    const perPage = Number(call.query['perPage']);
    return { ...listOf(table.slice((page - 1) * perPage, page * perPage), perPage), page, totalItems: -1 };
  };
}

export function endPage(): void {
  for (const { id } of panels.state.open) panels.answerPanel(id, null);
  session.end();
  collections.forget();
  toasts.closeAll();
  mock.restoreAll();
}

export const shownToasts = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);

/** Returns the panel on top, and fails if it has another name. */
export function topPanel<Name extends panels.PanelName>(name: Name): panels.OpenPanel<Name> {
  const top = panels.state.open.at(-1);
  assert.is(top?.name, name);
  return top as panels.OpenPanel<Name>;
}

/** Closes the editor on top with this outcome. */
export function editorAnswers(outcome: RecordOutcome | null): void {
  panels.answerPanel(topPanel('recordEditor').id, outcome);
}

export const saved = (kind: 'created' | 'updated', record: object): RecordOutcome => ({
  kind,
  record: record as FullRecord,
});
