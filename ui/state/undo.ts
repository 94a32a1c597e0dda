import type { FormerRecord, PutBackPlan } from '../model/put-back/putBackPlan';
import { countOf } from '../platform/text';
import * as bin from './bin';
import type { BinContent, BinEntry } from './binShelf';
import { openPanel } from './panels';
import * as putBack from './putBack';
import { putBackCollection } from './putBackCollection';
import { tellPutBack } from './recordChanges';
import { report } from './report';
import * as toasts from './toasts';
import { undoChange } from './undoChange';

/** More records are put back in a popup, which shows how far it is. */
const mostAtOnce = 20;

/**
 * Shows a message with the button Undo. `kept` resolves with the entry of the bin; null if nothing is kept, and then
 * Undo says so.
 */
export function offer(message: string, kept: Promise<string | null>): void {
  if (bin.state.keptDays === 0) {
    toasts.success(message);
    return;
  }
  toasts.undoable(message, async () => {
    const id = await kept;
    if (id) await undo(id);
    else toasts.info('Nothing was kept.');
  });
}

/** Puts an entry of the bin back. Opens the popup if it is large, or if something stands in its way. */
export async function undo(entryId: string): Promise<void> {
  try {
    const entry = await bin.find(entryId);
    const content = entry && (await bin.content(entryId));
    if (!entry || !content) toasts.info('This is no longer kept.');
    else if (entry.state === 'back') toasts.info('This was put back already.');
    else if (entry.kind === 'changed') await undoOneChange(entry, content);
    else await undoDelete(entry, content);
  } catch (error) {
    report(error);
  }
}

async function undoOneChange(entry: BinEntry, content: BinContent): Promise<void> {
  const result = await undoChange(content);
  if (result.kind === 'conflicts') {
    await openPanel('putBack', { entryIds: [entry.id] });
    return;
  }
  await bin.markBack(entry);
  tellPutBack();
  const isSame = result.kind === 'same';
  const files = isSame ? '' : newNames(result.newFiles);
  toasts.success(isSame ? 'The record has its former values already.' : `The change is undone.${files}`);
}

async function undoDelete(entry: BinEntry, content: BinContent): Promise<void> {
  const source = sourceOf([entry], [content]);
  const isLarge = entry.kind === 'collection' || content.records.length > mostAtOnce;
  const plan = isLarge ? null : await putBack.plan(source);
  if (!plan || plan.obstacles.length > 0 || plan.existing.length > 0 || putBack.run.state.isBusy) {
    await openPanel('putBack', { entryIds: [entry.id] });
    return;
  }
  await putBack.send(source, plan);
  const { counts } = putBack.run.state;
  if (counts.refused > 0 || counts.open > 0) await openPanel('putBack', { entryIds: [entry.id] });
  else {
    await finish([entry]);
    toasts.success(backMessage(plan));
  }
}

/** Marks entries whose records are all back. */
export async function finish(entries: readonly BinEntry[]): Promise<void> {
  for (const entry of entries) await bin.markBack(entry);
  tellPutBack();
}

/** Makes the source of several entries, the newest first. */
export function sourceOf(
  entries: readonly BinEntry[],
  contents: readonly BinContent[],
): putBack.PutBackSource {
  const records = contents.flatMap((content) => content.records);
  const files = new Set(
    contents.flatMap((content) => content.files.map(({ recordId, name }) => `${recordId}/${name}`)),
  );
  const [first] = entries;
  return {
    from: { bin: entries.map(({ id }) => id) },
    title: entries.length === 1 && first ? first.title : countOf(records.length, 'record'),
    collections: contents.flatMap((content) => content.collections),
    records,
    references: contents.flatMap((content) => content.references),
    hasFile: ({ answer }: FormerRecord, name) => files.has(`${answer.record.id}/${name}`),
  };
}

/** Creates the collections of entries again. Returns sentences about what is other than before. */
export async function putBackCollections(
  entries: readonly BinEntry[],
  contents: readonly BinContent[],
): Promise<string[]> {
  const told: string[] = [];
  for (const [at, { kind, collectionId }] of entries.entries()) {
    const definition = contents[at]?.collections.find(({ id }) => id === collectionId);
    if (kind === 'collection' && definition) told.push(...(await putBackCollection(definition)));
  }
  return told;
}

/** Says what is back, and what is not. */
export function backMessage({ creates }: PutBackPlan): string {
  const count = creates.length;
  const files = creates.reduce((sum, one) => sum + one.files.length, 0);
  const users = creates.filter(({ needsPassword }) => needsPassword).length;
  const words = count === 1 ? 'The record is back.' : `${countOf(count, 'record')} are back.`;
  const password =
    users === 0
      ? ''
      : count === 1
        ? ' It needs a new password.'
        : ` ${countOf(users, 'user needs', 'users need')} a new password.`;
  return `${words}${files > 0 ? newNames(files, count === 1) : ''}${password}`;
}

function newNames(count: number, isOfOne = true): string {
  if (count === 0) return '';
  const whose = isOfOne ? 'Its' : 'Their';
  return count === 1
    ? ` ${whose} file has a new name.`
    : ` ${whose} ${countOf(count, 'file')} have new names.`;
}
