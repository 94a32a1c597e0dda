import type { ReactNode } from 'react';
import css from './ListSearch.module.css';
import { SearchInput } from './SearchInput';

interface Props {
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** The search is a rule or a name. */
  isMono?: boolean;
  /** Choices beside the search. */
  children: ReactNode;
}

export function ListSearch({ children, ...search }: Props) {
  return (
    <search className={css.root}>
      <SearchInput {...search} className={css.search} label="Search" />
      {children}
    </search>
  );
}
