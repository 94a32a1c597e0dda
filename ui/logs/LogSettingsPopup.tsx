import { Fragment, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Field } from '../kit/form/Field';
import { NumberInput } from '../kit/form/NumberInput';
import { Toggle } from '../kit/form/Toggle';
import { LoadFailure } from '../kit/layout/LoadFailure';
import { Loading } from '../kit/layout/Loading';
import { ConflictPopup } from '../kit/overlay/ConflictPopup';
import { Popup } from '../kit/overlay/Popup';
import { SaveButtons } from '../kit/overlay/SaveButtons';
import { messageAt } from '../model/fieldErrors';
import { logLevels } from '../model/log';
import type { SettingsForm } from '../settings/settingsForm';
import { useSettingsDraft, useSettingsForm } from '../settings/useSettingsForm';
import { LevelBadge } from './LevelBadge';
import { createLogsSettings, labels, levelBounds } from './logSettings';

interface Props {
  onClose: () => void;
  onSaved: () => void;
}

export function LogSettingsPopup({ onClose, onSaved }: Props) {
  const [settings] = useState(() => createLogsSettings(onSaved));
  const body = useRef<HTMLDivElement>(null);
  const { status, loadError } = useSnapshot(settings.state);
  const { isSaving, isChanged, save } = useSettingsForm(settings, body);

  return (
    <Popup
      title="Logs settings"
      onClose={onClose}
      isBusy={isSaving}
      canClose={() => settings.mayClose('close the popup')}
      onSubmit={save}
      footer={<SaveButtons isSaving={isSaving} canSave={isChanged} />}
    >
      {status === 'loading' && <Loading />}
      {status === 'failed' && (
        <LoadFailure
          title="The settings could not be loaded."
          reason={loadError?.message}
          onRetry={() => void settings.load()}
        />
      )}
      {status === 'ready' && (
        <div ref={body} className="fields">
          <Fields settings={settings} />
        </div>
      )}
      <ConflictPopup title="Someone else changed these settings" form={settings} />
    </Popup>
  );
}

function Fields({ settings }: { settings: SettingsForm<'logs'> }) {
  const { form, errors, isSaving } = useSettingsDraft(settings);
  const { maxDays, minLevel, logIp } = form.logs;

  useEffect(() => {
    const stops = (Object.keys(labels) as (keyof typeof labels)[]).map(settings.draw);
    return () => {
      for (const stop of stops) stop();
    };
  }, [settings]);

  return (
    <>
      <Field
        label={labels['logs.maxDays']}
        isRequired
        isChanged={settings.isChangedAt('logs.maxDays')}
        error={messageAt(errors, 'logs.maxDays')}
        help="Older logs are deleted on save. Set to 0 to disable logs persistence."
      >
        {(control) => (
          <NumberInput
            {...control}
            inputMode="numeric"
            autoFocus
            readOnly={isSaving}
            value={maxDays}
            onChange={(text) => settings.set('logs.maxDays', text)}
          />
        )}
      </Field>
      <Field
        label={labels['logs.minLevel']}
        isRequired
        isChanged={settings.isChangedAt('logs.minLevel')}
        error={messageAt(errors, 'logs.minLevel')}
        help={
          <>
            Logs below this level are ignored, and deleted on save. From {levelBounds.least} to{' '}
            {levelBounds.most}. Default levels:{' '}
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
            value={minLevel}
            onChange={(text) => settings.set('logs.minLevel', text)}
          />
        )}
      </Field>
      <Toggle
        isDisabled={isSaving}
        isOn={logIp}
        isChanged={settings.isChangedAt('logs.logIp')}
        onChange={(isOn) => settings.set('logs.logIp', isOn)}
        label={labels['logs.logIp']}
      />
    </>
  );
}
