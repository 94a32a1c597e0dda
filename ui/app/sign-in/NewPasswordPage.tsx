import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { navigate, printHash } from '../../base/hash';
import { CentredPage } from '../../kit/layout/CentredPage';
import { messageAt } from '../../model/fieldErrors';
import { claimsOf } from '../../model/token';
import { AuthForm } from './AuthForm';
import { createNewPasswordForm, minPasswordLength } from './accountForms';
import { NewPasswordFields } from './NewPasswordFields';

interface Props {
  params: Readonly<Record<string, string | undefined>>;
}

export function NewPasswordPage({ params }: Props) {
  const token = params['token'] ?? '';
  const email = claimsOf(token)?.email;
  const [form] = useState(() => createNewPasswordForm(token));
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });
  const tokenError = messageAt(errors, 'token');

  async function handleSubmit() {
    if (await form.submit()) navigate('/', {}, { replace: true });
  }

  return (
    <CentredPage
      title="Reset your admin password"
      subtitle={
        email && (
          <>
            For <b translate="no">{email}</b>
          </>
        )
      }
    >
      <AuthForm
        failure={
          tokenError && (
            <>
              {tokenError} <a href={printHash('/request-password-reset')}>Ask for a new link.</a>
            </>
          )
        }
        submitLabel="Set new password"
        isBusy={isSaving}
        onSubmit={handleSubmit}
      >
        <NewPasswordFields
          label="New password"
          confirmLabel="New password confirm"
          minLength={minPasswordLength()}
          values={values}
          errors={errors}
          autoFocus
          onChange={form.set}
        />
      </AuthForm>
      <p>
        <a href={printHash('/login')}>Back to login</a>
      </p>
    </CentredPage>
  );
}
