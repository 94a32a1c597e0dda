// The settings of a newer server in the form of 0.22. Writes need no way back: the server ignores the case of keys, and
// only changed keys are sent.

import { redacted } from '../../model/settings';

type Values = Readonly<Record<string, unknown>>;

const group = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};

/** This server has the mails in each collection, so the page shows none. */
const noTemplate = { subject: '', actionUrl: '', body: '', hidden: true };

/** A stored secret is left out of the answer. A name or a key beside it says that there is one. */
const masked = (values: Values, name: string, beside: string): Values => ({
  ...values,
  [name]: values[beside] ? redacted : '',
});

export function innerSettings(raw: Values): Values {
  const settings: Record<string, unknown> = { ...raw };
  const change = (name: string, made: (values: Values) => Values) => {
    if (name in raw) settings[name] = made(group(raw[name]));
  };
  change('meta', ({ appURL, ...meta }) => ({
    ...meta,
    appUrl: appURL,
    verificationTemplate: noTemplate,
    resetPasswordTemplate: noTemplate,
    confirmEmailChangeTemplate: noTemplate,
  }));
  change('logs', ({ logIP, ...logs }) => ({ ...logs, logIp: logIP }));
  change('smtp', (smtp) => masked(smtp, 'password', 'username'));
  change('s3', (s3) => masked(s3, 'secret', 'accessKey'));
  change('backups', (backups) => ({ ...backups, s3: masked(group(backups['s3']), 'secret', 'accessKey') }));
  return settings;
}
