// The stores behind the table of one tab. `openTabs` imports its bundle once for each tab, so that each has its own.
export { configureClient } from '../../../ui/api/client';
export { createCellEdit } from '../../../ui/screens/records/cells/cellEdit';
export { pasteCells } from '../../../ui/screens/records/clipboard/pasteCells';
export { createRecordList } from '../../../ui/screens/records/recordList';
export { stagedSaveOf } from '../../../ui/screens/records/staged/stagedSave';
export * as collections from '../../../ui/state/collections';
export * as session from '../../../ui/state/session';
export * as staged from '../../../ui/state/staged/staged';
export * as stagedMerge from '../../../ui/state/staged/stagedMerge';
export * as stagedOffers from '../../../ui/state/staged/stagedOffers';
export * as stagedRows from '../../../ui/state/staged/stagedRows';
export * as toasts from '../../../ui/state/toasts';
