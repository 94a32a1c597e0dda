import ArrowRight from 'lucide-react/icons/arrow-right';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { loadPageWith } from '../../base/pageAddress';
import { CentredPage } from '../../kit/layout/CentredPage';
import { messageAt } from '../../model/fieldErrors';
import * as capabilities from '../../page/capabilities';
import * as session from '../../page/session/session';
import { AuthForm, EmailField } from './AuthForm';
import { createInstallerForm, minPasswordLength } from './accountForms';
import { NewPasswordFields } from './NewPasswordFields';

/** On 0.22, anyone may create the first admin. */
export function InstallerPage() {
  useEffect(session.end, []);
  return <FirstAdmin />;
}

/** `linkToken` is that of a link, without which a newer server creates no first admin. */
export function FirstAdmin({ linkToken = '' }: { linkToken?: string }) {
  const [form] = useState(() => createInstallerForm(linkToken));
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  // The server may be recognized while the page is shown.
  useSnapshot(capabilities.state).version;
  async function handleSubmit() {
    if (await form.submit()) loadPageWith('');
  }

  return (
    <CentredPage title="Create your first admin account in order to continue">
      <AuthForm
        failure={messageAt(errors, 'form')}
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
          minLength={minPasswordLength()}
          values={values}
          errors={errors}
          onChange={form.set}
        />
      </AuthForm>
    </CentredPage>
  );
}
