import ArrowRight from 'lucide-react/icons/arrow-right';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash, type Query, replaceQuery } from '../../base/hash';
import { CentredPage } from '../../kit/layout/CentredPage';
import { Note } from '../../kit/layout/Note';
import { messageAt } from '../../model/fieldErrors';
import { builtInDashboard } from '../../page/serverLine';
import { AuthForm, EmailField, PasswordField } from './AuthForm';
import {
  createSignInForm,
  isUnsupported,
  leadToInstallerOnFirstRun,
  newerServerMessage,
  serverName,
} from './signIn';

interface Props {
  query: Query;
}

/** The admin sign-in; afterwards the shell goes to the requested page. */
export function SignInPage({ query }: Props) {
  const [form] = useState(() =>
    createSignInForm({ identity: query['demoEmail'] ?? '', password: query['demoPassword'] ?? '' }),
  );
  const [isOther, setIsOther] = useState(false);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  useEffect(() => {
    // Remove the credentials from the URL and the browser's history.
    replaceQuery({ demoEmail: undefined, demoPassword: undefined });
    void leadToInstallerOnFirstRun();
    void isUnsupported().then(setIsOther);
  }, []);

  if (isOther) return <OtherServer />;
  return (
    <CentredPage title="Admin sign in" subtitle={<span translate="no">{serverName()}</span>}>
      <AuthForm
        failure={messageAt(errors, 'form')}
        submitLabel="Login"
        iconAtEnd={ArrowRight}
        isBusy={isSaving}
        onSubmit={() => void form.submit()}
      >
        <EmailField
          value={values.identity}
          error={messageAt(errors, 'identity')}
          onChange={(text) => form.set('identity', text)}
        />
        <PasswordField
          value={values.password}
          error={messageAt(errors, 'password')}
          hint={<a href={printHash('/request-password-reset')}>Forgotten password?</a>}
          onChange={(text) => form.set('password', text)}
        />
      </AuthForm>
    </CentredPage>
  );
}

function OtherServer() {
  const address = builtInDashboard();
  return (
    <CentredPage title="Admin sign in" subtitle={<span translate="no">{serverName()}</span>}>
      <Note kind="danger" role="alert">
        {newerServerMessage} {address && <a href={address}>Open its own dashboard</a>}
      </Note>
    </CentredPage>
  );
}
