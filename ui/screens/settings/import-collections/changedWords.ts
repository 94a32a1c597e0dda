import { diffWordsWithSpace } from 'diff';

export interface WordPart {
  text: string;
  isChanged: boolean;
}

/** In longer texts nobody looks for single words, and comparing them takes long. */
const longest = 5000;

/** Both texts cut where they differ. */
export function changedWords(old: string, next: string): { old: WordPart[]; next: WordPart[] } {
  if (old.length + next.length > longest) {
    return { old: [{ text: old, isChanged: false }], next: [{ text: next, isChanged: false }] };
  }
  const parts = diffWordsWithSpace(old, next);
  const side = (isOther: 'added' | 'removed', isMine: 'added' | 'removed') =>
    parts.filter((part) => !part[isOther]).map((part) => ({ text: part.value, isChanged: part[isMine] }));
  return { old: side('added', 'removed'), next: side('removed', 'added') };
}
