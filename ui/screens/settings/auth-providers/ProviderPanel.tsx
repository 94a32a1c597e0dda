import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { CopyButton } from '../../../components/basics/CopyButton';
import { UnsavedCount } from '../../../components/form/UnsavedCount';
import { Panel } from '../../../components/overlay/Panel';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { providerTitle } from '../../../model/authProviders';
import { providerKey, type SettingsOf } from '../../../model/settings';
import { LoadingFields } from '../LoadingFields';
import { SecretSetting } from '../SecretSetting';
import { SettingsConflicts } from '../SettingsConflicts';
import css from '../SettingsSection.module.css';
import { TextSetting } from '../TextSetting';
import { ToggleSetting } from '../ToggleSetting';
import { useSettingsForm } from '../useSettingsForm';
import { AppleSecretButton } from './AppleSecretButton';
import { ProviderEndpoints } from './ProviderEndpoints';
import { createProviderForm } from './providerForm';
import { optionsOf } from './providerOptions';

interface Props {
  name: string;
  onSaved: (saved: SettingsOf<'authProviders'>) => void;
  onClose: () => void;
}

/** What the server must know to let users sign in through one provider. */
export function ProviderPanel({ name, onSaved, onClose }: Props) {
  const [provider] = useState(() => createProviderForm(name, onSaved));
  const { settings, at } = provider;
  const overlay = useRef<OverlayHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const { status, loadError } = useSnapshot(settings.state);
  const { isSaving, isChanged, unsavedCounts, save, handleKeyDown } = useSettingsForm(settings, body);
  const isOn = settings.valueAt(at('enabled')) === true;

  async function handleSubmit() {
    if (await save()) overlay.current?.close({ isDone: true });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears a shortcut from every field inside
    <div onKeyDown={handleKeyDown}>
      <Panel
        handle={overlay}
        title={`${providerTitle(name)} provider`}
        isBusy={isSaving}
        canClose={provider.mayClose}
        onClose={onClose}
        onSubmit={() => void handleSubmit()}
        footerStart={
          status === 'ready' && (
            <span className={css.footerStart}>
              <Button kind="quiet" disabled={isSaving} onClick={provider.clear}>
                Clear all fields
              </Button>
              {!isSaving && <UnsavedCount {...unsavedCounts} />}
            </span>
          )
        }
        footer={
          <>
            <Button kind="quiet" disabled={isSaving} onClick={() => overlay.current?.close()}>
              Cancel
            </Button>
            <Button kind="primary" type="submit" isBusy={isSaving} disabled={!isChanged}>
              Save changes
            </Button>
          </>
        }
      >
        <div ref={body} className={css.body}>
          {status === 'loading' && <LoadingFields />}
          {status === 'failed' && (
            <LoadFailure
              title="The provider could not be loaded."
              reason={loadError?.message}
              onRetry={() => void settings.load()}
            />
          )}
          {status === 'ready' && (
            <>
              <ToggleSetting
                settings={settings}
                path={at('enabled')}
                onChange={() => settings.clearErrors(providerKey(name))}
              />
              <TextSetting settings={settings} path={at('clientId')} isRequired={isOn} isMono />
              <SecretSetting settings={settings} path={at('clientSecret')} isRequired={isOn} />
              {name === 'apple' && <AppleSecretButton provider={provider} />}
              <ProviderEndpoints provider={provider} options={optionsOf(name)} isRequired={isOn} />
              <p className={css.reason}>
                Redirect URL to register with the provider: <code translate="no">{provider.redirectUrl}</code>{' '}
                <CopyButton text={provider.redirectUrl} label="Copy redirect URL" size="tiny" />
              </p>
            </>
          )}
        </div>
      </Panel>
      <SettingsConflicts settings={settings} />
    </div>
  );
}
