import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import { readByIds, toListed } from '../../backend/recordPages';
import type { ListedRecord } from '../../model/record';
import { excerpts } from '../../model/recordsQuery';
import { report } from '../../page/report';

interface RelatedRecordsState {
  found: ReadonlyMap<string, ListedRecord>;
  missing: ReadonlySet<string>;
  isLoading: boolean;
  loadError: ApiError | null;
}

export type RelatedRecords = ReturnType<typeof createRelatedRecords>;

/** The records of a relation field, whose names are shown instead of their ids. */
export function createRelatedRecords(collectionId: string) {
  const state = proxy<RelatedRecordsState>({
    found: ref(new Map()),
    missing: ref(new Set()),
    isLoading: false,
    loadError: null,
  });
  let reading = newReading();

  async function read(ids: readonly string[]): Promise<void> {
    const { signal, underWay } = reading;
    for (const id of ids) underWay.add(id);
    state.isLoading = true;
    try {
      const rows = await readByIds(collectionId, ids, { fields: [excerpts], signal });
      const found = new Map(rows.map((row) => [row.id, toListed(row)]));
      const absent = ids.filter((id) => !found.has(id));
      if (signal.aborted) return;
      const known = [...state.found].filter(([id]) => !absent.includes(id));
      state.found = ref(new Map([...known, ...found]));
      state.missing = ref(new Set([...[...state.missing].filter((id) => !found.has(id)), ...absent]));
      state.loadError = null;
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      if (error instanceof ApiError && !error.isAborted) state.loadError = ref(error);
    } finally {
      for (const id of ids) underWay.delete(id);
      state.isLoading = reading.underWay.size > 0;
    }
  }

  return {
    state,
    async show(ids: readonly string[]) {
      const isKnown = (id: string) =>
        state.found.has(id) || state.missing.has(id) || reading.underWay.has(id);
      const unknown = [...new Set(ids)].filter((id) => id !== '' && !isKnown(id));
      if (unknown.length > 0) await read(unknown);
    },
    /** Takes records that were read elsewhere. */
    adopt(rows: readonly ListedRecord[]) {
      state.found = ref(new Map([...state.found, ...rows.map((row) => [row.id, row] as const)]));
    },
    /** Reads a record again after a save or delete. */
    renew: (id: string) => read([id]),
    close() {
      reading.stop();
      reading = newReading();
    },
  };
}

function newReading() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort(), underWay: new Set<string>() };
}
