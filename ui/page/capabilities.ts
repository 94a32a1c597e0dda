import { proxy } from 'valtio/vanilla';
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

export const can = (capability: Capability): boolean => hasCapability(state.version, capability);
