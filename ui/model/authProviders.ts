import { sentenceCase } from '../platform/text';

/** The providers that users may sign in through, by their short names, each as people call it. */
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

/** In the order in which they are shown. Settings are kept by the same names with `Auth` behind them. */
export const authProviders: readonly string[] = [...titles.keys()];

/** A server may know more providers than we do. */
export function providerTitle(name: string): string {
  return titles.get(name) ?? sentenceCase(name);
}
