// The checks of settings, backups, admins and the address of the page.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Facts } from '../../../../ui/rules/findings/checks/finding';
import { asNewer, collectionOf } from '../../../support/fields';
import { factsOf, outcomesOf, safeSettings, titlesOf } from '../../../support/findingFacts';

const day = 86_400;

type Settings = typeof safeSettings;

const withSettings = (more: object): Partial<Facts> => ({
  settings: { value: { ...safeSettings, ...more } as Settings },
});
const smtp = (more: object) => withSettings({ smtp: { ...safeSettings.smtp, ...more } });
const meta = (more: object) => withSettings({ meta: { ...safeSettings.meta, ...more } });
const logs = (more: object) => withSettings({ logs: { ...safeSettings.logs, ...more } });
const backupSettings = (more: object) => withSettings({ backups: { ...safeSettings.backups, ...more } });
const provider = (more: object) =>
  withSettings({ oidcAuth: { enabled: true, clientId: 'a', clientSecret: '******', ...more } });
const backupOf = (modified: string) => ({ value: [{ key: 'a.zip', size: 1, modified }] });
const emails = (...all: string[]) => ({ admins: { value: all.map((email) => ({ email })) } });
const at = (address: string) => ({ address: new URL(address) });
const noS3 = { ...safeSettings.backups.s3, enabled: false };

/** A newer server has the durations in its collections, and no providers in its settings. */
const newer = (admins: Record<string, unknown>, settings: object = {}): Partial<Facts> => {
  const { recordAuthToken: _, adminAuthToken: __, ...rest } = safeSettings;
  return {
    settings: { value: { ...rest, rateLimits: { enabled: true }, ...settings } as Settings },
    adminAccounts: { value: asNewer(collectionOf('admins', [], { type: 'auth', options: admins })) },
  };
};
const safe = { mfa: { enabled: true }, authToken: { duration: day } };

const cases: [what: string, facts: Partial<Facts>, found: string[]][] = [
  ['safe settings', {}, []],
  [
    'sessions of 90 days',
    withSettings({ recordAuthToken: { duration: 90 * day } }),
    ['medium: Sessions last 90 days'],
  ],
  [
    'resets of 2 hours',
    withSettings({ adminPasswordResetToken: { duration: 7200 } }),
    ['medium: Links that reset a password last 2 hours'],
  ],
  [
    'file tokens of 15 minutes',
    withSettings({ recordFileToken: { duration: 900 } }),
    ['medium: File tokens last 15 minutes'],
  ],
  ['a safe newer server', newer(safe), []],
  [
    'sessions of 90 days on a newer server',
    newer({ ...safe, authToken: { duration: 90 * day } }),
    ['medium: Sessions last 90 days'],
  ],
  [
    'a password alone for admins',
    newer({ ...safe, mfa: { enabled: false } }, { superuserIPs: [] }),
    ['low: Admins sign in with a password alone'],
  ],
  ['a password from known addresses', newer({}, { superuserIPs: ['10.0.0.1'] }), []],
  [
    'no limit of requests',
    newer(safe, { rateLimits: { enabled: false } }),
    ['low: The number of requests is not limited'],
  ],
  ['no TLS', smtp({ tls: false }), ['medium: Email may be sent unencrypted']],
  ['no SMTP', smtp({ enabled: false, tls: false }), ['low: Email is sent with sendmail']],
  ['sender', meta({ senderAddress: 'support@Example.com' }), ['low: Email comes from example.com']],
  ['links', meta({ appUrl: 'http://localhost:8090' }), ['low: Links in emails point to localhost']],
  ['no backup', { ...backupSettings({ cron: '' }), backups: { value: [] } }, ['high: There is no backup']],
  ['a schedule, and no backup yet', { backups: { value: [] } }, []],
  [
    'an old backup',
    { backups: backupOf('2026-03-01 11:00:00.000Z') },
    ['medium: The newest backup is 9 days old'],
  ],
  ['backups on the disk', backupSettings({ s3: noS3 }), ['low: Backups are on the same disk']],
  ['one admin', emails('a@example.net'), ['low: One admin only']],
  ['many admins', emails(...'abcdefg'.split('').map((name) => `${name}@example.net`)), ['low: 7 admins']],
  ['an example', emails('test@example.com', 'a@example.net'), ['low: An admin uses example.com']],
  [
    'a provider without TLS',
    provider({ tokenUrl: 'http://id.example.net/token' }),
    ['high: Provider oidc is called without TLS'],
  ],
  ['a provider on this computer', provider({ tokenUrl: 'http://localhost:9000/token' }), []],
  ['a provider that is off', provider({ enabled: false, tokenUrl: 'http://a.net', clientSecret: '' }), []],
  ['a provider without a secret', provider({ clientSecret: '' }), ['high: Provider oidc has no secret']],
  ['no logs', logs({ maxDays: 0 }), ['low: Nothing is logged']],
  ['addresses of 90 days', logs({ maxDays: 90 }), ['low: IP addresses are kept 90 days']],
  ['logs of 90 days', logs({ maxDays: 90, logIp: false }), []],
  ['plain HTTP', at('http://192.168.1.5:8090/_/'), ['high: This page came without TLS']],
  ['plain HTTP on this computer', at('http://127.0.0.1:8090/_/'), []],
  ['plain HTTP on this computer by IPv6', at('http://[::1]:8090/_/'), []],
];

for (const [what, facts, found] of cases) {
  test(what, () => assert.equal(titlesOf(outcomesOf(factsOf([], facts))), found));
}

test('a check whose call failed is not passed', () => {
  const failed = { reason: 'No answer.', canRetry: true };
  const outcomes = outcomesOf(factsOf([], { settings: failed, backups: failed, admins: failed }));
  const errors = outcomes.filter(({ error }) => error === 'No answer.').map(({ id }) => id);
  assert.is(errors.length, 17);
  assert.not(errors.includes('page-without-tls'));
});

test.run();
