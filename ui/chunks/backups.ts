import './settings';

export { BackupsPage } from '../screens/settings/backups/BackupsPage';
