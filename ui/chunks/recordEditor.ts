import './keeping';

export { RecordEditorPanel } from '../screens/record-editor/RecordEditorPanel';
