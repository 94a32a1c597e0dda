import './seeAs';

export { RecordAccessPanel } from '../screens/records/access/RecordAccessPanel';
