import './desk';

export { BackupPage } from '../../backup/opened/BackupPage';
export { ExportPopup } from '../../records/export/ExportPopup';
export { FileCollectionPage, RecordImportPage } from '../../records/import/RecordImportPage';
