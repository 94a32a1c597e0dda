import './desk';

export { BackupPage } from '../screens/backup/BackupPage';
export { ExportPopup } from '../screens/records/export/ExportPopup';
export { RecordImportPage } from '../screens/records/import/RecordImportPage';
