import './table';

export {
  createHtmlEditor,
  createJsonEditor,
  createSqlEditor,
  createTextEditor,
} from '../../kit/code-editor/codeEditors';
export { createFilterEditor } from '../../kit/code-editor/filterEditor';
