import { proxy, ref } from 'valtio/vanilla';
import { type Collection, collectionTypeOf } from '../../../model/collection';
import { madePasswordLength } from '../../../model/records/recordRules';
import type { FileTable } from '../../../model/tables/table';
import { randomText } from '../../../platform/random';
import { importWords, isImport } from '../../../state/jobs/importJobs';
import { createJournalRun, recordsAtATime } from '../../../state/jobs/journalRun';
import { differingNames, faultText, RowRefusal } from '../../../state/jobs/writeEntries';
import type { ImportJob, WriteEntry, WriteJob } from '../../../state/jobs/writeJob';
import { saveFailedRows } from './failedRowsFile';
import type { PreparedImport } from './importEntries';

export const leaveQuestion =
  'The import is running. Leave it? It stops after the rows under way, and you can go on later.';

const noPassword = 'Passwords are not kept in this browser. Import this row again.';

const mostDiffering = 1_000;

export type ImportRun = ReturnType<typeof createImportRun>;

/** Sends the checked rows of a file. */
export function createImportRun(collection: Collection) {
  const isAuth = collectionTypeOf(collection) === 'auth';
  /** The records whose stored values differ from the sent ones; at most a thousand. */
  const differing = proxy<{ rows: readonly { number: number; id: string; names: readonly string[] }[] }>({
    rows: ref([]),
  });
  /** Passwords of the file by the id of the record. They are never stored in this browser. */
  let passwords: ReadonlyMap<string, string> = new Map();

  const run = createJournalRun<ImportJob>({
    atATime: () => recordsAtATime(isAuth),
    words: importWords,
    isListed: (job: WriteJob): job is ImportJob => isImport(job) && job.collectionId === collection.id,
    collectionOf: () => collection,
    secretsOf({ id, password }) {
      if (password === null) return {};
      const text = password === 'random' ? randomText(madePasswordLength) : passwords.get(id);
      if (text === undefined) throw new RowRefusal(noPassword);
      return { password: text, passwordConfirm: text };
    },
    async onStored(entry: WriteEntry, answer, today) {
      const names = differingNames(today, entry, answer);
      if (names.length > 0 && differing.rows.length < mostDiffering) {
        differing.rows = ref([...differing.rows, { number: entry.number, id: entry.id, names }]);
      }
      return answer;
    },
    onShow() {
      differing.rows = ref([]);
    },
  });

  return {
    ...run,
    differing,
    collection,

    async start({ job, entries, passwords: own }: PreparedImport): Promise<void> {
      if (run.state.isBusy) return;
      passwords = own;
      await run.start(job, entries);
    },

    async downloadRefused(): Promise<void> {
      const { job } = run.state;
      if (!job) return;
      const refused = await (await run.journal()).entries(job.id, ['refused']);
      const told = refused.filter(({ fault }) => fault !== null);
      const rows = new Map(told.map(({ number, cells }) => [number, { number, cells }]));
      const faults = new Map(told.map((entry) => [entry.number, faultText(entry)]));
      saveFailedRows(
        { columns: job.columns, format: job.format, rows: [...rows.values()] } as FileTable,
        faults,
        job.fileName,
      );
    },
  };
}
