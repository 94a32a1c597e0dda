import './seeAs';

export { createRuleTrial } from '../screens/collection-editor/rules/ruleTrial';
export { TryBar } from '../screens/collection-editor/rules/TryBar';
export { TryLine } from '../screens/collection-editor/rules/TryLine';
