import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { Button } from '../../../components/basics/Button';
import { Icon } from '../../../components/basics/Icon';
import { joinClasses } from '../../../components/basics/joinClasses';
import { DurationSetting } from '../DurationSetting';
import { SettingsFormPage } from '../SettingsFormPage';
import { SettingsSection } from '../SettingsSection';
import { durationHelp } from '../settingsRules';
import { useTypedSettings } from '../useTypedSettings';
import css from './TokensPage.module.css';
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
        <SettingsSection key={title} title={title} reason={`${reason} ${durationHelp}`}>
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
  const isOn = isArmed(settings, token);
  return (
    <div>
      <DurationSetting settings={settings} path={durationPath(token)} isRequired />
      <div className={joinClasses(css.act, isOn && css.armed)}>
        <span role="status">
          {isOn && (
            <>
              <Icon of={TriangleAlert} size="small" /> {toldOf(token)}
            </>
          )}
        </span>
        <Button
          kind="link"
          aria-label={`${isOn ? 'Undo: invalidate' : 'Invalidate'} all previously issued tokens: ${name}`}
          disabled={isSaving}
          onClick={() => toggleArmed(settings, token)}
        >
          {isOn ? 'Undo' : 'Invalidate all previously issued tokens'}
        </Button>
      </div>
    </div>
  );
}

/** What becomes of the tokens of a kind that were issued. */
function toldOf(token: string): string {
  const told = 'Will be invalidated on save.';
  return token === 'adminAuthToken' ? `${told} All admins will be signed out, including you.` : told;
}
