import './panels';

export { ApplicationPage } from '../screens/settings/ApplicationPage';
export { AdminsPage } from '../screens/settings/admins/AdminsPage';
export { ProvidersPage } from '../screens/settings/auth-providers/ProvidersPage';
export { ExportPage } from '../screens/settings/ExportPage';
export { MailPage } from '../screens/settings/mail/MailPage';
export { SettingsFrame } from '../screens/settings/SettingsFrame';
export { StoragePage } from '../screens/settings/StoragePage';
export { TokensPage } from '../screens/settings/TokensPage';
