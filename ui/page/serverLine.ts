// Apart from the capabilities, whose table the sign-in does not load.

import { apiAddress } from '../backend/client';
import * as dialect from '../backend/dialect';

/** Returns the name of the server, as far as its version is known. */
export const serverLine = (): string =>
  `PocketBase 0.${dialect.serverVersion()}${dialect.isNewer() ? ' or newer' : ''}`;

/** Calls the listener when more is known of the server. */
export const onServerLine = dialect.onRecognized;

/** Returns the address of the server's documentation. */
export const docsAddress = (): string => `https://pocketbase.io/${dialect.isNewer() ? '' : 'old/'}docs/`;

/** Returns the address of the server's own dashboard; null where this page stands in its place. */
export function builtInDashboard(): string | null {
  const { href } = new URL('../_/', apiAddress(''));
  return href === window.location.href.replace(/[?#].*/, '') ? null : href;
}
