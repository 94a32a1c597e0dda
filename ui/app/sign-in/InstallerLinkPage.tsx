import { useEffect, useState } from 'react';
import { navigate, printHash } from '../../base/hash';
import { CentredPage } from '../../kit/layout/CentredPage';
import { Note } from '../../kit/layout/Note';
import { claimsOf, isExpired } from '../../model/token';
import { linkIsOver } from './accountForms';
import { FirstAdmin } from './InstallerPage';

/** The token of the link that was opened last. It stays in memory alone: whoever has it becomes an admin. */
let openedToken = '';

interface Props {
  params: Readonly<Record<string, string | undefined>>;
}

/** The page of the link that a newer server prints when it starts without an admin. */
export function InstallerLinkPage({ params: { token } }: Props) {
  useEffect(() => {
    if (!token) return;
    openedToken = token;
    navigate('/pbinstall', {}, { replace: true });
  }, [token]);
  return token ? null : <OpenedLink />;
}

function OpenedLink() {
  const [token] = useState(openedToken);
  useEffect(() => {
    openedToken = '';
  }, []);
  const claims = claimsOf(token);
  if (claims && !isExpired(claims, Date.now())) return <FirstAdmin linkToken={token} />;
  return (
    <CentredPage title="Create the first admin">
      <Note kind="danger" role="alert">
        {token ? linkIsOver : 'This page needs the link that the server has printed. Open the link again.'}
      </Note>
      <p>
        <a href={printHash('/login')}>Back to login</a>
      </p>
    </CentredPage>
  );
}
