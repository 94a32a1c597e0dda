import './table';

export { LogsPage } from '../screens/logs/LogsPage';
