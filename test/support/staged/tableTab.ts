// The stores behind the table of one tab. `openTabs` imports its bundle once for each tab, so that each has its own.
export { configureClient } from '../../../ui/backend/client';
export * as collections from '../../../ui/page/collections';
export * as confirm from '../../../ui/page/confirm';
export * as session from '../../../ui/page/session/session';
export * as toasts from '../../../ui/page/toasts';
export { createCellEdit } from '../../../ui/records/cells/cellEdit';
export { pasteCells } from '../../../ui/records/clipboard/pasteCells';
export * as editedRows from '../../../ui/records/editedRows';
export { createRecordEditor } from '../../../ui/records/editor/recordEditor';
export * as edits from '../../../ui/records/edits';
export { createRecordList } from '../../../ui/records/recordList';
export { stagedSaveOf } from '../../../ui/records/staged/stagedSave';
