// Helpers of these tests: a page at a URL, and a fake page load.

import { navigate } from '../../../ui/platform/hash';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import type { FakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';

export const shownToasts = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);

/** Opens a fresh page at a URL with this backend. Nobody is signed in. */
export function openPage(backend: FakeBackend, hash: string, page = '/_/'): void {
  session.end();
  toasts.closeAll();
  resetDom();
  history.replaceState(null, '', page);
  const [path = '', query = ''] = hash.split('?');
  navigate(path, Object.fromEntries(new URLSearchParams(query)), { replace: true });
  const connected = connect(backend);
  Object.defineProperty(connected, 'token', { get: session.token });
}

/** Returns the URLs of page loads. happy-dom would request them from the network. */
export function watchPageLoads(): string[] {
  const loads: string[] = [];
  Object.defineProperty(window.location, 'replace', {
    value: (address: string) => loads.push(address),
    configurable: true,
  });
  return loads;
}
