import { proxy } from 'valtio/vanilla';
import { apiAddress } from '../backend/client';
import * as dialect from '../backend/dialect';
import { type Capability, hasCapability } from '../model/capabilities';

/**
 * The abilities of this server. A screen asks before it shows a control: `can('otp')`. It reads this state, too, where the
 * server may be recognized while it is shown: `useSnapshot(capabilities.state)`.
 */
export const state = proxy({ version: dialect.serverVersion() });

dialect.onRecognized(() => {
  state.version = dialect.serverVersion();
});

/** Returns the address of the server's own dashboard; null if this page is served at that address. */
export function builtInDashboard(): string | null {
  const { href } = new URL('../_/', apiAddress(''));
  return href === window.location.href.replace(/[?#].*/, '') ? null : href;
}

export const can = (capability: Capability): boolean => hasCapability(state.version, capability);
