// Exports and imports records like the page, in Node against a real server. Import it before the stores.
//
//   const page = await openPage(await server.backend());
//   const file = await exportAll(original, { format: 'csv' });
//   const copy = await emptyCopy(original);
//   const run = await importAll(await checkFile(copy, file));
//   assert.equal(await storedIn(copy), await storedIn(original));
import './bareWindow';
import 'fake-indexeddb/auto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import { update } from '../../ui/backend/collections';
import { type RecordSource, readPage } from '../../ui/backend/recordPages';
import { createRecordWalk } from '../../ui/backend/recordWalk';
import { randomText } from '../../ui/base/random';
import { type Collection, indexesOf } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import { createRecordExport } from '../../ui/records/export/exportRun';
import { createExportFile, type TextOptions } from '../../ui/records/export/exportText';
import { createListSource } from '../../ui/records/export/listSource';
import * as history from '../../ui/records/history/history';
import * as undo from '../../ui/records/history/undo';
import { createUndoForm, type UndoForm } from '../../ui/records/history/undoForm';
import type { CheckResult } from '../../ui/records/import/importCheck';
import { createImportRun, type ImportRun } from '../../ui/records/import/importRun';
import { createRecordImportForm, type RecordImportForm } from '../../ui/records/import/recordImportForm';
import { createRecordList } from '../../ui/records/recordList';
import type { FileTable } from '../../ui/records/tables/table';
import { connectClient, importCollections } from './realBackend';
import { adminToken, type TestBackend } from './server';

// While the server is away, a visible page asks for it.
Object.assign(globalThis, { document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) });

export type Send = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const nodeFetch = globalThis.fetch;

/** The requests of the page, and the way to the server. */
export const network = {
  /** Method and path of each write. */
  writes: [] as string[],
  /** Requests on their way to the server, also those whose answer nobody waits for. */
  underWay: new Set<Promise<unknown>>(),
  /** Takes the place of the network. */
  send: null as Send | null,
  /** Really sends the request. */
  deliver(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const answer = nodeFetch(input, init);
    network.track(answer);
    return answer;
  },
  track(request: Promise<unknown>): void {
    const end: Promise<unknown> = request.catch(() => {}).finally(() => network.underWay.delete(end));
    network.underWay.add(end);
  },
};

export const isWrite = (init?: RequestInit) => (init?.method ?? 'GET') !== 'GET';

globalThis.fetch = (input, init) => {
  const { pathname } = new URL(String(input));
  if (isWrite(init)) network.writes.push(`${init?.method} ${pathname}`);
  return (network.send ?? network.deliver)(input, init);
};

let startClient = () => {};

/** Opens the network as a new page does: nothing waits for the calls of the page before, which get no answer. */
export function openNetwork(): void {
  network.send = null;
  startClient();
  const { token, admin } = session.state;
  session.end();
  if (admin) session.begin({ token, admin });
}

/** Signs the page in, with an empty browser. */
export async function openPage(backend: TestBackend): Promise<void> {
  network.send = null;
  const token = await adminToken(backend);
  startClient = () => void connectClient(backend.url, token);
  startClient();
  // The admin of the token: a renewal of the session must not look like another admin.
  const { id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { id: string };
  session.begin({ token, admin: { id, email: backend.admin?.email ?? '' } });
  await history.empty();
  await collections.load();
}

/** Reads a collection again after a change of its schema. */
export async function reload(id: string): Promise<Collection> {
  await collections.load();
  const found = collections.find(id);
  assert.ok(found, id);
  return found as Collection;
}

let copies = 0;

/** Makes a collection with the same fields and indexes. Relations to the original lead to the copy. */
export async function emptyCopy(original: Collection): Promise<Collection> {
  copies += 1;
  const id = randomText(15);
  const name = `copy_${copies}`;
  const schema = original.schema.map((field) => {
    const leadsHome = field.options?.['collectionId'] === original.id;
    return leadsHome ? { ...field, options: { ...field.options, collectionId: id } } : field;
  });
  const indexes = indexesOf(original).map((statement, at) =>
    statement.replace(
      /(\bINDEX\s+(?:IF NOT EXISTS\s+)?)[`"[]?\w+[`"\]]?\s+ON\s+[`"[]?\w+[`"\]]?/i,
      `$1\`idx_${id}_${at}\` ON \`${name}\``,
    ),
  );
  await importCollections([{ ...original, id, name, schema, indexes }]);
  return reload(id);
}

type FileChoices = Partial<Omit<TextOptions, 'columns'>>;

/** Exports all fields of all records. */
export async function exportAll(collection: Collection, choices: FileChoices = {}): Promise<File> {
  const { allColumns: columns } = createRecordExport(createListSource(collection, createRecordList()));
  const usual = { format: 'csv', separator: ',', hasByteOrderMark: false, isGuarded: true } as const;
  const file = createExportFile({ columns, linkTo: null, ...usual, ...choices });
  const whole = { filter: '', sort: null, printedSort: '', ids: null, fields: null, total: null };
  const walk = createRecordWalk({ collection, ...whole, rowSize: null });
  for (;;) {
    const step = await walk.next(new AbortController().signal);
    if (step.kind === 'end') break;
    if (step.kind === 'rows') file.add(step.rows);
  }
  return new File([file.content()], 'records.txt');
}

export async function rowsIn({ id }: Collection): Promise<readonly RecordSource[]> {
  const { signal } = new AbortController();
  const all: RecordSource[] = [];
  for (let last = ''; ; last = all.at(-1)?.id ?? '') {
    const call = { perPage: 500, sort: 'id', filter: `id>"${last}"`, fields: null, signal };
    const { rows } = await readPage(id, call);
    all.push(...rows);
    if (rows.length < call.perPage) return all;
  }
}

/** Returns the source text of each value by record and field, but not what an import cannot set. */
export async function storedIn(collection: Collection): Promise<Record<string, Record<string, string>>> {
  const files = collection.schema.filter(({ type }) => type === 'file').map(({ name }) => name);
  const notCompared = new Set(['created', 'updated', 'collectionId', 'collectionName', ...files]);
  const rows = await rowsIn(collection);
  return Object.fromEntries(
    rows.map(({ id, values }) => [
      id,
      Object.fromEntries([...values].filter(([name]) => !notCompared.has(name))),
    ]),
  );
}

/** Reads the file as the page guesses, lets `choose` correct it, and checks all rows. */
export async function checkFile(
  collection: Collection | null,
  file: File | string,
  choose: (form: RecordImportForm) => void | Promise<void> = () => {},
) {
  const form = createRecordImportForm(collection);
  await form.open(typeof file === 'string' ? new File([file], 'rows.csv') : file);
  assert.is(form.state.fileFault, null, String(form.state.fileFault));
  await choose(form);
  const { plan, table } = form.state;
  assert.ok(plan && table);
  const fault = form.fault();
  assert.is(fault, null, String(fault));
  await form.check();
  assert.is(form.state.checkFault, null, String(form.state.checkFault));
  const check = form.state.check as CheckResult;
  const rowCount = (table as FileTable).rows.length;
  assert.is(check.faults.size + check.news.length + check.changed.length + check.same, rowCount);
  return { form, check };
}

/** Sends the checked rows. */
export async function importAll({ form }: Awaited<ReturnType<typeof checkFile>>): Promise<ImportRun> {
  const run = createImportRun(form.collection);
  await start(run, form);
  assert.is(run.state.left, 0);
  return run;
}

export function start(run: ImportRun, form: RecordImportForm): Promise<void> {
  const prepared = form.prepare();
  assert.ok(prepared);
  return run.start(prepared);
}

/** Undoes the last import as the popup does. `choose` may tick what stays otherwise. */
export async function undoImport(choose: (form: UndoForm) => void = () => {}): Promise<UndoForm> {
  await history.load();
  const act = history.state.acts.find(({ kind, state }) => kind === 'import' && state !== 'undone');
  const source = await undo.readSource([act?.id ?? ''], null);
  assert.ok(source);
  const form = createUndoForm(source);
  await form.open();
  assert.is(form.state.step, 'plan', form.state.failure);
  choose(form);
  await form.send();
  assert.equal([form.state.step, form.run.state.refused], ['ended', []]);
  return form;
}

/** The faults of the check, as `field: message` with the rows. */
export const faultsOf = ({ groups }: CheckResult) =>
  Object.fromEntries(groups.map(({ field, message, rows }) => [`${field}: ${message}`, rows]));

/** The refusals of the server, as `field: message` with the rows. */
export const refusalsOf = ({ state }: ImportRun) =>
  Object.fromEntries(state.groups.map(({ field, message, rows }) => [`${field}: ${message}`, [...rows]]));

export function patch({ id }: Collection, recordId: string, values: object): Promise<void> {
  return request('PATCH', `collections/${id}/records/${recordId}`, { body: values });
}

export function remove({ id }: Collection, recordId: string): Promise<void> {
  return request('DELETE', `collections/${id}/records/${recordId}`);
}

/** Resolves when nothing is on its way to the server any more. */
export async function allDelivered(): Promise<void> {
  while (network.underWay.size > 0) await Promise.all(network.underWay);
}

/** Adds fields to a collection. */
export async function addFields(collection: Collection, fields: readonly object[]): Promise<Collection> {
  await update(collection.id, { schema: [...collection.schema, ...(fields as Collection['schema'])] });
  return reload(collection.id);
}

/**
 * Kills the page at one of its next writes: it gets no answer any more. The write itself is lost, arrives at once,
 * or arrives when the next page is already at work.
 */
export function killAfter(writes: number, random: (bound: number) => number): Promise<'killed'> {
  return new Promise((resolve) => {
    let left = writes;
    let isDead = false;
    const life: Send = (input, init) => {
      if (isDead) return new Promise(() => {});
      const answer = () =>
        network.deliver(input, init).then((response) => (isDead ? new Promise<never>(() => {}) : response));
      if (!isWrite(init)) return answer();
      left -= 1;
      if (left > 0) return answer();
      isDead = true;
      const fate = random(3);
      if (fate === 0) resolve('killed');
      if (fate === 1) void network.deliver(input, init).then(() => resolve('killed'));
      if (fate === 2) {
        network.track(sleep(random(30)).then(() => network.deliver(input, init)));
        resolve('killed');
      }
      return new Promise(() => {});
    };
    network.send = life;
  });
}
