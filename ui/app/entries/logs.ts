import './table';

export { LogsPage } from '../../logs/LogsPage';
