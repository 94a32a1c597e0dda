import './start';

export { EmailChangePage } from '../screens/confirmations/EmailChangePage';
export { OAuth2ResultPage } from '../screens/confirmations/OAuth2ResultPage';
export { PasswordResetPage } from '../screens/confirmations/PasswordResetPage';
export { VerificationPage } from '../screens/confirmations/VerificationPage';
export { ForgottenPasswordPage } from '../screens/sign-in/ForgottenPasswordPage';
export { InstallerPage } from '../screens/sign-in/InstallerPage';
export { NewPasswordPage } from '../screens/sign-in/NewPasswordPage';
