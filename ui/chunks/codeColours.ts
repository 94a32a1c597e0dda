import './panels';

export { ColouredText } from '../components/code-editor/ColouredText';
export { PlainColours } from '../components/code-editor/PlainColours';
