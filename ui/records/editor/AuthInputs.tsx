import Mail from 'lucide-react/icons/mail';
import User from 'lucide-react/icons/user';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Checkbox } from '../../kit/form/Checkbox';
import { Field } from '../../kit/form/Field';
import { PasswordInput } from '../../kit/form/PasswordInput';
import { SecretGenerator } from '../../kit/form/SecretGenerator';
import { TextInput } from '../../kit/form/TextInput';
import { accountNamesOf, type Collection } from '../../model/collection';
import { messageAt } from '../../model/fieldErrors';
import css from './AuthInputs.module.css';
import { useIsChanged } from './RecordInput';
import type { RecordEditor } from './recordEditor';

interface Props {
  editor: RecordEditor;
  collection: Collection;
}

/** The inputs of a user that are not in the schema: name, email, password, and the switch `verified`. */
export function AuthInputs({ editor, collection }: Props) {
  const { recordId, errors, baseline, showsPassword } = useSnapshot(editor.state);
  const values = useSnapshot(editor.state.form.values, { sync: true });
  const isNew = recordId === null;
  const hasName = accountNamesOf(collection).includes('username');
  const isUsernameChanged = useIsChanged(editor, 'username');
  // The input of the email contains the switch for its visibility.
  const isEmailChanged = [useIsChanged(editor, 'email'), useIsChanged(editor, 'emailVisibility')].includes(
    true,
  );
  const options = (collection.options ?? {}) as { requireEmail?: boolean; minPasswordLength?: number };
  const isPublic = values['emailVisibility'] === true;
  const passwordLength = Math.max(15, options.minPasswordLength ?? 0);

  function handleGenerate(secret: string) {
    editor.set('password', secret);
    editor.set('passwordConfirm', secret);
  }

  return (
    <>
      {hasName && (
        <Field
          label="username"
          icon={User}
          isRequired={!isNew}
          isChanged={isUsernameChanged}
          error={messageAt(errors, 'username')}
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              placeholder={
                isNew ? 'Leave empty to auto generate...' : String(baseline.values['username'] ?? '')
              }
              value={String(values['username'] ?? '')}
              onChange={(text) => editor.set('username', text)}
            />
          )}
        </Field>
      )}
      <div className={hasName ? undefined : css.full}>
        <Field
          label="email"
          icon={Mail}
          isRequired={options.requireEmail === true}
          isChanged={isEmailChanged}
          error={messageAt(errors, 'email')}
        >
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoComplete="off"
              autoFocus={isNew}
              value={String(values['email'] ?? '')}
              onChange={(text) => editor.set('email', text)}
              end={
                <Button
                  kind="quiet"
                  size="small"
                  aria-pressed={isPublic}
                  data-tooltip="Who may list the user sees the email"
                  onClick={() => editor.set('emailVisibility', !isPublic)}
                >
                  Public: {isPublic ? 'On' : 'Off'}
                </Button>
              }
            />
          )}
        </Field>
      </div>
      {!isNew && (
        <div className={css.full}>
          <Checkbox label="Change password" isChecked={showsPassword} onChange={editor.showPassword} />
        </div>
      )}
      {showsPassword && (
        <>
          <Field
            label="Password"
            isRequired
            error={messageAt(errors, 'password')}
            hint={<SecretGenerator length={passwordLength} onGenerate={handleGenerate} />}
          >
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="new-password"
                value={String(values['password'] ?? '')}
                onChange={(text) => editor.set('password', text)}
              />
            )}
          </Field>
          <Field label="Password confirm" isRequired error={messageAt(errors, 'passwordConfirm')}>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="new-password"
                value={String(values['passwordConfirm'] ?? '')}
                onChange={(text) => editor.set('passwordConfirm', text)}
              />
            )}
          </Field>
        </>
      )}
      <div className={css.full}>
        <Checkbox
          label="Verified"
          isChecked={values['verified'] === true}
          onChange={() => void editor.toggleVerified()}
        />
      </div>
    </>
  );
}
