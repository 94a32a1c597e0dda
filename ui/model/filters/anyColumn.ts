import { type SearchColumn, searchTermOf, toFilter } from './filter';

/** The columns of a search term. */
interface SearchLanguage {
  readonly columns: readonly SearchColumn[];
}

/** The field name of the condition "Any column contains". */
export const anyColumn = '';

/** The form of a row that is a plain search term. */
export const termForm = -1;

/** Returns the filters of a search term, as it is and as a text in quotes. */
export function anyForms(term: string, { columns }: SearchLanguage): string[] {
  const texts = [toTerm(term), quotedTerm(term)].filter((text) => text !== null);
  return columns.length === 0 ? [] : texts.map((text) => `(${toFilter(text, columns)})`);
}

/** Returns the text of a search bar that searches for the term; null if there is none. */
export function toTerm(term: string): string | null {
  const found = searchTermOf(term);
  return found && !found.isQuoted && found.term === term && term !== '' ? term : quotedTerm(term);
}

function quotedTerm(term: string): string | null {
  const text = [`"${term}"`, `'${term}'`].find((one) => searchTermOf(one)?.term === term);
  return term === '' ? null : (text ?? null);
}
