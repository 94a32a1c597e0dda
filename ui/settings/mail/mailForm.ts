import type { FieldError, FieldErrors } from '../../model/fieldErrors';
import { valueAt } from '../settingsChanges';
import { createSettingsForm, type SettingsForm } from '../settingsForm';
import { allErrors, emailErrors, requiredErrors, wholeNumberErrors } from '../settingsRules';
import { type MailTemplateKey, mailTemplates, templateParts, templatePath } from './mailTemplates';

/** The options of `smtp.tls`, by the setting as a text. */
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

const ports = { least: 1, most: 65_535 } as const;

/** Validates the settings before sending. The SMTP settings are not required while SMTP is off. */
export function mailErrors(values: object): FieldErrors {
  const usesSmtp = valueAt(values, 'smtp.enabled') === true;
  const hasPort = String(valueAt(values, 'smtp.port') ?? '').trim() !== '';
  return allErrors(
    requiredErrors(values, ['meta.senderName', 'meta.senderAddress']),
    emailErrors(values, ['meta.senderAddress']),
    ...mailTemplates
      .filter(({ key }) => !isHidden(values, key))
      .map(({ key }) => templateErrors(values, key)),
    usesSmtp ? requiredErrors(values, ['smtp.host', 'smtp.port']) : {},
    hasPort && (usesSmtp || !isZero(values)) ? wholeNumberErrors(values, ['smtp.port'], ports) : {},
  );
}

/** The server never sends a hidden template, and the page has no input for it. */
export function isHidden(values: object, key: MailTemplateKey): boolean {
  return valueAt(values, `${templatePath(key)}.hidden`) === true;
}

function templateErrors(values: object, template: MailTemplateKey): FieldErrors {
  const path = templatePath(template);
  const missing = templateParts.flatMap(({ key, required }): [string, FieldError][] => {
    const at = `${path}.${key}`;
    if (!required || String(valueAt(values, at) ?? '').includes(required)) return [];
    return [
      [
        at,
        { code: 'validation_missing_required_param', message: `Required parameter ${required} is missing.` },
      ],
    ];
  });
  return allErrors(
    requiredErrors(
      values,
      templateParts.map(({ key }) => `${path}.${key}`),
    ),
    Object.fromEntries(missing),
  );
}

/** True if the SMTP settings were never set. */
const isZero = (values: object) => Number(valueAt(values, 'smtp.port')) === 0;
