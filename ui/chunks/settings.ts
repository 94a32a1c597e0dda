import './desk';

export { LogsSettingsPopup } from '../screens/logs/LogsSettingsPopup';
export { ApplicationPage } from '../screens/settings/ApplicationPage';
export { AdminsPage } from '../screens/settings/admins/AdminsPage';
export { ProvidersPage } from '../screens/settings/auth-providers/ProvidersPage';
export { BackupsPage } from '../screens/settings/backups/BackupsPage';
export { ExportPage } from '../screens/settings/ExportPage';
export { CollectionImportPage } from '../screens/settings/import-collections/CollectionImportPage';
export { MailPage } from '../screens/settings/mail/MailPage';
export { SettingsFrame } from '../screens/settings/SettingsFrame';
export { StoragePage } from '../screens/settings/StoragePage';
export { TokensPage } from '../screens/settings/TokensPage';
