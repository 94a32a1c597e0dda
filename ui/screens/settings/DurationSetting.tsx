import { UnitInput } from '../../components/form/UnitInput';
import { durationText, secondsOf } from '../../platform/durationText';
import { SettingField, type SettingProps } from './SettingField';
import { useTypedSettings } from './useTypedSettings';

/** A setting in seconds, typed as such or with units; says what it comes to. */
export function DurationSetting(props: Omit<SettingProps, 'hint'>) {
  const { settings, path } = props;
  useTypedSettings(settings);
  const seconds = secondsOf(String(settings.valueAt(path) ?? ''));
  return (
    <SettingField {...props} hint={seconds === null ? '' : durationText(seconds)}>
      {(control, value) => (
        <UnitInput
          {...control}
          read={secondsOf}
          value={String(value ?? '')}
          onChange={(text) => settings.set(path, text)}
        />
      )}
    </SettingField>
  );
}
