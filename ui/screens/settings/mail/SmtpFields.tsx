import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { hasUnder } from '../../../model/fieldErrors';
import { valueAt } from '../../../state/settings/settingsChanges';
import { useSettingsDraft } from '../../../state/settings/useSettingsForm';
import { SecretSetting, SelectSetting, TextSetting, ToggleSetting } from '../SettingField';
import { SettingsRow } from '../SettingsPage';
import { authMethods, type MailForm, tlsChoices } from './mailForm';

const rare = ['smtp.tls', 'smtp.authMethod', 'smtp.localName'];

/** The SMTP server. Its inputs are visible while SMTP is on or an input has an error. */
export function SmtpFields({ settings }: { settings: MailForm }) {
  const [wantsMore, setWantsMore] = useState(false);
  const { errors } = useSettingsDraft(settings);
  const { stored } = useSnapshot(settings.state);
  const isOn = settings.valueAt('smtp.enabled') === true;
  const showsMore = wantsMore || rare.some((path) => hasUnder(errors, path));
  // The server stores an empty value until another method than PLAIN is chosen.
  const plain = valueAt(stored, 'smtp.authMethod') === '' ? '' : 'PLAIN';
  return (
    <>
      <ToggleSetting settings={settings} path="smtp.enabled" onChange={() => settings.clearErrors('smtp')} />
      {(isOn || hasUnder(errors, 'smtp')) && (
        <>
          <SettingsRow>
            <TextSetting settings={settings} path="smtp.host" isRequired={isOn} />
            <TextSetting settings={settings} path="smtp.port" type="number" isRequired={isOn} />
          </SettingsRow>
          <SettingsRow>
            <TextSetting settings={settings} path="smtp.username" />
            <SecretSetting settings={settings} path="smtp.password" />
          </SettingsRow>
          <div>
            <Button
              kind="link"
              iconAtEnd={showsMore ? ChevronUp : ChevronDown}
              aria-expanded={showsMore}
              onClick={() => setWantsMore(!showsMore)}
            >
              {showsMore ? 'Hide more options' : 'Show more options'}
            </Button>
          </div>
          {showsMore && (
            <>
              <SettingsRow>
                <SelectSetting
                  settings={settings}
                  path="smtp.tls"
                  options={optionsOf(tlsChoices)}
                  textOf={String}
                  settingOf={(text) => text === 'true'}
                />
                <SelectSetting
                  settings={settings}
                  path="smtp.authMethod"
                  options={optionsOf(authMethods)}
                  textOf={(value) => String(value || 'PLAIN')}
                  settingOf={(text) => (text === 'PLAIN' ? plain : text)}
                />
              </SettingsRow>
              <TextSetting
                settings={settings}
                path="smtp.localName"
                placeholder="Default to localhost"
                help="Name sent to the mail server. Some, like Gmail's relay, reject localhost."
              />
            </>
          )}
        </>
      )}
    </>
  );
}

const optionsOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));
