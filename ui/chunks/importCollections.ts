import './keeping';
import './settings';

export { ImportPage } from '../screens/settings/import-collections/ImportPage';
