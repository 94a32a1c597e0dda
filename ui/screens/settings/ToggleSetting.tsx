import { type ReactNode, useEffect, useId } from 'react';
import { Toggle } from '../../components/form/Toggle';
import { messageAt } from '../../model/fieldErrors';
import css from './SettingsSection.module.css';
import type { SettingsForm } from './settingsForm';
import { useTypedSettings } from './useTypedSettings';

interface Props {
  settings: SettingsForm;
  /** One of the form's `labels`, which names it. */
  path: string;
  help?: ReactNode;
  /** What it counts as where nobody ever chose. */
  isOnByDefault?: boolean | undefined;
  onChange?: (isOn: boolean) => void;
}

/** A setting that is on or off. */
export function ToggleSetting({ settings, path, help, isOnByDefault = false, onChange }: Props) {
  const { errors, isSaving } = useTypedSettings(settings);
  useEffect(() => settings.draw(path), [settings, path]);
  const helpId = useId();
  const error = messageAt(errors, path);
  return (
    <div className={css.choice}>
      <Toggle
        label={settings.labels[path]}
        isOn={Boolean(settings.valueAt(path) ?? isOnByDefault)}
        isDisabled={isSaving}
        isChanged={settings.isChangedAt(path)}
        aria-describedby={help ? helpId : undefined}
        onChange={(isOn) => {
          settings.set(path, isOn);
          onChange?.(isOn);
        }}
      />
      {error && <p className={css.error}>{error}</p>}
      {help && (
        <p className={css.reason} id={helpId}>
          {help}
        </p>
      )}
    </div>
  );
}
