import type { FieldOptions, SchemaField } from '../field';
import { textsOf } from '../field';
import type { Options } from './fieldOption';
import { type FieldType, wrong } from './fieldType';
import { textual } from './text';

export const email: FieldType = {
  ...textual,
  label: 'Email',
  isShort: true,
  isKey: true,
  check: (_, value) =>
    isLikelyEmail(String(value)) ? null : wrong('validation_invalid_email', 'Must be a valid email.'),
  sample: (field) => `test@${sampleDomain(field)}`,
  about: () => ['An email address.'],
  options: domainOptions(),
  summary: domainWords,
};

/** Checks less strictly than the server: an address refused here is refused there. */
export function isLikelyEmail(text: string): boolean {
  return /^[^\s@].*@.*[^\s@]$/s.test(text);
}

/** The two lists of domains of an address. The server accepts one of them. */
export function domainOptions(): Options {
  const placeholder = 'eg. example.com, mail.example.org';
  return {
    exceptDomains: {
      kind: 'list',
      input: {
        label: 'Except domains',
        placeholder,
        help: 'Comma separated domains that are not allowed.',
        excludes: 'onlyDomains',
      },
    },
    onlyDomains: {
      kind: 'list',
      input: {
        label: 'Only domains',
        placeholder,
        help: 'Comma separated domains; no others are allowed.',
        excludes: 'exceptDomains',
      },
    },
  };
}

export function domainWords(field: FieldOptions): string {
  const [only, except] = [namesOf(field, 'onlyDomains'), namesOf(field, 'exceptDomains')];
  return only === '' ? except && `not ${except}` : `only ${only}`;
}

const namesOf = (field: FieldOptions, name: string) => textsOf(field, name).map(asItem).join(', ');

/** Quotes a text with a comma, because it would look like two items. */
export const asItem = (text: string): string => (text.includes(',') ? `"${text}"` : text);

export function sampleDomain(field: Pick<SchemaField, 'options'>): string {
  return allowedDomain(textsOf(field, 'onlyDomains'), textsOf(field, 'exceptDomains'));
}

export function allowedDomain(only: readonly string[], except: readonly string[]): string {
  const usual = ['example.com', 'example.org', 'example.net'].find((domain) => !except.includes(domain));
  return only[0] ?? usual ?? 'example.edu';
}
