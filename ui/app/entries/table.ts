import './start';

export { RecordsPage } from '../../records/RecordsPage';
export { SignedInShell } from '../SignedInShell';
