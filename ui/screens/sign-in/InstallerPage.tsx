import ArrowRight from 'lucide-react/icons/arrow-right';
import { type FormEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Field } from '../../components/form/Field';
import { NewPasswordFields } from '../../components/form/NewPasswordFields';
import { TextInput } from '../../components/form/TextInput';
import { CentredPage } from '../../components/page/CentredPage';
import { messageAt } from '../../model/fieldErrors';
import { loadPageWith } from '../../platform/pageAddress';
import * as session from '../../state/session';
import { createInstallerForm, minPasswordLength } from './signIn';

/** The first run of a server: whoever opens the page becomes its first admin. */
export function InstallerPage() {
  const [form] = useState(createInstallerForm);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  useEffect(session.end, []);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (await form.submit()) loadPageWith('');
  }

  return (
    <CentredPage title="Create your first admin account in order to continue">
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
        <NewPasswordFields
          label="Password"
          confirmLabel="Password confirm"
          minLength={minPasswordLength}
          values={values}
          errors={errors}
          onChange={form.set}
        />
        <Button type="submit" kind="primary" size="large" isWide iconAtEnd={ArrowRight} isBusy={isSaving}>
          Create and login
        </Button>
      </form>
    </CentredPage>
  );
}
