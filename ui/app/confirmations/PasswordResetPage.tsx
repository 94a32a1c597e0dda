import KeyRound from 'lucide-react/icons/key-round';
import { claimsOf } from '../../model/token';
import { AuthForm } from '../sign-in/AuthForm';
import { NewPasswordFields } from '../sign-in/NewPasswordFields';
import { NewPasswordPage } from '../sign-in/NewPasswordPage';
import { ConfirmationPage, Success, useConfirmationForm } from './ConfirmationPage';
import { createPasswordResetForm, isForAdmin } from './confirmation';

interface Props {
  params: Readonly<Record<string, string | undefined>>;
}

export function PasswordResetPage({ params }: Props) {
  const token = params['token'] ?? '';
  // The user may open the link of another mail in the same window.
  return isForAdmin(token) ? (
    <NewPasswordPage key={token} params={params} />
  ) : (
    <PasswordReset key={token} token={token} />
  );
}

function PasswordReset({ token }: { token: string }) {
  const email = claimsOf(token)?.email;
  const { form, values, errors, failure, isSaving, isDone, submit } = useConfirmationForm(() =>
    createPasswordResetForm(token),
  );

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
      <AuthForm failure={failure} submitLabel="Set new password" isBusy={isSaving} onSubmit={submit}>
        <NewPasswordFields
          label="New password"
          confirmLabel="New password confirm"
          values={values}
          errors={errors}
          autoFocus
          onChange={form.set}
        />
      </AuthForm>
    </ConfirmationPage>
  );
}
