import { domainOptions, domainWords, sampleDomain } from './email';
import { byteLength, type FieldType, wrong } from './fieldType';
import { textual } from './text';

export const url: FieldType = {
  ...textual,
  label: 'URL',
  isShort: true,
  isKey: true,
  isLink: true,
  check(_, value) {
    const text = String(value);
    const isLikely = byteLength(text) > 3 && !/\s/.test(text) && /[.:@]|localhost/i.test(text);
    return isLikely ? null : wrong('validation_invalid_url', 'Must be a valid url.');
  },
  sample: (field) => `https://${sampleDomain(field)}`,
  about: () => ['A URL, including the scheme.'],
  options: domainOptions(),
  summary: domainWords,
};
