import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { NewPasswordFields } from '../../components/form/NewPasswordFields';
import { Note } from '../../components/page/Note';
import { messageAt } from '../../model/fieldErrors';
import { claimsOf } from '../../model/token';
import { ConfirmationPage, Success } from './ConfirmationPage';
import { createPasswordResetForm } from './confirmation';

interface Props {
  params: Readonly<Record<string, string | undefined>>;
}

/** A user follows the link of a mail and sets a new password. */
export function PasswordResetPage({ params }: Props) {
  const token = params['token'] ?? '';
  // The link of another mail may be opened in the same window.
  return <PasswordReset key={token} token={token} />;
}

function PasswordReset({ token }: { token: string }) {
  const email = claimsOf(token)?.email;
  const [form] = useState(() => createPasswordResetForm(token));
  const [isDone, setIsDone] = useState(false);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });
  const failure = messageAt(errors, 'token') ?? messageAt(errors, 'form');

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (await form.submit()) setIsDone(true);
  }

  if (isDone) {
    return (
      <ConfirmationPage icon={KeyRound} title="Password changed">
        <Success lines={['Your password was changed.', 'You can now sign in with the new one.']} />
      </ConfirmationPage>
    );
  }
  return (
    <ConfirmationPage
      icon={KeyRound}
      title="Reset your password"
      subtitle={
        email && (
          <>
            For <b translate="no">{email}</b>
          </>
        )
      }
    >
      <form onSubmit={handleSubmit}>
        {failure && (
          <Note kind="danger" role="alert">
            {failure}
          </Note>
        )}
        <NewPasswordFields
          label="New password"
          confirmLabel="New password confirm"
          values={values}
          errors={errors}
          autoFocus
          onChange={form.set}
        />
        <Button type="submit" kind="primary" size="large" isWide isBusy={isSaving}>
          Set new password
        </Button>
      </form>
    </ConfirmationPage>
  );
}
