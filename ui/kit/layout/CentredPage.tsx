import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import logo from '../../assets/logo.inline.svg';
import { Icon } from '../basics/Icon';
import css from './CentredPage.module.css';
import { PageLinks } from './PageLinks';

interface CentredPageProps {
  title: string;
  subtitle?: ReactNode;
  /** Shown above the title; by default the logo of this product. */
  icon?: LucideIcon | undefined;
  /** By default the links of `PageLinks`; false for no footer. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** A page for someone who is not signed in: one narrow column, slightly above the middle. */
export function CentredPage({ title, subtitle, icon, footer, children }: CentredPageProps) {
  const links = useContext(PageLinks);
  return (
    <div className={css.root}>
      <main className={css.main} id="content" tabIndex={-1}>
        {icon ? (
          <span className={css.mark}>
            <Icon of={icon} size={24} />
          </span>
        ) : (
          <img className={css.logo} src={logo} alt="Lowline" width="44" height="44" />
        )}
        <h1 className={css.title}>{title}</h1>
        {subtitle && <p className={css.subtitle}>{subtitle}</p>}
        <div className={css.content}>{children}</div>
      </main>
      {footer !== false && <footer className={css.foot}>{footer ?? links}</footer>}
    </div>
  );
}
