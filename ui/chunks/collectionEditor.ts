import './panels';

export { CollectionEditorPanel } from '../screens/collection-editor/CollectionEditorPanel';
