import type { Browser, CDPSession, Page, Request } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { type BenchPage, keyToPaint, openBenchPage } from './benchPage';
import { form } from './data/collections';
import type { Figures } from './figures';

const address = `#/collections?collectionId=${form.id}`;
const warmUps = 8;
const openings = 50;

const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/');
const panel = (page: Page) => page.getByRole('dialog');
const firstField = (page: Page) => panel(page).getByRole('textbox', { name: 'title', exact: true });
const richFields = (page: Page) => panel(page).locator('[role="textbox"][contenteditable="true"]');

/** Opens records of 30 fields, types into one, saves it, and measures the memory after fifty openings. */
export async function measureEditor(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  const opened = await openBenchPage(browser, backend, address);
  figures.add('editorOpen', await openToFirstKey(opened.page));
  await opened.quiet();
  await richFields(opened.page).first().waitFor();
  figures.add('editorKey', await keyToPaint(firstField(opened.page)));
  await measureSave(opened, figures);
  await opened.close();
  await measureLong(browser, backend, figures);
  await measureLeftovers(browser, backend, figures);
}

const longText = 'some words that stand here '.repeat(52_000);
const longList = `<ul>${'<li>some item</li>'.repeat(5_000)}</ul>`;

/** Measures a record with 1.4 MB of text, and a rich text of 5,000 items. */
async function measureLong(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  const { page, close } = await openBenchPage(browser, backend, address);
  await page.route(/\/records\/\w{15}/, async (route) => {
    const response = await route.fetch();
    const json = { ...((await response.json()) as object), remark: longText, story: longList };
    await route.fulfill({ response, json });
  });
  figures.add('editorLongOpen', await openToFirstKey(page));
  const remark = panel(page).getByRole('textbox', { name: 'remark', exact: true });
  const editor = remark.and(page.locator('[contenteditable="true"]'));
  await editor.waitFor();
  figures.add('editorLongKey', await keyToPaint(editor));
  await close();
}

/**
 * Returns the milliseconds from the record's response until the first field shows a character. No part of the
 * editor is loaded before.
 */
async function openToFirstKey(page: Page): Promise<number> {
  const waiting = await page.evaluateHandle(() => {
    const isRecord = ({ name }: PerformanceEntry) => /\/records\/\w{15}/.test(name);
    const accepted = new Promise<number>((resolve) => {
      const look = () => {
        const field = document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea');
        field?.focus();
        const before = field?.value;
        document.execCommand('insertText', false, 'x');
        if (!field || field.value === before) return requestAnimationFrame(look);
        const [answer] = performance.getEntriesByType('resource').filter(isRecord);
        const { responseEnd } = answer as PerformanceResourceTiming;
        const passed = performance.now() - responseEnd;
        return resolve(passed);
      };
      look();
    });
    return { accepted };
  });
  await open(page, 0);
  return waiting.evaluate(({ accepted }) => accepted);
}

const open = (page: Page, index: number) =>
  page.locator(`[data-index="${index}"] [role="gridcell"]`).nth(1).click();

/**
 * Adds the number of API calls to open a record and to save it, including related records and their images.
 */
async function measureSave({ page, requests, quiet }: BenchPage, figures: Figures): Promise<void> {
  const callsOf = async (act: () => Promise<void>) => {
    const before = requests.length;
    await act();
    await quiet();
    return requests.slice(before).filter(isCall).length;
  };
  figures.add('editorSaveCalls', await callsOf(() => page.keyboard.press('Control+s')));
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await quiet();
  figures.add('editorOpenCalls', await callsOf(() => open(page, 1)));
}

/** Adds the memory that each of fifty openings leaves in the page. */
async function measureLeftovers(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  const { page, close } = await openBenchPage(browser, backend, address);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  for (let at = 0; at < warmUps; at += 1) await openAndClose(page, at);
  const before = await leftBehind(session);
  for (let at = 0; at < openings; at += 1) await openAndClose(page, at % warmUps);
  const after = await leftBehind(session);
  figures.add('editorHeap', (after.heap - before.heap) / openings / 1_000);
  figures.add('editorNodes', (after.nodes - before.nodes) / openings);
  figures.add('editorListeners', (after.listeners - before.listeners) / openings);
  await close();
}

async function openAndClose(page: Page, index: number): Promise<void> {
  await open(page, index);
  await richFields(page).first().waitFor();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
}

async function leftBehind(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  // Some objects are freed later.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
