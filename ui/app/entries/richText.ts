import './desk';

export { RichTextEditor } from '../../kit/rich-text/RichTextEditor';
