import './panels';

export { RichTextEditor } from '../components/rich-text/RichTextEditor';
