import { type FormEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { NewPasswordFields } from '../../components/form/NewPasswordFields';
import { CentredPage } from '../../components/page/CentredPage';
import { Note } from '../../components/page/Note';
import { messageAt } from '../../model/fieldErrors';
import { claimsOf } from '../../model/token';
import { navigate, printHash } from '../../platform/hash';
import { createNewPasswordForm, minPasswordLength } from './signIn';

interface Props {
  params: Readonly<Record<string, string | undefined>>;
}

/** An admin follows the link of the mail and sets a new password. */
export function NewPasswordPage({ params }: Props) {
  const token = params['token'] ?? '';
  const email = claimsOf(token)?.email;
  const [form] = useState(() => createNewPasswordForm(token));
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });
  const tokenError = messageAt(errors, 'token');

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
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
      <form onSubmit={handleSubmit}>
        {tokenError && (
          <Note kind="danger" role="alert">
            {tokenError} <a href={printHash('/request-password-reset')}>Ask for a new link.</a>
          </Note>
        )}
        <NewPasswordFields
          label="New password"
          confirmLabel="New password confirm"
          minLength={minPasswordLength}
          values={values}
          errors={errors}
          autoFocus
          onChange={form.set}
        />
        <Button type="submit" kind="primary" size="large" isWide isBusy={isSaving}>
          Set new password
        </Button>
      </form>
      <p>
        <a href={printHash('/login')}>Back to login</a>
      </p>
    </CentredPage>
  );
}
