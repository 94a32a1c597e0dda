import './cells';

export { BulkEditPanel } from '../screens/records/bulk-edit/BulkEditPanel';
