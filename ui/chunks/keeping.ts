import './panels';
// Editors and lists share these: what a delete or a save keeps, and Undo.
import '../state/importJobs';
import '../state/keeping';
import '../state/undo';

export { emptyMarked } from '../state/bin';
