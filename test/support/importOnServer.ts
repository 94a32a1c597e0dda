// Imports as the page makes them, against a real server: what is promised is compared with what comes of it.
//
//   const server = importServer(binary);
//   const fresh = await server.reset();             // as after the installation
//   await importText(text([...fresh, base('new00', 'news', [field('f0001', 'title')])]));
import * as assert from 'uvu/assert';
import * as api from '../../ui/api/collections';
import type { Collection } from '../../ui/model/collection';
import { isEqual } from '../../ui/platform/equal';
import {
  hasChanges,
  type ImportPlan,
  planImport,
} from '../../ui/screens/settings/import-collections/importPlan';
import { readImport } from '../../ui/screens/settings/import-collections/importText';
import { convertNewer } from '../../ui/screens/settings/import-collections/newerFormat';
import { repaired } from '../../ui/screens/settings/import-collections/olderFormat';
import { findOtherIds, withOriginalIds } from '../../ui/screens/settings/import-collections/originalIds';
import { type StoredCollection, storedForm } from '../../ui/screens/settings/import-collections/storedForm';
import { importCollections, sharedBackend } from './realBackend';

export interface Ways {
  merges?: boolean;
  deletesMissing?: boolean;
}

/** As the page does it: converted, repaired, with the original ids. */
export async function planOf(
  text: string,
  { merges = false, deletesMissing = true }: Ways = {},
): Promise<ImportPlan> {
  const existing = await api.listAll();
  const read = readImport(text);
  if ('fault' in read) throw new Error(read.fault);
  const imported = withOriginalIds(existing, repaired(convertNewer(read.collections).collections));
  assert.equal(findOtherIds(existing, imported), []);
  return planImport({ existing, imported, merges, deletesMissing });
}

export const send = ({ sent }: ImportPlan): Promise<void> => api.importAll(sent);

/** The fields of a view are made by the server. */
const inStoredForm = (collections: readonly (Collection | StoredCollection)[]) =>
  collections
    .map(storedForm)
    .map((one) => (one.type === 'view' ? { ...one, schema: [] } : one))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

export async function assertPromised({ after }: ImportPlan): Promise<void> {
  const [there, promised] = [inStoredForm(await api.listAll()), inStoredForm(after)];
  assert.equal(
    there.map(({ id }) => id),
    promised.map(({ id }) => id),
  );
  for (const [at, one] of there.entries()) {
    if (!isEqual(one, promised[at])) assert.equal(one, promised[at], one.name);
  }
}

/** Imports the text; what comes of it is what was promised, and the same text again changes nothing. */
export async function importText(text: string, ways: Ways = {}): Promise<ImportPlan> {
  const plan = await planOf(text, ways);
  assert.equal(plan.refusals, []);
  await send(plan);
  await assertPromised(plan);
  const again = await planOf(text, ways);
  assert.not.ok(hasChanges(again), JSON.stringify(again.changed.map((change) => change.new.name)));
  return plan;
}

export const text = (collections: readonly object[]) => JSON.stringify(collections);
export const base = (id: string, name: string, schema: object[], more: object = {}) => ({
  id,
  name,
  type: 'base',
  schema,
  ...more,
});
export const field = (id: string, name: string, type = 'text', options: object = {}) => ({
  id,
  name,
  type,
  options,
});

export function importServer(binary: string) {
  const server = sharedBackend(binary);
  let fresh: readonly Collection[] = [];
  return {
    /** Puts everything back to how it was installed, and tells which collections these are. */
    async reset(): Promise<readonly Collection[]> {
      await server.connect();
      if (fresh.length === 0) fresh = await api.listAll();
      await importCollections(fresh, true);
      return fresh;
    },
    stop: server.stop,
  };
}
