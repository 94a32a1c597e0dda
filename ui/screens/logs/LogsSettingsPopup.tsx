import { Fragment, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Field } from '../../components/form/Field';
import { NumberInput } from '../../components/form/NumberInput';
import { Toggle } from '../../components/form/Toggle';
import { Popup } from '../../components/overlay/Popup';
import type { OverlayHandle } from '../../components/overlay/useOverlay';
import { LoadFailure } from '../../components/page/LoadFailure';
import { messageAt } from '../../model/fieldErrors';
import { logLevels } from '../../model/log';
import * as unsaved from '../../state/unsaved';
import { LevelBadge } from './LevelBadge';
import css from './LogsSettingsPopup.module.css';
import { createLogsSettings, type LogsSettingsForm, levelBounds } from './logsSettings';

interface Props {
  onClose: () => void;
  onSaved: () => void;
}

/** For how long logs are kept, and which. */
export function LogsSettingsPopup({ onClose, onSaved }: Props) {
  const [settings] = useState(createLogsSettings);
  const { form } = settings;
  const overlay = useRef<OverlayHandle>(null);
  const { status, loadError } = useSnapshot(settings.state);
  const { isSaving } = useSnapshot(form.state);
  useSnapshot(form.state.values);
  const isChanged = status === 'ready' && form.isChanged();

  useEffect(() => {
    void settings.load();
    return settings.close;
  }, [settings]);
  useEffect(() => unsaved.watch(form.isChanged), [form]);

  async function handleSave() {
    if (!form.isChanged() || !(await settings.save())) return;
    onSaved();
    overlay.current?.close({ isDone: true });
  }

  return (
    <Popup
      handle={overlay}
      title="Logs settings"
      onClose={onClose}
      isBusy={isSaving}
      canClose={settings.mayClose}
      onSubmit={() => void handleSave()}
      footer={
        <>
          <Button kind="quiet" disabled={isSaving} onClick={() => overlay.current?.close()}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" isBusy={isSaving} disabled={!isChanged}>
            Save changes
          </Button>
        </>
      }
    >
      {status === 'loading' && <p role="status">Loading...</p>}
      {status === 'failed' && (
        <LoadFailure
          title="The settings could not be loaded."
          reason={loadError?.message}
          onRetry={() => void settings.load()}
        />
      )}
      {status === 'ready' && <Fields form={form} />}
    </Popup>
  );
}

function Fields({ form }: { form: LogsSettingsForm['form'] }) {
  const { values, errors, isSaving } = useSnapshot(form.state);
  return (
    <div className={css.fields}>
      <Field
        label="Max days retention"
        isRequired
        error={messageAt(errors, 'maxDays')}
        help="Older logs are deleted on save. Set to 0 to disable logs persistence."
      >
        {(control) => (
          <NumberInput
            {...control}
            inputMode="numeric"
            readOnly={isSaving}
            value={values.maxDays}
            onChange={(text) => form.set('maxDays', text)}
          />
        )}
      </Field>
      <Field
        label="Min log level"
        isRequired
        error={messageAt(errors, 'minLevel')}
        help={
          <>
            Logs below this level are ignored, and deleted on save. From {levelBounds.lowest} to{' '}
            {levelBounds.highest}. Default levels:{' '}
            {logLevels.map(({ level, name }) => (
              <Fragment key={level}>
                <LevelBadge level={level} text={`${level}:${name}`} />{' '}
              </Fragment>
            ))}
          </>
        }
      >
        {(control) => (
          <NumberInput
            {...control}
            readOnly={isSaving}
            value={values.minLevel}
            onChange={(text) => form.set('minLevel', text)}
          />
        )}
      </Field>
      <Toggle
        isDisabled={isSaving}
        isOn={values.logIp}
        onChange={(isOn) => form.set('logIp', isOn)}
        label="Enable IP logging"
      />
    </div>
  );
}
