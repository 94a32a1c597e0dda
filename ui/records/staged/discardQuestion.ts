import { countOf } from '../../base/text';
import * as confirm from '../../page/confirm';

/** Returns "2 changes in 1 record". */
export const changesText = (changes: number, records: number): string =>
  `${countOf(changes, 'change')} in ${countOf(records, 'record')}`;

/** Asks before changes of a table are lost for good. */
export const askDiscard = (changes: number, records: number): Promise<boolean> =>
  confirm.ask(`Discard ${changesText(changes, records)}?`, { isDangerous: true });
