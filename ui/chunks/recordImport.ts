import './panels';

export { ImportPage } from '../screens/records/import/ImportPage';
