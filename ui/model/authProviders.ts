import { array, type Infer, string, type } from 'superstruct';
import { sentenceCase } from '../base/text';

/** The providers that users can sign in with: short name and display name. */
const titles: ReadonlyMap<string, string> = new Map([
  ['apple', 'Apple'],
  ['google', 'Google'],
  ['microsoft', 'Microsoft'],
  ['yandex', 'Yandex'],
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['bitbucket', 'Bitbucket'],
  ['gitee', 'Gitee'],
  ['gitea', 'Gitea'],
  ['discord', 'Discord'],
  ['twitter', 'Twitter'],
  ['kakao', 'Kakao'],
  ['vk', 'VK'],
  ['spotify', 'Spotify'],
  ['twitch', 'Twitch'],
  ['patreon', 'Patreon (v2)'],
  ['strava', 'Strava'],
  ['livechat', 'LiveChat'],
  ['mailcow', 'mailcow'],
  ['planningcenter', 'Planning Center'],
  ['oidc', 'OpenID Connect'],
  ['oidc2', '(2) OpenID Connect'],
  ['oidc3', '(3) OpenID Connect'],
]);

/** The short names in display order. The settings store each provider as the short name plus `Auth`. */
export const authProviders: readonly string[] = [...titles.keys()];

/** Returns the display name; a newer server may have providers that are not in the table. */
export function providerTitle(name: string): string {
  return titles.get(name) ?? sentenceCase(name);
}

/** A link between a user and an account at an OAuth2 provider. */
export const ExternalAuth = type({
  id: string(),
  /** The short name, such as `google`. */
  provider: string(),
  /** The user's id at the provider. */
  providerId: string(),
});
export type ExternalAuth = Infer<typeof ExternalAuth>;

export const ExternalAuths = array(ExternalAuth);
