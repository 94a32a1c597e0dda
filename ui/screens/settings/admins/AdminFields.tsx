import type { Ref } from 'react';
import { useSnapshot } from 'valtio';
import { CopyButton } from '../../../components/basics/CopyButton';
import { fieldIcons } from '../../../components/basics/fieldIcons';
import { Field } from '../../../components/form/Field';
import { TextInput } from '../../../components/form/TextInput';
import { Toggle } from '../../../components/form/Toggle';
import type { Admin } from '../../../model/admin';
import { messageAt } from '../../../model/fieldErrors';
import { localDateTime, zoneName } from '../../../platform/dates';
import css from './AdminFields.module.css';
import { AdminPasswords } from './AdminPasswords';
import { AvatarChoice } from './AvatarChoice';
import type { AdminForm } from './adminForm';
import { changedKeys } from './adminRules';

interface Props {
  ref: Ref<HTMLDivElement>;
  admin: AdminForm;
}

/** All inputs of an admin. */
export function AdminFields({ ref, admin }: Props) {
  const { isNew, showsPassword } = useSnapshot(admin.state);
  const stored = useSnapshot(admin.state).stored as Admin | null;
  const { values, original, errors, isSaving } = useSnapshot(admin.form.state, { sync: true });
  const changed: readonly string[] = isNew ? [] : changedKeys(values, original);
  return (
    <div ref={ref} className={css.root}>
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
      <Field label="Avatar" isChanged={changed.includes('avatar')} error={messageAt(errors, 'avatar')}>
        {(control) => (
          <AvatarChoice
            {...control}
            value={values.avatar}
            onChange={(avatar) => admin.set('avatar', avatar)}
          />
        )}
      </Field>
      <Field
        label="Email"
        icon={fieldIcons.email}
        isRequired
        isChanged={changed.includes('email')}
        error={messageAt(errors, 'email')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="off"
            autoFocus={isNew}
            readOnly={isSaving}
            value={values.email}
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
