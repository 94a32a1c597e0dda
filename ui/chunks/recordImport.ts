import './keeping';

export { RecordImportPage } from '../screens/records/import/RecordImportPage';
