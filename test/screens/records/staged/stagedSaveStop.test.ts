// A save that is stopped before its first write.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { cellFieldOf } from '../../../../ui/model/records/cellField';
import { stagedSaveOf } from '../../../../ui/screens/records/staged/stagedSave';
import * as session from '../../../../ui/state/session';
import * as staged from '../../../../ui/state/staged/staged';
import * as toasts from '../../../../ui/state/toasts';
import { connect, settle } from '../../../api/connect';
import { fakeBackend } from '../../../support/backend';
import { resetDom } from '../../../support/dom';
import { admin, adminToken, listOf, post, postsCollection } from '../../../support/samples';

const posts = postsCollection as Collection;
const refreshRoute = 'POST /api/admins/auth-refresh';
const collectionRoute = 'GET /api/collections/:collection';
const patchRoute = 'PATCH /api/collections/:collection/records/:id';

const backend = fakeBackend({
  'GET /api/collections/:collection/records': listOf([post], 40),
  'GET /api/collections/:collection/records/:id': post,
  'GET /api/collections': listOf([postsCollection], 200),
  [collectionRoute]: postsCollection,
  [patchRoute]: { ...post, title: 'Mine' },
  [refreshRoute]: { admin, token: adminToken(4102444801) },
});

test.before.each(() => {
  resetDom();
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  session.adopt({ admin, token: adminToken() });
  mock.method(console, 'warn', () => {});
});
test.after.each(() => {
  staged.discard(posts.id);
  session.end();
  toasts.closeAll();
  mock.restoreAll();
});

const changes = () => staged.countOf(staged.recordsOf(posts.id)).changes;

for (const [what, route] of [
  ['session is confirmed', refreshRoute],
  ['collection is read', collectionRoute],
] as const) {
  test(`a stop while the ${what} saves nothing, and the next save is a new one`, async () => {
    const cell = cellFieldOf(posts, 'title');
    assert.ok(cell);
    staged.stage(posts, [{ row: post, cell, mine: 'Mine' }]);
    const sent = backend.callsTo(patchRoute).length;
    const save = stagedSaveOf(posts.id);
    const answer = backend.hold(route);
    const saving = save.save(() => {});
    await settle();
    save.stop();
    answer();
    assert.is(await saving, false);
    assert.equal([backend.callsTo(patchRoute).length - sent, changes()], [0, 1]);
    assert.equal(
      toasts.state.items.map(({ message }) => message),
      ['Saved 0 of 1 record.'],
    );
    assert.is(await save.save(() => {}), true);
    assert.equal([backend.callsTo(patchRoute).length - sent, changes()], [1, 0]);
  });
}

test.run();
