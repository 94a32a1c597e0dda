// What the tests of these pages share: a page address, and a page that is loaded anew only in name.

import { navigate } from '../../../ui/platform/hash';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import type { FakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';

export const shownToasts = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);

/** A fresh page at an address, whose client asks this backend. Nobody is signed in. */
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

/** The addresses that the page was sent to: happy-dom would ask the network for them. */
export function watchPageLoads(): string[] {
  const loads: string[] = [];
  Object.defineProperty(window.location, 'replace', {
    value: (address: string) => loads.push(address),
    configurable: true,
  });
  return loads;
}
