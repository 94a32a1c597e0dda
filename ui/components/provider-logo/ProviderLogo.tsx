import { providerTitle } from '../../model/authProviders';
import icon from '../basics/Icon.module.css';
import { providerLogos } from './providerLogos';

interface Props {
  /** The short name of the provider. */
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

/** A title may start with a number in brackets. */
function firstLetter(title: string): string {
  return /\p{L}/u.exec(title)?.[0].toUpperCase() ?? '?';
}
