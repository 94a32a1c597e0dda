import { plainText } from '../../base/text';
import { searchOperators } from './conditionForms';
import type { FieldType } from './fieldType';
import { textual } from './text';

export const editor: FieldType = {
  ...textual,
  label: 'Rich editor',
  isRich: true,
  print: (value) => plainText(String(value ?? '')),
  operators: () => searchOperators,
  conditionValues: () => [],
  sample: () => '<p>Some <b>rich</b> text</p>',
  about: () => ['HTML.'],
  options: {
    convertUrls: {
      kind: 'flag',
      input: {
        label: 'Strip urls domain',
        tip: 'Stores URLs in the text without their domain, so that content can move between environments.',
      },
    },
  },
};
