import type { FindRecords } from '../../components/code-editor/filterWords';
import { lazyComponent } from '../../components/lazy/lazyComponent';

// Most visits never show these components.
export const ExportPopup = lazyComponent(async () => (await import('../../chunks/recordExport')).ExportPopup);
export const FilterFault = lazyComponent(async () => (await import('../../chunks/recordParts')).FilterFault);
export const FilterReason = lazyComponent(
  async () => (await import('../../chunks/recordParts')).FilterReason,
);
export const LiveRows = lazyComponent(async () => (await import('../../chunks/recordParts')).LiveRows);
export const NoCollections = lazyComponent(
  async () => (await import('../../chunks/recordParts')).NoCollections,
);
export const SeeAs = lazyComponent(async () => (await import('../../chunks/seeAs')).SeeAs);
export const SeeAsItems = lazyComponent(async () => (await import('../../chunks/seeAs')).SeeAsItems);
export const SelectionBar = lazyComponent(
  async () => (await import('../../chunks/recordParts')).SelectionBar,
);

/** Suggests records as values of a filter. */
export const findRecords: FindRecords = async (...asked) =>
  (await import('../../chunks/recordParts')).findRecords(...asked);
