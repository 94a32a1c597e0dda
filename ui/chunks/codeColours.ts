import './panels';

export { PlainColours } from '../components/code-editor/PlainColours';
