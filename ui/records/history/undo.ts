import { proxy } from 'valtio/vanilla';
import { ApiError, messageOf } from '../../backend/ApiError';
import { countOf } from '../../base/text';
import { openPanel } from '../../page/panels';
import { report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import { tellRecordsChanged } from '../recordsChanged';
import * as history from './history';
import { passwordsSentence } from './plan/returnPlan';
import { planUndo, sourceOf, type UndoPlan, type UndoSource } from './undoPlan';
import { createUndoRun, type UndoRunState } from './undoRun';

// Undoes an act from its message, entries of the history, or chosen records of an opened backup.

/** With more writes, the popup opens to show the progress. */
const mostWithoutPopup = 20;

/** True while an Undo runs. Only one runs at a time. */
export const state = proxy({ isBusy: false });

/** Shows a message, with a button Undo if the act has kept something. */
export function offer(message: string, act: history.Recorder | null): void {
  if (!act?.hasContent()) toasts.success(message);
  else toasts.undoable(message, actionOf(act).run, { writes: true });
}

/** Like `offer`, for an act that is only done in part. */
export function offerPart(message: string, act: history.Recorder): void {
  if (act.hasContent()) toasts.withAction(message, actionOf(act));
  else toasts.warning(message);
}

/** Ends an act of many records. An empty message shows nothing. */
export async function endMany(
  act: history.Recorder,
  count: number,
  message: string,
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  act.setTitle(countOf(count, 'record'));
  await act.close();
  if (message) (isWhole ? offer : offerPart)(message, act);
}

const actionOf = ({ id }: history.Recorder) => ({
  label: 'Undo',
  writes: true,
  run: () => undo([id]),
});

/** `keys` limits it to some records. */
export async function undo(
  actIds: readonly string[],
  keys: ReadonlySet<string> | null = null,
): Promise<void> {
  try {
    const source = await readSource(actIds, keys);
    if (source) await undoSource(source);
    else toasts.info('This is no longer kept.');
  } catch (error) {
    reportRefusal(error);
  }
}

/** Writes at once, unless there is something to read or to choose, or much to write: then the popup opens. */
export async function undoSource(source: UndoSource): Promise<void> {
  try {
    const isLarge = source.first.length > 0 || source.parts.length > mostWithoutPopup;
    const plan = isLarge || state.isBusy ? null : await planUndo(source);
    if (plan && isNothing(plan)) await endNothing(source, plan);
    else if (plan && isPlain(source, plan)) await runNow(source, plan);
    else await openPanel('undo', { source });
  } catch (error) {
    reportRefusal(error);
  }
}

/** Ends an Undo that has nothing to write: it was done before, or everything stays as it is. */
export async function endNothing({ acts, parts }: UndoSource, plan: UndoPlan): Promise<void> {
  for (const { id } of acts) await history.removeParts(id, plan.done);
  for (const id of plan.removed) await history.removeMade(id);
  if (plan.stays.length > 0) {
    toasts.warning(plan.stays.join(' '));
    return;
  }
  const isChange = parts.length > 0 && parts.every(({ before, after }) => before && after !== 'gone');
  const what = parts.length === 1 ? 'The record has its' : 'The records have their';
  toasts.success(isChange ? `${what} former values already.` : 'This was undone already.');
}

export async function readSource(
  actIds: readonly string[],
  keys: ReadonlySet<string> | null,
): Promise<UndoSource | null> {
  const contents = (await Promise.all(actIds.map(history.read))).filter((one) => one !== null);
  const source = sourceOf(contents, keys);
  return source.parts.length + source.first.length + (source.makers ?? []).length > 0 ? source : null;
}

async function runNow(source: UndoSource, plan: UndoPlan): Promise<void> {
  const run = createUndoRun();
  const { signal } = new AbortController();
  const act = await whileBusy(source, () => run.run(source, plan, {}, { signal }));
  if (!act) return;
  if (run.state.refused.length > 0) await openPanel('undo', { source, ended: { plan, run } });
  else tellEnd(source, plan, run.state, act);
}

/** Returns null if another Undo runs, or if writes stay locked. */
export async function whileBusy<T>(source: UndoSource, work: () => Promise<T>): Promise<T | null> {
  const verb = verbOf(source);
  const what = `${verb} ${source.kind === 'undo' ? 'changes of ' : ''}${countOf(source.parts.length, 'record')}`;
  if (!(await writeLock.ask({ what, verb })) || state.isBusy) return null;
  state.isBusy = true;
  try {
    return await writeLock.asOneRun(work);
  } finally {
    state.isBusy = false;
    tellRecordsChanged();
  }
}

const verbOf = ({ kind }: UndoSource) => (kind === 'undo' ? 'undo' : 'bring back');

export const isNothing = ({ first, records, changes, deletes, removals }: UndoPlan): boolean =>
  removals.length +
    first.length +
    records.creates.length +
    records.updates.length +
    records.obstacles.length ===
    0 && changes.length + deletes.length === 0;

/** True if there is nothing to read or to choose before the Undo. */
export const isPlain = (
  { parts }: UndoSource,
  { records, changes, deletes, removals, stays, held, unsure }: UndoPlan,
): boolean =>
  records.isWhole &&
  records.obstacles.length + removals.length + deletes.length + stays.length + held.size + unsure.length ===
    0 &&
  !(parts.length === 1 && changes.some(({ conflicts }) => conflicts.length > 0));

/** Shows the result of an Undo in which nothing was refused. */
export function tellEnd(
  source: UndoSource,
  plan: UndoPlan,
  ended: Readonly<UndoRunState>,
  act: history.Recorder,
): void {
  const { lostFiles } = ended;
  const losses = [...new Set(plan.changes.flatMap(({ undoing }) => undoing.losses))];
  const hasOthers = plan.changes.some(({ undoing }) => undoing.losses.length === 0) || ended.changed > 0;
  const restored = hasOthers ? 'The other values were restored.' : 'No value was restored.';
  const message = losses.length > 0 ? restored : endWords(ended);
  const notKept = lostFiles > 0 ? [`${countOf(lostFiles, 'file was', 'files were')} not kept.`] : [];
  const told = [...losses, ...notKept, ...ended.told, ...plan.stays];
  const words = [message, ...told].join(' ');
  // The message of an Undo has no button Undo, which could be clicked by mistake; the history has one.
  if (source.kind === 'restore') (told.length > 0 ? offerPart : offer)(words, act);
  else if (told.length > 0) toasts.warning(words);
  else toasts.success(words);
}

export function endWords(ended: Readonly<UndoRunState>): string {
  const { collections, created, users, changed, deleted, newFiles } = ended;
  const parts = [
    collections > 0 &&
      (collections === 1 ? 'The collection is back.' : `${collections} collections are back.`),
    created > 0 && `${created === 1 ? 'The record is' : `${countOf(created, 'record')} are`} back.`,
    changed > 0 &&
      (changed + collections + created + deleted === 1 ? 'Undone.' : `Undid ${countOf(changed, 'change')}.`),
    deleted > 0 && `${countOf(deleted, 'record is', 'records are')} deleted.`,
    ...ended.gone,
    newFiles > 0 && namesSentence(newFiles, created + changed === 1),
    users > 0 && (created === 1 ? 'It needs a new password.' : passwordsSentence(users)),
  ].filter((one) => one !== false);
  return parts.length > 0 ? parts.join(' ') : 'Nothing was changed.';
}

function namesSentence(count: number, isOfOne: boolean): string {
  const whose = isOfOne ? 'Its' : 'Their';
  return count === 1 ? `${whose} file has a new name.` : `${whose} ${countOf(count, 'file')} have new names.`;
}

function reportRefusal(error: unknown): void {
  const words = refusalOf(error);
  if (words) toasts.error(words);
}

/** Says why an Undo has failed; '' if there is nothing to say. It names the fields, because no form shows them. */
export function refusalOf(error: unknown): string {
  report(error, { isSilent: true });
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.isAborted || error.kind === 'locked') return '';
  const reasons = Object.entries(error.fields);
  const lines = reasons.map(([path, { message }]) => invalidCollection(message) ?? `${path}: ${message}`);
  return lines.length > 0 ? ['The server refused this.', ...lines].join('\n') : error.message;
}

/**
 * Names the rule or field that the import of a collection refuses (PUT api/collections/import). Null for other
 * messages.
 */
function invalidCollection(message: string): string | null {
  const [, name, json] =
    /^Data validations failed for collection "(.+)" \(.*\):\n(.*)\.$/s.exec(message) ?? [];
  if (name === undefined || json === undefined) return null;
  const reasons: string[] = [];
  const collect = (value: unknown, path: string) => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) collect(one, path ? `${path}.${key}` : key);
    } else reasons.push(`${path}: ${value}`);
  };
  try {
    collect(JSON.parse(json), '');
  } catch {
    return null;
  }
  return `The collection ${name} is not valid now (${reasons.join(', ')}). Correct it, then undo again.`;
}
