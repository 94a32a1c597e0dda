// Imports like the page, against a real server: compares the plan with the result.
//
//   const server = importServer(binary);
//   const fresh = await server.reset();             // as after the installation
//   await importText(text([...fresh, base('new00', 'news', [field('f0001', 'title')])]));
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/collections';
import { isEqual } from '../../ui/base/equal';
import { hasChanges, type ImportPlan, planImport } from '../../ui/collections/import/plan/importPlan';
import { readImport } from '../../ui/collections/import/plan/importText';
import { convertNewer } from '../../ui/collections/import/plan/newerFormat';
import { findOtherIds, withOriginalIds } from '../../ui/collections/import/plan/originalIds';
import { type StoredCollection, storedForm } from '../../ui/collections/import/plan/storedForm';
import type { Collection } from '../../ui/model/collection';
import { importCollections, sharedBackend } from './realBackend';

export interface Ways {
  merges?: boolean;
  deletesMissing?: boolean;
}

/** Plans the import like the page: converted, with the original ids. */
export async function planOf(
  text: string,
  { merges = false, deletesMissing = true }: Ways = {},
): Promise<ImportPlan> {
  const existing = await api.listAll();
  const read = readImport(text);
  if ('fault' in read) throw new Error(read.fault);
  const imported = withOriginalIds(existing, convertNewer(read.collections).collections);
  assert.equal(findOtherIds(existing, imported), []);
  return planImport({ existing, imported, merges, deletesMissing });
}

export const send = ({ sent }: ImportPlan): Promise<void> => api.importAll(sent);

/** The server makes the fields of a view. */
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

/** Imports the text. Asserts that the result equals the plan, and that a second import changes nothing. */
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
export { fieldWithId as field } from './fields';

export function importServer(binary: string) {
  const server = sharedBackend(binary);
  let fresh: readonly Collection[] = [];
  return {
    /** Restores the state after the installation, and returns its collections. */
    async reset(): Promise<readonly Collection[]> {
      await server.connect();
      if (fresh.length === 0) fresh = await api.listAll();
      await importCollections(fresh, true);
      return fresh;
    },
    stop: server.stop,
  };
}
