import './keeping';

export { RecordFilterReason, RecordFilterRefusal } from '../components/record/RecordFilterRefusal';
export { ColumnsItems } from '../screens/records/ColumnsItems';
export { CopyItems, HeaderItems } from '../screens/records/HeaderItems';
export { ImportDrop } from '../screens/records/import/ImportDrop';
export { LiveRows } from '../screens/records/LiveRows';
export { NoCollections } from '../screens/records/NoCollections';
export { SelectionBar } from '../screens/records/SelectionBar';
export { ViewItems } from '../screens/records/views/ViewItems';
export { ViewNamePopup } from '../screens/records/views/ViewNamePopup';
export { ViewReader } from '../screens/records/views/ViewReader';
export { findRecords } from '../state/records/recordChoices';
