import MapPinOff from 'lucide-react/icons/map-pin-off';
import { Button } from '../components/basics/Button';
import { EmptyState } from '../components/page/EmptyState';
import { printHash } from '../platform/hash';

interface Props {
  path: string;
}

/** The address leads nowhere; it stays as it is, so that it can be read and mended. */
export function NotFoundPage({ path }: Props) {
  return (
    <main id="content" tabIndex={-1}>
      <EmptyState
        icon={MapPinOff}
        title="Page not found."
        isHeading
        reason={
          <>
            <code>#{path}</code> leads nowhere.
          </>
        }
      >
        <Button href={printHash('/')}>Go home</Button>
      </EmptyState>
    </main>
  );
}
