import { useSnapshot } from 'valtio';
import { Field } from '../../../components/form/Field';
import { PasswordInput } from '../../../components/form/PasswordInput';
import { SecretGenerator } from '../../../components/form/SecretGenerator';
import { Note } from '../../../components/page/Note';
import { messageAt } from '../../../model/fieldErrors';
import type { AdminForm } from './adminForm';
import { isOwn } from './ownAccount';

const secretLength = 32;

/** The password that is chosen, once more to be sure, and what a new one means for who is signed in. */
export function AdminPasswords({ admin }: { admin: AdminForm }) {
  const { stored } = useSnapshot(admin.state);
  const { values, original, errors, isSaving } = useSnapshot(admin.form.state, { sync: true });
  const labels = { password: 'Password', passwordConfirm: 'Password confirm' } as const;
  return (
    <>
      {stored && (
        <Note kind="info">
          {isOwn(stored.id)
            ? 'A new password signs you out of all other devices.'
            : 'A new password signs this admin out everywhere.'}
        </Note>
      )}
      {(['password', 'passwordConfirm'] as const).map((key) => (
        <Field
          key={key}
          label={labels[key]}
          isRequired
          isChanged={stored !== null && values[key] !== original[key]}
          error={messageAt(errors, key)}
          help={key === 'password' && '10 to 72 characters.'}
          hint={
            key === 'password' && <SecretGenerator length={secretLength} onGenerate={admin.setPasswords} />
          }
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              readOnly={isSaving}
              value={values[key]}
              onChange={(text) => admin.set(key, text)}
            />
          )}
        </Field>
      ))}
    </>
  );
}
