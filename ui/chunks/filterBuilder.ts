import './cells';

export { FilterCount } from '../screens/records/filter/FilterCount';
export { FilterDialog } from '../screens/records/filter/FilterDialog';
