import type { Browser, Locator, Page, Request } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { storedSession } from '../support/walk';

export interface BenchPage {
  readonly page: Page;
  /** All requests so far, in order. */
  readonly requests: readonly Request[];
  /** Resolves after half a second without a request or a response. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

const quietMs = 500;
const patienceMs = 30_000;
const waitsFor = ['document', 'stylesheet', 'script', 'fetch', 'xhr', 'image'];

/** Opens the dashboard in a new profile with an empty cache; signed in by default. */
export async function openBenchPage(
  browser: Browser,
  backend: TestBackend,
  hash: string,
  { isGuest = false } = {},
): Promise<BenchPage> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en-US' });
  if (!isGuest) {
    const session = Object.entries(await storedSession(backend));
    await context.addInitScript((entries) => {
      for (const [key, text] of entries) localStorage.setItem(key, text);
    }, session);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);

  const requests: Request[] = [];
  const open = new Set<Request>();
  let lastNews = performance.now();
  page.on('request', (request) => {
    requests.push(request);
    if (waitsFor.includes(request.resourceType())) open.add(request);
    lastNews = performance.now();
  });
  const handleEnd = (request: Request) => {
    open.delete(request);
    lastNews = performance.now();
  };
  page.on('requestfinished', handleEnd);
  page.on('requestfailed', handleEnd);

  async function quiet(): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (open.size > 0 || performance.now() - lastNews < quietMs) {
      if (performance.now() > deadline) throw new Error(`${page.url()} is still busy.`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  await page.goto(`${backend.url}/_/${hash}`);
  await quiet();
  return { page, requests, quiet, close: () => context.close() };
}

/**
 * Returns the milliseconds from a click until its result is painted. It waits one frame longer than the
 * selector needs, so the value is rather too high than too low.
 */
export async function clickToPaint(target: Locator, selector: string): Promise<number> {
  const waiting = await target.page().evaluateHandle(
    ({ selector, patienceMs }) => {
      const painted = new Promise<number>((resolve, reject) => {
        const handleClick = ({ timeStamp }: MouseEvent) => {
          const look = () => {
            const passed = performance.now() - timeStamp;
            if (document.querySelector(selector))
              requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            else if (passed > patienceMs) reject(new Error(`A click did not bring ${selector}`));
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        };
        window.addEventListener('click', handleClick, { capture: true, once: true });
      });
      return { painted };
    },
    { selector, patienceMs },
  );
  await target.click();
  return waiting.evaluate(({ painted }) => painted);
}

const keys = 100;
/** Milliseconds between two keys of a fast typist. */
const keyPause = 40;

/**
 * Focuses the target and returns the milliseconds from a key press until the frame with its result. The value is the
 * fifth slowest of a hundred key presses.
 */
export async function keyToPaint(
  target: Locator,
  keyAt: (press: number) => string = () => 'a',
): Promise<number> {
  const page = target.page();
  await target.focus();
  const heard = await page.evaluateHandle(() => {
    const times: number[] = [];
    const handleKey = ({ timeStamp }: KeyboardEvent) => {
      requestAnimationFrame(() => {
        // This task is the first one after a frame.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    };
    window.addEventListener('keydown', handleKey, { capture: true });
    return times;
  });
  for (let press = 0; press < keys; press += 1) {
    await page.keyboard.press(keyAt(press));
    await page.waitForTimeout(keyPause);
  }
  const times = (await heard.evaluate((times) => times)).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

/** Returns the bytes of JavaScript objects after a garbage collection. */
export async function usedHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const manyRows = 1_000;
const scroller = 'section:has(> * > table)';

/**
 * Presses "Load more" until there are a thousand rows. Returns the milliseconds from each press to the paint.
 */
export async function loadPages({ page, quiet }: BenchPage, pageSize: number): Promise<number[]> {
  const times: number[] = [];
  for (let loaded = pageSize; loaded < manyRows; loaded += pageSize) {
    await scrollTo(page, 1);
    const firstNewRow = `table[aria-rowcount="${loaded + pageSize + 1}"] [data-index="${loaded}"]`;
    times.push(await clickToPaint(page.getByRole('button', { name: 'Load more' }), firstNewRow));
    // Wait before the second and the last page, so that both start from an idle page.
    if (loaded === pageSize || loaded === manyRows - 2 * pageSize) await quiet();
  }
  return times;
}

/** Scrolls to a place between the top (0) and the bottom (1). Resolves when its rows are drawn. */
export function scrollTo(page: Page, place: number): Promise<void> {
  return page.locator(scroller).evaluate(async (box, place) => {
    box.scrollTop = place * (box.scrollHeight - box.clientHeight);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, place);
}

/**
 * Scrolls down and up again, 400 px a frame, three times for two seconds, and returns the best of the three. Each begins
 * without the garbage of what was before it.
 */
export async function framesPerSecond(page: Page): Promise<number> {
  const rates: number[] = [];
  for (let scroll = 0; scroll < 3; scroll += 1) {
    await usedHeap(page);
    rates.push(await scrollOnce(page));
  }
  return Math.max(...rates);
}

function scrollOnce(page: Page): Promise<number> {
  return page.locator(scroller).evaluate(async (box) => {
    const nextFrame = () => new Promise<number>(requestAnimationFrame);
    const started = await nextFrame();
    let step = 400;
    for (let frames = 1; ; frames += 1) {
      const before = box.scrollTop;
      box.scrollTop += step;
      if (box.scrollTop === before) step = -step;
      const passed = (await nextFrame()) - started;
      if (passed >= 2_000) return (frames * 1_000) / passed;
    }
  });
}
