import RotateCcwKey from 'lucide-react/icons/rotate-ccw-key';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Icon } from '../kit/basics/Icon';
import { IconButton } from '../kit/basics/IconButton';
import { FormSection } from '../kit/layout/FormSection';
import { DurationSetting } from './SettingField';
import { SettingsFormPage } from './SettingsFormPage';
import { durationHelp } from './settingsRules';
import css from './TokensPage.module.css';
import {
  createTokensForm,
  durationPath,
  isArmed,
  type TokenKey,
  type TokensForm,
  toggleArmed,
  tokenGroups,
} from './tokensForm';
import { useSettingsDraft } from './useSettingsForm';

/** Edits how long each kind of token is valid, and can invalidate all tokens of a kind. */
export function TokensPage() {
  const [settings] = useState(createTokensForm);
  return (
    <SettingsFormPage title="Token options" settings={settings}>
      {tokenGroups.map(({ title, reason, tokens }) => (
        <FormSection key={title} title={title} reason={`${reason} ${durationHelp}`}>
          {(Object.entries(tokens) as [TokenKey, string][]).map(([key, name]) => (
            <TokenSetting key={key} settings={settings} token={key} name={name} />
          ))}
        </FormSection>
      ))}
    </SettingsFormPage>
  );
}

interface TokenProps {
  settings: TokensForm;
  token: TokenKey;
  name: string;
}

function TokenSetting({ settings, token, name }: TokenProps) {
  const { isSaving } = useSettingsDraft(settings);
  const isOn = isArmed(settings, token);
  return (
    <div>
      <div className={css.line}>
        <DurationSetting settings={settings} path={durationPath(token)} isRequired />
        <IconButton
          icon={isOn ? Undo2 : RotateCcwKey}
          label={`${isOn ? 'Undo: invalidate' : 'Invalidate'} all previously issued tokens: ${name}`}
          tooltip={isOn ? 'Undo' : 'Invalidate all previously issued tokens'}
          disabled={isSaving}
          onClick={() => toggleArmed(settings, token)}
        />
      </div>
      <p className={css.armed} role="status">
        {isOn && (
          <>
            <Icon of={TriangleAlert} size="small" /> {invalidatedNote(token)}
          </>
        )}
      </p>
    </div>
  );
}

function invalidatedNote(token: string): string {
  const told = 'Will be invalidated on save.';
  return token === 'adminAuthToken' ? `${told} All admins will be signed out, including you.` : told;
}
