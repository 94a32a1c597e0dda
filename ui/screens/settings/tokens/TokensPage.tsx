import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { Button } from '../../../components/basics/Button';
import { Note } from '../../../components/page/Note';
import { durationText } from '../../../platform/durationText';
import { SettingsFormPage } from '../SettingsFormPage';
import { SettingsSection } from '../SettingsSection';
import css from '../SettingsSection.module.css';
import { TextSetting } from '../TextSetting';
import { useTypedSettings } from '../useTypedSettings';
import {
  createTokensForm,
  durationPath,
  isArmed,
  type TokensForm,
  toggleArmed,
  tokenGroups,
} from './tokensForm';

/** For how long each kind of token holds, and how all of a kind are made void. */
export function TokensPage() {
  const [settings] = useState(createTokensForm);
  return (
    <SettingsFormPage title="Token options" settings={settings}>
      {tokenGroups.map(({ title, reason, tokens }) => (
        <SettingsSection key={title} title={title} reason={reason}>
          {Object.entries(tokens).map(([key, name]) => (
            <TokenSetting key={key} settings={settings} token={key} name={name} />
          ))}
        </SettingsSection>
      ))}
    </SettingsFormPage>
  );
}

interface TokenProps {
  settings: TokensForm;
  /** Its key. */
  token: string;
  name: string;
}

function TokenSetting({ settings, token, name }: TokenProps) {
  const { isSaving } = useTypedSettings(settings);
  const typed = String(settings.valueAt(durationPath(token)) ?? '').trim();
  const isOn = isArmed(settings, token);
  return (
    <div>
      <TextSetting
        settings={settings}
        path={durationPath(token)}
        type="number"
        isRequired
        hint={/^\d+$/.test(typed) ? durationText(Number(typed)) : ''}
      />
      <Button
        kind="link"
        className={isOn ? css.armed : undefined}
        icon={isOn ? Check : undefined}
        aria-pressed={isOn}
        aria-label={`Invalidate all previously issued tokens: ${name}`}
        disabled={isSaving}
        onClick={() => toggleArmed(settings, token)}
      >
        Invalidate all previously issued tokens
      </Button>
      {isOn && token === 'adminAuthToken' && (
        <Note kind="warning" role="status">
          Saving signs all admins out, you too.
        </Note>
      )}
    </div>
  );
}
