import './keeping';

export { FilterFault, FilterReason } from '../components/record/FilterFault';
export { ImportDrop } from '../screens/records/import/ImportDrop';
export { LiveRows } from '../screens/records/LiveRows';
export { NoCollections } from '../screens/records/NoCollections';
export { SelectionBar } from '../screens/records/SelectionBar';
export { findRecords } from '../state/recordChoices';
