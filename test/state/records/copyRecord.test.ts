import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { copyRecord } from '../../../ui/state/records/copyRecord';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import { type FakeBackend, failure, fakeBackend, networkError } from '../../support/backend';
import { admin, adminToken, listOf } from '../../support/samples';

const list = 'GET /api/collections/:collection/records';
const refresh = 'POST /api/admins/auth-refresh';
const id = 'w6d19hnoyc3e5bl';

let backend: FakeBackend;
let copied: string[] = [];

test.before.each(() => {
  toasts.state.items.length = 0;
  copied = [];
  session.adopt({ token: adminToken(), admin });
  backend = fakeBackend({
    [list]: listOf([{ id, title: 'Stored' }]),
    [refresh]: { token: adminToken(), admin },
  });
  connect(backend, 't');
  // Without https the page copies a selected text.
  document.execCommand = () => copied.push((document.activeElement as HTMLTextAreaElement).value) > 0;
});
test.after.each(session.end);

const told = () => toasts.state.items.map(({ message }) => message);

test('copies the stored record', async () => {
  await copyRecord('posts', id);
  assert.equal(copied, [`{\n  "id": "${id}",\n  "title": "Stored"\n}`]);
  assert.equal(told(), ['Copied the record to the clipboard.']);
});

test('says that a missing record could not be copied', async () => {
  backend.answer(list, listOf([]));
  await copyRecord('posts', id);
  assert.equal(told(), ['The record could not be copied.']);
});

test('reports a failure', async () => {
  backend.answer(list, networkError);
  await copyRecord('posts', id);
  assert.is(told().length, 1);
});

test('the end of the session shows the sign-in, and no message', async () => {
  backend.answer(list, failure(403, 'Only admins can perform this action.'));
  backend.answer(refresh, failure(401, 'The token has expired.'));
  await copyRecord('posts', id);
  assert.equal(told(), []);
  assert.is(session.isSignedIn(), false);
  assert.equal(copied, []);
});

test.run();
