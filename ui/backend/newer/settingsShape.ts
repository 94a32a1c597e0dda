// The settings of a newer server in the form of 0.22. Writes need nearly no way back: the server ignores the case of
// keys, and only changed keys are sent.

import { isObject } from '../../base/plainData';
import type { FieldErrors } from '../../model/fieldErrors';
import { redacted } from '../../model/settings';

type Values = Readonly<Record<string, unknown>>;

/** A stored secret is left out of the answer. The name or the key beside it says that there is one. */
const besides = { password: 'username', secret: 'accessKey' } as const;

const group = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};

/** This server has the mails in each collection, so the page shows none. */
const noTemplate = { subject: '', actionUrl: '', body: '', hidden: true };

const masked = (values: Values, name: keyof typeof besides): Values => ({
  ...values,
  [name]: values[besides[name]] ? redacted : '',
});

/** A secret is shown as empty without the name beside it, so it is cleared together with the name. */
export function newerSettings(changes: object): Values {
  const sent: Record<string, unknown> = { ...changes };
  for (const [key, value] of Object.entries(sent)) if (isObject(value)) sent[key] = newerSettings(value);
  for (const [secret, name] of Object.entries(besides)) if (sent[name] === '') sent[secret] ??= '';
  return sent;
}

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
  change('smtp', (smtp) => masked(smtp, 'password'));
  change('s3', (s3) => masked(s3, 'secret'));
  change('backups', (backups) => ({ ...backups, s3: masked(group(backups['s3']), 'secret') }));
  return settings;
}

/** Moves an error of the renamed setting to its input. */
export const innerSettingsErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [path === 'meta.appURL' ? 'meta.appUrl' : path, error]),
  );
