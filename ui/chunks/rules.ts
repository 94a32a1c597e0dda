import './desk';

export { ApiDocsPanel } from '../screens/api-docs/ApiDocsPanel';
export { CollectionEditorPanel } from '../screens/collection-editor/CollectionEditorPanel';
export { RecordAccessPanel } from '../screens/records/access/RecordAccessPanel';
export { RequestPopup } from '../screens/records/see-as/RequestPopup';
export { SeeAs } from '../screens/records/see-as/SeeAs';
export { SeeAsItems } from '../screens/records/see-as/SeeAsItems';
export { ApiRulesPage } from '../screens/settings/api-rules/ApiRulesPage';
export { FindingsPage } from '../screens/settings/findings/FindingsPage';
