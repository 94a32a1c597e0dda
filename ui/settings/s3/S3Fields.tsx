import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Spinner } from '../../kit/basics/Spinner';
import css from '../../kit/layout/settingsLayout.module.css';
import { hasUnder } from '../../model/fieldErrors';
import type { SettingsOf } from '../../model/settings';
import { SecretSetting, TextSetting, ToggleSetting } from '../SettingField';
import type { SettingsForm } from '../settingsForm';
import { useSettingsDraft } from '../useSettingsForm';
import type { S3Check } from './s3Settings';

interface Props {
  settings: SettingsForm<'storage' | 'backups'>;
  /** The group of the storage in the settings. */
  prefix: 's3' | 'backups.s3';
  /** Shown between the switch and the inputs. */
  children?: ReactNode;
}

/** The S3 storage. Its inputs are visible while it is on or an input has an error. */
export function S3Fields({ settings, prefix, children }: Props) {
  const { errors } = useSettingsDraft(settings);
  const at = (key: keyof SettingsOf<'storage'>['s3']) => ({ settings, path: `${prefix}.${key}` as const });
  const isOn = settings.valueAt(at('enabled').path) === true;
  const isShown = isOn || hasUnder(errors, prefix);
  return (
    <>
      <ToggleSetting {...at('enabled')} onChange={() => settings.clearErrors(prefix)} />
      {children}
      {isShown && (
        <>
          <TextSetting {...at('endpoint')} isRequired={isOn} isMono />
          <div className="twoColumns">
            <TextSetting {...at('bucket')} isRequired={isOn} />
            <TextSetting {...at('region')} isRequired={isOn} />
          </div>
          <div className="twoColumns">
            <TextSetting {...at('accessKey')} isRequired={isOn} isMono />
            <SecretSetting {...at('secret')} isRequired={isOn} />
          </div>
          <ToggleSetting
            {...at('forcePathStyle')}
            help="Uses endpoint/bucket URLs. Most self-hosted S3 servers need this."
          />
        </>
      )}
    </>
  );
}

export function S3Status({ check }: { check: S3Check }) {
  const { status, reason } = useSnapshot(check.state);
  if (status === 'none') return null;
  return (
    <div role="status">
      {status === 'testing' && (
        <>
          <Spinner /> Testing the S3 connection...
        </>
      )}
      {status === 'success' && <Badge kind="success">S3 connected successfully</Badge>}
      {status === 'failure' && (
        <>
          <span data-tooltip={reason}>
            <Badge kind="danger">Failed to establish S3 connection</Badge>
          </span>{' '}
          <Button kind="link" size="small" writes onClick={() => void check.run()}>
            Test again
          </Button>
          <p className={css.reason}>{reason}</p>
        </>
      )}
    </div>
  );
}
