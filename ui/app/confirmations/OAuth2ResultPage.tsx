import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import { useEffect } from 'react';
import { ConfirmationPage } from './ConfirmationPage';

interface Props {
  hasSucceeded: boolean;
}

/**
 * Shows the result of a sign-in with a provider. If the browser does not close the window, it shows what to
 * do.
 */
export function OAuth2ResultPage({ hasSucceeded }: Props) {
  useEffect(() => window.close(), []);
  return (
    <ConfirmationPage
      icon={hasSucceeded ? CircleCheck : CircleX}
      title={hasSucceeded ? 'Auth completed.' : 'Auth failed.'}
    >
      <p role="status">
        You can close this window and go back to the app{hasSucceeded ? '.' : ' to try again.'}
      </p>
    </ConfirmationPage>
  );
}
