import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../../base/hash';
import { CentredPage } from '../../kit/layout/CentredPage';
import { Note } from '../../kit/layout/Note';
import { messageAt } from '../../model/fieldErrors';
import { AuthForm, EmailField } from './AuthForm';
import { createResetRequestForm } from './accountForms';

export function ForgottenPasswordPage() {
  const [form] = useState(createResetRequestForm);
  const [isSent, setIsSent] = useState(false);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  async function handleSubmit() {
    if (await form.submit()) setIsSent(true);
  }

  return (
    <CentredPage
      title="Forgotten admin password"
      subtitle={isSent ? undefined : 'Enter the email of your admin account to get a password reset link.'}
    >
      {isSent ? (
        <Note kind="success" role="status">
          Check <b translate="no">{values.email}</b> for the link to set a new password.
        </Note>
      ) : (
        <AuthForm submitLabel="Send the link" icon={Send} isBusy={isSaving} onSubmit={handleSubmit}>
          <EmailField
            value={values.email}
            error={messageAt(errors, 'email')}
            onChange={(text) => form.set('email', text)}
          />
        </AuthForm>
      )}
      <p>
        <a href={printHash('/login')}>Back to login</a>
      </p>
    </CentredPage>
  );
}
