import { useState } from 'react';
import { FormSection } from '../kit/layout/FormSection';
import { createApplicationForm } from './applicationForm';
import { TextSetting, ToggleSetting } from './SettingField';
import { SettingsFormPage } from './SettingsFormPage';

export function ApplicationPage() {
  const [settings] = useState(createApplicationForm);
  return (
    <SettingsFormPage title="Application" settings={settings}>
      <FormSection title="Identity" reason="Shown in the browser tab and in emails, together with the URL.">
        <TextSetting settings={settings} path="meta.appName" isRequired />
        <TextSetting settings={settings} path="meta.appUrl" isRequired isMono />
      </FormSection>
      <FormSection title="Dashboard" reason="What admins can change in this dashboard.">
        <ToggleSetting
          settings={settings}
          path="meta.hideControls"
          help={
            <>
              Helps avoid accidental schema changes in production. This only hides controls. Admins can still
              change collections through the API.
            </>
          }
        />
      </FormSection>
    </SettingsFormPage>
  );
}
