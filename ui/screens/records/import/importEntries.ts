import { apiAddress } from '../../../api/client';
import { type Collection, collectionTypeOf } from '../../../model/collection';
import type { ImportPlan } from '../../../model/record-import/columnPlan';
import type { SentRow } from '../../../model/record-import/rowPlan';
import { passwordNames } from '../../../model/records/recordValues';
import type { Cell, FileTable } from '../../../model/tables/table';
import { randomText } from '../../../platform/random';
import type { ImportJob, WriteEntry } from '../../../state/jobs/writeJob';
import * as session from '../../../state/session';
import type { CheckResult } from './importCheck';
import type { RecordImportForm } from './recordImportForm';

/** The writes of an import, ready to be sent. */
export interface PreparedImport {
  readonly job: ImportJob;
  readonly entries: readonly WriteEntry[];
  /** The passwords of the file by the id of the record. They are never stored in this browser. */
  readonly passwords: ReadonlyMap<string, string>;
}

/** Prepares the rows that passed the check. The form has read their file. */
export function prepareImport(
  collection: Collection,
  form: RecordImportForm['state'],
  { news, changed }: CheckResult,
): PreparedImport {
  const { columns, format } = form.table as FileTable;
  const rows = [...news, ...changed];
  const job: ImportJob = {
    kind: 'import',
    id: randomText(15),
    server: apiAddress(''),
    admin: session.state.admin?.id ?? '',
    collectionId: collection.id,
    collectionName: collection.name,
    fileName: form.file?.name ?? '',
    startedAt: new Date().toISOString(),
    columns,
    format,
    total: rows.length,
    isTakenBack: false,
  };
  const own = news.filter(({ password }) => password === 'own');
  return {
    job,
    entries: entriesOf(collection, rows, (form.plan as ImportPlan).columns),
    passwords: new Map(own.map(({ id, body }) => [id, String(body['password'])])),
  };
}

/**
 * Makes the entries of the journal. Relations to records that the import creates are entries of their own, and
 * come last. Passwords are never stored, so the cells of users hold only the imported columns.
 */
export function entriesOf(
  collection: Collection,
  rows: readonly SentRow[],
  columns: ImportPlan['columns'],
): WriteEntry[] {
  const isAuth = collectionTypeOf(collection) === 'auth';
  const isKept = columns.map(({ field }) => !isAuth || (field !== null && !passwordNames.includes(field)));
  const entries: Omit<WriteEntry, 'place'>[] = [];
  const late: Omit<WriteEntry, 'place'>[] = [];
  for (const row of rows) {
    const isNew = row.kind === 'new';
    const hasFirst = isNew || Object.keys(row.body).length > 0;
    const entry = {
      number: row.row.number,
      id: row.id,
      state: 'waiting' as const,
      updated: '',
      fault: null,
      password: isNew && isAuth ? row.password : null,
      cells: row.row.cells.map((cell, at): Cell => ((isKept[at] ?? !isAuth) ? cell : null)),
    };
    const former = isNew ? null : JSON.stringify(row.former);
    const stamp = isNew ? '' : row.updated;
    if (hasFirst) {
      const kind = isNew ? 'create' : 'update';
      entries.push({
        ...entry,
        kind,
        body: printBody(row.body, isAuth),
        former,
        stamp,
        wave: 0,
        isSecond: false,
      });
    }
    if (Object.keys(row.later).length > 0) {
      const body = JSON.stringify(row.later);
      late.push({ ...entry, kind: 'update', body, former, stamp, wave: 1, isSecond: hasFirst });
    }
  }
  return [...entries, ...late].map((entry, place) => ({ ...entry, place }));
}

function printBody(values: object, isAuth: boolean): string {
  const isStored = ([name]: [string, unknown]) => !isAuth || !passwordNames.includes(name);
  return JSON.stringify(Object.fromEntries(Object.entries(values).filter(isStored)));
}
