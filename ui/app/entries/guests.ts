import './start';

export { EmailChangePage } from '../confirmations/EmailChangePage';
export { OAuth2ResultPage } from '../confirmations/OAuth2ResultPage';
export { PasswordResetPage } from '../confirmations/PasswordResetPage';
export { VerificationPage } from '../confirmations/VerificationPage';
export { CodeStep } from '../sign-in/CodeStep';
export { ForgottenPasswordPage } from '../sign-in/ForgottenPasswordPage';
export { InstallerLinkPage } from '../sign-in/InstallerLinkPage';
export { InstallerPage } from '../sign-in/InstallerPage';
export { NewPasswordPage } from '../sign-in/NewPasswordPage';
