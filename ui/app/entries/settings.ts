import './desk';

export { BackupsPage } from '../../backup/list/BackupsPage';
export { ExportPage } from '../../collections/ExportPage';
export { CollectionImportPage } from '../../collections/import/CollectionImportPage';
export { LogSettingsPopup } from '../../logs/LogSettingsPopup';
export { ApplicationPage } from '../../settings/ApplicationPage';
export { AdminsPage } from '../../settings/admins/AdminsPage';
export { ProvidersPage } from '../../settings/auth-providers/ProvidersPage';
export { MailPage } from '../../settings/mail/MailPage';
export { SettingsFrame } from '../../settings/SettingsFrame';
export { StoragePage } from '../../settings/StoragePage';
export { TokensPage } from '../../settings/TokensPage';
