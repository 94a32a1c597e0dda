import { diffWordsWithSpace } from 'diff';
import type { ReactNode } from 'react';
import { joinClasses } from '../basics/joinClasses';
import css from './DiffTable.module.css';

export function DiffTable({ children }: { children: ReactNode }) {
  return <table className={css.root}>{children}</table>;
}

interface CellProps {
  kind: 'old' | 'new' | 'same';
  /** Null for a value that is not there. */
  parts: readonly WordPart[] | null;
  /** Shown for a value that is not there. */
  missing?: string | undefined;
  columns?: number | undefined;
  /** Names the side where no column head does. */
  label?: string | undefined;
}

/** An old or a new value; its different words are marked. */
export function DiffCell({ kind, parts, missing, columns, label }: CellProps) {
  const look = parts ? css[kind] : joinClasses(css.missing, kind !== 'same' && css.none);
  return (
    <td colSpan={columns} className={joinClasses(css.value, look)}>
      {label && (
        <b className={css.label} translate="yes">
          {label}
        </b>
      )}
      {parts?.map(({ text, isChanged }, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
        isChanged ? <mark key={place}>{text}</mark> : text,
      ) ?? missing}
    </td>
  );
}

export function FoldRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr className={css.fold}>
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}

interface WordPart {
  text: string;
  isChanged: boolean;
}

/** In characters of both texts. In longer ones marks on single words do not help, and the comparison is slow. */
const longest = 5000;

/** Splits both texts into equal and different parts. A text beside none has no different part. */
export function comparedTexts(old: string | null, next: string | null) {
  const whole = (text: string | null): WordPart[] | null =>
    text === null ? null : [{ text, isChanged: false }];
  if (old === null || next === null || old === next || old.length + next.length > longest) {
    return { old: whole(old), next: whole(next) };
  }
  const parts = diffWordsWithSpace(old, next);
  const side = (isOther: 'added' | 'removed', isMine: 'added' | 'removed'): WordPart[] =>
    parts.filter((part) => !part[isOther]).map((part) => ({ text: part.value, isChanged: part[isMine] }));
  return { old: side('added', 'removed'), next: side('removed', 'added') };
}
