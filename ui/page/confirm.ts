import { proxy } from 'valtio/vanilla';
import * as writeLock from './session/writeLock';

/**
 * Asks a question that the user answers with No or Yes.
 *
 *   if (await confirm.ask('Do you really want to delete the selected record?', { isDangerous: true })) ...
 *   await confirm.ask('Delete it?', { onYes: () => records.remove(id) });   // busy until the promise ends
 *
 * Escape, the backdrop, a page change and a newer question count as No. With `onYes` the popup stays open and
 * busy until the promise ends. It then closes, also after a failure: the callback reports its own error.
 */
interface Options {
  /** The Yes button is red: data is lost permanently. */
  isDangerous?: boolean;
  /** Yes changes data of the server. With `isDangerous` it also unlocks writes, and the question says so. */
  writes?: boolean;
  onYes?: () => Promise<void>;
  /**
   * Called when the question opens. It calls `tell` with sentences to add, as often as they change. The function that
   * it returns ends this after the answer, and may be called twice.
   */
  more?: (tell: (sentences: string) => void) => () => void;
}

interface Question {
  text: string;
  /** Sentences that become known after the question was asked; undefined if none are expected. */
  more?: string;
  isDangerous: boolean;
  writes: boolean;
  isBusy: boolean;
}

export const state = proxy<{ question: Question | null }>({ question: null });

let pending: { answer: (yes: boolean) => void; onYes: Options['onYes']; stop: () => void } | null = null;

export function ask(
  text: string,
  { isDangerous = false, writes = false, onYes, more }: Options = {},
): Promise<boolean> {
  // Another question must not interrupt a running `onYes`.
  if (state.question?.isBusy) return Promise.resolve(false);
  no();
  state.question = { text, isDangerous, writes, isBusy: false };
  return new Promise((resolve) => {
    const asked: typeof pending = { answer: resolve, onYes, stop: () => {} };
    pending = asked;
    if (!more) return;
    asked.stop = more((sentences) => {
      if (pending === asked && state.question) state.question.more = sentences;
    });
  });
}

/** True if Yes unlocks writes, too, so that a delete asks only one question. */
export const unlocks = ({
  isDangerous,
  writes,
}: Readonly<Pick<Question, 'isDangerous' | 'writes'>>): boolean =>
  isDangerous && writes && writeLock.isLocked();

export async function yes(): Promise<void> {
  if (!pending || !state.question || state.question.isBusy) return;
  if (unlocks(state.question)) writeLock.unlock();
  try {
    if (pending.onYes) {
      state.question.isBusy = true;
      // Sentences that become known after the answer come too late.
      pending.stop();
      await pending.onYes();
    }
  } finally {
    settle(true);
  }
}

export function no(): void {
  if (state.question && !state.question.isBusy) settle(false);
}

function settle(answer: boolean): void {
  state.question = null;
  pending?.stop();
  pending?.answer(answer);
  pending = null;
}
