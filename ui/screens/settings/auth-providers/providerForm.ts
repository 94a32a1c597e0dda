import { apiAddress } from '../../../api/client';
import { providerKey, type SettingsOf } from '../../../model/settings';
import * as confirm from '../../../state/confirm';
import { createSettingsForm, type SettingsForm } from '../settingsForm';
import { labelsOf, optionsOf } from './providerOptions';
import { providerErrors } from './providerRules';

export interface ProviderForm {
  settings: SettingsForm<'authProviders'>;
  /** The path of one of the provider's settings. */
  at: (key: string) => string;
  /** Where the provider sends people back to; it has to be told so. */
  redirectUrl: string;
  /** Empties all there is and disables the provider, to be saved. */
  clear(): void;
  mayClose(): boolean | Promise<boolean>;
}

export function createProviderForm(
  name: string,
  onSaved: (saved: SettingsOf<'authProviders'>) => void,
): ProviderForm {
  const key = providerKey(name);
  const { endpoints, isGeneric } = optionsOf(name);
  const at = (part: string) => `${key}.${part}`;
  const settings = createSettingsForm({
    part: 'authProviders',
    labels: labelsOf(name),
    savedText: 'Successfully updated provider settings.',
    prepare: (values) => {
      const provider = values[key];
      // Who opens one that was never set up is about to enable it.
      if (provider && isUntouched(provider)) {
        provider.enabled = true;
        if (isGeneric) Object.assign(provider, { displayName: provider.displayName || 'OIDC', pkce: true });
      }
    },
    check: (values, saved) => providerErrors(name, values, saved),
    onSaved,
  });

  return {
    settings,
    at,
    redirectUrl: apiAddress('oauth2-redirect'),

    clear() {
      const empty = ['clientId', 'clientSecret', ...endpoints.map((endpoint) => endpoint.key)];
      for (const part of isGeneric ? [...empty, 'displayName'] : empty) settings.set(at(part), '');
      settings.set(at('enabled'), false);
      settings.set(at('pkce'), isGeneric ? false : null);
      settings.clearErrors(key);
    },

    mayClose: () =>
      !settings.isChanged() ||
      confirm.ask('You have unsaved changes. Do you really want to close the panel?'),
  };
}

function isUntouched({ enabled, clientId, clientSecret }: Record<string, unknown>): boolean {
  return enabled !== true && clientId === '' && clientSecret === '';
}
