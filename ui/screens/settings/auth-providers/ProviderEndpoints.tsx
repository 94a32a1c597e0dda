import { SettingsGroup } from '../SettingsSection';
import { TextSetting } from '../TextSetting';
import { ToggleSetting } from '../ToggleSetting';
import type { ProviderForm } from './providerForm';
import type { ProviderOptions } from './providerOptions';

interface Props {
  provider: ProviderForm;
  options: ProviderOptions;
  /** The provider is enabled. */
  isRequired: boolean;
}

/** The addresses of a provider that does not live in one place alone. */
export function ProviderEndpoints({ provider: { settings, at }, options, isRequired }: Props) {
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
