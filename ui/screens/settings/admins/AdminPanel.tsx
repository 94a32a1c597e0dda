import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { IconButton } from '../../../components/basics/IconButton';
import { UnsavedCount } from '../../../components/form/UnsavedCount';
import { ConflictPopup } from '../../../components/overlay/ConflictPopup';
import { Dropdown, DropdownItem } from '../../../components/overlay/Dropdown';
import { Panel } from '../../../components/overlay/Panel';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { useSaveKey } from '../../../components/overlay/useSaveKey';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { focusFirstInvalid } from '../../../platform/focus';
import * as unsaved from '../../../state/unsaved';
import { LoadingFields } from '../LoadingFields';
import { useLoading } from '../useLoading';
import { AdminFields } from './AdminFields';
import { avatarName } from './AvatarChoice';
import { type AdminForm, type AdminFormState, createAdminForm } from './adminForm';
import { canSave, changedKeys } from './adminRules';

interface Props {
  /** Null for a new one. */
  adminId: string | null;
  /** The server holds something else than before. */
  onStored: () => void;
  onClose: () => void;
}

/** One admin, new or existing, as a form. */
export function AdminPanel({ adminId, onStored, onClose }: Props) {
  const [admin] = useState(() => createAdminForm(adminId));
  const overlay = useRef<OverlayHandle>(null);
  const fields = useRef<HTMLDivElement>(null);
  const { status, loadError, isNew, showsPassword } = useSnapshot(admin.state);
  const { values, original, isSaving } = useSnapshot(admin.form.state);
  const hasChanges = status === 'ready' && canSave(values, original, { isNew, showsPassword });

  useLoading(admin);
  useEffect(() => unsaved.watch(admin.form.isChanged), [admin]);

  async function save({ closes }: { closes: boolean }) {
    if (await admin.save()) {
      onStored();
      if (closes) overlay.current?.close({ isDone: true });
    } else {
      requestAnimationFrame(() => focusFirstInvalid(fields.current));
    }
  }

  async function handleDelete() {
    if (!(await admin.remove())) return;
    onStored();
    overlay.current?.close({ isDone: true });
  }

  const handleKeyDown = useSaveKey(fields, () => void save({ closes: false }));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears a shortcut from every field inside
    <div onKeyDown={handleKeyDown}>
      <Panel
        handle={overlay}
        title={isNew ? 'New admin' : 'Edit admin'}
        isBusy={isSaving}
        canClose={admin.mayClose}
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
              <DropdownItem icon={Trash2} kind="danger" onSelect={() => void handleDelete()}>
                Delete
              </DropdownItem>
            </Dropdown>
          )
        }
        footerStart={!isSaving && <Unsaved admin={admin} />}
        footer={
          <>
            <Button kind="quiet" disabled={isSaving} onClick={() => overlay.current?.close()}>
              Cancel
            </Button>
            <Button type="submit" kind="primary" disabled={!hasChanges} isBusy={isSaving}>
              {isNew ? 'Create' : 'Save changes'}
            </Button>
          </>
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
      <Conflicts admin={admin} />
    </div>
  );
}

function Unsaved({ admin }: { admin: AdminForm }) {
  const { isNew } = useSnapshot(admin.state);
  const { values, original, errors } = useSnapshot(admin.form.state);
  const changes = isNew ? 0 : changedKeys(values, original).length;
  return <UnsavedCount changes={changes} faults={Object.keys(errors).length} />;
}

function Conflicts({ admin }: { admin: AdminForm }) {
  const conflicts = useSnapshot(admin.state).conflicts as AdminFormState['conflicts'];
  if (!conflicts) return null;
  return (
    <ConflictPopup
      title="Someone else changed this admin"
      conflicts={conflicts.map(({ path, base, mine, theirs }) => ({
        name: path,
        label: path === 'avatar' ? 'Avatar' : 'Email',
        base: textOf(base),
        mine: textOf(mine),
        theirs: textOf(theirs),
      }))}
      onCancel={admin.cancelConflicts}
      onResolve={admin.resolveConflicts}
    />
  );
}

const textOf = (value: unknown) => (typeof value === 'number' ? avatarName(value) : String(value));
