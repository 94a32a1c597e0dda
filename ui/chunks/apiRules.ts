import './keeping';
import './settings';

export { ApiRulesPage } from '../screens/settings/api-rules/ApiRulesPage';
