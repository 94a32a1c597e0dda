import { countOf } from '../../base/text';
import * as confirm from '../../page/confirm';
import * as toasts from '../../page/toasts';
import * as history from './history';
import type { Act } from './plan/act';
import * as undo from './undo';

/** Deletes entries after a question. Returns false if the user keeps them. */
export async function remove(acts: readonly Act[]): Promise<boolean> {
  const question = `Do you really want to delete ${countOf(acts.length, 'entry', 'entries')} permanently?`;
  if (!(await confirm.ask(question, { isDangerous: true }))) return false;
  await history.remove(acts.map(({ id }) => id));
  return true;
}

/** Deletes all entries after a question. */
export async function empty(): Promise<void> {
  const { length } = history.state.acts;
  const whole = length === 1 ? 'the entry' : `all ${length} entries`;
  const question = `Do you really want to delete ${whole} permanently?`;
  if (await confirm.ask(question, { isDangerous: true })) await history.empty();
}

/** Sets how long entries are kept. Asks before it deletes any. */
export async function setKeptDays(days: number): Promise<void> {
  const question = shorteningQuestion(days);
  if (!question || (await confirm.ask(question, { isDangerous: true }))) await history.setKeptDays(days);
}

function shorteningQuestion(days: number): string | null {
  const isOff = days === 0;
  const count = isOff ? history.state.acts.length : history.olderThan(days).length;
  if (count === 0) return null;
  return isOff
    ? 'Do you want to turn the history off and delete all its entries?'
    : `This deletes ${countOf(count, 'entry that is', 'entries that are')} older than ${countOf(days, 'day')}. Go on?`;
}

let isUndoing = false;

/** Undoes acts, or these parts of them. Does nothing while an earlier press is at work. */
export async function undoActs(ids: readonly string[], keys?: ReadonlySet<string>): Promise<void> {
  if (isUndoing) return;
  isUndoing = true;
  try {
    const open = history.state.acts.filter(({ id, state }) => state === 'open' && ids.includes(id));
    const areBusy = await Promise.all(open.map(({ id }) => history.isBusyElsewhere(id)));
    if (areBusy.includes(true)) toasts.info('Another tab is still at work on this.');
    else await undo.undo(ids, keys);
    await history.load();
  } finally {
    isUndoing = false;
  }
}
