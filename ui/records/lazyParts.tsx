import type { FindRecords } from '../kit/code-editor/filterWords';
import { lazyComponent } from '../kit/lazy/lazyComponent';

// Loaded later, because most visits never show these components.
export const CellEditor = lazyComponent(async () => (await import('../app/entries/desk')).CellEditor);
export const CellBlocks = lazyComponent(async () => (await import('../app/entries/desk')).CellBlocks, {
  onFailure: () => null,
});
export const ColumnsItems = lazyComponent(async () => (await import('../app/entries/desk')).ColumnsItems);
export const RecordFilterRefusal = lazyComponent(
  async () => (await import('../app/entries/desk')).RecordFilterRefusal,
);
export const FilterCount = lazyComponent(async () => (await import('../app/entries/desk')).FilterCount, {
  onFailure: () => null,
});
export const FilterDialog = lazyComponent(async () => (await import('../app/entries/desk')).FilterDialog);
export const HeaderItems = lazyComponent(async () => (await import('../app/entries/desk')).HeaderItems);
export const LiveRows = lazyComponent(async () => (await import('../app/entries/desk')).LiveRows);
export const NoCollections = lazyComponent(async () => (await import('../app/entries/desk')).NoCollections);
export const QuickLook = lazyComponent(async () => (await import('../app/entries/desk')).QuickLook);
export const SeeAs = lazyComponent(async () => (await import('../app/entries/rules')).SeeAs);
export const SeeAsItems = lazyComponent(async () => (await import('../app/entries/rules')).SeeAsItems);
export const StagedBar = lazyComponent(async () => (await import('../app/entries/desk')).StagedBar);
export const SelectionBar = lazyComponent(async () => (await import('../app/entries/desk')).SelectionBar);

export const TableTools = lazyComponent(async () => (await import('../app/entries/desk')).TableTools);
export const ViewItems = lazyComponent(async () => (await import('../app/entries/desk')).ViewItems);
export const ViewNamePopup = lazyComponent(async () => (await import('../app/entries/desk')).ViewNamePopup);
export const ViewReader = lazyComponent(async () => (await import('../app/entries/desk')).ViewReader);

export const findRecords: FindRecords = async (...asked) =>
  (await import('../app/entries/desk')).findRecords(...asked);

/** Offers the unsaved changes of an earlier visit. If the code cannot be loaded, they stay in the storage. */
export function offerStaged(collectionId: string): void {
  const load = async () => (await import('../app/entries/desk')).openOffers;
  void load().then(
    (openOffers) => openOffers(collectionId),
    () => {},
  );
}
