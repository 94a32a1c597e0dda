import { proxy } from 'valtio/vanilla';
import * as dialect from '../backend/dialect';
import { loadDoor } from '../backend/newer/door';
import { type Capability, hasCapability } from '../model/capabilities';
import { type FieldTypeName, fieldTypeNames } from '../model/types/fieldTypes';

/**
 * The abilities of this server. A screen asks before it shows a control: `can('otp')`. It reads this state, too, where the
 * server may be recognized while it is shown: `useSnapshot(capabilities.state)`.
 */
export const state = proxy({ version: dialect.serverVersion() });

dialect.onRecognized(() => {
  state.version = dialect.serverVersion();
});

/** Asks a newer server for what its settings do not say of its version. Returns true if it has more abilities than known. */
export const learnMore = async (): Promise<boolean> =>
  dialect.isNewer() && !can('geoPoint') && (await loadDoor()).learnMore();

export const can = (capability: Capability): boolean => hasCapability(state.version, capability);

/** Not all servers have these types. */
const newerTypes = ['geoPoint'] as const;

/** Returns the types of new fields on this server, in the order of a menu. */
export const newFieldTypes = (): FieldTypeName[] => [...fieldTypeNames, ...newerTypes.filter(can)];
