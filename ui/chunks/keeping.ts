import './panels';
// Editors and lists share these: the inputs of values, what a delete or a save keeps, Undo, a dropped file, and parts
// that would each be a script of their own.
import '../api/accounts';
import '../components/data/DiffTable';
import '../components/form/ListInput';
import '../components/form/ListSearch';
import '../components/overlay/AnchoredDialog';
import '../components/overlay/ContextMenu';
import '../components/overlay/MenuTick';
import '../components/page/MoreLine';
import '../components/page/ToldList';
import '../components/record/UsedByList';
import '../components/record-input/ValueInput';
import '../components/rules/PersonItems';
import '../components/rules/RuleText';
import '../model/optionTable';
import '../model/references';
import '../model/records/verifiedQuestion';
import '../model/ruleRenames';
import '../model/rules/ruleLiterals';
import '../model/sql/indexStatement';
import '../model/tables/table';
import '../screens/records/import/importFiles';
import '../screens/records/staged/discardQuestion';
import '../screens/records/UnfinishedJobNote';
import '../state/files/blobThumbs';
import '../state/files/fileChanges';
import '../state/records/blockers';
import '../state/jobs/importJobs';
import '../state/bin/keeping';
import '../state/panelLinks';
import '../state/rules/seenAs';
import '../state/staged/staged';
import '../state/staged/stagedCollections';
import '../state/staged/stagedMerge';
import '../state/bin/undo';
import '../state/records/usedBy';
import '../state/records/valueInputs';

// Without this, each of these icons would become a chunk of its own.
export { default as CircleQuestionMark } from 'lucide-react/icons/circle-question-mark';
export { default as Globe } from 'lucide-react/icons/globe';
export { default as UserCheck } from 'lucide-react/icons/user-check';
export { emptyMarked } from '../state/bin/bin';
