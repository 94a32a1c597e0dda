import { type ReactNode, useContext } from 'react';
import logo from '../../assets/logo.inline.svg';
import css from './CentredPage.module.css';
import { PageLinks } from './PageLinks';

export interface CentredPageProps {
  title: string;
  subtitle?: ReactNode;
  /** With the logo above the title; the default. */
  brand?: boolean | undefined;
  /** By default what `PageLinks` holds; false for no footer at all. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** A page for someone who is not signed in: one narrow column, slightly above the middle. */
export function CentredPage({ title, subtitle, brand = true, footer, children }: CentredPageProps) {
  const links = useContext(PageLinks);
  return (
    <div className={css.root}>
      <main className={css.main} id="content" tabIndex={-1}>
        {brand && <img className={css.logo} src={logo} alt="Lowline" width="44" height="44" />}
        <h1 className={css.title}>{title}</h1>
        {subtitle && <p className={css.subtitle}>{subtitle}</p>}
        <div className={css.content}>{children}</div>
      </main>
      {footer !== false && <footer className={css.foot}>{footer ?? links}</footer>}
    </div>
  );
}
