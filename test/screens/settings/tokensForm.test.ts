import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createTokensForm,
  durationBounds,
  isArmed,
  questionOf,
  type TokenKey,
  toggleArmed,
  tokenGroups,
} from '../../../ui/screens/settings/tokensForm';
import * as confirm from '../../../ui/state/confirm';
import * as session from '../../../ui/state/session';
import { settle } from '../../api/connect';
import type { FakeBackend } from '../../support/backend';
import { answer, callsOf, closeScene, mask, read, type Server, startScene, told } from './settingsScene';

let backend: FakeBackend;
let server: Server;

const keys = tokenGroups.flatMap(({ tokens }) => Object.keys(tokens) as TokenKey[]);
const sentence = 'All issued tokens of these kinds stop working immediately:';
const users = 'All users will be signed out.';
const admins = 'All admins will be signed out, including you.';
const end = 'Do you really want to save?';

async function opened() {
  const settings = createTokensForm();
  await settings.load();
  backend.calls.length = 0;
  return settings;
}

test.before.each(() => {
  ({ backend, server } = startScene());
});
test.after.each(closeScene);

const questions: [changes: Parameters<typeof questionOf>[0], lines: string[] | null][] = [
  [{}, null],
  [{ recordAuthToken: { duration: 10 } }, null],
  [{ adminAuthToken: { duration: 300 } }, null],
  [{ adminFileToken: { duration: 5 }, adminPasswordResetToken: { duration: 5 } }, null],
  [{ adminAuthToken: { duration: 299 } }, ['Admins will have to sign in again every 4 minutes 59 seconds.']],
  [{ adminAuthToken: { duration: 5 } }, ['Admins will have to sign in again every 5 seconds.']],
  [{ recordFileToken: { secret: 'x' } }, [sentence, 'Records protected file access token']],
  [{ recordAuthToken: { secret: 'x' } }, [sentence, 'Auth record token', users]],
  [{ adminAuthToken: { secret: 'x' } }, [sentence, 'Admins auth token', admins]],
  [
    {
      adminAuthToken: { secret: 'x', duration: 60 },
      recordAuthToken: { secret: 'x' },
      recordEmailChangeToken: { secret: 'x' },
    },
    [
      ...[sentence, 'Auth record token', 'Email change token', 'Admins auth token', users, admins],
      'Admins will have to sign in again every 1 minute.',
    ],
  ],
];
for (const [changes, lines] of questions) {
  test(`${JSON.stringify(changes)} ${lines ? 'asks first' : 'is saved without a question'}`, () => {
    assert.is(questionOf(changes), lines && [...lines, end].join('\n'));
  });
}

test('there are eight kinds of tokens, each with its own duration and secret', async () => {
  assert.is(new Set(keys).size, 8);
  const { labels } = await opened();
  assert.is(Object.keys(labels).length, 16);
  assert.is(new Set(Object.values(labels)).size, 16);
  for (const key of keys) assert.match(labels[`${key}.duration`] ?? '', / duration \(in seconds\)$/);
});

for (const key of keys) {
  test(`${key}: a new secret has 50 letters and digits, differs each time and can be undone`, async () => {
    const settings = await opened();
    const secret = () => String(settings.valueAt(`${key}.secret`));
    assert.equal([isArmed(settings, key), settings.isChanged()], [false, false]);
    toggleArmed(settings, key);
    const first = secret();
    assert.match(first, /^[A-Za-z0-9]{50}$/);
    assert.equal([isArmed(settings, key), settings.isChanged()], [true, true]);
    assert.equal(
      keys.filter((other) => isArmed(settings, other)),
      [key],
    );
    toggleArmed(settings, key);
    assert.equal([secret(), isArmed(settings, key), settings.isChanged()], [mask, false, false]);
    toggleArmed(settings, key);
    assert.match(secret(), /^[A-Za-z0-9]{50}$/);
    assert.is.not(secret(), first);
    assert.equal(callsOf(backend), []);
  });
}

test('a secret that the server never made can be created or left empty', async () => {
  server.change({ adminFileToken: { secret: '' } });
  const settings = await opened();
  assert.not(isArmed(settings, 'adminFileToken'));
  toggleArmed(settings, 'adminFileToken');
  assert.ok(isArmed(settings, 'adminFileToken'));
  toggleArmed(settings, 'adminFileToken');
  assert.equal([settings.valueAt('adminFileToken.secret'), settings.isChanged()], ['', false]);
});

for (const [text, message] of [
  ['', 'Cannot be blank.'],
  ['4', 'Must be from 5 seconds to 730 days.'],
  ['63072001', 'Must be from 5 seconds to 730 days.'],
  ['soon', 'Not a duration. Use seconds, or units such as 14d, 30m or 1h 30m.'],
] as const) {
  test(`the duration "${text}" is refused before a request`, async () => {
    const settings = await opened();
    settings.set('recordFileToken.duration', text);
    assert.not(await settings.save());
    assert.is(settings.state.errors['recordFileToken.duration']?.message, message);
    assert.equal(callsOf(backend), []);
  });
}

test('durations at both bounds are sent as numbers', async () => {
  const settings = await opened();
  settings.set('recordFileToken.duration', String(durationBounds.least));
  settings.set('recordAuthToken.duration', ` ${durationBounds.most} `);
  assert.ok(await settings.save());
  const sent = { recordAuthToken: { duration: 63_072_000 }, recordFileToken: { duration: 5 } };
  assert.equal(JSON.parse(callsOf(backend)[1]?.replace('PATCH ', '') ?? ''), sent);
  assert.equal(told(), ['Successfully saved tokens options.']);
  assert.ok(session.isSignedIn());
});

test('No sends nothing and keeps the new secret, and Yes sends only the secret', async () => {
  const settings = await opened();
  toggleArmed(settings, 'recordAuthToken');
  const secret = settings.valueAt('recordAuthToken.secret');
  const first = settings.save();
  assert.is(await answer(false), [sentence, 'Auth record token', users, end].join('\n'));
  assert.not(await first);
  assert.equal(callsOf(backend), ['GET']);
  assert.ok(isArmed(settings, 'recordAuthToken'));
  const second = settings.save();
  await answer(true);
  assert.ok(await second);
  assert.equal(callsOf(backend), ['GET', `PATCH ${JSON.stringify({ recordAuthToken: { secret } })}`]);
  assert.is(read(server.held, 'recordAuthToken.secret'), secret);
  assert.equal([isArmed(settings, 'recordAuthToken'), settings.isChanged()], [false, false]);
  assert.ok(session.isSignedIn());
});

test('the question is marked as dangerous, and a new admin secret ends the own session', async () => {
  const settings = await opened();
  toggleArmed(settings, 'adminAuthToken');
  const saving = settings.save();
  await settle();
  assert.ok(confirm.state.question?.isDangerous);
  await answer(true);
  assert.ok(await saving);
  assert.not(session.isSignedIn());
  assert.ok(told().includes('All admins were signed out. Sign in to continue.'));
});

test.run();
