import MapPinOff from 'lucide-react/icons/map-pin-off';
import { Button } from '../components/basics/Button';
import { CentredPage } from '../components/page/CentredPage';
import { EmptyState } from '../components/page/EmptyState';
import { Page } from '../components/page/Page';
import { printHash } from '../platform/hash';

const title = 'Page not found';

interface Props {
  path: string;
  isSignedIn: boolean;
}

/** The address leads nowhere; it stays as it is, so that it can be read and mended. */
export function NotFoundPage({ path, isSignedIn }: Props) {
  const reason = `#${path} leads nowhere.`;
  const home = <Button href={printHash('/')}>Go home</Button>;
  if (!isSignedIn) {
    return (
      <CentredPage title={title} subtitle={reason}>
        <p>{home}</p>
      </CentredPage>
    );
  }
  return (
    <Page title={title}>
      <EmptyState icon={MapPinOff} title="There is nothing here." reason={reason}>
        {home}
      </EmptyState>
    </Page>
  );
}
