import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AppleKeyForm,
  appleKeyErrors,
  createAppleSecret,
} from '../../../../ui/screens/settings/auth-providers/appleSecret';
import { type FakeBackend, failure } from '../../../support/backend';
import { closeScene, routes, startScene, told } from '../settingsScene';

let backend: FakeBackend;
let made: object[];

const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----';
const whole: AppleKeyForm = {
  clientId: 'com.example.app',
  teamId: 'TEAM567890',
  keyId: 'KEY4567890',
  privateKey: key,
  duration: '15777000',
};
const blank = 'Cannot be blank.';
const length = 'The length must be exactly 10.';
const bounds = 'Must be from 1 second to 182 days 14 hours 30 minutes.';
const unreadable = 'Not a duration. Use seconds, or units such as 14d, 30m or 1h 30m.';

test.before.each(() => {
  ({ backend } = startScene());
  made = [];
});
test.after.each(closeScene);

const table: [edits: Partial<AppleKeyForm>, wrong: Record<string, string>][] = [
  [{}, {}],
  [{ clientId: ' ' }, { clientId: blank }],
  [{ teamId: '' }, { teamId: blank }],
  [{ teamId: 'TEAM56789' }, { teamId: length }],
  [{ keyId: 'KEY45678901' }, { keyId: length }],
  [{ keyId: ' KEY4567890 ' }, {}],
  [{ privateKey: '\n' }, { privateKey: blank }],
  [{ duration: '' }, { duration: blank }],
  [{ duration: '0' }, { duration: bounds }],
  [{ duration: '1' }, {}],
  [{ duration: '15777001' }, { duration: bounds }],
  [{ duration: '1.5' }, { duration: unreadable }],
];
for (const [edits, wrong] of table) {
  test(`${JSON.stringify(edits)} gives the errors ${JSON.stringify(wrong)}`, () => {
    const errors = Object.entries(appleKeyErrors({ ...whole, ...edits }));
    assert.equal(Object.fromEntries(errors.map(([path, { message }]) => [path, message])), wrong);
  });
}

const opened = () => createAppleSecret(' com.example.app ', (given) => made.push(given));

test("the form starts with the provider's client id and the longest duration that Apple allows", () => {
  assert.equal(
    { ...opened().state.values },
    {
      teamId: '',
      keyId: '',
      privateKey: '',
      clientId: ' com.example.app ',
      duration: '15777000',
    },
  );
});

function filled() {
  const form = opened();
  form.set('teamId', ` ${whole.teamId}`);
  form.set('keyId', `${whole.keyId} `);
  form.set('privateKey', `\n${key}\n\n`);
  form.set('duration', ' 3600 ');
  return form;
}

test('the key is sent trimmed, and the secret is returned with its client id', async () => {
  assert.ok(await filled().submit());
  assert.equal(backend.callsTo(routes.appleSecret)[0]?.body, { ...whole, duration: 3600 });
  assert.equal(made, [{ clientId: 'com.example.app', secret: 'made.of.a.key' }]);
  assert.equal(told(), ['Successfully generated client secret.']);
});

test('a refused key returns no secret and stays typed', async () => {
  backend.answer(
    routes.appleSecret,
    failure(400, 'Failed to generate client secret. Raw error: \ninvalid key.'),
  );
  const form = filled();
  assert.not(await form.submit());
  assert.equal(made, []);
  assert.equal(told(), ['Failed to generate client secret. Raw error: \ninvalid key.']);
  assert.ok(form.isChanged());
});

test('server errors are at their inputs', async () => {
  const wrong = { code: 'validation_match_invalid', message: 'Must be in a valid format.' };
  backend.answer(routes.appleSecret, failure(400, 'Invalid client secret data.', { privateKey: wrong }));
  const form = filled();
  assert.not(await form.submit());
  assert.equal(form.state.errors, { privateKey: wrong });
});

test.run();
