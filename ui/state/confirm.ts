import { proxy } from 'valtio/vanilla';

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
  onYes?: () => Promise<void>;
}

interface Question {
  text: string;
  isDangerous: boolean;
  isBusy: boolean;
}

export const state = proxy<{ question: Question | null }>({ question: null });

let pending: { answer: (yes: boolean) => void; onYes: Options['onYes'] } | null = null;

export function ask(text: string, { isDangerous = false, onYes }: Options = {}): Promise<boolean> {
  // Another question must not interrupt a running `onYes`.
  if (state.question?.isBusy) return Promise.resolve(false);
  no();
  state.question = { text, isDangerous, isBusy: false };
  return new Promise((resolve) => {
    pending = { answer: resolve, onYes };
  });
}

export async function yes(): Promise<void> {
  if (!pending || !state.question || state.question.isBusy) return;
  try {
    if (pending.onYes) {
      state.question.isBusy = true;
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
  pending?.answer(answer);
  pending = null;
}
