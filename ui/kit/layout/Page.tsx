import { Fragment, type ReactNode, useContext, useLayoutEffect } from 'react';
import { focusPage, isFocusLost } from '../../base/focus';
import { joinClasses } from '../basics/joinClasses';
import css from './Page.module.css';
import { PageBanner, PageLinks } from './PageLinks';

export interface PageProps {
  title: string;
  /** True if the title is data, such as a collection's name, so it is not translated. */
  hasNameAsTitle?: boolean | undefined;
  /** The path of the page, before the title; hidden on narrow screens. */
  crumbs?: readonly { label: string; isName?: boolean; href?: string | undefined }[] | undefined;
  /** The button that opens the page sidebar; shown before the title on narrow screens. */
  sidebarButton?: ReactNode;
  /** Icon buttons after the title. */
  headerStart?: ReactNode;
  actions?: ReactNode;
  isLoading?: boolean | undefined;
  footer?: ReactNode;
  links?: ReactNode;
  /** Replaces the footer. Null: the footer is as high as a bar, so that nothing moves when one comes. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The main part of a signed-in screen: header with its one h1, content, footer. */
export function Page(props: PageProps) {
  const commonLinks = useContext(PageLinks);
  const { title, crumbs = [], isLoading = false, links = commonLinks } = props;

  // The link or button that led here was removed with its screen.
  useLayoutEffect(() => {
    if (isFocusLost()) focusPage();
  }, []);

  return (
    <main className={css.root} id="content" tabIndex={-1}>
      <header className={css.head}>
        {props.sidebarButton && <span className={css.sidebarButton}>{props.sidebarButton}</span>}
        <div className={css.crumbs}>
          {crumbs.length > 0 && (
            <nav className={css.path} aria-label="Breadcrumb">
              {crumbs.map(({ label, isName, href }) => (
                <Fragment key={label}>
                  {href === undefined ? (
                    <span>{label}</span>
                  ) : (
                    <a href={href} translate={isName ? 'no' : undefined}>
                      {label}
                    </a>
                  )}
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
        {isLoading && (
          <span
            className={joinClasses(css.loadLine, 'runningLine', 'appearsLate')}
            role="progressbar"
            aria-label="Loading"
          />
        )}
      </header>
      {useContext(PageBanner)}
      <div className={css.content}>{props.children}</div>
      {props.bar ? (
        // With a key, so that it is not the same element as the other footer: the focus in a bar that goes away would
        // move to the links.
        <footer key="bar" className={css.bar} data-bar>
          {props.bar}
        </footer>
      ) : (
        <footer className={joinClasses(css.foot, props.bar === null && css.tall)}>
          {props.footer}
          <div className={css.links}>{links}</div>
        </footer>
      )}
    </main>
  );
}
