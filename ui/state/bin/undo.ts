import type { Collection } from '../../model/collection';
import { fittedAnswer } from '../../model/put-back/fittedAnswer';
import { type FormerRecord, type PutBackPlan, passwordsSentence } from '../../model/put-back/putBackPlan';
import { countOf } from '../../platform/text';
import type { PutBackJob } from '../jobs/writeJob';
import { openPanel } from '../panels';
import { notifyOtherErrors, report } from '../report';
import * as toasts from '../toasts';
import * as bin from './bin';
import type { BinContent, BinEntry } from './binShelf';
import * as putBack from './putBack';
import { tellPutBack } from './recordChanges';
import { type UndoneChange, undoChange } from './undoChange';

/** With more records the popup opens, which shows how far it is. */
const mostWithoutPopup = 20;

/** Shows a message, with the button Undo if something is kept. `kept` resolves with the entry of the bin. */
export function offer(message: string, kept: Promise<string | null> | null): void {
  if (!kept) {
    toasts.success(message);
    return;
  }
  const undoKept = async () => {
    const id = await kept;
    if (id) await undo(id);
    else toasts.info('Nothing was kept.');
  };
  toasts.undoable(message, undoKept, { writes: true });
}

/** Puts an entry of the bin back. Opens the popup if it is large or has obstacles. */
export async function undo(entryId: string): Promise<void> {
  try {
    const entry = await bin.find(entryId);
    const content = entry && (await bin.content(entryId));
    if (!entry || !content) toasts.info('This is no longer kept.');
    else if (entry.state === 'back') toasts.info('This was put back already.');
    else if (entry.kind === 'changed') await undoOneChange(entry, content);
    else await undoDelete(entry, content);
  } catch (error) {
    reportRefusal(error);
  }
}

/** Reports an error in a message. It names the refused fields, because no form shows them. */
export function reportRefusal(error: unknown): void {
  notifyOtherErrors(report(error), () => false, ['The server refused this.']);
}

async function undoOneChange(entry: BinEntry, content: BinContent): Promise<void> {
  const result = await undoChange(content);
  if (result.kind === 'conflicts') {
    await openPanel('putBack', { entryIds: [entry.id] });
    return;
  }
  await endChange(entry, result);
}

/** Marks a change as undone, and shows the result. An entry stays if some of its values were not restored. */
export async function endChange(
  entry: BinEntry,
  result: Exclude<UndoneChange, { kind: 'conflicts' }>,
): Promise<void> {
  const { losses } = result;
  await finish(losses.length > 0 ? [] : [entry]);
  const { newFiles, lostFiles: lost } = result.kind === 'done' ? result : { newFiles: 0, lostFiles: 0 };
  const notKept = `${countOf(lost, 'file was', 'files were')} not kept.`;
  const files = newNames(newFiles);
  if (losses.length > 0) {
    const told = result.kind === 'same' ? 'No value was restored.' : 'The other values were restored.';
    toasts.warning([told, ...losses, ...(lost > 0 ? [notKept] : [])].join(' ') + files);
  } else if (result.kind === 'same') toasts.success('The record has its former values already.');
  else if (lost === 0) toasts.success(`The change is undone.${files}`);
  else toasts.warning(`The change is undone, but ${notKept}${files}`);
}

async function undoDelete(entry: BinEntry, content: BinContent): Promise<void> {
  const source = putBackSourceOf([entry], [content]);
  const isLarge = entry.kind === 'collection' || content.records.length > mostWithoutPopup;
  const plan = isLarge ? null : await putBack.plan(source);
  const isPlain = plan?.isWhole && plan.obstacles.length + plan.existing.length === 0;
  if (!plan || !isPlain || putBack.run.state.isBusy) {
    await openPanel('putBack', { entryIds: [entry.id] });
    return;
  }
  if (!(await putBack.send(source, plan))) return;
  const { counts } = putBack.run.state;
  if (counts.refused === 0 && counts.open === 0) {
    await finish([entry]);
    toasts.success(backMessage(plan));
    return;
  }
  tellPutBack();
  // Give the reason now: the popup makes a new plan, which does not know it.
  if (await wasBack(source)) toasts.info('This was put back already.');
  else if (counts.refused > 0) tellRefusal();
  else await openPanel('putBack', { entryIds: [entry.id] });
}

/** Looks after a put-back without effect whether another tab did it. */
export async function wasBack(source: putBack.PutBackSource): Promise<boolean> {
  const { created, changed } = putBack.run.state.counts;
  if (created + changed > 0) return false;
  const { creates, updates, existing, obstacles } = await putBack.plan(source);
  return existing.length > 0 && creates.length + updates.length + obstacles.length === 0;
}

/** Shows how many records were refused, and the first reason. */
function tellRefusal(): void {
  const { counts, groups } = putBack.run.state;
  const [first] = groups;
  const refused = new Set(groups.flatMap(({ rows }) => rows)).size;
  const reason = [first?.field, first?.message].filter(Boolean).join(': ');
  toasts.error(
    `${backWords(counts.created)} ${countOf(refused, 'record was', 'records were')} refused. ${reason}`,
  );
}

/** Marks entries that are all back. */
export async function finish(entries: readonly BinEntry[]): Promise<void> {
  for (const entry of entries) await bin.markBack(entry);
  tellPutBack();
}

/** Continues a put-back that was stopped, and ends its entries when all is back. */
export async function resume({ id, source }: PutBackJob): Promise<void> {
  if (!mayBegin()) return;
  await putBack.run.resume(id);
  await putBack.run.open();
  const { counts, job, unfinished } = putBack.run.state;
  if (job?.id !== id) return;
  const ids = 'bin' in source ? source.bin : [];
  const entries = (await Promise.all(ids.map(bin.find))).filter((entry) => entry !== null);
  // Somebody may have begun to take it back before.
  const isEnded = unfinished.every((one) => one.job.id !== id);
  if (isEnded && counts.created + counts.changed === job.total && counts.refused === 0) {
    await finish(entries);
    const passwords = counts.users > 0 ? ` ${passwordsSentence(counts.users)}` : '';
    toasts.success(`${backWords(counts.created)}${passwords}`);
    return;
  }
  tellPutBack();
  if (counts.refused > 0) tellRefusal();
}

/** Returns false, with a warning, if another put-back must end first. */
export function mayBegin(): boolean {
  const { isBusy } = putBack.run.state;
  if (isBusy) toasts.warning('Wait until the other put-back ends.');
  return !isBusy;
}

/** Makes the source of several entries, the newest first. */
export function putBackSourceOf(
  entries: readonly BinEntry[],
  contents: readonly BinContent[],
): putBack.PutBackSource {
  const known = new Map<string, Collection>();
  for (const { collections } of contents) {
    for (const one of collections) if (!known.has(one.id)) known.set(one.id, one);
  }
  const records = contents.flatMap((content) =>
    content.records.map((record) => fitted(record, content, known)),
  );
  const files = new Set(
    contents.flatMap((content) => content.files.map(({ recordId, name }) => `${recordId}/${name}`)),
  );
  const [first] = entries;
  return {
    from: { bin: entries.map(({ id }) => id) },
    title: entries.length === 1 && first ? first.title : countOf(records.length, 'record'),
    collections: [...known.values()],
    records,
    references: contents.flatMap((content) => content.references),
    hasFile: ({ answer }: FormerRecord, name) => files.has(`${answer.record.id}/${name}`),
  };
}

/** Entries may know different versions of a collection. All records get the fields of the first one. */
function fitted(
  record: FormerRecord,
  { collections }: BinContent,
  known: ReadonlyMap<string, Collection>,
): FormerRecord {
  const own = collections.find(({ id }) => id === record.collectionId);
  const first = known.get(record.collectionId);
  if (!own || !first || own === first) return record;
  return { ...record, answer: fittedAnswer(record.answer, own, first) };
}

/** Says what is back, and what is not. */
function backMessage({ creates }: PutBackPlan): string {
  const count = creates.length;
  const files = creates.reduce((sum, one) => sum + one.files.length, 0);
  const users = creates.filter(({ needsPassword }) => needsPassword).length;
  const password =
    users === 0 ? '' : count === 1 ? ' It needs a new password.' : ` ${passwordsSentence(users)}`;
  return `${backWords(count)}${newNames(files, count === 1)}${password}`;
}

export function backWords(count: number): string {
  if (count === 0) return 'No record was created.';
  return count === 1 ? 'The record is back.' : `${countOf(count, 'record')} are back.`;
}

function newNames(count: number, isOfOne = true): string {
  if (count === 0) return '';
  const whose = isOfOne ? 'Its' : 'Their';
  return count === 1
    ? ` ${whose} file has a new name.`
    : ` ${whose} ${countOf(count, 'file')} have new names.`;
}
