import './desk';

export { ApiDocsPanel } from '../../collections/docs/ApiDocsPanel';
export { CollectionEditorPanel } from '../../collections/editor/CollectionEditorPanel';
export { RecordAccessPopup } from '../../rules/access/RecordAccessPopup';
export { ApiRulesPage } from '../../rules/api-rules/ApiRulesPage';
export { FindingsPage } from '../../rules/findings/FindingsPage';
export { noteFacts } from '../../rules/findings/findings';
export { RequestPopup } from '../../rules/see-as/RequestPopup';
export { SeeAs } from '../../rules/see-as/SeeAs';
export { SeeAsItems } from '../../rules/see-as/SeeAsItems';
