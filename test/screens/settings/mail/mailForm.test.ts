import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mailErrors } from '../../../../ui/screens/settings/mail/mailForm';
import { mailTemplates } from '../../../../ui/screens/settings/mail/mailTemplates';
import { toDraft } from '../../../../ui/state/settings/settingsChanges';
import { masked, wholeSettings, write } from '../settingsScene';

type Edits = Record<string, unknown>;

function typed(edits: Edits = {}): object {
  const values = toDraft(masked(wholeSettings()));
  for (const [path, value] of Object.entries(edits)) write(values, path, value);
  return values;
}

const wrong = (edits: Edits = {}) =>
  Object.entries(mailErrors(typed(edits))).map(([path, { message }]) => `${path}: ${message}`);

const blank = 'Cannot be blank.';
const email = 'Must be a valid email address.';
const port = 'smtp.port: Must be a whole number from 1 to 65535.';
const on = { 'smtp.enabled': true };
const missing = (name: string) => `Required parameter ${name} is missing.`;

const table: [what: string, edits: Edits, expected: string[]][] = [
  ['a fresh server', {}, []],
  ['no sender address', { 'meta.senderAddress': '' }, [`meta.senderAddress: ${blank}`]],
  ['a sender address that is none', { 'meta.senderAddress': 'me' }, [`meta.senderAddress: ${email}`]],
  ['no application name, which is on another page', { 'meta.appName': '' }, []],
  ['an empty unused SMTP server', { 'smtp.host': '', 'smtp.port': '' }, []],
  ['a server that was never set up', { 'smtp.host': '', 'smtp.port': '0' }, []],
  [
    'SMTP without host and port',
    { ...on, 'smtp.host': '', 'smtp.port': ' ' },
    [`smtp.host: ${blank}`, `smtp.port: ${blank}`],
  ],
  ['SMTP at port 65536', { ...on, 'smtp.port': '65536' }, [port]],
  ['SMTP at port 25.5', { ...on, 'smtp.port': '25.5' }, [port]],
];
for (const [what, edits, expected] of table) {
  test(`${what} gives ${expected.length || 'no'} errors`, () => {
    assert.equal(wrong(edits).sort(), [...expected].sort());
  });
}

for (const { key } of mailTemplates) {
  const at = `meta.${key}`;
  const parts: [edits: Edits, expected: string[]][] = [
    [{ [`${at}.subject`]: '' }, [`${at}.subject: ${blank}`]],
    [{ [`${at}.actionUrl`]: '{APP_URL}/verify' }, [`${at}.actionUrl: ${missing('{TOKEN}')}`]],
    [{ [`${at}.actionUrl`]: '{APP_URL}/{token}' }, [`${at}.actionUrl: ${missing('{TOKEN}')}`]],
    [{ [`${at}.body`]: '<p>{TOKEN}</p>' }, [`${at}.body: ${missing('{ACTION_URL}')}`]],
    [{ [`${at}.body`]: '', [`${at}.subject`]: '', [`${at}.hidden`]: true }, []],
    [{ [`${at}.subject`]: '', [`${at}.hidden`]: null }, [`${at}.subject: ${blank}`]],
  ];
  for (const [edits, expected] of parts) {
    test(`${JSON.stringify(edits)} gives ${expected.join() || 'no errors'}`, () =>
      assert.equal(wrong(edits), expected));
  }
}

test.run();
