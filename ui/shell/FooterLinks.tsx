import css from './FooterLinks.module.css';

/** The line of the backend that this dashboard speaks to. */
const docsAddress = 'https://pocketbase.io/old/docs/';
const releasesAddress = 'https://github.com/pocketbase/pocketbase/releases';

/** What every page of an admin has in its footer: the backend's documentation and releases, our own version. */
export function FooterLinks() {
  return (
    <span className={css.root}>
      <a href={docsAddress} target="_blank" rel="noopener noreferrer">
        Docs
      </a>
      <a href={releasesAddress} target="_blank" rel="noopener noreferrer">
        Releases
      </a>
      <span>Lowline v{LOWLINE_VERSION}</span>
    </span>
  );
}
