import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { logOut } from '../../ui/shell/logOut';
import * as confirm from '../../ui/state/confirm';
import * as unsaved from '../../ui/state/forms/unsaved';
import * as session from '../../ui/state/session';
import { hold } from '../../ui/state/tabs';
import { eventually } from '../support/eventually';
import { admin } from '../support/samples';

const token = (seconds: number) =>
  `h.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds, type: 'admin' }))}.s`;
const stored = () =>
  Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '').sort();

test.before.each(() => {
  localStorage.clear();
  session.adopt({ token: token(60), admin });
});

test('a sign-out removes every draft, older ones too, and keeps the preferences', async () => {
  const kept = ['@pinnedCollections', 'posts@hiddenColumns', 'lowlineTheme', 'draft'];
  const drafts = ['record_draft_posts_abc', 'record_draft_posts_', 'collection_draft_posts'];
  for (const name of [...kept, ...drafts]) localStorage.setItem(name, '{}');
  await logOut();
  assert.is(session.isSignedIn(), false);
  assert.is(window.location.hash, '#/login');
  await eventually(stored, [...kept].sort());
});

test('a sign-out asks about unsaved changes, and No keeps the session', async () => {
  const stop = unsaved.watch(() => true);
  const leaving = logOut();
  assert.match(confirm.state.question?.text ?? '', 'unsaved changes');
  confirm.no();
  await leaving;
  assert.is(session.isSignedIn(), true);
  const leavingAfterAll = logOut();
  await confirm.yes();
  await leavingAfterAll;
  assert.is(session.isSignedIn(), false);
  stop();
});

test('a name that this tab holds does not keep its draft', async () => {
  const release = hold('record_draft_posts_abc');
  localStorage.setItem('record_draft_posts_abc', '{}');
  await logOut();
  await eventually(() => stored().includes('record_draft_posts_abc'), false);
  release();
});

test.run();
