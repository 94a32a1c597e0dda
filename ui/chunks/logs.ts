import './shell';

export { LogsPage } from '../screens/logs/LogsPage';
