import AtSign from 'lucide-react/icons/at-sign';
import { type FormEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Field } from '../../components/form/Field';
import { PasswordInput } from '../../components/form/PasswordInput';
import { Note } from '../../components/page/Note';
import { messageAt } from '../../model/fieldErrors';
import { claimsOf } from '../../model/token';
import { ConfirmationPage, Success } from './ConfirmationPage';
import { createEmailChangeForm } from './confirmation';

interface Props {
  params: Readonly<Record<string, string | undefined>>;
}

/** A user follows the link of a mail and confirms the new address with their password. */
export function EmailChangePage({ params }: Props) {
  const token = params['token'] ?? '';
  // The link of another mail may be opened in the same window.
  return <EmailChange key={token} token={token} />;
}

function EmailChange({ token }: { token: string }) {
  const newEmail = claimsOf(token)?.newEmail;
  const [form] = useState(() => createEmailChangeForm(token));
  const [isDone, setIsDone] = useState(false);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });
  const failure = messageAt(errors, 'token') ?? messageAt(errors, 'form');

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (await form.submit()) setIsDone(true);
  }

  if (isDone) {
    return (
      <ConfirmationPage icon={AtSign} title="Email changed">
        <Success lines={['Your email address was changed.', 'You can now sign in with the new one.']} />
      </ConfirmationPage>
    );
  }
  return (
    <ConfirmationPage
      icon={AtSign}
      title="Change your email"
      subtitle={
        <>
          Type your password to change your email address{' '}
          {newEmail && (
            <>
              to <b translate="no">{newEmail}</b>
            </>
          )}
        </>
      }
    >
      <form onSubmit={handleSubmit}>
        {failure && (
          <Note kind="danger" role="alert">
            {failure}
          </Note>
        )}
        <Field label="Password" error={messageAt(errors, 'password')}>
          {(control) => (
            <PasswordInput
              {...control}
              size="large"
              name="password"
              autoComplete="current-password"
              autoFocus
              required
              value={values.password}
              onChange={(text) => form.set('password', text)}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" size="large" isWide isBusy={isSaving}>
          Confirm new email
        </Button>
      </form>
    </ConfirmationPage>
  );
}
