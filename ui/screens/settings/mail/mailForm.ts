import { createSettingsForm, type SettingsForm } from '../settingsForm';
import { mailErrors } from './mailRules';
import { mailTemplates, templateParts, templatePath } from './mailTemplates';

/** By what the settings hold, as a text. */
export const tlsChoices: Readonly<Record<string, string>> = { false: 'Auto (StartTLS)', true: 'Always' };
export const authMethods: Readonly<Record<string, string>> = { PLAIN: 'PLAIN (default)', LOGIN: 'LOGIN' };

export type MailForm = SettingsForm<'mail'>;

export function createMailForm(): MailForm {
  const templateLabels = mailTemplates.flatMap(({ key, title }) =>
    templateParts.map((part) => [`${templatePath(key)}.${part.key}`, `${title}: ${part.label}`]),
  );
  return createSettingsForm({
    part: 'mail',
    labels: {
      'meta.senderName': 'Sender name',
      'meta.senderAddress': 'Sender address',
      ...Object.fromEntries(templateLabels),
      'smtp.enabled': 'Use SMTP mail server (recommended)',
      'smtp.host': 'SMTP server host',
      'smtp.port': 'Port',
      'smtp.username': 'Username',
      'smtp.password': 'Password',
      'smtp.tls': 'TLS encryption',
      'smtp.authMethod': 'AUTH method',
      'smtp.localName': 'EHLO/HELO domain',
    },
    savedText: 'Successfully saved mail settings.',
    texts: {
      'smtp.tls': (value) => tlsChoices[String(value)] ?? '',
      'smtp.authMethod': (value) => authMethods[String(value || 'PLAIN')] ?? String(value),
    },
    check: mailErrors,
  });
}
