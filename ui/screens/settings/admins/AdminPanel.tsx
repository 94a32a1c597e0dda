import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../../../components/basics/IconButton';
import { UnsavedCount } from '../../../components/form/UnsavedCount';
import { ConflictPopup } from '../../../components/overlay/ConflictPopup';
import { Dropdown, DropdownItem } from '../../../components/overlay/Dropdown';
import { Panel } from '../../../components/overlay/Panel';
import { SaveButtons } from '../../../components/overlay/SaveButtons';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { focusFirstInvalid } from '../../../platform/focus';
import { register } from '../../../state/commands';
import { saveCommand } from '../../../state/forms/formCommands';
import { useLoading } from '../../../state/useLoading';
import { LoadingFields } from '../LoadingFields';
import { AdminFields } from './AdminFields';
import { type AdminForm, createAdminForm } from './adminForm';
import { canSave, countChanges } from './adminRules';

interface Props {
  /** Null for a new admin. */
  adminId: string | null;
  /** Runs after the server has stored or deleted the admin. */
  onStored: () => void;
  onClose: () => void;
}

/** Edits one admin, new or existing. */
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
        footer={
          <SaveButtons
            isNew={isNew}
            isSaving={isSaving}
            canSave={hasChanges}
            onCancel={() => overlay.current?.close()}
          />
        }
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
