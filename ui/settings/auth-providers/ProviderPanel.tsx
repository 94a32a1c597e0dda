import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { CopyButton } from '../../kit/basics/CopyButton';
import { UnsavedCount } from '../../kit/form/UnsavedCount';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { LoadingFields } from '../../kit/layout/Loading';
import { SettingsGroup } from '../../kit/layout/SettingsPage';
import css from '../../kit/layout/settingsLayout.module.css';
import { ConflictPopup } from '../../kit/overlay/ConflictPopup';
import { Panel } from '../../kit/overlay/Panel';
import { SaveButtons } from '../../kit/overlay/SaveButtons';
import { providerTitle } from '../../model/authProviders';
import { providerKey, type SettingsOf } from '../../model/settings';
import { SecretSetting, TextSetting, ToggleSetting } from '../SettingField';
import { useSettingsDraft, useSettingsForm } from '../useSettingsForm';
import { AppleSecretPopup } from './AppleSecretPopup';
import { createProviderForm, optionsOf, type ProviderForm, type ProviderOptions } from './providerForm';

interface Props {
  name: string;
  onSaved: (saved: SettingsOf<'authProviders'>) => void;
  onClose: () => void;
}

export function ProviderPanel({ name, onSaved, onClose }: Props) {
  const [provider] = useState(() => createProviderForm(name, onSaved));
  const { settings, at } = provider;
  const body = useRef<HTMLDivElement>(null);
  const { status, loadError } = useSnapshot(settings.state);
  const { isSaving, isChanged, unsavedCounts, save } = useSettingsForm(settings, body);
  const isOn = settings.valueAt(at('enabled')) === true;

  return (
    <>
      <Panel
        title={`${providerTitle(name)} provider`}
        isBusy={isSaving}
        canClose={() => settings.mayClose()}
        onClose={onClose}
        onSubmit={save}
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
        footer={<SaveButtons isSaving={isSaving} canSave={isChanged} />}
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
      <ConflictPopup title="Someone else changed these settings" form={settings} />
    </>
  );
}

/** Generates the secret for Apple, which gives only a key. */
function AppleSecretButton({ provider: { settings, at } }: { provider: ProviderForm }) {
  const [isOpen, setIsOpen] = useState(false);
  // Disabled during a save: the panel closes after it, and a key typed in the popup would be lost.
  const { isSaving } = useSettingsDraft(settings);
  return (
    <div>
      <Button writes disabled={isSaving} onClick={() => setIsOpen(true)}>
        Generate secret
      </Button>
      {isOpen && (
        <AppleSecretPopup
          clientId={String(settings.valueAt(at('clientId')) ?? '')}
          onGenerated={({ clientId, secret }) => {
            // The secret is valid only for this client id.
            settings.set(at('clientId'), clientId);
            settings.set(at('clientSecret'), secret);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

interface EndpointsProps {
  provider: ProviderForm;
  options: ProviderOptions;
  /** True if the provider is enabled. */
  isRequired: boolean;
}

/** The endpoint URLs of a provider that is not a single public service. */
function ProviderEndpoints({ provider: { settings, at }, options, isRequired }: EndpointsProps) {
  const { endpointsTitle, endpoints, needsEndpoints, isGeneric } = options;
  if (!endpointsTitle) return null;
  return (
    <>
      {isGeneric && <TextSetting settings={settings} path={at('displayName')} isRequired={isRequired} />}
      <SettingsGroup title={endpointsTitle}>
        {endpoints.map(({ key, help }) => (
          <TextSetting
            key={key}
            settings={settings}
            path={at(key)}
            isRequired={isRequired && needsEndpoints}
            isMono
            help={help}
          />
        ))}
      </SettingsGroup>
      {isGeneric && (
        <ToggleSetting
          settings={settings}
          path={at('pkce')}
          isOnByDefault
          help="Keep this on unless the provider does not support it."
        />
      )}
    </>
  );
}
