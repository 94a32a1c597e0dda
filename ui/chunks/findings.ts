import './keeping';
import './settings';

export { FindingsPage } from '../screens/settings/findings/FindingsPage';
