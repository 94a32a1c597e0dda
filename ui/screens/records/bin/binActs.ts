import { countOf } from '../../../platform/text';
import * as bin from '../../../state/bin/bin';
import type { BinEntry } from '../../../state/bin/binShelf';
import * as putBack from '../../../state/bin/putBack';
import * as undo from '../../../state/bin/undo';
import * as confirm from '../../../state/confirm';
import type { PutBackJob } from '../../../state/jobs/writeJob';
import { openPanel } from '../../../state/panels';

export const leaveQuestion =
  'The import is being taken back. Leave the page? It stops after the records under way, and you can go on later.';

/** The put-backs that were stopped, or whose page was closed. */
const stopped = () => putBack.run.state.unfinished as readonly { readonly job: PutBackJob }[];

/** Lists the entries and the stopped put-backs. */
export async function load(): Promise<void> {
  await Promise.all([bin.load(), putBack.run.open()]);
}

/** Deletes entries after a question. Returns false if the user keeps them. */
export async function remove(entries: readonly BinEntry[]): Promise<boolean> {
  const question = `Do you really want to delete ${countOf(entries.length, 'entry', 'entries')} permanently?`;
  if (!(await confirm.ask(question, { isDangerous: true }))) return false;
  await bin.remove(entries.map(({ id }) => id));
  void putBack.run.open();
  return true;
}

/** Deletes all entries after a question. */
export async function empty(): Promise<void> {
  const { length } = bin.state.entries;
  const whole = length === 1 ? 'the entry' : `all ${length} entries`;
  const andStopped = stopped().length > 0 ? ' Put-backs that were stopped are discarded.' : '';
  const question = `Do you really want to delete ${whole} permanently?${andStopped}`;
  if (!(await confirm.ask(question, { isDangerous: true }))) return;
  await bin.empty();
  void putBack.run.open();
}

/** Sets how long entries are kept. With 0 days, asks before the bin is emptied. */
export async function setKeptDays(days: number): Promise<void> {
  const question = 'Do you want to turn the bin off and delete all its entries?';
  const isEmptied = days === 0 && bin.state.entries.length > 0;
  if (isEmptied && !(await confirm.ask(question, { isDangerous: true }))) return;
  await bin.setKeptDays(days);
  void putBack.run.open();
}

/** Continues a stopped put-back, puts one entry back at once, or opens the popup for several. */
export async function putBackEntries(entries: readonly BinEntry[]): Promise<void> {
  const [first] = entries;
  const begun = stopped().find(
    ({ job }) => first && 'bin' in job.source && job.source.bin.includes(first.id),
  );
  if (begun) await undo.resume(begun.job);
  else if (entries.length === 1 && first) await undo.undo(first.id);
  else await openPanel('putBack', { entryIds: entries.map(({ id }) => id) });
  await load();
}
