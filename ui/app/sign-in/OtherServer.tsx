import { CentredPage } from '../../kit/layout/CentredPage';
import { Note } from '../../kit/layout/Note';
import { builtInDashboard } from '../../page/serverLine';
import { newerServerMessage, serverName } from './signIn';

/** Stands in place of the sign-in where no sign-in would help. */
export function OtherServer() {
  const address = builtInDashboard();
  return (
    <CentredPage title="Admin sign in" subtitle={<span translate="no">{serverName()}</span>}>
      <Note kind="danger" role="alert">
        {newerServerMessage} {address && <a href={address}>Open its own dashboard</a>}
      </Note>
    </CentredPage>
  );
}
