import {
  siApple,
  siBitbucket,
  siDiscord,
  siFacebook,
  siGitea,
  siGitee,
  siGithub,
  siGitlab,
  siGoogle,
  siInstagram,
  siKakaotalk,
  siLivechat,
  siOpenid,
  siPatreon,
  siSpotify,
  siStrava,
  siTwitch,
  siVk,
} from 'simple-icons';
import { providerTitle } from '../../model/authProviders';
import icon from './Icon.module.css';

interface Props {
  name: string;
  /** In CSS pixels at the default font size. */
  size?: number;
}

/**
 * A decorative logo beside a provider's name. A provider of a newer server may have no logo here: it gets its
 * first letter.
 */
export function ProviderLogo({ name, size = 20 }: Props) {
  const length = `${size / 16}rem`;
  const path = providerLogos.get(name);
  return (
    <svg
      className={icon.root}
      aria-hidden
      viewBox="0 0 24 24"
      width={length}
      height={length}
      fill="currentColor"
    >
      {path ? (
        <path d={path} />
      ) : (
        <text x="12" y="19" textAnchor="middle" fontSize="20" fontWeight="600">
          {firstLetter(providerTitle(name))}
        </text>
      )}
    </svg>
  );
}

/** Skips a number in brackets, as in `(2) OpenID Connect`. */
function firstLetter(title: string): string {
  return /\p{L}/u.exec(title)?.[0].toUpperCase() ?? '?';
}

// The five logos that simple-icons does not have. A hole has the opposite direction of the shape around it.

const microsoft = 'M0 0h11.4v11.4H0zM12.6 0H24v11.4H12.6zM0 12.6h11.4V24H0zM12.6 12.6H24V24H12.6z';

const twitter =
  'M23.8 4.9C23.2 5.8 22.6 6.5 21.8 7.1 22.1 14.6 16.2 21.4 7.6 21.4 4.8 21.4 2.2 20.6 0 19.2c2.6.3 5.1-.4 7.1-2-2.1-.1-3.9-1.4-4.5-3.4.7.1 1.5.1 2.2-.1C2.5 13.2.9 11.2.9 8.9c.7.4 1.4.6 2.2.6C1 8 .3 5.2 1.6 3 4 6 7.6 7.9 11.7 8.1 10.9 4.8 13.3 2.2 16.5 2.2c1.4 0 2.7.6 3.6 1.5 1.1-.2 2.1-.6 3.1-1.2-.4 1.2-1.1 2.1-2.1 2.7.9-.1 1.8-.3 2.7-.3z';

const yandex =
  'M0 12a12 12 0 1 1 24 0 12 12 0 1 1-24 0zM15.8 19V5h-3C9.9 5 8.2 6.7 8.2 9.2c0 1.9.9 3.1 2.5 4.2L7.6 19h2.7l3-5.6V19zM13.3 11.3h-.5c-1.3 0-2.1-.7-2.1-2.1s.8-2.2 2.1-2.2h.5z';

const planningcenter =
  'M3 3.2l8-2.3a3.6 3.6 0 0 1 2 0l8 2.3A3 3 0 0 1 23.2 6.1v11.8A3 3 0 0 1 21 20.8l-8 2.3a3.6 3.6 0 0 1-2 0l-8-2.3A3 3 0 0 1 .8 17.9V6.1A3 3 0 0 1 3 3.2zM6 6.6v12l2.4.7v-4.1L12 16.2l6-1.7V6.6L12 8.3zM8.4 9.7L12 10.7l3.6-1v3.1L12 13.8l-3.6-1z';

const mailcow =
  'M5.6 9.4C2.9 9.4.7 7.4.2 4.8c2.3-.6 4.8-.1 6.8 1.5zM17 6.3C19 4.7 21.5 4.2 23.8 4.8c-.5 2.6-2.7 4.6-5.4 4.6zM6.6 5.6C5 4.2 4.9 2 6.4.4c.3 1.8 1.5 3 3.4 3.5zM14.2 3.9c1.9-.5 3.1-1.7 3.4-3.5C19.1 2 19 4.2 17.4 5.6zM5.44 13.56A7.2 7.2 0 1 1 18.56 13.56 8.2 6.4 0 0 0 5.44 13.56zM8.1 8.2a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0zM13.7 8.2a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0zM4.8 17.4a7.2 5.4 0 1 1 14.4 0 7.2 5.4 0 1 1-14.4 0zM8.5 17.2a.9 1.3 0 1 0 1.8 0 .9 1.3 0 1 0-1.8 0zM13.7 17.2a.9 1.3 0 1 0 1.8 0 .9 1.3 0 1 0-1.8 0z';

/** The path of each logo by short name, in a 24 x 24 square. Kakao's own logo is a word, too wide to read. */
export const providerLogos: ReadonlyMap<string, string> = new Map([
  ['apple', siApple.path],
  ['google', siGoogle.path],
  ['microsoft', microsoft],
  ['yandex', yandex],
  ['facebook', siFacebook.path],
  ['instagram', siInstagram.path],
  ['github', siGithub.path],
  ['gitlab', siGitlab.path],
  ['bitbucket', siBitbucket.path],
  ['gitee', siGitee.path],
  ['gitea', siGitea.path],
  ['discord', siDiscord.path],
  ['twitter', twitter],
  ['kakao', siKakaotalk.path],
  ['vk', siVk.path],
  ['spotify', siSpotify.path],
  ['twitch', siTwitch.path],
  ['patreon', siPatreon.path],
  ['strava', siStrava.path],
  ['livechat', siLivechat.path],
  ['mailcow', mailcow],
  ['planningcenter', planningcenter],
  ['oidc', siOpenid.path],
  ['oidc2', siOpenid.path],
  ['oidc3', siOpenid.path],
]);
