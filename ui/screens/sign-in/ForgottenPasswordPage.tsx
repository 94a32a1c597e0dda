import Send from 'lucide-react/icons/send';
import { type FormEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Field } from '../../components/form/Field';
import { TextInput } from '../../components/form/TextInput';
import { CentredPage } from '../../components/page/CentredPage';
import { Note } from '../../components/page/Note';
import { messageAt } from '../../model/fieldErrors';
import { printHash } from '../../platform/hash';
import { createResetRequestForm } from './signIn';

/** Asks for a mail with a link that sets a new password. */
export function ForgottenPasswordPage() {
  const [form] = useState(createResetRequestForm);
  const [isSent, setIsSent] = useState(false);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
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
        <form onSubmit={handleSubmit}>
          <Field label="Email" error={messageAt(errors, 'email')}>
            {(control) => (
              <TextInput
                {...control}
                size="large"
                type="email"
                name="email"
                autoComplete="username"
                autoFocus
                required
                value={values.email}
                onChange={(text) => form.set('email', text)}
              />
            )}
          </Field>
          <Button type="submit" kind="primary" size="large" isWide icon={Send} isBusy={isSaving}>
            Send the link
          </Button>
        </form>
      )}
      <p>
        <a href={printHash('/login')}>Back to login</a>
      </p>
    </CentredPage>
  );
}
