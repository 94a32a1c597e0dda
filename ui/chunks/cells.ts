import './keeping';

export { CellEditor } from '../screens/records/cells/CellEditor';
export { clearCell, keepTyped, toggleCell } from '../screens/records/cells/cellActs';
export { CellBlocks } from '../screens/records/clipboard/CellBlocks';
export { TableTools } from '../screens/records/menus/TableTools';
export { QuickLook } from '../screens/records/quick-look/QuickLook';
export { StagedBar } from '../screens/records/staged/StagedBar';
export { openOffers } from '../state/staged/stagedOffers';
