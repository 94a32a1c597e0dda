import ArrowRight from 'lucide-react/icons/arrow-right';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { loadPageWith } from '../../base/pageAddress';
import { CentredPage } from '../../kit/layout/CentredPage';
import { messageAt } from '../../model/fieldErrors';
import * as session from '../../page/session/session';
import { AuthForm, EmailField } from './AuthForm';
import { NewPasswordFields } from './NewPasswordFields';
import { createInstallerForm, minPasswordLength } from './signIn';

export function InstallerPage() {
  const [form] = useState(createInstallerForm);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  useEffect(session.end, []);

  async function handleSubmit() {
    if (await form.submit()) loadPageWith('');
  }

  return (
    <CentredPage title="Create your first admin account in order to continue">
      <AuthForm
        submitLabel="Create and login"
        iconAtEnd={ArrowRight}
        isBusy={isSaving}
        onSubmit={handleSubmit}
      >
        <EmailField
          value={values.email}
          error={messageAt(errors, 'email')}
          onChange={(text) => form.set('email', text)}
        />
        <NewPasswordFields
          label="Password"
          confirmLabel="Password confirm"
          minLength={minPasswordLength}
          values={values}
          errors={errors}
          onChange={form.set}
        />
      </AuthForm>
    </CentredPage>
  );
}
