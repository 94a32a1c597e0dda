import * as collections from '../../page/collections';
import { openPanel } from '../../page/panels';
import * as preferences from '../../page/preferences';
import * as toasts from '../../page/toasts';
import { createRecordFiles } from '../files/recordFiles';
import { createRelatedRecords } from '../related/relatedRecords';

/** Connects the inputs of `records/input` to the app, for every screen that uses them. */
export const valueInputs = {
  textDirection: () => preferences.state.textDirection,
  setTextDirection: preferences.setTextDirection,
  async pickImage() {
    const picked = await openPanel('filePicker', { imagesOnly: true });
    return picked && { src: picked.address, alt: picked.name };
  },
  collectionById: collections.find,
  pickRecords: (choice: { collectionId: string; selected: readonly string[]; max: number | null }) =>
    openPanel('recordPicker', choice),
  openRecord: (collectionId: string, recordId: string) =>
    openPanel('recordEditor', { collectionId, recordId }),
  createRelated: createRelatedRecords,
  createFiles: createRecordFiles,
  warn: toasts.warning,
};
