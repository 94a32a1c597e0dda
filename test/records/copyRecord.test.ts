import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { copyRecord } from '../../ui/records/copyRecord';
import { connect } from '../backend/connect';
import { type FakeBackend, failure, fakeBackend } from '../support/backend';
import { admin, adminToken, listOf } from '../support/samples';

const list = 'GET /api/collections/:collection/records';
const refresh = 'POST /api/admins/auth-refresh';
const id = 'w6d19hnoyc3e5bl';

let backend: FakeBackend;
let copied: string[] = [];

test.before.each(() => {
  toasts.state.items.length = 0;
  copied = [];
  session.begin({ token: adminToken(), admin });
  backend = fakeBackend({ [refresh]: { token: adminToken(), admin } });
  connect(backend, 't');
  // Without https the page copies a selected text.
  document.execCommand = () => copied.push((document.activeElement as HTMLTextAreaElement).value) > 0;
});
test.after.each(session.end);

const told = () => toasts.state.items.map(({ message }) => message);

const title = `{\n  "id": "${id}",\n  "title": "Stored"\n}`;
for (const [what, answer, isSignedIn, words, texts] of [
  [
    'copies the stored record',
    listOf([{ id, title: 'Stored' }]),
    true,
    ['Copied the record to the clipboard.'],
    [title],
  ],
  [
    'says that a missing record could not be copied',
    listOf([]),
    true,
    ['The record could not be copied.'],
    [],
  ],
  ['reports a failure', failure(500, 'No.'), true, ['No.'], []],
  ['shows the sign-in after the end of the session', failure(403, 'Only admins can.'), false, [], []],
] as const) {
  test(what, async () => {
    backend.answer(list, answer);
    if (!isSignedIn) backend.answer(refresh, failure(401, 'The token has expired.'));
    await copyRecord('posts', id);
    assert.equal([told(), copied, session.isSignedIn()], [words, texts, isSignedIn]);
  });
}

test.run();
