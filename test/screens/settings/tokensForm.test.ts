import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createTokensForm,
  isArmed,
  questionOf,
  type TokenKey,
  toggleArmed,
  tokenGroups,
} from '../../../ui/screens/settings/tokensForm';
import type { FakeBackend } from '../../support/backend';
import { closeScene, mask, type Server, startScene } from './settingsScene';

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
  [{ adminFileToken: { duration: 5 }, adminPasswordResetToken: { duration: 5 } }, null],
  [{ adminAuthToken: { duration: 299 } }, ['Admins will have to sign in again every 4 minutes 59 seconds.']],
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

test('a new secret has 50 letters and digits, differs each time, and can be undone', async () => {
  const settings = await opened();
  const armed = () => keys.filter((key) => isArmed(settings, key));
  const secrets = new Set<string>();
  assert.equal([keys.length, armed()], [8, []]);
  for (const key of [...keys, ...keys]) {
    toggleArmed(settings, key);
    const secret = String(settings.valueAt(`${key}.secret`));
    assert.match(secret, /^[A-Za-z0-9]{50}$/);
    assert.equal(armed(), [key]);
    secrets.add(secret);
    toggleArmed(settings, key);
    assert.equal([settings.valueAt(`${key}.secret`), settings.isChanged()], [mask, false]);
  }
  assert.is(secrets.size, 16);
});

test('a secret that the server never made can be created or left empty', async () => {
  server.change({ adminFileToken: { secret: '' } });
  const settings = await opened();
  assert.not(isArmed(settings, 'adminFileToken'));
  toggleArmed(settings, 'adminFileToken');
  assert.ok(isArmed(settings, 'adminFileToken'));
  toggleArmed(settings, 'adminFileToken');
  assert.equal([settings.valueAt('adminFileToken.secret'), settings.isChanged()], ['', false]);
});

test.run();
