import { byteSize } from '../../../platform/text';
import type { FieldForm } from '../collectionForm';

/** The options of a field in a few words, for its row. `nameOf` gives the name of a collection by its id. */
export function gistOf({ type, options }: FieldForm, nameOf: (id: string) => string | undefined): string {
  const list = (name: string) => (Array.isArray(options[name]) ? options[name].join(', ') : '');
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
      // Milliseconds that are none say nothing.
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

/** What a required value of the type must not be. */
export function requiredWord(type: string): string {
  return type === 'bool' ? 'Nonfalsey' : type === 'number' ? 'Nonzero' : 'Nonempty';
}
