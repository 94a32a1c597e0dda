import './panels';

export { ApiDocsPanel } from '../screens/api-docs/ApiDocsPanel';
