import type { ReactNode } from 'react';
import { hasUnder } from '../../../model/fieldErrors';
import { SecretSetting } from '../SecretSetting';
import { SettingsRow } from '../SettingsSection';
import type { SettingsForm } from '../settingsForm';
import { TextSetting } from '../TextSetting';
import { ToggleSetting } from '../ToggleSetting';
import { useTypedSettings } from '../useTypedSettings';

interface Props {
  settings: SettingsForm;
  /** The group that holds the storage. */
  prefix: string;
  /** Between the switch and the inputs. */
  children?: ReactNode;
}

/** Whether an S3 storage is used, and which; its inputs are shown while it is, or while something in them is wrong. */
export function S3Fields({ settings, prefix, children }: Props) {
  const { errors } = useTypedSettings(settings);
  const at = (key: string) => ({ settings, path: `${prefix}.${key}` });
  const isOn = settings.valueAt(`${prefix}.enabled`) === true;
  const isShown = isOn || hasUnder(errors, prefix);
  return (
    <>
      <ToggleSetting {...at('enabled')} onChange={() => settings.clearErrors(prefix)} />
      {children}
      {isShown && (
        <>
          <TextSetting {...at('endpoint')} isRequired={isOn} isMono />
          <SettingsRow>
            <TextSetting {...at('bucket')} isRequired={isOn} />
            <TextSetting {...at('region')} isRequired={isOn} />
          </SettingsRow>
          <SettingsRow>
            <TextSetting {...at('accessKey')} isRequired={isOn} isMono />
            <SecretSetting {...at('secret')} isRequired={isOn} />
          </SettingsRow>
          <ToggleSetting
            {...at('forcePathStyle')}
            help="Uses endpoint/bucket URLs. Most self-hosted S3 servers need this."
          />
        </>
      )}
    </>
  );
}
