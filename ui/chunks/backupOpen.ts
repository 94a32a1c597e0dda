import './keeping';

export { BackupPage } from '../screens/backup/BackupPage';
