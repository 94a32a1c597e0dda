// The chart of the logs page in a real browser, under the policy of our page.
import { type Page, type Route, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { type OpenPage, openPage } from '../support/browser';
import type { LogChartPage } from '../support/logChartPage';
import { type PageServer, startPageServer } from '../support/pageServer';
import { backends, startBackend, type TestBackend } from '../support/server';
import { press } from '../support/tableWalk';
import {
  askServer,
  eventually,
  hasFocus,
  patienceMs,
  screens,
  signedInPage,
  storeGuestLog,
  tabTo,
  walk,
} from '../support/walk';

declare const window: { page: LogChartPage };

let server: PageServer;
test.beforeAll(async () => {
  server = await startPageServer('test/support/logChartPage.tsx', 'Logs');
});
test.afterAll(() => server.close());

const program = backends().at(-1);
let backend: TestBackend | undefined;
test.beforeAll(async () => {
  if (program) backend = await startBackend(program.binary, { bundle: true });
});
test.afterAll(() => backend?.stop());

const first = Date.UTC(2026, 10, 19);
const hourMs = 3_600_000;
const dateOf = (hour: number) => new Date(first + hour * hourMs).toISOString().replace('T', ' ');

/** Two days of an office, with no log from 2 to 4 in the first night. */
const counts = Array.from({ length: 48 }, (_, hour) =>
  hour >= 2 && hour <= 4 ? 0 : Math.round(110 - 100 * Math.cos(((hour % 24) / 24) * 2 * Math.PI)),
);
const twoDays = counts.map((total, hour) => ({ total, date: dateOf(hour) })).filter(({ total }) => total > 0);
const total = counts.reduce((sum, count) => sum + count, 0);

/** Responds like the server: each level has its own share. */
function statsOf(filter: string): object[] {
  const level = /level=(-?\d)/.exec(filter)?.[1];
  if (level === undefined) return twoDays;
  const share = { '-4': 0.1, '0': 0.5, '4': 0.3, '8': 0.2 }[level] ?? 0;
  return twoDays.map(({ date, total: all }) => ({ date, total: Math.round(all * share) }));
}

const answerAsked = (route: Route) => {
  const filter = new URL(route.request().url()).searchParams.get('filter') ?? '';
  return route.fulfill({ json: statsOf(filter) });
};

const picture = (page: Page) => page.getByRole('img', { name: 'Total requests over time' });
const chart = (page: Page) => page.getByRole('application');
const hovered = async (page: Page) =>
  (await chart(page).locator('[aria-hidden]:not(svg)').allTextContents()).join();
const told = (page: Page) => page.evaluate(() => window.page);
const said = (page: Page) =>
  page.locator('body > [role="status"]').evaluateAll(([region]) => region?.textContent ?? '');
const pixels = (page: Page) =>
  picture(page)
    .locator('canvas')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

/** The width of the canvas in the page, and in pixels of its own. */
const sizeOf = (page: Page) =>
  picture(page)
    .locator('canvas')
    .evaluate((canvas) => [canvas.clientWidth, (canvas as HTMLCanvasElement).width]);

/** Counts the pixels of the canvas in the colour of the token. */
const pixelsOf = (page: Page, token: string) =>
  picture(page)
    .locator('canvas')
    .evaluate((element, name) => {
      const canvas = element as HTMLCanvasElement;
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${name})`;
      const wanted = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
      probe.remove();
      // Reads a copy: the browser warns about repeated reads of a canvas.
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0);
      const { data } = copy?.getImageData(0, 0, width, height) ?? {};
      let found = 0;
      for (let at = 0; at < (data?.length ?? 0); at += 4) {
        if (wanted.every((value, part) => data?.[at + part] === value) && data?.[at + 3] === 255) found += 1;
      }
      return found;
    }, token);

/** The page without the chart. */
async function emptyPage(opening = openPage(server.url, screens.wide)): Promise<OpenPage> {
  const opened = await opening;
  opened.page.setDefaultTimeout(patienceMs);
  await opened.page.route('**/api/logs/stats*', answerAsked);
  await opened.page.getByRole('heading').waitFor();
  return opened;
}

const show = (page: Page, changed: { filter?: string; refreshKey?: number } = {}) =>
  page.evaluate((shown) => window.page.show(shown), { filter: '', refreshKey: 0, range: null, ...changed });

/** The page with the chart rendered. */
async function chartPage(opening?: Promise<OpenPage>): Promise<OpenPage> {
  const opened = await emptyPage(opening);
  await show(opened.page);
  await opened.page.getByText(`Found ${total.toLocaleString('en-US')} logs`).waitFor();
  await eventually(() => pixelsOf(opened.page, '--chart-1').then((found) => found > 200), true, 'the line');
  return opened;
}

/** Returns the position of an hour in the window, found with the pointer. */
async function placeOf(page: Page, hour: number): Promise<{ x: number; y: number }> {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('There is no chart');
  await page.mouse.move(box.x + 1, box.y + 60);
  const start = await page.locator('circle').boundingBox();
  await page.mouse.move(box.x + box.width - 1, box.y + 60);
  const end = await page.locator('circle').boundingBox();
  if (!start || !end) throw new Error('Nothing is hovered');
  const x = start.x + start.width / 2 + ((end.x - start.x) * hour) / (counts.length - 1);
  return { x, y: box.y + 60 };
}

async function dragBetween(page: Page, from: number, to: number, { isDropped = true } = {}): Promise<void> {
  const [start, end] = [await placeOf(page, from), await placeOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  if (isDropped) await page.mouse.up();
}

test("is as wide as its container without uPlot's stylesheet; the pointer finds each hour, also without logs", () =>
  walk(chartPage(), async ({ page }) => {
    const box = await picture(page).boundingBox();
    assert.equal([box?.height, box?.width], [132, 1440 - 32]);
    assert.equal(await picture(page).locator('canvas').boundingBox(), box);
    assert.is(await page.locator('style').count(), 0);

    const [three, noon, end] = [await placeOf(page, 3), await placeOf(page, 36), await placeOf(page, 47)];
    for (const x of [noon.x + 5, noon.x - 5]) {
      await page.mouse.move(x, noon.y);
      assert.is(await hovered(page), 'Nov 20, 2026 12 PMTotal requests210');
    }
    const dot = await page.locator('circle').boundingBox();
    assert.ok(dot && Math.abs(dot.x + dot.width / 2 - noon.x) < 1, 'the dot stands on the hour');
    await page.mouse.move(three.x, three.y);
    assert.is(await hovered(page), 'Nov 19, 2026 3 AMTotal requests0');
    const low = await page.locator('circle').boundingBox();
    assert.ok(low && dot && low.y - dot.y > 60, 'on zero, not on a bridge');
    await page.mouse.move(end.x, end.y);
    const tip = await page.getByText('Nov 20, 2026 11 PM').boundingBox();
    assert.ok(tip && tip.x + tip.width < 1440, 'the tooltip is in the window');
    await page.mouse.move(0, 0);
    assert.is(await hovered(page), '');
    assert.is(await page.locator('circle').count(), 0);
  }));

test('a drag zooms to its hours in either direction; Escape cancels it, a double click resets', () =>
  walk(chartPage(), async ({ page }) => {
    const zoom = ['2026-11-19 20:00:00.000Z', '2026-11-20 02:59:59.999Z'];
    const { x, y } = await placeOf(page, 20);
    await page.mouse.click(x, y);
    await dragBetween(page, 20, 26, { isDropped: false });
    assert.is(await hovered(page), 'Nov 19, 2026 8 PM to Nov 20, 2026 2 AM');
    assert.is(await page.locator('rect').count(), 1);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.mouse.dblclick(x, y);
    const { zooms, resets } = await told(page);
    assert.equal([zooms, resets], [[], 0]);
    await dragBetween(page, 20, 26);
    assert.equal((await told(page)).zooms, [zoom]);
    assert.is(await page.locator('rect').count(), 0);
    await page.getByRole('button', { name: 'Reset zoom' }).click();
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor({ state: 'detached' });
    await dragBetween(page, 26, 20);
    assert.equal((await told(page)).zooms, [zoom, zoom]);
    await page.mouse.dblclick(x, y);
    assert.is((await told(page)).resets, 2);
  }));

test('keys move along the hours and are announced, select with Shift, zoom with Enter; Escape cancels', () =>
  walk(chartPage(), async ({ page }) => {
    await tabTo(page, chart(page));
    await page.keyboard.press('Enter');
    for (const [key, text] of [
      ['ArrowRight', 'Nov 19, 2026 12 AM: Total requests 10.'],
      ['ArrowRight', 'Nov 19, 2026 1 AM: Total requests 13.'],
      ['PageDown', 'Nov 20, 2026 1 AM: Total requests 13.'],
      ['End', 'Nov 20, 2026 11 PM: Total requests 13.'],
      ['ArrowRight', 'Nov 20, 2026 11 PM: Total requests 13.'],
      ['Home', 'Nov 19, 2026 12 AM: Total requests 10.'],
    ] as const) {
      await page.keyboard.press(key);
      await eventually(() => said(page), text, key);
    }
    assert.is(await hovered(page), 'Nov 19, 2026 12 AMTotal requests10');
    await press(page, 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await eventually(
      () => said(page),
      'Nov 19, 2026 3 AM: Total requests 0. Selected from Nov 19, 2026 1 AM.',
    );
    assert.is(await hovered(page), 'Nov 19, 2026 1 AM to Nov 19, 2026 3 AM');
    await press(page, 'Escape', 'Enter');
    assert.equal((await told(page)).zooms, []);
    await press(page, 'End', 'Shift+PageUp', 'Enter');
    assert.equal((await told(page)).zooms, [['2026-11-19 23:00:00.000Z', '2026-11-20 23:59:59.999Z']]);
    assert.ok(await hasFocus(chart(page)), 'and the focus stays');
    await page.getByRole('button', { name: 'Reset zoom' }).click();
    await tabTo(page, chart(page), 'Shift+Tab');
    await press(page, 'Home', 'Escape');
    assert.is(await hovered(page), '');
    assert.is((await told(page)).escapes, 0);
    await press(page, 'Escape');
    assert.is((await told(page)).escapes, 1, 'the next one is for what is around');
  }));

test('by level four bars stand on each other in the colours of the levels, with a legend', () =>
  walk(chartPage(), async ({ page }) => {
    const levels = ['--level-debug', '--level-info', '--level-warn', '--level-error'];
    const found = () =>
      Promise.all(['--chart-1', ...levels].map((token) => pixelsOf(page, token).then((count) => count > 50)));
    assert.equal(await found(), [true, false, false, false, false]);
    await page.getByRole('switch', { name: 'By level' }).click();
    await eventually(found, [false, true, true, true, true]);
    await page.getByText('WARN', { exact: true }).first().waitFor();
    await page.mouse.move(720, 100);
    assert.match(await hovered(page), /^Nov (19|20), 2026 \d+ [AP]MDEBUG\d+INFO\d+WARN\d+ERROR\d+$/);
    const tip = await chart(page).locator('div[aria-hidden]').boundingBox();
    const box = await picture(page).boundingBox();
    const axisHeight = 22;
    const isOffAxis = tip && box && tip.y >= 0 && tip.y + tip.height <= box.y + box.height - axisHeight;
    assert.ok(isOffAxis, 'the tooltip is off the axis');
  }));

test('follows every change of the theme and of its width', () =>
  walk(chartPage(), async ({ page }) => {
    const light = await pixels(page);
    // Letters are thin: few of their pixels have the whole colour.
    const least = { '--chart-1': 50, '--chart-grid': 50, '--chart-axis': 10 };
    const areFound = () =>
      Promise.all(
        Object.entries(least).map(([token, count]) => pixelsOf(page, token).then((found) => found > count)),
      );
    await eventually(areFound, [true, true, true]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(() => pixels(page).then((now) => now === light), false, 'drawn anew');
    await eventually(areFound, [true, true, true], 'in the dark colours');
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
    await eventually(() => pixels(page).then((now) => now === light), true, 'the light one again');

    for (const [width, height] of [
      [900, 132],
      [screens.narrow.width, 96],
      [1000, 132],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      const inner = width - (width < 400 ? 24 : 32);
      await eventually(() => sizeOf(page), [inner, inner]);
      await eventually(async () => (await picture(page).boundingBox())?.height, height);
      await eventually(() => pixelsOf(page, '--chart-1').then((found) => found > 100), true, `at ${width}`);
    }
    await page.mouse.move(972, 100);
    assert.is(await hovered(page), 'Nov 20, 2026 11 PMTotal requests13');
  }));

test("the logs page draws it from the server's logs, and no other page loads it", async () => {
  if (!backend) return;
  await storeGuestLog(backend);
  // With data saving, because otherwise every page fetches it ahead.
  await walk(signedInPage(backend, '#/collections', { savesData: true }), async ({ page }) => {
    const scripts = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => /linePlot-\w+\.js$/.test(name))
            .length,
      );
    await page.getByText('No records found.').waitFor();
    await page.waitForLoadState('networkidle');
    assert.is(await scripts(), 0);
    await page.getByRole('link', { name: 'Logs' }).click();
    await eventually(() => pixelsOf(page, '--chart-1').then((found) => found > 5), true, 'the chart');
    assert.is(await scripts(), 1);
    const found = page.getByText(/^Found [\d,]+ logs?$/);
    const shown = Number((await found.innerText()).replace(/\D/g, ''));
    const hours = await page
      .getByRole('table', { name: 'Total requests over time' })
      .locator('td')
      .allTextContents();
    assert.is(
      hours.reduce((sum, hour) => sum + Number(hour), 0),
      shown,
    );
    const { json } = await askServer(backend as TestBackend, 'logs/stats');
    const stored = json.reduce((sum: number, stat: { total: number }) => sum + stat.total, 0);
    assert.ok(shown > 0 && shown <= stored, `${shown} of ${stored}`);
  });
});
