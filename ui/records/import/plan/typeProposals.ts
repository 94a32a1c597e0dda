// Which type a person would choose for a column. Not in `model/types/`, because each page loads that, and only an
// import needs this.

import { checkJson } from '../../../base/jsonText';
import type { FieldTypeName } from '../../../model/types/fieldTypes';
import { type Reading, textOfSource } from '../../../model/types/textReading';

/** A column of a file that gets a new field. */
export interface ProposedColumn {
  /** As the file has it. */
  readonly head: string;
  /** The filled values of a sample of its rows, without blanks around them. JSON that is no text as its source. */
  readonly texts: readonly string[];
  /** The file is JSON. */
  readonly isSource: boolean;
  /** Some of the values are texts: always in CSV, by their quotes in JSON. */
  readonly hasTexts: boolean;
  /** Lists the different values of all rows; no more than this number. */
  readonly choices: (most: number) => readonly string[];
}

interface TypeProposal {
  /** The end of a sentence: `412 of 412 [are whole numbers]`. */
  readonly words: string;
  /** The number of values that the words are about. Absent: all. */
  readonly count?: number;
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * `reading`: how the type would read the column. Null: a person would not choose the type. Whether all values fit is
 * checked after.
 */
type Propose = (column: ProposedColumn, reading: Reading) => TypeProposal | null;

/** A column with more different values is no select. */
const mostChoices = 20;
const longestChoice = 50;

const codeNames =
  /(?<!\p{L})(tel|telefon|telephone|téléphone|phone|fax|mobile|mobil|handy|portable|plz|postleitzahl|zip|post(al)?.?code|code.?postal|ean|isbn|gtin|sku|iban|siret|siren)(?!\p{L})/iu;
const isLong = (text: string) => /^[+-]?\d{16,}$/.test(text);
const startsWithZero = (text: string) => /^-?0\d[\d -]*$/.test(text);
const isPhone = (text: string) => /^(\+|00)[\d ()/.-]{7,}$/.test(text);

/** Digits that nobody adds up. */
const isCode = (head: string, text: string) =>
  isLong(text) || startsWithZero(text) || isPhone(text) || (codeNames.test(head) && /\d/.test(text));

const all =
  (words: string, isIt: (text: string) => boolean): Propose =>
  ({ texts }) =>
    texts.every(isIt) ? { words } : null;

/** The types that can be proposed, in the order in which they are tried. Any column fits the last one. */
export const typeProposals: readonly (readonly [FieldTypeName, Propose])[] = [
  // Nobody can tell which number of a text comes first, so only objects count.
  ['geoPoint', all('are points', (text) => /^\{/.test(text))],
  [
    'json',
    ({ texts, isSource }) => {
      const isNested = (text: string) => /^[[{]/.test(text) && checkJson(text) === null;
      const count = texts.filter(isNested).length;
      return count === texts.length || (isSource && count > 0)
        ? { words: 'are lists or objects', count }
        : null;
    },
  ],
  [
    'bool',
    // A column of 1 alone counts something.
    ({ texts }) =>
      new Set(texts).size > 1 || !/^\d/.test(texts[0] ?? '') ? { words: 'are true or false' } : null,
  ],
  [
    'date',
    // Ten or thirteen digits are more often the number of something.
    ({ head }, reading) => {
      const isUnix = reading.kind === 'date' && reading.order === 'unix';
      return isUnix && !/time|date|datum|zeit|heure|_at$|At$/i.test(head) ? null : { words: 'are dates' };
    },
  ],
  [
    'number',
    ({ head, texts, isSource, hasTexts }) => {
      if ((isSource && hasTexts) || texts.some((text) => isCode(head, text))) return null;
      const areWhole = texts.every((text) => /^[+-]?\d+$/.test(text));
      return { words: areWhole ? 'are whole numbers' : 'are numbers' };
    },
  ],
  // These two are stricter than the server, so that it refuses none of them.
  [
    'email',
    all('are email addresses', (text) => /^[a-z\d]([\w.+-]*[a-z\d])?@([a-z\d-]+\.)+[a-z]{2,}$/i.test(text)),
  ],
  [
    'url',
    all('are URLs', (text) =>
      /^https?:\/\/([a-z\d-]+\.)+[a-z]{2,}(:\d+)?([/?#][^\s"<>\\^`{|}]*)?$/i.test(text),
    ),
  ],
  [
    'select',
    ({ head, texts, choices }) => {
      const values = new Set(texts).size > mostChoices ? [] : choices(mostChoices + 1);
      const isFew = values.length > 1 && values.length <= mostChoices;
      // Values that come again and again are worth a choice.
      const repeats = texts.length >= values.length * (values.length > 5 ? 3 : 2);
      const isChoice = (text: string) =>
        text.length <= longestChoice &&
        !/[\r\n]/.test(text) &&
        !isCode(head, text) &&
        !/^[\d.,\s-]+$/.test(text);
      return isFew && repeats && values.every(isChoice)
        ? { words: `are one of ${values.length} values`, options: { maxSelect: 1, values } }
        : null;
    },
  ],
  ['editor', all('are HTML', (text) => /^<(p|div|h[1-6]|[uo]l|table|blockquote)[\s>]/i.test(text))],
  [
    'text',
    ({ head, texts }) => {
      const count = (isIt: (text: string) => boolean) => texts.filter(isIt).length;
      const found = [
        { words: 'have more than 15 digits', count: count(isLong) },
        { words: 'begin with 0', count: count(startsWithZero) },
        { words: 'are codes or phone numbers', count: count((text) => isCode(head, text)) },
      ];
      return found.find((one) => one.count > 0) ?? { words: 'are texts' };
    },
  ],
];

/** Returns the value of a cell as a person reads it, without blanks around it; '' for none. */
export function shownText(cell: string | null, isSource: boolean): string {
  if (cell === null || (isSource && cell === 'null')) return '';
  return (isSource ? (textOfSource(cell) ?? cell) : cell).trim();
}
