import { dartSample } from './dartSamples';
import type { DocsContent, DocsScene } from './docsContent';
import { javascriptSample } from './javascriptSamples';
import { curlSample, curlStream, fetchSample, fetchStream } from './requestSamples';

export type Sdk = 'javascript' | 'dart' | 'fetch' | 'curl';

interface SdkInfo {
  key: Sdk;
  label: string;
  /** `below`: the first version that no longer supports this server line. */
  link?: { text: string; below: string; href: string };
}

export const sdks: readonly SdkInfo[] = [
  {
    key: 'javascript',
    label: 'JavaScript',
    link: { text: 'JavaScript SDK', below: '0.22', href: 'https://github.com/pocketbase/js-sdk' },
  },
  {
    key: 'dart',
    label: 'Dart',
    link: { text: 'Dart SDK', below: '0.19', href: 'https://github.com/pocketbase/dart-sdk' },
  },
  { key: 'fetch', label: 'fetch' },
  { key: 'curl', label: 'curl' },
];

/** The stored text may be anything. */
export function sdkOf(stored: string | null): Sdk {
  return sdks.find(({ key }) => key === stored)?.key ?? 'javascript';
}

/** Returns the example of a page in a language. */
export function sdkSample(sdk: Sdk, docs: DocsContent, scene: DocsScene): string {
  switch (sdk) {
    case 'javascript':
      return javascriptSample(docs, scene);
    case 'dart':
      return dartSample(docs, scene);
    case 'fetch':
      return docs.key === 'realtime' ? fetchStream(docs, scene) : fetchSample(docs, scene);
    case 'curl':
      return docs.key === 'realtime' ? curlStream(docs, scene) : curlSample(docs, scene);
  }
}
