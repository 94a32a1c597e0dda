import type { FieldErrors } from '../../../model/fieldErrors';
import { providerKey } from '../../../model/settings';
import { valueAt } from '../settingsChanges';
import { allErrors, requiredErrors, urlErrors } from '../settingsRules';
import { optionsOf } from './providerOptions';

/** What is wrong before sending; a provider that is not enabled needs nothing. */
export function providerErrors(name: string, values: object, saved: object): FieldErrors {
  const at = (key: string) => `${providerKey(name)}.${key}`;
  const { endpoints, needsEndpoints, isGeneric } = optionsOf(name);
  const addresses = endpoints.map(({ key }) => at(key));
  const needed = [
    at('clientId'),
    at('clientSecret'),
    ...(isGeneric ? [at('displayName')] : []),
    ...(needsEndpoints ? addresses : []),
  ];
  const isEnabled = valueAt(values, at('enabled')) === true;
  return allErrors(isEnabled ? requiredErrors(values, needed) : {}, urlErrors(values, saved, addresses));
}
