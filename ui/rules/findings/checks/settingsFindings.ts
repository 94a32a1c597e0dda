import { authProviders } from '../../../model/authProviders';
import { newestTime } from '../../../model/backup';
import type { Collection } from '../../../model/collection';
import { optionOf } from '../../../model/field';
import { isOfNewer } from '../../../model/filter/ruleWords';
import { providerKey } from '../../../model/settings';
import {
  type Check,
  data,
  type Facts,
  type Found,
  type Place,
  pagePlace,
  plainWords,
  type Report,
  type Sentence,
  type Severity,
  say,
} from './finding';

const mailPage = pagePlace('mail settings', '/mail');
const backupsPage = pagePlace('backups', '/backups');
const adminsPage = pagePlace('admins', '/admins');
const tokensPage = pagePlace('token options', '/tokens');
const applicationPage = pagePlace('application settings', '');
const providersPage = pagePlace('auth providers', '/auth-providers');
const logsPage = { text: 'logs', path: '/logs' };

const day = 86_400;
/** With more admins, a finding is reported. */
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

function enabledProviders(facts: Facts, report: Report) {
  const settings = report.known(facts.settings);
  return authProviders.flatMap((name) => {
    const provider = settings?.[providerKey(name)];
    return provider?.enabled ? [{ name, provider }] : [];
  });
}

/** False on a newer server, which has its sign-in providers in the collections. */
const isOlder = ({ adminAccounts }: Facts) => 'value' in adminAccounts && adminAccounts.value === null;

/** The accounts of a newer server; the admins are such, too. */
const accountsOf = ({ lookup, adminAccounts }: Facts, report: Report) => {
  const admins = report.known(adminAccounts);
  return [...lookup.accounts, ...(admins ? [admins] : [])].filter(isOfNewer);
};

const group = <Values>(account: Collection, name: string): Partial<Values> =>
  Object(optionOf(account, name)) as Partial<Values>;

/** The list of collections does not have that of the admins. */
const accountPlace = (one: Collection, { lookup }: Facts): Place =>
  lookup.byId.has(one.id) ? { text: one.name, collectionId: one.id } : adminsPage;

interface CalledProvider {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly place: Place;
}

/** The providers in use: of the settings, and of the account collections of a newer server. */
function calledProviders(facts: Facts, report: Report): CalledProvider[] {
  const ofServer = enabledProviders(facts, report).map(({ name, provider }) => ({
    name,
    addresses: [provider.authUrl, provider.tokenUrl, provider.userApiUrl].map((url) => url ?? ''),
    place: providersPage,
  }));
  const ofAccounts = accountsOf(facts, report).flatMap((account) => {
    const { enabled, providers } = group<{ enabled: boolean; providers: Values[] }>(account, 'oauth2');
    if (enabled !== true || !providers) return [];
    return providers.map(({ name, authURL, tokenURL, userInfoURL }) => ({
      name: String(name),
      addresses: [authURL, tokenURL, userInfoURL].map((url) => String(url ?? '')),
      place: accountPlace(account, facts),
    }));
  });
  return [...ofServer, ...ofAccounts];
}

type Values = Readonly<Record<string, unknown>>;

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
  /** The options of an account collection of a newer server. */
  readonly group: string;
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
    group: 'authToken',
    limit: 30 * day,
    unit: day,
    title: (amount) => say`Sessions last ${amount} days`,
    why: 'A stolen token is valid for so long.',
  },
  {
    id: 'long-resets',
    passed: 'Links that reset a password last at most an hour.',
    keys: ['recordPasswordResetToken', 'adminPasswordResetToken'],
    group: 'passwordResetToken',
    limit: 3600,
    unit: 3600,
    title: (amount) => say`Links that reset a password last ${amount} hours`,
    why: 'Anyone who reads an old email can set a password.',
  },
  {
    id: 'long-file-tokens',
    passed: 'File tokens last at most 10 minutes.',
    keys: ['recordFileToken', 'adminFileToken'],
    group: 'fileToken',
    limit: 600,
    unit: 60,
    title: (amount) => say`File tokens last ${amount} minutes`,
    why: 'The token is a part of each address of a protected file.',
  },
];

const tokenChecks = tokenLimits.map(
  ({ id, passed, keys, group: name, limit, unit, title, why }): Check => ({
    id,
    passed,
    scope: 'settings',
    run(facts, report) {
      const settings = report.known(facts.settings);
      const ofServer = Math.max(0, ...keys.map((key) => settings?.[key]?.duration ?? 0));
      const ofAccounts = accountsOf(facts, report).map((account) => ({
        longest: group<{ duration: number }>(account, name).duration ?? 0,
        place: accountPlace(account, facts),
      }));
      for (const { longest, place } of [{ longest: ofServer, place: tokensPage }, ...ofAccounts]) {
        if (longest <= limit) continue;
        report.find({
          severity: 'medium',
          title: title(Math.round((longest / unit) * 10) / 10),
          why: plainWords(why),
          fix: plainWords('Set a shorter duration.'),
          place,
          what: String(longest),
        });
      }
    },
  }),
);

/** Makes a check with at most one finding. */
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
  check('unencrypted-mail', 'Email is encrypted.', 'settings', (facts, report) => {
    const settings = report.known(facts.settings);
    return (
      settings?.smtp.enabled &&
      !settings.smtp.tls &&
      // A mail to the same machine does not pass a network.
      !isLocal(settings.smtp.host) && {
        severity: 'medium',
        title: plainWords('Email may be sent unencrypted'),
        why: say`The server uses TLS only if ${data(settings.smtp.host)} offers it.`,
        fix: plainWords('Set the TLS encryption to Always.'),
        place: mailPage,
        what: settings.smtp.host,
      }
    );
  }),
  check('sendmail', 'Email is sent by SMTP.', 'settings', (facts, report) => {
    const settings = report.known(facts.settings);
    return (
      settings &&
      !settings.smtp.enabled && {
        severity: 'low',
        title: plainWords('Email is sent with sendmail'),
        why: plainWords('Many mail servers refuse it or take it for spam.'),
        fix: plainWords('Set an SMTP server.'),
        place: mailPage,
      }
    );
  }),
  check('example-sender', 'The sender of email is an address of your own.', 'settings', (facts, report) => {
    const sender = report.known(facts.settings)?.meta.senderAddress ?? '';
    return (
      isExample(sender) && {
        severity: 'low',
        title: plainWords('Email comes from example.com'),
        why: say`The sender is ${data(sender)}. Replies are lost.`,
        fix: plainWords('Set an address of your own.'),
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
        title: plainWords('There is no backup'),
        why: plainWords('Automatic backups are off, too.'),
        fix: plainWords('Set a schedule.'),
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
          why: plainWords(
            settings?.backups.cron === '' ? 'Automatic backups are off.' : 'The schedule makes none.',
          ),
          fix: plainWords('Make a backup, and check the schedule.'),
          place: backupsPage,
          what: String(newest),
        }
      );
    },
  ),
  check('local-backups', 'Backups are in S3 storage.', 'backups', (facts, report) => {
    const settings = report.known(facts.settings);
    const backups = report.known(facts.backups);
    return (
      settings &&
      backups &&
      !settings.backups.s3.enabled &&
      (backups.length > 0 || settings.backups.cron !== '') && {
        severity: 'low',
        title: plainWords('Backups are on the same disk'),
        why: plainWords('When the disk is lost, they are lost with it.'),
        fix: plainWords('Store them on S3, or copy them elsewhere.'),
        place: backupsPage,
      }
    );
  }),
  check('one-admin', 'There is more than one admin.', 'admins', (facts, report) => {
    return (
      report.known(facts.admins)?.length === 1 && {
        severity: 'low',
        title: plainWords('One admin only'),
        why: plainWords('Nobody can help when this admin cannot sign in.'),
        fix: plainWords('Add another admin.'),
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
        why: plainWords('Each of them can read and change everything.'),
        fix: plainWords('Delete those who do not need it.'),
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
        title: plainWords('An admin uses example.com'),
        why: say`${data(email)} gets no email and may still have an example password.`,
        fix: plainWords('Give the admin a real address.'),
        place: adminsPage,
        what: email,
      }
    );
  }),
  {
    ...check('admins-by-password', 'Admins sign in with a second factor.', 'admins', (facts, report) => {
      const admins = report.known(facts.adminAccounts);
      const settings = report.known(facts.settings);
      return (
        admins &&
        settings &&
        group<{ enabled: boolean }>(admins, 'mfa').enabled !== true &&
        !settings.superuserIPs?.length && {
          severity: 'low',
          title: plainWords('Admins sign in with a password alone'),
          why: plainWords('Anyone who learns it can read and change everything.'),
          fix: plainWords("Switch on their second factor in the server's own dashboard."),
          place: adminsPage,
        }
      );
    }),
    isOn: (facts) => !isOlder(facts),
  },
  {
    ...check('no-rate-limits', 'The number of requests is limited.', 'settings', (facts, report) => {
      return (
        report.known(facts.settings)?.rateLimits?.enabled === false && {
          severity: 'low',
          title: plainWords('The number of requests is not limited'),
          why: plainWords('If no proxy limits it, anyone can try passwords without end.'),
          fix: plainWords("Switch on the rate limits in the server's own dashboard."),
          place: applicationPage,
        }
      );
    }),
    isOn: ({ settings }) => 'value' in settings && settings.value.rateLimits !== undefined,
  },
  {
    id: 'provider-without-tls',
    passed: 'Providers are called with TLS.',
    scope: 'settings',
    run(facts, report) {
      for (const { name, addresses, place } of calledProviders(facts, report)) {
        const plain = addresses.find((url) => /^http:/i.test(url) && !isLocal(urlOf(url)?.hostname ?? ''));
        if (plain === undefined) continue;
        report.find({
          severity: 'high',
          title: say`Provider ${name} is called without TLS`,
          why: say`Anyone on the way to ${data(plain)} can read the tokens.`,
          fix: plainWords('Use an address with https.'),
          place,
          what: `${name} ${plain}`,
        });
      }
    },
  },
  {
    id: 'provider-without-secret',
    passed: 'Providers have a secret.',
    scope: 'settings',
    isOn: isOlder,
    run(facts, report) {
      for (const { name, provider } of enabledProviders(facts, report)) {
        if (provider.clientSecret !== '') continue;
        report.find({
          severity: 'high',
          title: say`Provider ${name} has no secret`,
          why: plainWords('Its sign-in fails.'),
          fix: plainWords('Set its client secret, or disable it.'),
          place: providersPage,
          // Twice, because the keys of accepted findings were stored so.
          what: `${name} ${name}`,
        });
      }
    },
  },
  check('no-logs', 'Requests are logged.', 'settings', (facts, report) => {
    return (
      report.known(facts.settings)?.logs.maxDays === 0 && {
        severity: 'low',
        title: plainWords('Nothing is logged'),
        why: plainWords('After an attack nobody can tell what happened.'),
        fix: plainWords('Keep the logs for some days.'),
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
        why: plainWords('In many countries they are personal data.'),
        fix: plainWords('Keep the logs for a shorter time, or log no addresses.'),
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
        title: plainWords('This page came without TLS'),
        why: plainWords('Anyone on the way can read passwords and tokens, and change the page.'),
        fix: plainWords('Serve it with https.'),
        place: { ...applicationPage, text: address.host },
      }
    );
  }),
  check('local-links', 'Links in emails point to a public address.', 'settings', (facts, report) => {
    const url = report.known(facts.settings)?.meta.appUrl ?? '';
    return (
      isLocal(urlOf(url)?.hostname ?? '') && {
        severity: 'low',
        title: plainWords('Links in emails point to localhost'),
        why: say`The application URL is ${data(url)}.`,
        fix: plainWords('Set the address under which people open the application.'),
        place: applicationPage,
        what: url,
      }
    );
  }),
];
