import { type FieldType, wrong } from './fieldType';
import { number, numberOf } from './number';
import { asFault, asValue } from './textReading';

const isWrong = (text: string) => pointOf(text) === undefined;

/** A place on earth. The form holds its two numbers as they are typed: `11.58, 48.14`, the longitude first. */
export const geoPoint: FieldType = {
  label: 'Geo point',
  width: 144,
  fit: { least: 96, most: 240, unit: 7.4, rest: 27 },
  required: number.required,
  isNewerOnly: true,
  isJsonColumn: true,
  empty: () => '',
  fromStored: printPoint,
  toSent: pointOf,
  toRow: (text) => pointOf(text) ?? text,
  toJson: (text) => JSON.stringify(pointOf(text) ?? null),
  isSame: (one, other) => !isWrong(one) && printPoint(pointOf(one)) === printPoint(pointOf(other)),
  isEmpty: (value) => printPoint(pointOf(String(value))) === '0, 0',
  check: (_, value) => (isWrong(String(value)) ? wrong('invalid_point', 'Must be two numbers.') : null),
  print: printPoint,
  printTyped: String,
  write: printPoint,
  reading: {
    choices: () => [{ label: 'Longitude, latitude', reading: { kind: 'text' } }],
    read({ text, cell }) {
      const point = text ?? cell;
      return isWrong(point) ? asFault('Must be two numbers.') : asValue(point);
    },
  },
  operators: () => ['empty', 'filled'],
  presence: (name) => ({
    filled: `${name}.lon != 0 || ${name}.lat != 0`,
    empty: `${name}.lon = 0 && ${name}.lat = 0`,
  }),
  conditionValues: () => [],
  sample: () => pointOf('11.58, 48.14'),
  valueType: 'Object',
  about: () => ['A longitude and a latitude.'],
  options: {},
};

function printPoint(value: unknown): string {
  const { lon, lat } = Object(value) as { lon?: unknown; lat?: unknown };
  return lon === undefined ? '' : `${lon}, ${lat}`;
}

/** Splits a typed point, or the JSON of one, into its longitude and its latitude. A space tells `11,5, 48` apart. */
export function partsOf(text: string): readonly string[] {
  const plain = text
    .replace(/^\s*\{\s*"lon"\s*:(.*),\s*"lat"\s*:(.*)\}\s*$/s, '$1, $2')
    .replace(/^\s*\{\s*"lat"\s*:(.*),\s*"lon"\s*:(.*)\}\s*$/s, '$2, $1');
  return plain.split(plain.includes(', ') ? ', ' : ',').map((part) => part.trim());
}

/** An empty text is 0, 0, and an empty number is 0. Undefined for another text. */
function pointOf(text: string): { lon: number; lat: number } | undefined {
  const parts = text.trim() === '' ? ['', ''] : partsOf(text);
  const [lon = 0, lat = 0] = parts.map((part) => numberOf(part) ?? 0);
  return parts.length !== 2 || Number.isNaN(lon + lat) ? undefined : { lon, lat };
}
