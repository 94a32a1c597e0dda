import { createSettingsForm, type SettingsForm } from '../settingsForm';
import { mailErrors } from './mailRules';
import { mailTemplates, templateParts, templatePath } from './mailTemplates';

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
    check: mailErrors,
  });
}
