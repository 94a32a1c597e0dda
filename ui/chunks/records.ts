import './shell';

export { RecordsPage } from '../screens/records/RecordsPage';
