import './keeping';

export { FilePickerPopup } from '../screens/pickers/FilePickerPopup';
export { RecordPickerPanel } from '../screens/pickers/RecordPickerPanel';
export { FilePreviewPopup } from '../screens/records/FilePreviewPopup';
export { RecordPreviewPanel } from '../screens/records/RecordPreviewPanel';
export { GoneChangesPopup } from '../screens/records/staged/GoneChangesPopup';
export { DeleteRefusedPopup } from '../screens/records/used-by/DeleteRefusedPopup';
