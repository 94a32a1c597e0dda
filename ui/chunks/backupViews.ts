// The views of an opened backup. They are shown when its database is read.
import './backupOpen';

export { BackupContents } from '../screens/backup/BackupContents';
export { BackupRecordsView } from '../screens/backup/BackupRecordsView';
export { FormerView } from '../screens/backup/FormerView';
