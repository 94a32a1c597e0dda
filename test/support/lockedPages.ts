// LOWLINE_LOCKED=FILE runs walks with locked writes: each signed-in page locks writes, and a request that may change
// data fails its walk. Most walks then stop at the question of the lock. One line of JSON for each page goes to FILE:
// its file, its requests, the writes that left, and the questions with the pressed control.
//
//   LOWLINE_LOCKED=/tmp/locked.jsonl npm test browser/recordEditor

import { appendFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { mayChangeData } from '../../ui/backend/client';

const file = process.env['LOWLINE_LOCKED'] ?? '';

export const areLocked = file !== '';

/** The storage of a browser that locks the writes of this server. */
export const lockedStorage = (url: string): Record<string, string> => ({
  [`lowlineEnvironment@${url}/api/`]: JSON.stringify({
    name: 'Locked',
    colour: 'red',
    locks: true,
    appName: '',
  }),
});

interface Question {
  readonly text: string;
  /** The control that was pressed before. */
  readonly control: string;
  readonly isSigned: boolean;
}

/** Calls `onWrite` for each write that leaves. */
export async function watchLock(context: BrowserContext, onWrite: (call: string) => void): Promise<void> {
  const writes: string[] = [];
  const questions: Question[] = [];
  let requests = 0;
  const { test } = await import('@playwright/test');
  const walk = test.info().file;
  context.on('request', (request) => {
    const [, path] = /^.*?\/api\/(.*)$/.exec(new URL(request.url()).pathname) ?? [];
    if (path === undefined) return;
    requests += 1;
    if (!mayChangeData(request.method(), path)) return;
    // A guest's call, such as a confirmation, carries no session.
    if (!request.headers()['authorization']) return;
    const call = `${request.method()} ${path}`;
    writes.push(call);
    onWrite(call);
  });
  context.on('close', () => {
    appendFileSync(file, `${JSON.stringify({ walk, requests, writes, questions })}\n`);
  });
  await context.exposeBinding('reportQuestion', (_, question: Question) => {
    questions.push(question);
  });
  await context.addInitScript(() => {
    let control: Element | null = null;
    let shown = '';
    const controls = 'button, a, [role="option"], [role="menuitem"]';
    const report = Reflect.get(window, 'reportQuestion') as (question: object) => void;
    document.addEventListener(
      'click',
      (event) => {
        const { target } = event;
        control = target instanceof Element ? target.closest(controls) : null;
        // A question about a delete unlocks by its Yes.
        const dialog = control?.closest('[role="alertdialog"]');
        if (control?.textContent !== 'Yes' || !dialog?.textContent?.includes('Yes unlocks it')) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        report({ text: dialog.textContent, control: 'Yes', isSigned: control.matches('[data-writes]') });
      },
      true,
    );
    document.addEventListener(
      'keydown',
      () => {
        control = document.activeElement;
      },
      true,
    );
    new MutationObserver(() => {
      const dialog = document.querySelector('[role="alertdialog"][aria-label^="Unlock "]');
      const text = dialog?.textContent ?? '';
      if (text !== '' && text !== shown) {
        const name = control?.getAttribute('aria-label') ?? control?.textContent ?? '';
        report({ text, control: name.slice(0, 40), isSigned: control?.matches('[data-writes]') ?? false });
      }
      shown = text;
    }).observe(document, { childList: true, subtree: true });
  });
}
