import './desk';

export { RichTextEditor } from '../components/rich-text/RichTextEditor';
