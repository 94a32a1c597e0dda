import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { PasswordInput } from '../../kit/form/PasswordInput';
import { TextInput } from '../../kit/form/TextInput';
import { Note } from '../../kit/layout/Note';
import { lazyScreen } from '../../kit/lazy/lazyScreen';
import { Popup } from '../../kit/overlay/Popup';
import { messageAt } from '../../model/fieldErrors';
import * as unsaved from '../../page/forms/unsaved';
import * as panels from '../../page/panels';
import * as editedRows from '../../records/editedRows';
import { leave } from './reauthentication';
import { createSignInForm } from './signIn';

const CodeStep = lazyScreen(async () => (await import('../entries/guests')).CodeStep);

/** Other panels keep no draft, so their content exists only in this page. */
const draftKeepers: readonly string[] = ['recordEditor', 'collectionEditor'];

/** Asks for the password above unsaved changes, so that the save can be repeated. */
export function SignInPopup({ email }: { email: string }) {
  const [form] = useState(() => createSignInForm({ identity: email, password: '' }));
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });
  const failure = messageAt(errors, 'form');
  const keepsDraft = useSnapshot(panels.state).open.some(({ name }) => draftKeepers.includes(name));
  const hasTableDraft = Object.keys(useSnapshot(editedRows.state).byCollection).length > 0;
  const fate = keepsDraft || hasTableDraft ? 'a draft is kept in this browser' : 'they are lost';
  const [hasUnsaved] = useState(unsaved.hasAny);
  return (
    <Popup
      title="Your session has ended"
      closesOnEscape={false}
      closesOnBackdrop={false}
      isBusy={isSaving}
      onClose={leave}
      onSubmit={() => void form.submit()}
      footer={
        <>
          <Button kind="quiet" disabled={isSaving} onClick={leave}>
            Leave
          </Button>
          <Button type="submit" kind="primary" isBusy={isSaving}>
            Login
          </Button>
        </>
      }
    >
      <div className="fields">
        <p>
          {hasUnsaved
            ? `Sign in again to save your changes. If you leave, ${fate}.`
            : 'Sign in again to continue.'}
        </p>
        {failure && (
          <Note kind="danger" role="alert">
            {failure}
          </Note>
        )}
        {values.mfaId ? (
          <CodeStep
            form={form}
            email={values.identity}
            code={values.code}
            error={messageAt(errors, 'code')}
            isBusy={isSaving}
          />
        ) : (
          <>
            <Field label="Email" error={messageAt(errors, 'identity')}>
              {(control) => (
                <TextInput
                  {...control}
                  type="email"
                  name="email"
                  autoComplete="username"
                  required
                  value={values.identity}
                  onChange={(text) => form.set('identity', text)}
                />
              )}
            </Field>
            <Field label="Password" error={messageAt(errors, 'password')}>
              {(control) => (
                <PasswordInput
                  {...control}
                  name="password"
                  autoComplete="current-password"
                  autoFocus
                  required
                  value={values.password}
                  onChange={(text) => form.set('password', text)}
                />
              )}
            </Field>
          </>
        )}
      </div>
    </Popup>
  );
}
