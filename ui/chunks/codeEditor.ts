import './table';

export {
  createHtmlEditor,
  createJsonEditor,
  createSqlEditor,
  createTextEditor,
} from '../components/code-editor/codeEditors';
export { createFilterEditor } from '../components/code-editor/filterEditor';
