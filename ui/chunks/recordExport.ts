import './panels';

export { ExportPopup } from '../screens/records/export/ExportPopup';
