import { countOf } from '../../base/text';
import * as confirm from '../../page/confirm';
import * as toasts from '../../page/toasts';
import * as history from './history';
import type { Act } from './plan/act';
import * as undo from './undo';

/** Returns false if the person keeps the entries. */
export async function remove(acts: readonly Act[]): Promise<boolean> {
  const question = `Do you really want to delete ${countOf(acts.length, 'entry', 'entries')} permanently?`;
  if (!(await confirm.ask(question, { isDangerous: true }))) return false;
  await history.remove(acts.map(({ id }) => id));
  return true;
}

export async function empty(): Promise<void> {
  const { length } = history.state.acts;
  const whole = length === 1 ? 'the entry' : `all ${length} entries`;
  const question = `Do you really want to delete ${whole} permanently?`;
  if (await confirm.ask(question, { isDangerous: true })) await history.empty();
}

/** Asks before it deletes entries that are older. */
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

/** Does nothing while an earlier Undo runs. `keys` limits it to some records. */
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
