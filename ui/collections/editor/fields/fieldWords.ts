import { byteSize } from '../../../base/text';
import { holdsMany } from '../collectionChanges';
import type { FieldForm } from '../collectionForm';

/** Sums up the options of a field for its row. `nameOf` gives the name of a collection by its id. */
export function gistOf({ type, options }: FieldForm, nameOf: (id: string) => string | undefined): string {
  const list = (name: string) => (Array.isArray(options[name]) ? options[name].map(quoted).join(', ') : '');
  const limits = () =>
    ['min', 'max']
      .filter((name) => options[name] !== null && options[name] !== undefined && options[name] !== '')
      .map((name) => `${name} ${String(options[name])}`);
  switch (type) {
    case 'text':
      return [...limits(), options['pattern'] && `matches ${String(options['pattern'])}`]
        .filter(Boolean)
        .join(', ');
    case 'number':
      return [...limits(), options['noDecimal'] && 'no decimals'].filter(Boolean).join(', ');
    case 'date':
      // Omit zero milliseconds.
      return limits()
        .map((limit) => limit.replace(/\.000Z$/, ''))
        .join(', ');
    case 'email':
    case 'url':
      return list('onlyDomains')
        ? `only ${list('onlyDomains')}`
        : list('exceptDomains') && `not ${list('exceptDomains')}`;
    case 'select':
      return list('values');
    case 'file':
      return Array.isArray(options['mimeTypes'])
        ? options['mimeTypes'].map((name) => String(name).split('/').at(-1)).join(', ')
        : '';
    case 'json':
      return typeof options['maxSize'] === 'number' ? `max ${byteSize(options['maxSize'])}` : '';
    case 'relation': {
      const id = String(options['collectionId'] ?? '');
      return id ? `to ${nameOf(id) ?? id}` : '';
    }
    default:
      return '';
  }
}

/** A text with a comma would look like two. */
const quoted = (text: unknown) => (String(text).includes(',') ? `"${text}"` : String(text));

/** Returns the word for a required value of the type. */
export function requiredWord(type: string): string {
  return type === 'bool' ? 'Nonfalsey' : type === 'number' ? 'Nonzero' : 'Nonempty';
}

/** Explains the empty value that a required field refuses. */
export function zeroValueOf(field: FieldForm): string {
  switch (field.type) {
    case 'number':
      return '0';
    case 'bool':
      return 'false';
    case 'json':
      return 'null, "", [], {}';
    default:
      return holdsMany(field) ? '[]' : '""';
  }
}

/** Explains what happens to records of this collection when a related record is deleted. */
export function cascadeWords(target: string | null, isMany: boolean): string {
  const name = target === null ? 'the chosen collection' : `"${target}"`;
  const first = `When a record of ${name} is deleted, delete the records that refer to it too.`;
  return isMany ? `${first}\nWith several ids: only when all ids are removed.` : first;
}
