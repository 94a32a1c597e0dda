import Ellipsis from 'lucide-react/icons/ellipsis';
import Key from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import Trash2 from 'lucide-react/icons/trash-2';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { localDateTime, zoneName } from '../../base/dates';
import { focusFirstInvalid } from '../../base/focus';
import { Avatar } from '../../kit/basics/Avatar';
import { CopyButton } from '../../kit/basics/CopyButton';
import { IconButton } from '../../kit/basics/IconButton';
import { Field, type FieldControl } from '../../kit/form/Field';
import { PasswordInput } from '../../kit/form/PasswordInput';
import { SecretGenerator } from '../../kit/form/SecretGenerator';
import { TextInput } from '../../kit/form/TextInput';
import { Toggle } from '../../kit/form/Toggle';
import { UnsavedCount } from '../../kit/form/UnsavedCount';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { LoadingFields } from '../../kit/layout/Loading';
import { Note } from '../../kit/layout/Note';
import { ConflictPopup } from '../../kit/overlay/ConflictPopup';
import { Dropdown, DropdownItem } from '../../kit/overlay/Dropdown';
import { Panel } from '../../kit/overlay/Panel';
import { SaveButtons } from '../../kit/overlay/SaveButtons';
import type { OverlayHandle } from '../../kit/overlay/useOverlay';
import type { Admin } from '../../model/admin';
import { messageAt } from '../../model/fieldErrors';
import { can } from '../../page/capabilities';
import { register } from '../../page/commands';
import { saveCommand } from '../../page/forms/formCommands';
import { useLoading } from '../../page/useLoading';
import css from './AdminPanel.module.css';
import { type AdminForm, createAdminForm, isOwn } from './adminForm';
import { avatarName, canSave, countChanges } from './adminRules';

interface Props {
  /** Null for a new admin. */
  adminId: string | null;
  /** Runs after the server has stored or deleted the admin. */
  onStored: () => void;
  onClose: () => void;
}

export function AdminPanel({ adminId, onStored, onClose }: Props) {
  const [admin] = useState(() => createAdminForm(adminId));
  const overlay = useRef<OverlayHandle>(null);
  const fields = useRef<HTMLDivElement>(null);
  const { status, loadError, isNew, isSaving, isChanged, showsPassword } = useSnapshot(admin.state);
  const { email } = useSnapshot(admin.state.form);
  const hasChanges = status === 'ready' && canSave({ isNew, isChanged, showsPassword, form: { email } });

  useLoading(admin);

  async function save({ closes }: { closes: boolean }) {
    if (!(await admin.save({ onFaults: () => focusFirstInvalid(fields.current) }))) return;
    onStored();
    if (closes) overlay.current?.close({ isDone: true });
  }

  async function handleDelete() {
    if (!(await admin.remove())) return;
    onStored();
    overlay.current?.close({ isDone: true });
  }

  useEffect(() =>
    register(
      saveCommand(
        () => fields.current,
        isSaving,
        () => void save({ closes: false }),
      ),
    ),
  );

  return (
    <>
      <Panel
        handle={overlay}
        title={isNew ? 'New admin' : 'Edit admin'}
        isBusy={isSaving}
        canClose={() => admin.mayClose()}
        onClose={onClose}
        onSubmit={() => void save({ closes: true })}
        actions={
          !isNew &&
          status === 'ready' && (
            <Dropdown
              label="More actions"
              placement="bottom-end"
              trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
            >
              <DropdownItem icon={Trash2} kind="danger" writes onSelect={() => void handleDelete()}>
                Delete
              </DropdownItem>
            </Dropdown>
          )
        }
        footerStart={!isSaving && <Unsaved admin={admin} />}
        footer={<SaveButtons isNew={isNew} isSaving={isSaving} canSave={hasChanges} />}
      >
        {status === 'loading' && <LoadingFields />}
        {status === 'failed' && (
          <LoadFailure
            title="The admin could not be loaded."
            reason={loadError?.message}
            onRetry={() => void admin.load()}
          />
        )}
        {status === 'ready' && <AdminFields ref={fields} admin={admin} />}
      </Panel>
      <ConflictPopup title="Someone else changed this admin" form={admin} />
    </>
  );
}

function Unsaved({ admin }: { admin: AdminForm }) {
  const { errors, changed } = useSnapshot(admin.state);
  return <UnsavedCount changes={countChanges(changed)} faults={Object.keys(errors).length} />;
}

interface AdminFieldsProps {
  ref: Ref<HTMLDivElement>;
  admin: AdminForm;
}

function AdminFields({ ref, admin }: AdminFieldsProps) {
  const { isNew, showsPassword } = useSnapshot(admin.state);
  const stored = useSnapshot(admin.state).stored;
  const { form, changed, errors, isSaving } = useSnapshot(admin.state, { sync: true });
  return (
    <div ref={ref} className="fields">
      {stored && (
        <Field label="id" icon={Key} help={<Times admin={stored} />}>
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
      {can('adminAvatars') && (
        <Field label="Avatar" isChanged={changed['avatar'] === true} error={messageAt(errors, 'avatar')}>
          {(control) => (
            <AvatarChoice
              {...control}
              value={form.avatar}
              onChange={(avatar) => admin.set('avatar', avatar)}
            />
          )}
        </Field>
      )}
      <Field
        label="Email"
        icon={Mail}
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
          help={
            key === 'password' && (can('longAdminPasswords') ? '10 to 72 characters.' : '8 to 71 characters.')
          }
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
