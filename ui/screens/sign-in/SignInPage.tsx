import ArrowRight from 'lucide-react/icons/arrow-right';
import { type FormEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Field } from '../../components/form/Field';
import { PasswordInput } from '../../components/form/PasswordInput';
import { TextInput } from '../../components/form/TextInput';
import { CentredPage } from '../../components/page/CentredPage';
import { Note } from '../../components/page/Note';
import { messageAt } from '../../model/fieldErrors';
import { printHash, type Query, replaceQuery } from '../../platform/hash';
import { createSignInForm } from '../../state/signInForm';
import { leadToInstallerOnFirstRun, serverName } from './signIn';

interface Props {
  query: Query;
}

/** An admin signs in; the shell then leads to where they wanted to go. */
export function SignInPage({ query }: Props) {
  const [form] = useState(() =>
    createSignInForm({ identity: query['demoEmail'] ?? '', password: query['demoPassword'] ?? '' }),
  );
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });
  const failure = messageAt(errors, 'form');

  useEffect(() => {
    // Nobody else should read them in the address, nor find them in the history.
    replaceQuery({ demoEmail: undefined, demoPassword: undefined });
    void leadToInstallerOnFirstRun();
  }, []);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void form.submit();
  }

  return (
    <CentredPage title="Admin sign in" subtitle={<span translate="no">{serverName()}</span>}>
      <form onSubmit={handleSubmit}>
        {failure && (
          <Note kind="danger" role="alert">
            {failure}
          </Note>
        )}
        <Field label="Email">
          {(control) => (
            <TextInput
              {...control}
              size="large"
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              required
              value={values.identity}
              onChange={(text) => form.set('identity', text)}
            />
          )}
        </Field>
        <Field label="Password" hint={<a href={printHash('/request-password-reset')}>Forgotten password?</a>}>
          {(control) => (
            <PasswordInput
              {...control}
              size="large"
              name="password"
              autoComplete="current-password"
              required
              value={values.password}
              onChange={(text) => form.set('password', text)}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" size="large" isWide iconAtEnd={ArrowRight} isBusy={isSaving}>
          Login
        </Button>
      </form>
    </CentredPage>
  );
}
