import './seeAs';

export { openPersonCounts } from '../screens/settings/api-rules/personCounts';
