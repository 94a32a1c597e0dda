import AtSign from 'lucide-react/icons/at-sign';
import { messageAt } from '../../model/fieldErrors';
import { claimsOf } from '../../model/token';
import { AuthForm, PasswordField } from '../sign-in/AuthForm';
import { ConfirmationPage, Success, useConfirmationForm } from './ConfirmationPage';
import { createEmailChangeForm } from './confirmation';

interface Props {
  params: Readonly<Record<string, string | undefined>>;
}

/** Confirms a user's new address with their password, after the link in a mail. */
export function EmailChangePage({ params }: Props) {
  const token = params['token'] ?? '';
  // The user may open the link of another mail in the same window.
  return <EmailChange key={token} token={token} />;
}

function EmailChange({ token }: { token: string }) {
  const newEmail = claimsOf(token)?.newEmail;
  const { form, values, errors, failure, isSaving, isDone, submit } = useConfirmationForm(() =>
    createEmailChangeForm(token),
  );

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
      <AuthForm failure={failure} submitLabel="Confirm new email" isBusy={isSaving} onSubmit={submit}>
        <PasswordField
          value={values.password}
          error={messageAt(errors, 'password')}
          autoFocus
          onChange={(text) => form.set('password', text)}
        />
      </AuthForm>
    </ConfirmationPage>
  );
}
