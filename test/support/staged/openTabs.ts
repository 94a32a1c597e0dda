// Tabs of one browser in Node: each is a bundle of its own with its own window, and all share the storage.
//
//   const tabs = await openTabs();
//   const tab = await tabs.open();   // the exports of tableTab.ts
//   tab.close();                     // as a reload or the closing does: pagehide, then nothing of it lives on
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chunkContents } from '../chunkContents.mjs';

export type TableTab = typeof import('./tableTab');

export interface OpenTab {
  readonly page: TableTab;
  close(): void;
}

interface TabGlobals {
  readonly window: EventTarget;
  readonly localStorage: object;
  readonly BroadcastChannel: unknown;
}

const texts = new Map<string, string>();
const windows = new Set<EventTarget>();
/** The channels of the open tabs, with the windows of the tabs. */
const channels = new Map<EventTarget & { readonly name: string }, EventTarget>();
let opened = 0;

/** The names that a tab has for itself. */
function globalsOf(window: EventTarget): TabGlobals {
  const isOpen = () => windows.has(window);
  const change = (key: string, act: () => void) => {
    if (!isOpen()) return;
    act();
    for (const other of windows) {
      if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
    }
  };
  const localStorage = {
    get length() {
      return texts.size;
    },
    key: (at: number) => [...texts.keys()][at] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => change(key, () => texts.set(key, text)),
    removeItem: (key: string) => change(key, () => texts.delete(key)),
  };
  /** Delivers at once: a busy machine must not make a tab answer too late. */
  class TabChannel extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      if (isOpen()) channels.set(this, window);
    }
    postMessage(data: unknown): void {
      for (const other of channels.keys()) {
        if (other === this || other.name !== this.name) continue;
        queueMicrotask(() => other.dispatchEvent(Object.assign(new Event('message'), { data })));
      }
    }
  }
  return { window, localStorage, BroadcastChannel: TabChannel };
}

export async function openTabs(): Promise<{ open(): Promise<OpenTab> }> {
  const outfile = join(process.env['LOWLINE_TEST_RUN'] ?? '', `tableTab-${process.pid}.mjs`);
  await build({
    absWorkingDir: process.cwd(),
    entryPoints: ['test/support/staged/tableTab.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'error',
    loader: { '.css': 'empty', '.svg': 'dataurl', '.png': 'dataurl' },
    define: { LOWLINE_VERSION: '"0.0.0"' },
    plugins: [chunkContents],
    banner: { js: 'const { window, localStorage, BroadcastChannel } = globalThis.tabGlobals;' },
  });
  return {
    async open() {
      const window = Object.assign(new EventTarget(), { location: { hash: '' } });
      windows.add(window);
      opened += 1;
      Object.assign(globalThis, { tabGlobals: globalsOf(window) });
      const page = (await import(`${pathToFileURL(outfile).href}?tab=${opened}`)) as TableTab;
      return {
        page,
        close() {
          window.dispatchEvent(new Event('pagehide'));
          windows.delete(window);
          for (const [channel, owner] of channels) if (owner === window) channels.delete(channel);
          // Its timers would keep the process alive.
          page.toasts.closeAll();
          page.session.end();
        },
      };
    },
  };
}
