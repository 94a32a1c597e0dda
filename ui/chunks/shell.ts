import './start';
// The list of records and the list of logs share these.
import '../components/basics/CopyButton';
import '../components/basics/LiveButton';
import '../components/basics/Missing';
import '../components/basics/RefreshButton';
import '../components/data/ClearFilters';
import '../components/data/LoadMoreButton';
import '../components/data/SearchBar';
import '../components/data/SelectAll';
import '../components/data/Table';
import '../components/data/useRovingFocus';
import '../components/basics/Badge';
import '../components/form/Checkbox';
import '../components/overlay/useModal';
import '../components/overlay/tooltips.module.css';
import '../components/page/ListBody';
import '../components/page/Page';
import '../components/page/useNarrow';
import '../model/filters/filter';
import '../platform/dates';
import '../state/commands';
import '../state/lists/pagedList';

// Without this, each of these icons would become a chunk of its own.
export { default as FileX } from 'lucide-react/icons/file-x';
export { default as ListFilter } from 'lucide-react/icons/list-filter';
export { default as Settings } from 'lucide-react/icons/settings-2';
export { SignedInShell } from '../shell/SignedInShell';
