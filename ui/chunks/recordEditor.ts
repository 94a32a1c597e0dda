import './panels';

export { RecordEditorPanel } from '../screens/record-editor/RecordEditorPanel';
