import type { FieldError, FieldErrors } from '../../../model/fieldErrors';
import { valueAt } from '../settingsChanges';
import { allErrors, emailErrors, requiredErrors, wholeNumberErrors } from '../settingsRules';
import { type MailTemplateKey, mailTemplates, templateParts, templatePath } from './mailTemplates';

const ports = { least: 1, most: 65_535 } as const;

/** What is wrong before sending. A mail server that is not used needs nothing. */
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

/** The server has it, but nothing sends it, and it has no input. */
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

/** What a server that was never set up holds. */
const isZero = (values: object) => Number(valueAt(values, 'smtp.port')) === 0;
