import { Button } from '../components/basics/Button';
import { CentredPage } from '../components/page/CentredPage';
import { printHash } from '../platform/hash';

/** The address leads nowhere; it stays as it is, so that it can be read and mended. */
export function NotFoundPage({ path }: { path: string }) {
  return (
    <CentredPage
      title="Page not found"
      subtitle={
        <>
          No page at <span translate="no">#{path}</span>.
        </>
      }
    >
      <p>
        <Button href={printHash('/')}>Go home</Button>
      </p>
    </CentredPage>
  );
}
