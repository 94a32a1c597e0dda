import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { Admin } from '../../model/admin';
import type { Collection } from '../../model/collection';
import { dropOffer, openDraft, type StoredDraft } from '../../page/forms/drafts';
import * as session from '../../page/session/session';
import { draftedRecords } from '../values/stagedCell';
import * as knownRecords from './knownRecords';
import * as staged from './staged';
import { draftKey, state as shownState } from './stagedRows';

/** The drafts of earlier visits with changes of a table, by the id of the collection. (refs) */
export const state = proxy<{ byCollection: Record<string, readonly StoredDraft[]> }>({ byCollection: {} });

let owner = session.state.admin?.id ?? '';

function forgetForNext(admin: Admin | null): void {
  if (!admin || admin.id === owner) return;
  owner = admin.id;
  state.byCollection = {};
  shownState.hasOffers = {};
}
// The next admin at this page must not see the offers of the last one.
subscribeKey(session.state, 'admin', forgetForNext, true);

/** Looks for the drafts of earlier visits. They are offered while nothing is changed here. */
export async function openOffers(collectionId: string): Promise<void> {
  if (staged.recordsOf(collectionId).size > 0) return;
  // Open the draft again, because a handle reads its offers only once.
  const draft = openDraft(draftKey(collectionId));
  const offers = await draft.offers;
  draft.close();
  show(
    collectionId,
    offers.filter(({ values }) => draftedRecords(values).length > 0),
  );
}

/** Makes the changes of a draft those of the table. */
export function restore(collection: Collection, offer: StoredDraft): void {
  const records = draftedRecords(offer.values);
  staged.put(collection, records);
  // The rows that name their related records may not be loaded.
  const cells = records.flatMap((record) => record.cells);
  knownRecords.readNamed(collection, ({ id }) =>
    cells.flatMap(({ key, before, mine }) => (key === id ? [before, mine] : [])),
  );
  discard(collection.id, offer);
}

export function discard(collectionId: string, offer: StoredDraft): void {
  dropOffer(offer);
  show(
    collectionId,
    ((state.byCollection[collectionId] ?? []) as readonly StoredDraft[]).filter(
      ({ key }) => key !== offer.key,
    ),
  );
}

function show(collectionId: string, offers: readonly StoredDraft[]): void {
  state.byCollection[collectionId] = ref([...offers]);
  shownState.hasOffers[collectionId] = offers.length > 0;
}
