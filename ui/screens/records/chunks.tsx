import type { FindRecords } from '../../components/code-editor/filterWords';
import { lazyComponent } from '../../components/lazy/lazyComponent';

// Most visits never show these components.
export const CellEditor = lazyComponent(async () => (await import('../../chunks/cells')).CellEditor);
export const CellBlocks = lazyComponent(async () => (await import('../../chunks/cells')).CellBlocks, {
  onFailure: () => null,
});
export const ColumnsItems = lazyComponent(
  async () => (await import('../../chunks/recordParts')).ColumnsItems,
);
export const RecordFilterRefusal = lazyComponent(
  async () => (await import('../../chunks/recordParts')).RecordFilterRefusal,
);
export const RecordFilterReason = lazyComponent(
  async () => (await import('../../chunks/recordParts')).RecordFilterReason,
);
export const FilterCount = lazyComponent(
  async () => (await import('../../chunks/filterBuilder')).FilterCount,
  { onFailure: () => null },
);
export const FilterDialog = lazyComponent(
  async () => (await import('../../chunks/filterBuilder')).FilterDialog,
);
export const CopyItems = lazyComponent(async () => (await import('../../chunks/recordParts')).CopyItems);
export const HeaderItems = lazyComponent(async () => (await import('../../chunks/recordParts')).HeaderItems);
export const LiveRows = lazyComponent(async () => (await import('../../chunks/recordParts')).LiveRows);
export const NoCollections = lazyComponent(
  async () => (await import('../../chunks/recordParts')).NoCollections,
);
export const QuickLook = lazyComponent(async () => (await import('../../chunks/cells')).QuickLook);
export const SeeAs = lazyComponent(async () => (await import('../../chunks/seeAs')).SeeAs);
export const SeeAsItems = lazyComponent(async () => (await import('../../chunks/seeAs')).SeeAsItems);
export const StagedBar = lazyComponent(async () => (await import('../../chunks/cells')).StagedBar);
export const SelectionBar = lazyComponent(
  async () => (await import('../../chunks/recordParts')).SelectionBar,
);

export const TableTools = lazyComponent(async () => (await import('../../chunks/cells')).TableTools);
export const ViewItems = lazyComponent(async () => (await import('../../chunks/recordParts')).ViewItems);
export const ViewNamePopup = lazyComponent(
  async () => (await import('../../chunks/recordParts')).ViewNamePopup,
);
export const ViewReader = lazyComponent(async () => (await import('../../chunks/recordParts')).ViewReader);

/** Suggests records as values of a filter. */
export const findRecords: FindRecords = async (...asked) =>
  (await import('../../chunks/recordParts')).findRecords(...asked);

/** Offers the changes of the table that an earlier visit left. Without the code they stay where they are. */
export function offerStaged(collectionId: string): void {
  void import('../../chunks/cells').then(
    ({ openOffers }) => openOffers(collectionId),
    () => {},
  );
}
