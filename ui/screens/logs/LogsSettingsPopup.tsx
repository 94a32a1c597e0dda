import { Fragment, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Field } from '../../components/form/Field';
import { NumberInput } from '../../components/form/NumberInput';
import { Toggle } from '../../components/form/Toggle';
import { ConflictPopup } from '../../components/overlay/ConflictPopup';
import { Popup } from '../../components/overlay/Popup';
import { SaveButtons } from '../../components/overlay/SaveButtons';
import type { OverlayHandle } from '../../components/overlay/useOverlay';
import { LoadFailure } from '../../components/page/LoadFailure';
import { messageAt } from '../../model/fieldErrors';
import { logLevels } from '../../model/log';
import { LevelBadge } from './LevelBadge';
import { createLogsSettings, type LogsSettingsForm, labels, levelBounds } from './logsSettings';

interface Props {
  onClose: () => void;
  onSaved: () => void;
}

/** The settings of the logs: how long they are kept, and which. */
export function LogsSettingsPopup({ onClose, onSaved }: Props) {
  const [settings] = useState(createLogsSettings);
  const overlay = useRef<OverlayHandle>(null);
  const { status, loadError, isSaving, isChanged } = useSnapshot(settings.state);

  useEffect(() => {
    void settings.open();
    return settings.close;
  }, [settings]);

  async function handleSave() {
    if (!(await settings.save())) return;
    onSaved();
    overlay.current?.close({ isDone: true });
  }

  return (
    <Popup
      handle={overlay}
      title="Logs settings"
      onClose={onClose}
      isBusy={isSaving}
      canClose={() => settings.mayClose('close the popup')}
      onSubmit={() => void handleSave()}
      footer={
        <SaveButtons isSaving={isSaving} canSave={isChanged} onCancel={() => overlay.current?.close()} />
      }
    >
      {status === 'loading' && <p role="status">Loading...</p>}
      {status === 'failed' && (
        <LoadFailure
          title="The settings could not be loaded."
          reason={loadError?.message}
          onRetry={() => void settings.open()}
        />
      )}
      {status === 'ready' && <Fields settings={settings} />}
      <ConflictPopup title="Someone else changed these settings" form={settings} />
    </Popup>
  );
}

function Fields({ settings }: { settings: LogsSettingsForm }) {
  const { form, errors, isSaving } = useSnapshot(settings.state);
  return (
    <div className="fields">
      <Field
        label={labels.maxDays}
        isRequired
        error={messageAt(errors, 'maxDays')}
        help="Older logs are deleted on save. Set to 0 to disable logs persistence."
      >
        {(control) => (
          <NumberInput
            {...control}
            inputMode="numeric"
            readOnly={isSaving}
            value={form.maxDays}
            onChange={(text) => settings.set('maxDays', text)}
          />
        )}
      </Field>
      <Field
        label={labels.minLevel}
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
            value={form.minLevel}
            onChange={(text) => settings.set('minLevel', text)}
          />
        )}
      </Field>
      <Toggle
        isDisabled={isSaving}
        isOn={form.logIp}
        onChange={(isOn) => settings.set('logIp', isOn)}
        label={labels.logIp}
      />
    </div>
  );
}
