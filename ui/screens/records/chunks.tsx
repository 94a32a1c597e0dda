import type { FindRecords } from '../../components/code-editor/filterWords';
import { lazyComponent } from '../../components/lazy/lazyComponent';

// Most visits never show these components.
export const CellEditor = lazyComponent(async () => (await import('../../chunks/desk')).CellEditor);
export const CellBlocks = lazyComponent(async () => (await import('../../chunks/desk')).CellBlocks, {
  onFailure: () => null,
});
export const ColumnsItems = lazyComponent(async () => (await import('../../chunks/desk')).ColumnsItems);
export const RecordFilterRefusal = lazyComponent(
  async () => (await import('../../chunks/desk')).RecordFilterRefusal,
);
export const FilterCount = lazyComponent(async () => (await import('../../chunks/desk')).FilterCount, {
  onFailure: () => null,
});
export const FilterDialog = lazyComponent(async () => (await import('../../chunks/desk')).FilterDialog);
export const HeaderItems = lazyComponent(async () => (await import('../../chunks/desk')).HeaderItems);
export const LiveRows = lazyComponent(async () => (await import('../../chunks/desk')).LiveRows);
export const NoCollections = lazyComponent(async () => (await import('../../chunks/desk')).NoCollections);
export const QuickLook = lazyComponent(async () => (await import('../../chunks/desk')).QuickLook);
export const SeeAs = lazyComponent(async () => (await import('../../chunks/rules')).SeeAs);
export const SeeAsItems = lazyComponent(async () => (await import('../../chunks/rules')).SeeAsItems);
export const StagedBar = lazyComponent(async () => (await import('../../chunks/desk')).StagedBar);
export const SelectionBar = lazyComponent(async () => (await import('../../chunks/desk')).SelectionBar);

export const TableTools = lazyComponent(async () => (await import('../../chunks/desk')).TableTools);
export const ViewItems = lazyComponent(async () => (await import('../../chunks/desk')).ViewItems);
export const ViewNamePopup = lazyComponent(async () => (await import('../../chunks/desk')).ViewNamePopup);
export const ViewReader = lazyComponent(async () => (await import('../../chunks/desk')).ViewReader);

/** Suggests records as values of a filter. */
export const findRecords: FindRecords = async (...asked) =>
  (await import('../../chunks/desk')).findRecords(...asked);

/** Offers the changes of the table that an earlier visit left. Without the code they stay where they are. */
export function offerStaged(collectionId: string): void {
  const load = async () => (await import('../../chunks/desk')).openOffers;
  void load().then(
    (openOffers) => openOffers(collectionId),
    () => {},
  );
}
