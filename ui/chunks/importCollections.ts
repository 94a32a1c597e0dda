import './keeping';
import './settings';

export { CollectionImportPage } from '../screens/settings/import-collections/CollectionImportPage';
