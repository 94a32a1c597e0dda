import MailOpen from 'lucide-react/icons/mail-open';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Spinner } from '../../kit/basics/Spinner';
import { Note } from '../../kit/layout/Note';
import { ConfirmationPage, Success } from './ConfirmationPage';
import { createVerification } from './confirmation';

interface Props {
  params: Readonly<Record<string, string | undefined>>;
}

export function VerificationPage({ params }: Props) {
  const token = params['token'] ?? '';
  // The user may open the link of another mail in the same window.
  return <Verification key={token} token={token} />;
}

function Verification({ token }: { token: string }) {
  const [verification] = useState(() => createVerification(token));
  const { status, message } = useSnapshot(verification.state);

  useEffect(() => void verification.confirm(), [verification]);

  return (
    <ConfirmationPage icon={MailOpen} title="Email verification">
      {status === 'waiting' && (
        <p role="status">
          <Spinner /> Please wait...
        </p>
      )}
      {status === 'done' && <Success lines={['Your email address was verified.']} />}
      {status === 'refused' && (
        <Note kind="danger" role="alert">
          Invalid or expired verification token.
        </Note>
      )}
      {status === 'failed' && (
        <>
          <Note kind="danger" role="alert">
            {message}
          </Note>
          <Button size="large" isWide onClick={() => void verification.confirm()}>
            Retry
          </Button>
        </>
      )}
    </ConfirmationPage>
  );
}
