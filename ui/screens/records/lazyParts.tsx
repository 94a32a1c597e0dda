import { lazyPart } from '../../components/lazy/lazyPart';

// Parts of the page that most visits never show; a list of records is light without them.
export const FilterFault = lazyPart(async () => (await import('./FilterFault')).FilterFault);
export const FilterReason = lazyPart(async () => (await import('./FilterFault')).FilterReason);
export const LiveRows = lazyPart(async () => (await import('./LiveRows')).LiveRows);
export const SelectionBar = lazyPart(async () => (await import('./SelectionBar')).SelectionBar);
