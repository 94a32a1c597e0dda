import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { TextInput } from '../../kit/form/TextInput';
import { Note } from '../../kit/layout/Note';
import css from '../../kit/layout/settingsLayout.module.css';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import { messageAt } from '../../model/fieldErrors';
import * as toasts from '../../page/toasts';
import { busyText, type NewBackup } from './newBackup';

interface Props {
  fresh: NewBackup;
  onClose: () => void;
}

/** The backup continues after the popup is closed. */
export function NewBackupPopup({ fresh: { form, isUnderWay, start }, onClose }: Props) {
  const { errors, isSaving } = useSnapshot(form.state);
  const { name } = useSnapshot(form.state.values, { sync: true });

  function mayClose(): boolean {
    if (isUnderWay()) toasts.warning(busyText);
    return !isUnderWay();
  }

  return (
    <Popup
      title="Initialize new backup"
      canClose={mayClose}
      onClose={onClose}
      onSubmit={start}
      footer={
        <>
          <CloseButton disabled={isSaving}>Cancel</CloseButton>
          <Button kind="primary" type="submit" writes isBusy={isSaving}>
            Start backup
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <Note kind="info">
          Writes may be delayed or fail while the backup runs. Files on S3 are not included.
        </Note>
        <Field
          label="Backup name"
          help="Lowercase letters, digits, _ and -, ending in .zip"
          error={messageAt(errors, 'name')}
        >
          {(control) => (
            <TextInput
              {...control}
              isMono
              autoFocus
              autoComplete="off"
              placeholder="Leave empty to autogenerate"
              readOnly={isSaving}
              value={name}
              onChange={(text) => form.set('name', text)}
            />
          )}
        </Field>
      </div>
    </Popup>
  );
}
