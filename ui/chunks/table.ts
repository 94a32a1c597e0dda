import './start';

export { RecordsPage } from '../screens/records/RecordsPage';
export { SignedInShell } from '../shell/SignedInShell';
