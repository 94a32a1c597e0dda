import './panels';

export { ListExportPopup } from '../screens/records/export/ListExportPopup';
export { SourceExportPopup } from '../screens/records/export/SourceExportPopup';
