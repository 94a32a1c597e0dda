import { useSnapshot } from 'valtio';
import { SecretInput } from '../../components/form/SecretInput';
import { redacted } from '../../model/settings';
import { SettingField, type SettingProps } from './SettingField';
import { valueAt } from './settingsChanges';

/** A setting that the server keeps to itself. */
export function SecretSetting(props: SettingProps) {
  const { settings, path } = props;
  const { saved } = useSnapshot(settings.state);
  return (
    <SettingField {...props}>
      {(control, value) => (
        <SecretInput
          {...control}
          isStored={valueAt(saved, path) === redacted}
          value={String(value ?? '')}
          onChange={(text) => settings.set(path, text)}
        />
      )}
    </SettingField>
  );
}
