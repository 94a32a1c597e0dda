import * as collections from '../collections';
import { createRecordFiles } from '../files/recordFiles';
import { openPanel } from '../panels';
import * as preferences from '../preferences';
import * as toasts from '../toasts';
import { createRelatedRecords } from './relatedRecords';

/** Connects the inputs of `components/record-input` to the app, for every screen that uses them. */
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
