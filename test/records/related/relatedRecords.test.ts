import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { createRelatedRecords } from '../../../ui/records/related/relatedRecords';
import { connect } from '../../backend/connect';
import { type Call, failure, fakeBackend, networkError } from '../../support/backend';
import { admin, adminToken, listOf } from '../../support/samples';

const list = 'GET /api/collections/:collection/records';
const refresh = 'POST /api/admins/auth-refresh';
const idOf = (at: number) => `id${String(at).padStart(13, '0')}`;
const ids = (count: number) => Array.from({ length: count }, (_, at) => idOf(at));

/** Starts a server that has records for all ids except `gone`. */
function scene(...gone: string[]) {
  const lost = new Set(gone);
  const titles = new Map<string, string>();
  const backend = fakeBackend({
    [list]: ({ query }: Call) => {
      const asked = [...(query['filter'] ?? '').matchAll(/"(\w+)"/g)].map(([, id = '']) => id);
      return listOf(
        asked.filter((id) => !lost.has(id)).map((id) => ({ id, title: titles.get(id) ?? 'Old' })),
      );
    },
    [refresh]: { token: adminToken(), admin },
  });
  session.begin({ token: adminToken(), admin });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  const related = createRelatedRecords('others');
  return { related, backend, lost, titles, lists: () => backend.callsTo(list).length };
}

test.after.each(() => {
  session.end();
  toasts.closeAll();
});

test('120 records need three requests, and loaded ones none', async () => {
  const { related, lists, backend } = scene();
  const showing = related.show(ids(120));
  assert.is(related.state.isLoading, true);
  await showing;
  assert.is(related.state.isLoading, false);
  assert.is(related.state.found.size, 120);
  assert.is(lists(), 3);
  await related.show(ids(120));
  await related.show([]);
  assert.is(lists(), 3);
  await related.show([...ids(120), idOf(500)]);
  assert.is(lists(), 4);
  assert.is(backend.callsTo(refresh).length, 0);
});

test('a running request is not repeated', async () => {
  const { related, lists } = scene();
  await Promise.all([related.show(ids(2)), related.show(ids(2)), related.show(ids(3))]);
  assert.is(lists(), 2);
  assert.is(related.state.found.size, 3);
});

test('ids without a record are missing', async () => {
  const { related, lists } = scene(idOf(1));
  await related.show(ids(3));
  assert.equal([...related.state.missing], [idOf(1)]);
  assert.equal([...related.state.found.keys()], [idOf(0), idOf(2)]);
  await related.show(ids(3));
  assert.is(lists(), 1);
});

test('with an expired token no record is missing', async () => {
  const { related, backend } = scene();
  backend.answer(list, failure(403, 'Only admins can filter by @request.'));
  backend.answer(refresh, failure(401, 'No.'));
  await related.show(ids(3));
  assert.is(related.state.missing.size, 0);
  assert.is(session.isSignedIn(), false);
});

test('a record that was saved or deleted in a panel is read again', async () => {
  const { related, titles, lost } = scene(idOf(2));
  await related.show(ids(3));
  titles.set(idOf(0), 'New');
  await related.renew(idOf(0));
  assert.is((related.state.found.get(idOf(0)) as { title?: string } | undefined)?.title, 'New');
  lost.delete(idOf(2));
  await related.renew(idOf(2));
  assert.is(related.state.missing.size, 0);
  lost.add(idOf(0));
  await related.renew(idOf(0));
  assert.equal([...related.state.missing], [idOf(0)]);
  assert.is(related.state.found.has(idOf(0)), false);
});

test('a failure is kept and reported, and the ids can be requested again', async () => {
  const { related, backend } = scene();
  backend.answerOnce(list, networkError);
  await related.show(ids(2));
  assert.is(related.state.loadError?.kind, 'unreachable');
  assert.is(related.state.isLoading, false);
  assert.is(toasts.state.items.length, 1);
  await related.show(ids(2));
  assert.is(related.state.loadError, null);
  assert.is(related.state.found.size, 2);
});

test.run();
