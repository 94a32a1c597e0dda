import type { Ref } from 'react';
import { useSnapshot } from 'valtio';
import { Avatar } from '../../../components/basics/Avatar';
import { CopyButton } from '../../../components/basics/CopyButton';
import { fieldIcons } from '../../../components/basics/fieldIcons';
import { Field, type FieldControl } from '../../../components/form/Field';
import { PasswordInput } from '../../../components/form/PasswordInput';
import { SecretGenerator } from '../../../components/form/SecretGenerator';
import { TextInput } from '../../../components/form/TextInput';
import { Toggle } from '../../../components/form/Toggle';
import { Note } from '../../../components/page/Note';
import type { Admin } from '../../../model/admin';
import { messageAt } from '../../../model/fieldErrors';
import { localDateTime, zoneName } from '../../../platform/dates';
import css from './AdminFields.module.css';
import { type AdminForm, isOwn } from './adminForm';
import { avatarName } from './adminRules';

interface Props {
  ref: Ref<HTMLDivElement>;
  admin: AdminForm;
}

/** All inputs of an admin. */
export function AdminFields({ ref, admin }: Props) {
  const { isNew, showsPassword } = useSnapshot(admin.state);
  const stored = useSnapshot(admin.state).stored as Admin | null;
  const { form, changed, errors, isSaving } = useSnapshot(admin.state, { sync: true });
  return (
    <div ref={ref} className="fields">
      {stored && (
        <Field label="id" icon={fieldIcons.id} help={<Times admin={stored} />}>
          {(control) => (
            <TextInput
              {...control}
              isMono
              disabled
              value={stored.id}
              onChange={() => {}}
              end={<CopyButton text={stored.id} label="Copy id" size="small" />}
            />
          )}
        </Field>
      )}
      <Field label="Avatar" isChanged={changed['avatar'] === true} error={messageAt(errors, 'avatar')}>
        {(control) => (
          <AvatarChoice {...control} value={form.avatar} onChange={(avatar) => admin.set('avatar', avatar)} />
        )}
      </Field>
      <Field
        label="Email"
        icon={fieldIcons.email}
        isRequired
        isChanged={changed['email'] === true}
        error={messageAt(errors, 'email')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="off"
            autoFocus={isNew}
            readOnly={isSaving}
            value={form.email}
            onChange={(text) => admin.set('email', text)}
          />
        )}
      </Field>
      {!isNew && <Toggle label="Change password" isOn={showsPassword} onChange={admin.showPassword} />}
      {showsPassword && <AdminPasswords admin={admin} />}
    </div>
  );
}

function Times({ admin: { created = '', updated = '' } }: { admin: Admin }) {
  return (
    <>
      Created {localDateTime(created)} · Updated {localDateTime(updated)} ({zoneName()})
    </>
  );
}

const secretLength = 32;

/** The password and its confirmation, with a note on how a new password affects sessions. */
function AdminPasswords({ admin }: { admin: AdminForm }) {
  const { stored } = useSnapshot(admin.state);
  const { form, changed, errors, isSaving } = useSnapshot(admin.state, { sync: true });
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
          isChanged={changed[key] === true}
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
              value={form[key]}
              onChange={(text) => admin.set(key, text)}
            />
          )}
        </Field>
      ))}
    </>
  );
}

interface AvatarProps extends FieldControl {
  value: number;
  onChange: (avatar: number) => void;
}

const avatars = Array.from({ length: 10 }, (_, number) => number);
const [size, chosenSize] = [32, 40];

/** Chooses one of ten images; the chosen one is larger. */
function AvatarChoice({ value, onChange, id, ...described }: AvatarProps) {
  return (
    <div {...described} id={id} role="radiogroup" aria-labelledby={`${id}-label`} className={css.avatars}>
      {avatars.map((number) => (
        <label key={number} className={css.choice}>
          <input
            type="radio"
            name={id}
            aria-label={avatarName(number)}
            checked={number === value}
            onChange={() => onChange(number)}
          />
          <Avatar number={number} size={number === value ? chosenSize : size} />
        </label>
      ))}
    </div>
  );
}
