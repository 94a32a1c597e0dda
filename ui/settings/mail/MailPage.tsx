import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Send from 'lucide-react/icons/send';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { AccordionFrame } from '../../kit/layout/Accordion';
import { FormSection } from '../../kit/layout/FormSection';
import { hasUnder } from '../../model/fieldErrors';
import { can } from '../../page/capabilities';
import { NotHere } from '../../page/NotHere';
import { SecretSetting, SelectSetting, TextSetting, ToggleSetting } from '../SettingField';
import { SettingsFormPage } from '../SettingsFormPage';
import { valueAt } from '../settingsChanges';
import { useSettingsDraft } from '../useSettingsForm';
import { authMethods, createMailForm, isHidden, type MailForm, tlsChoices } from './mailForm';
import { type MailTemplateKey, mailTemplates, templatePath } from './mailTemplates';
import { TemplateFields } from './TemplateFields';
import { TestMailPopup } from './TestMailPopup';

export function MailPage() {
  const [settings] = useState(createMailForm);
  const [isTesting, setIsTesting] = useState(false);
  return (
    <>
      <SettingsFormPage
        title="Mail settings"
        settings={settings}
        actions={<TestButton settings={settings} onClick={() => setIsTesting(true)} />}
      >
        <FormSection title="Sender" reason="Shown in the From line of every email.">
          <div className="twoColumns">
            <TextSetting settings={settings} path="meta.senderName" isRequired />
            <TextSetting settings={settings} path="meta.senderAddress" type="email" isRequired />
          </div>
        </FormSection>
        <FormSection
          title="Default templates"
          reason={`Emails to users of auth collections.${can('mailTemplates') ? ' The action URL and the body must contain the parameter marked *.' : ''}`}
        >
          {can('mailTemplates') ? <Templates settings={settings} /> : <NotHere ability="mailTemplates" />}
        </FormSection>
        <FormSection
          title="Delivery"
          reason="Without SMTP, the server uses the local sendmail command, and many emails end up as spam."
        >
          <SmtpFields settings={settings} />
        </FormSection>
      </SettingsFormPage>
      {isTesting && <TestMailPopup onClose={() => setIsTesting(false)} />}
    </>
  );
}

/** The server sends a test with its stored settings, not with unsaved ones. */
function TestButton({ settings, onClick }: { settings: MailForm; onClick: () => void }) {
  const reasonId = useId();
  useSettingsDraft(settings);
  const isChanged = settings.isChanged();
  const reason = isChanged ? 'Save first: the test uses the saved settings' : undefined;
  return (
    <span data-tooltip={reason}>
      <Button icon={Send} writes disabled={isChanged} aria-describedby={reason && reasonId} onClick={onClick}>
        Send test email
      </Button>
      <span id={reasonId} className="visuallyHidden">
        {reason}
      </span>
    </span>
  );
}

/** The templates, of which one is open at a time. A template with an error opens by itself. */
function Templates({ settings }: { settings: MailForm }) {
  const { form, errors } = useSettingsDraft(settings);
  const { refusals } = useSnapshot(settings.state);
  const [open, setOpen] = useState<MailTemplateKey | null>(null);
  const [judged, setJudged] = useState(0);
  const shown = mailTemplates.filter(({ key }) => !isHidden(form, key));
  if (refusals !== judged) {
    setJudged(refusals);
    const wrong = shown.filter(({ key }) => hasUnder(errors, templatePath(key)));
    const [first] = wrong;
    // Open the template with an error, so that the error is visible and can get the focus.
    if (first && !wrong.some(({ key }) => key === open)) setOpen(first.key);
  }
  return (
    <AccordionFrame>
      {shown.map(({ key, title }) => (
        <TemplateFields
          key={key}
          settings={settings}
          template={key}
          title={title}
          isOpen={open === key}
          onToggle={(isOpen) => setOpen(isOpen ? key : null)}
        />
      ))}
    </AccordionFrame>
  );
}

const rare = ['smtp.tls', 'smtp.authMethod', 'smtp.localName'];

/** The SMTP server. Its inputs are visible while SMTP is on or an input has an error. */
function SmtpFields({ settings }: { settings: MailForm }) {
  const [wantsMore, setWantsMore] = useState(false);
  const { errors } = useSettingsDraft(settings);
  const { stored } = useSnapshot(settings.state);
  const isOn = settings.valueAt('smtp.enabled') === true;
  const showsMore = wantsMore || rare.some((path) => hasUnder(errors, path));
  // The server stores an empty value until a method is chosen. The option PLAIN has that value, so that showing it
  // changes nothing.
  const plain = valueAt(stored, 'smtp.authMethod') === '' ? '' : 'PLAIN';
  return (
    <>
      <ToggleSetting settings={settings} path="smtp.enabled" onChange={() => settings.clearErrors('smtp')} />
      {(isOn || hasUnder(errors, 'smtp')) && (
        <>
          <div className="twoColumns">
            <TextSetting settings={settings} path="smtp.host" isRequired={isOn} />
            <TextSetting settings={settings} path="smtp.port" type="number" isRequired={isOn} />
          </div>
          <div className="twoColumns">
            <TextSetting settings={settings} path="smtp.username" />
            <SecretSetting settings={settings} path="smtp.password" />
          </div>
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
              <div className="twoColumns">
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
              </div>
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
