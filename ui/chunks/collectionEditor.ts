import './keeping';

export { CollectionEditorPanel } from '../screens/collection-editor/CollectionEditorPanel';
