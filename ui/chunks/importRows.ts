// The steps of an import that check and send the rows.
import './recordImport';

export { CheckBar, CheckStep } from '../screens/records/import/CheckStep';
export { createImportCheck } from '../screens/records/import/importCheck';
export { RunBar, RunStep } from '../screens/records/import/RunStep';
