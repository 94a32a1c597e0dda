import { Fragment, type ReactNode, useContext } from 'react';
import { joinClasses } from '../basics/joinClasses';
import css from './Page.module.css';
import { PageBanner } from './PageBanner';
import { PageLinks } from './PageLinks';

export interface PageProps {
  title: string;
  /** The title is the name of something, not a word of this page. */
  hasNameAsTitle?: boolean | undefined;
  /** Where the page lies: stands before the title, not on narrow screens. */
  crumbs?: readonly { label: string; href?: string | undefined }[] | undefined;
  /** Before the title on narrow screens: the button that opens the page sidebar. */
  sidebarButton?: ReactNode;
  /** Icon buttons after the title. */
  headerStart?: ReactNode;
  /** Buttons at the end of the header: one secondary, one primary. */
  actions?: ReactNode;
  isLoading?: boolean | undefined;
  /** The start of the footer. */
  footer?: ReactNode;
  /** The end of the footer; by default what `PageLinks` holds. */
  links?: ReactNode;
  /** Stands in the place of the footer; while it is null the footer keeps its height. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The main part of a signed-in screen: header with its one h1, content, footer. */
export function Page(props: PageProps) {
  const commonLinks = useContext(PageLinks);
  const { title, crumbs = [], isLoading = false, links = commonLinks } = props;
  return (
    <main className={css.root} id="content" tabIndex={-1}>
      <header className={css.head}>
        {props.sidebarButton && <span className={css.sidebarButton}>{props.sidebarButton}</span>}
        <div className={css.crumbs}>
          {crumbs.length > 0 && (
            <nav className={css.path} aria-label="Breadcrumb">
              {crumbs.map(({ label, href }) => (
                <Fragment key={label}>
                  {href === undefined ? <span>{label}</span> : <a href={href}>{label}</a>}
                  <span className={css.slash} aria-hidden>
                    /
                  </span>
                </Fragment>
              ))}
            </nav>
          )}
          <h1 className={css.title} translate={props.hasNameAsTitle ? 'no' : undefined}>
            {title}
          </h1>
        </div>
        {props.headerStart}
        {props.actions && <div className={css.actions}>{props.actions}</div>}
        {isLoading && <span className={css.loadLine} role="progressbar" aria-label="Loading" />}
      </header>
      {useContext(PageBanner)}
      <div className={css.content}>{props.children}</div>
      {props.bar ? (
        <footer className={css.bar}>{props.bar}</footer>
      ) : (
        <footer className={joinClasses(css.foot, props.bar === null && css.tall)}>
          {props.footer}
          <div className={css.links}>{links}</div>
        </footer>
      )}
    </main>
  );
}
