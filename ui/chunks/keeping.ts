import './panels';
// Editors and lists share these: what a delete or a save keeps, Undo, and a dropped file.
import '../model/tables/tableError';
import '../screens/records/import/importFiles';
import '../state/importJobs';
import '../state/keeping';
import '../state/undo';

export { emptyMarked } from '../state/bin';
