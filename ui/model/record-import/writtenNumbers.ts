import { numberOf } from '../records/typedValues';

/** Numbers as people and programs write them: `1284.5`, `1,284.50`, `1.284,5`, `1 284,5`, `1'284.5`. */

type Decimal = '.' | ',';

const patterns: Readonly<Record<Decimal, RegExp>> = { '.': patternOf('.', ','), ',': patternOf(',', '.') };

/** Groups have three digits, and one sign separates them all. The first group does not begin with a zero. */
function patternOf(decimal: Decimal, other: Decimal): RegExp {
  const gap = `[${other} \\u00a0\\u2009\\u202f'\u2019]`;
  const grouped = `[1-9]\\d{0,2}(?<gap>${gap})\\d{3}(?:\\k<gap>\\d{3})*(?!.*e)`;
  const whole = `(?<whole>${grouped}|\\d*)`;
  return new RegExp(`^(?<sign>[+\u2212-]?)${whole}(?:[${decimal}](?<part>\\d*))?(?<power>e[+-]?\\d+)?$`, 'i');
}

/** Returns the number as the editor takes it, with all its digits; null for another text. */
export function readNumber(text: string, decimal: Decimal | null): string | null {
  if (decimal === null) return readNumber(text, '.') ?? readNumber(text, ',');
  const { sign = '', whole = '', part = '', power = '' } = patterns[decimal].exec(text.trim())?.groups ?? {};
  if (whole === '' && part === '') return null;
  const digits = whole.replace(/\D/g, '') || '0';
  const number = `${sign === '' || sign === '+' ? '' : '-'}${digits}${part === '' ? '' : `.${part}`}${power}`;
  return Number.isNaN(numberOf(number)) ? null : number;
}

/** True if the text is another number for another reader: `1,234`. */
export function isOpenNumber(text: string): boolean {
  const [one, other] = [readNumber(text, '.'), readNumber(text, ',')];
  return one !== null && other !== null && one !== other;
}

/** Null if the texts leave it open. */
export function guessDecimal(texts: readonly string[]): Decimal | null {
  const readable = (decimal: Decimal) => texts.filter((text) => readNumber(text, decimal) !== null).length;
  const [points, commas] = [readable('.'), readable(',')];
  if (points !== commas) return points > commas ? '.' : ',';
  return texts.every((text) => readNumber(text, '.') === readNumber(text, ',')) ? '.' : null;
}
