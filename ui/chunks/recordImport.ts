import './keeping';

export { ImportPage } from '../screens/records/import/ImportPage';
