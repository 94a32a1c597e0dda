import ArrowRight from 'lucide-react/icons/arrow-right';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash, type Query, replaceQuery } from '../../base/hash';
import { CentredPage } from '../../kit/layout/CentredPage';
import { lazyScreen } from '../../kit/lazy/lazyScreen';
import { messageAt } from '../../model/fieldErrors';
import { AuthForm, EmailField, PasswordField } from './AuthForm';
import { createSignInForm, leadToInstallerOnFirstRun, serverName } from './signIn';

const CodeStep = lazyScreen(async () => (await import('../entries/guests')).CodeStep);

interface Props {
  query: Query;
}

/** The admin sign-in; afterwards the shell goes to the requested page. */
export function SignInPage({ query }: Props) {
  const [form] = useState(() =>
    createSignInForm({ identity: query['demoEmail'] ?? '', password: query['demoPassword'] ?? '' }),
  );
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  useEffect(() => {
    // Remove the credentials from the URL and the browser's history.
    replaceQuery({ demoEmail: undefined, demoPassword: undefined });
    void leadToInstallerOnFirstRun();
  }, []);

  return (
    <CentredPage title="Admin sign in" subtitle={<span translate="no">{serverName()}</span>}>
      <AuthForm
        failure={messageAt(errors, 'form')}
        submitLabel="Login"
        iconAtEnd={ArrowRight}
        isBusy={isSaving}
        onSubmit={() => void form.submit()}
      >
        {values.mfaId ? (
          <CodeStep
            form={form}
            email={values.identity}
            code={values.code}
            error={messageAt(errors, 'code')}
            isBusy={isSaving}
            size="large"
          />
        ) : (
          <>
            <EmailField
              value={values.identity}
              error={messageAt(errors, 'identity')}
              onChange={(text) => form.set('identity', text)}
            />
            <PasswordField
              value={values.password}
              error={messageAt(errors, 'password')}
              autoFocus={values.otpId !== ''}
              hint={<a href={printHash('/request-password-reset')}>Forgotten password?</a>}
              onChange={(text) => form.set('password', text)}
            />
          </>
        )}
      </AuthForm>
    </CentredPage>
  );
}
