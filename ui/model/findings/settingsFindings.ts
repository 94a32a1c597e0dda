import { authProviders } from '../authProviders';
import { newestTime } from '../backup';
import { providerKey } from '../settings';
import {
  type Check,
  type Facts,
  type Found,
  pagePlace,
  type Report,
  type Sentence,
  type Severity,
  say,
  words,
} from './finding';

const mailPage = pagePlace('mail settings', '/mail');
const backupsPage = pagePlace('backups', '/backups');
const adminsPage = pagePlace('admins', '/admins');
const tokensPage = pagePlace('token options', '/tokens');
const applicationPage = pagePlace('application settings', '');
const logsPage = { text: 'logs', button: 'Open logs', path: '/logs' };

const day = 86_400;
/** More admins than this are many. */
const fewAdmins = 5;
const oldBackupDays = 7;

const isExample = (address: string) => /@example\.com$/i.test(address.trim());
const isLocal = (host: string) => /^(localhost|127\.[\d.]+|\[::1\]|.*\.localhost)$/i.test(host);

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

interface TokenLimit {
  readonly id: string;
  readonly passed: string;
  readonly keys: readonly (
    | 'recordAuthToken'
    | 'adminAuthToken'
    | 'recordPasswordResetToken'
    | 'adminPasswordResetToken'
    | 'recordFileToken'
    | 'adminFileToken'
  )[];
  /** In seconds. */
  readonly limit: number;
  readonly unit: number;
  title(amount: number): Sentence;
  readonly why: string;
}

const tokenLimits: readonly TokenLimit[] = [
  {
    id: 'long-sessions',
    passed: 'Sessions last at most 30 days.',
    keys: ['recordAuthToken', 'adminAuthToken'],
    limit: 30 * day,
    unit: day,
    title: (amount) => say`Sessions last ${amount} days`,
    why: 'A stolen token is valid for so long.',
  },
  {
    id: 'long-resets',
    passed: 'Links that reset a password last at most an hour.',
    keys: ['recordPasswordResetToken', 'adminPasswordResetToken'],
    limit: 3600,
    unit: 3600,
    title: (amount) => say`Links that reset a password last ${amount} hours`,
    why: 'Anyone who reads an old mail can set a password.',
  },
  {
    id: 'long-file-tokens',
    passed: 'File tokens last at most 10 minutes.',
    keys: ['recordFileToken', 'adminFileToken'],
    limit: 600,
    unit: 60,
    title: (amount) => say`File tokens last ${amount} minutes`,
    why: 'The token is a part of each address of a protected file.',
  },
];

const tokenChecks = tokenLimits.map(
  ({ id, passed, keys, limit, unit, title, why }): Check => ({
    id,
    passed,
    scope: 'settings',
    run(facts, report) {
      const settings = report.known(facts.settings);
      const longest = settings && Math.max(...keys.map((key) => settings[key].duration));
      if (!longest || longest <= limit) return;
      report.find({
        severity: 'medium',
        title: title(Math.round((longest / unit) * 10) / 10),
        why: words(why),
        fix: words('Set a shorter duration.'),
        place: tokensPage,
        what: String(longest),
      });
    },
  }),
);

/** A check that finds at most one thing. */
function check(
  id: string,
  passed: string,
  scope: Check['scope'],
  find: (facts: Facts, report: Report) => Found | null | undefined | false | '',
): Check {
  return {
    id,
    passed,
    scope,
    run(facts, report) {
      const found = find(facts, report);
      if (found) report.find(found);
    },
  };
}

export const settingsChecks: readonly Check[] = [
  ...tokenChecks,
  check('unencrypted-mail', 'Mails leave encrypted.', 'settings', (facts, report) => {
    const settings = report.known(facts.settings);
    return (
      settings?.smtp.enabled &&
      !settings.smtp.tls &&
      // The mail does not leave the machine.
      !isLocal(settings.smtp.host) && {
        severity: 'medium',
        title: words('Mails may be sent unencrypted'),
        why: say`The server uses TLS only if ${settings.smtp.host} offers it.`,
        fix: words('Set the TLS encryption to Always.'),
        place: mailPage,
        what: settings.smtp.host,
      }
    );
  }),
  check('sendmail', 'Mails go out by SMTP.', 'settings', (facts, report) => {
    const settings = report.known(facts.settings);
    return (
      settings &&
      !settings.smtp.enabled && {
        severity: 'low',
        title: words('Mails go out by sendmail'),
        why: words('Many mail servers refuse these mails or take them for spam.'),
        fix: words('Set an SMTP server.'),
        place: mailPage,
      }
    );
  }),
  check('example-sender', 'The sender of mails is an address of your own.', 'settings', (facts, report) => {
    const sender = report.known(facts.settings)?.meta.senderAddress ?? '';
    return (
      isExample(sender) && {
        severity: 'low',
        title: words('Mails come from example.com'),
        why: say`The sender is ${sender}. Answers to it are lost.`,
        fix: words('Set an address of your own.'),
        place: mailPage,
        what: sender,
      }
    );
  }),
  check('no-backup', 'There are backups, or a schedule for them.', 'backups', (facts, report) => {
    const backups = report.known(facts.backups);
    const settings = report.known(facts.settings);
    return (
      backups?.length === 0 &&
      settings?.backups.cron === '' && {
        severity: 'high',
        title: words('There is no backup'),
        why: words('Automatic backups are off, too.'),
        fix: words('Set a schedule.'),
        place: backupsPage,
      }
    );
  }),
  check(
    'old-backup',
    `The newest backup is at most ${oldBackupDays} days old.`,
    'backups',
    (facts, report) => {
      const backups = report.known(facts.backups);
      const newest = backups && newestTime(backups);
      if (!newest) return null;
      const age = Math.floor((facts.now - newest) / (day * 1000));
      const settings = report.known(facts.settings);
      return (
        age > oldBackupDays && {
          severity: 'medium',
          title: say`The newest backup is ${age} days old`,
          why: words(
            settings?.backups.cron === '' ? 'Automatic backups are off.' : 'The schedule makes none.',
          ),
          fix: words('Make a backup, and check the schedule.'),
          place: backupsPage,
          what: String(newest),
        }
      );
    },
  ),
  check('local-backups', 'Backups lie on another storage.', 'backups', (facts, report) => {
    const settings = report.known(facts.settings);
    const backups = report.known(facts.backups);
    return (
      settings &&
      backups &&
      !settings.backups.s3.enabled &&
      (backups.length > 0 || settings.backups.cron !== '') && {
        severity: 'low',
        title: words('Backups lie beside the data'),
        why: words('When the disk is lost, they are lost with it.'),
        fix: words('Store them on S3, or copy them elsewhere.'),
        place: backupsPage,
      }
    );
  }),
  check('one-admin', 'There is more than one admin.', 'admins', (facts, report) => {
    return (
      report.known(facts.admins)?.length === 1 && {
        severity: 'low',
        title: words('One admin only'),
        why: words('Nobody can help when this admin cannot sign in.'),
        fix: words('Add another admin.'),
        place: adminsPage,
      }
    );
  }),
  check('many-admins', `There are at most ${fewAdmins} admins.`, 'admins', (facts, report) => {
    const count = report.known(facts.admins)?.length ?? 0;
    return (
      count > fewAdmins && {
        severity: 'low',
        title: say`${count} admins`,
        why: words('Each of them can read and change everything.'),
        fix: words('Delete those who do not need it.'),
        place: adminsPage,
        what: String(count),
      }
    );
  }),
  check('example-admin', 'No admin has an address of example.com.', 'admins', (facts, report) => {
    const email = report.known(facts.admins)?.find((admin) => isExample(admin.email))?.email;
    return (
      email && {
        severity: 'low',
        title: words('An admin of example.com'),
        why: say`${email} cannot receive a mail, and may have a password of an example.`,
        fix: words('Give the admin a real address.'),
        place: adminsPage,
        what: email,
      }
    );
  }),
  ...(['provider-without-tls', 'provider-without-secret'] as const).map(
    (id, at): Check => ({
      id,
      passed: at === 0 ? 'Providers are called with TLS.' : 'Providers have a secret.',
      scope: 'settings',
      run(facts, report) {
        const settings = report.known(facts.settings);
        for (const name of authProviders) {
          const provider = settings?.[providerKey(name)];
          if (!provider?.enabled) continue;
          const addresses = [provider.authUrl, provider.tokenUrl, provider.userApiUrl].map(
            (url) => url ?? '',
          );
          const plain = addresses.find((url) => /^http:/i.test(url) && !isLocal(urlOf(url)?.hostname ?? ''));
          const what = at === 0 ? plain : provider.clientSecret === '' ? name : undefined;
          if (what === undefined) continue;
          report.find({
            severity: 'high',
            title: say`Provider ${name} ${words(at === 0 ? 'is called without TLS' : 'has no secret')}`,
            why:
              at === 0 ? say`Anyone on the way to ${what} can read the tokens.` : words('Its sign-in fails.'),
            fix: words(at === 0 ? 'Use an address with https.' : 'Set its client secret, or disable it.'),
            place: pagePlace('auth providers', '/auth-providers'),
            what: `${name} ${what}`,
          });
        }
      },
    }),
  ),
  check('no-logs', 'Requests are logged.', 'settings', (facts, report) => {
    return (
      report.known(facts.settings)?.logs.maxDays === 0 && {
        severity: 'low',
        title: words('Nothing is logged'),
        why: words('After an attack nobody can tell what happened.'),
        fix: words('Keep the logs for some days.'),
        place: logsPage,
      }
    );
  }),
  check('logged-addresses', 'IP addresses are kept for at most 30 days.', 'settings', (facts, report) => {
    const logs = report.known(facts.settings)?.logs;
    return (
      logs?.logIp &&
      logs.maxDays > 30 && {
        severity: 'low',
        title: say`IP addresses are kept ${logs.maxDays} days`,
        why: words('In many countries they are personal data.'),
        fix: words('Keep the logs for a shorter time, or log no addresses.'),
        place: logsPage,
        what: String(logs.maxDays),
      }
    );
  }),
  check('page-without-tls', 'This page came with TLS, or from this computer.', 'address', ({ address }) => {
    return (
      address.protocol === 'http:' &&
      !isLocal(address.hostname) && {
        severity: 'high' as Severity,
        title: words('This page came without TLS'),
        why: words('Anyone on the way can read passwords and tokens, and change the page.'),
        fix: words('Serve it with https.'),
        place: { ...applicationPage, text: address.host },
      }
    );
  }),
  check('local-links', 'Links in mails lead to a public address.', 'settings', (facts, report) => {
    const url = report.known(facts.settings)?.meta.appUrl ?? '';
    return (
      isLocal(urlOf(url)?.hostname ?? '') && {
        severity: 'low',
        title: words('Links in mails lead to localhost'),
        why: say`The application URL is ${url}.`,
        fix: words('Set the address under which people open the application.'),
        place: applicationPage,
        what: url,
      }
    );
  }),
];
