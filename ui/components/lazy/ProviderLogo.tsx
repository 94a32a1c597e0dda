import { useEffect, useState } from 'react';
import { providerTitle } from '../../model/authProviders';
import { loadChunk } from '../../platform/chunks';
import icon from '../basics/Icon.module.css';

interface Props {
  /** The short name of the provider. */
  name: string;
  /** CSS pixels at the default font size. */
  size?: number;
}

type Logos = ReadonlyMap<string, string>;

const none: Logos = new Map();
let loaded: Logos | null = null;
let loading: Promise<Logos> | null = null;

/** Once for all the logos of a page; after a failure again for the next one that is drawn. */
function loadLogos(): Promise<Logos> {
  // A letter stands in: no reason to load the page anew.
  loading ??= loadChunk(() => import('./providerLogos')).then(
    ({ providerLogos }) => {
      loaded = providerLogos;
      return providerLogos;
    },
    () => {
      loading = null;
      return none;
    },
  );
  return loading;
}

/** Beside the name of a sign-in provider. A newer server may know one without a logo: that gets its first letter. */
export function ProviderLogo({ name, size = 20 }: Props) {
  const [logos, setLogos] = useState(loaded);

  useEffect(() => {
    let isGone = false;
    void loadLogos().then((found) => {
      if (!isGone) setLogos(found);
    });
    return () => {
      isGone = true;
    };
  }, []);

  const length = `${size / 16}rem`;
  const path = logos?.get(name);
  return (
    <svg
      className={icon.root}
      aria-hidden
      viewBox="0 0 24 24"
      width={length}
      height={length}
      fill="currentColor"
    >
      {path && <path d={path} />}
      {logos && !path && (
        <text x="12" y="19" textAnchor="middle" fontSize="20" fontWeight="600">
          {firstLetter(providerTitle(name))}
        </text>
      )}
    </svg>
  );
}

/** A title may begin with a number in brackets. */
function firstLetter(title: string): string {
  return /\p{L}/u.exec(title)?.[0].toUpperCase() ?? '?';
}
