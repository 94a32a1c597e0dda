// The page of the logs: searches, rows, selection, neighbours and the live tail, by mouse and by keys.
import { readFileSync } from 'node:fs';
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { hostile } from '../support/hostileHtml';
import { addLogs, logRow, type NewLog, takeLogs } from '../support/logsOnServer';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  countElements,
  eventually,
  hasFocus,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const programs = backends();
const newest = programs.at(-1);
const mostElements = 2000;

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Logs' });
const table = (page: Page) => page.getByRole('table', { name: 'Logs', exact: true });
const rows = (page: Page) => table(page).locator('tr[data-index]');
const picture = (page: Page) => page.getByRole('img', { name: 'Total requests over time' });
const searchInput = (page: Page) => page.getByRole('textbox', { name: 'Search' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Its name ends with the count once that is known. */
const levelToggle = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}( [\\d,]+)?$`) });
const loadedRows = async (page: Page) => Number(await table(page).getAttribute('aria-rowcount')) - 1;
const firstIds = (page: Page, count: number) =>
  rows(page).evaluateAll(
    (found, most) =>
      found
        .sort((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .slice(0, most)
        .map((row) => row.querySelector('input')?.ariaLabel?.replace('Select ', '') ?? ''),
    count,
  );

function request(at: number, data: object = {}, level = 0): NewLog {
  const base = { type: 'request', status: 200, execTime: 1.23456, auth: 'guest', userIp: '203.0.113.9' };
  return logRow(at, { message: `GET /api/number/${at}`, level, data: { ...base, ...data } });
}

/** The server's own ids, newest first. */
async function serverIds(backend: TestBackend, filter: string, perPage = 50): Promise<string[]> {
  const query = new URLSearchParams({ sort: '-rowid', perPage: String(perPage), fields: 'id', filter });
  const { json } = await askServer(backend, `logs?${query}`);
  return json.items.map(({ id }: { id: string }) => id);
}

async function search(page: Page, text: string): Promise<void> {
  await searchInput(page).fill(text);
  await searchInput(page).press('Enter');
}

if (newest) {
  const { name, binary } = newest;
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(binary, { bundle: true, prepare: takeLogs });
    const many = Array.from({ length: 118 }, (_, at) => request(at + 1));
    await addLogs(backend, [
      ...many,
      request(119, { status: 500, error: 'It broke', details: 'no such column: x' }, 8),
      request(120, { auth: 'admin', status: 404, error: 'Not here' }, 8),
      logRow(121, { message: 'Mailer: retrying', level: 4, data: { attempt: 2, to: 'a@b.example' } }),
    ]);
  });
  test.afterAll(() => backend.stop());

  test(`${name}: the rail leads to the logs, which are searched, filtered and paged by mouse`, () =>
    walk(signedInPage(backend, '#/collections'), async (opened) => {
      const { page } = opened;
      const calls: string[] = [];
      page.on('request', (call) => {
        if (call.url().includes('/api/logs')) calls.push(call.url());
      });
      await page.getByRole('link', { name: 'Logs' }).click();
      await heading(page).waitFor();
      await rows(page).first().waitFor();
      await page.getByText(/^Found .* logs$/).waitFor();
      // The list, its chart, and one call for the count of each level.
      await eventually(() => calls.length, 6);
      const level = (name: string) => levelToggle(page, name).innerText();
      await eventually(() => level('4:WARN'), '4:WARN\n1');
      assert.is(await level('8:ERROR'), '8:ERROR\n1');
      assert.equal(await firstIds(page, 12), (await serverIds(backend, 'data.auth != "admin"')).slice(0, 12));
      await page.getByText('Rows 1 to 50').waitFor();
      const mailer = rows(page).filter({ hasText: 'Mailer: retrying' });
      assert.match(await mailer.innerText(), /WARN\s+Mailer: retrying\s+attempt 2\s+to a@b\.example/);
      const failed = rows(page).filter({ hasText: 'number/119' });
      assert.match(
        await failed.innerText(),
        /ERROR\s+GET \/api\/number\/119\s*It broke\s+status 500\s*execTime 1\.23ms/,
      );
      await checkPicture(opened, 'logs');

      await page.getByRole('switch', { name: 'Include requests by admins' }).click();
      await rows(page).filter({ hasText: 'number/120' }).waitFor();
      await atHash(page, '#/logs?adminRequests=1');
      assert.is(await page.evaluate(() => localStorage.getItem('adminLogRequests')), '1');
      await levelToggle(page, '8:ERROR').click();
      await eventually(() => firstIds(page, 5), (await serverIds(backend, 'level = 8')).slice(0, 5));
      await button(page, 'Last hour').click();
      await atHash(page, '#/logs?adminRequests=1&levels=8&range=1h');
      await levelToggle(page, '8:ERROR').click();
      await button(page, 'All').click();
      await eventually(() => loadedRows(page), 50);

      await button(page, 'Load more').scrollIntoViewIfNeeded();
      await button(page, 'Load more').click();
      await eventually(() => loadedRows(page), 100);
      await page.getByText('Rows 1 to 100').waitFor();

      // A click anywhere on a row opens it; its values are in its menu.
      await button(page, 'Refresh').click();
      await eventually(() => loadedRows(page), 50);
      const broken = rows(page).filter({ hasText: 'number/119' });
      for (const text of ['status 500', 'execTime 1.23ms', 'auth guest', 'userIp 203.0.113.9', 'It broke']) {
        await broken.getByText(text, { exact: true }).click();
        await page.getByRole('dialog', { name: 'Request log' }).waitFor();
        assert.is(await broken.getAttribute('aria-current'), 'true');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      assert.is(await broken.getAttribute('aria-current'), null);
      await broken.click({ button: 'right' });
      await checkPicture(opened, 'logs-menu', { sizes: ['wide'] });
      await page.getByRole('menuitem', { name: 'Only data.status 500' }).click();
      await atHash(page, /filter=data\.status%20%3D%20500/);
      await eventually(() => loadedRows(page), (await serverIds(backend, 'data.status = 500')).length);
      await page.goBack();
      await eventually(() => loadedRows(page), 50);
      const missing = rows(page).filter({ hasText: 'number/120' });
      await missing.focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      assert.is(await hasFocus(missing), true);
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu').waitFor();
      await page.keyboard.type('exclude');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await atHash(page, /filter=data\.status%20%21%3D%20404/);
      await eventually(
        async () => (await firstIds(page, 8)).join(),
        (await serverIds(backend, 'data.status != 404')).slice(0, 8).join(),
      );
    }));

  test(`${name}: searches a text in all logs unless they are very many, and explains a bad filter`, () =>
    walk(signedInPage(backend, '#/logs?filter=retrying&adminRequests=1'), async (opened) => {
      const { page, watch } = opened;
      await eventually(() => loadedRows(page), 1);
      await picture(page).waitFor();
      assert.is(await page.getByRole('heading', { name: 'Search the text of all logs?' }).count(), 0);

      // More rows than a test could write.
      const calls: string[] = [];
      await page.route(/\/api\/logs\?.*page=100001/, (route) =>
        route.fulfill({
          json: {
            page: 100001,
            perPage: 1,
            totalItems: -1,
            items: [{ id: 'a', created: '', level: 0, message: '' }],
          },
        }),
      );
      await page.reload();
      page.on('request', (call) => {
        if (/\/api\/logs(\/stats)?\?/.test(call.url()) && !call.url().includes('100001'))
          calls.push(call.url());
      });
      await page.getByRole('heading', { name: 'Search the text of all logs?' }).waitFor();
      await levelToggle(page, '8:ERROR').waitFor();
      await checkPicture(opened, 'logs-held');
      assert.equal(calls, []);
      await page.getByRole('group', { name: 'Search in' }).getByRole('button', { name: '24 h' }).click();
      await eventually(() => loadedRows(page), 1);
      await button(page, 'All').click();
      await button(page, 'Search anyway').click();
      await eventually(() => loadedRows(page), 1);
      // The question comes once.
      await search(page, 'nowhere to be found');
      await page.getByRole('heading', { name: 'No logs found.' }).waitFor();
      await checkPicture(opened, 'logs-none');
      await button(page, 'Clear filters').click();
      await eventually(() => loadedRows(page), 50);

      watch.expect(/400 \(Bad Request\)/);
      await search(page, 'nothing = 1');
      await page.getByText('There is no field nothing.').waitFor();
      assert.is(await searchInput(page).getAttribute('aria-invalid'), 'true');
      assert.is(await page.getByRole('alert').count(), 0);
    }));

  test(`${name}: the URL overrides the stored choice, and a failed list can be retried`, () =>
    walk(signedInPage(backend, '#/logs', { stored: { adminLogRequests: '1' } }), async (opened) => {
      const { page, watch } = opened;
      const choice = page.getByRole('switch', { name: 'Include requests by admins' });
      await rows(page).filter({ hasText: 'number/120' }).waitFor();
      assert.is(await choice.isChecked(), true);
      await visit(page, '#/logs?adminRequests=0');
      await rows(page).filter({ hasText: 'number/119' }).waitFor();
      assert.is(await choice.isChecked(), false);
      assert.is(await rows(page).filter({ hasText: 'number/120' }).count(), 0);
      await button(page, 'Logs settings').click();
      await page.getByRole('dialog', { name: 'Logs settings' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      watch.expect(/could not be counted/);
      await page.route('**/api/logs?**', (route) => route.fulfill({ status: 500, body: '{}' }));
      await button(page, 'Refresh').click();
      await page.getByRole('heading', { name: 'The logs could not be loaded.' }).waitFor();
      await checkPicture(opened, 'logs-failed');
      await page.unroute('**/api/logs?**');
      await button(page, 'Retry').click();
      await rows(page).filter({ hasText: 'number/119' }).waitFor();
    }));

  test(`${name}: says once that the server is away, and loads all when it is back`, () =>
    walk(signedInPage(backend, '#/collections'), async ({ page, watch }) => {
      watch.expect(/could not be counted|Failed to load resource|ERR_FAILED/);
      await button(page, 'New collection').waitFor();
      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('link', { name: 'Logs' }).click();
      await page.getByRole('heading', { name: 'The logs could not be loaded.' }).waitFor();
      await page.getByText('The server cannot be reached. Trying again...').waitFor();
      assert.is(await button(page, 'Retry').count(), 1);
      assert.is(await page.getByText('could not be counted').count(), 0);
      assert.is(await page.getByRole('region', { name: 'Messages' }).getByText('reached').count(), 0);
      await page.unrouteAll();
      await rows(page).first().waitFor();
      await page.getByText(/^Found /).waitFor();
    }));

  test(`${name}: selects, downloads and opens logs by keys alone`, () =>
    walk(signedInPage(backend, '#/logs'), async ({ page }) => {
      await rows(page).first().waitFor();
      await tabTo(page, rows(page).first());
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await page.getByText('Selected 2 log(s)').waitFor();
      const ids = await firstIds(page, 2);
      // Backwards, past the start of the page to its end, because there are many rows.
      await tabTo(page, button(page, 'Download as JSON'), 'Shift+Tab');
      const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      assert.match(saved.suggestedFilename(), /^2_logs_.*\.json$/);
      const content = JSON.parse(readFileSync(await saved.path(), 'utf8')) as { id: string }[];
      assert.equal(
        content.map(({ id }) => id),
        ids,
      );
      await tabTo(page, button(page, 'Reset'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Selected 2 log(s)').waitFor({ state: 'detached' });

      await tabTo(page, rows(page).first());
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Request log' }).waitFor();
      await atHash(page, `#/logs?logId=${ids[0]}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(rows(page).first()), true);
    }));

  test(`${name}: shows the neighbours of a log without the filter, with a way back`, () =>
    walk(signedInPage(backend, `#/logs?around=${request(60).id}&levels=8`), async (opened) => {
      const { page } = opened;
      await rows(page).first().waitFor();
      assert.is(await loadedRows(page), 41);
      const marked = rows(page).filter({ hasText: 'this log' });
      assert.match(await marked.innerText(), /number\/60\b/);
      await checkPicture(opened, 'logs-around');
      await button(page, 'Back to the list').click();
      await atHash(page, '#/logs?levels=8');
      await rows(page).filter({ hasText: 'number/119' }).waitFor();
      await visit(page, '#/logs?around=%22%7C%7C1%3D1');
      await eventually(() => loadedRows(page), 50);
      await visit(page, '#/logs?around=nosuchlogatall1');
      await page.getByText('The log nosuchlogatall1 no longer exists.').waitFor();
    }));

  test(`${name}: adds new logs without moving anything under the pointer`, () =>
    walk(signedInPage(backend, '#/logs'), async ({ page }) => {
      await rows(page).first().waitFor();
      const found = page.getByText(/^Found [\d,]+ logs$/);
      const count = async () => Number((await found.innerText()).replace(/\D/g, ''));
      const before = await count();
      // In whole pixels: the text of a count may differ from its reserved width by 1/64 pixel.
      const placeOf = async (name: string) => {
        const box = await button(page, name).boundingBox();
        return box && [box.x, box.y, box.width, box.height].map(Math.round);
      };
      const places = () => Promise.all(['All', 'Live'].map(placeOf));
      await page.getByRole('button', { name: /^8:ERROR [\d,]+$/ }).waitFor();
      const still = await places();
      await button(page, 'Live').click();
      await button(page, 'Pause').waitFor();
      assert.equal(await places(), still, 'nothing jumps');
      await addLogs(backend, [request(1001)]);
      await rows(page).filter({ hasText: 'number/1001' }).waitFor();
      await eventually(count, before + 1);
      assert.is(await firstIds(page, 1).then(([id]) => id), request(1001).id);

      await rows(page).nth(3).hover();
      await addLogs(backend, [request(1002), request(1003)]);
      await button(page, '2 new logs').waitFor();
      assert.is(await rows(page).filter({ hasText: 'number/1002' }).count(), 0);
      await button(page, '2 new logs').click();
      await rows(page).filter({ hasText: 'number/1003' }).waitFor();
      assert.equal(
        await firstIds(page, 3),
        [1003, 1002, 1001].map((at) => request(at).id),
      );

      await button(page, 'Pause').click();
      await addLogs(backend, [request(1004)]);
      const polls: string[] = [];
      page.on('request', (call) => polls.push(call.url()));
      await button(page, 'Resume').click();
      await rows(page).filter({ hasText: 'number/1004' }).waitFor();
      await rows(page).nth(3).hover();
      await addLogs(backend, [request(1005, {}, 8)]);
      await button(page, '1 new log').waitFor();
      assert.equal(await places(), still, 'also where something is to be told');
      assert.is(await count(), before + 4);
      await button(page, 'Live').click();
      assert.is(await button(page, 'Pause').count(), 0);
      assert.ok(polls.length > 0);
      await eventually(() => found.count(), 1);
      await eventually(count, before + 5);
    }));

  test(`${name}: shows what others wrote into a log as text, in every key`, () =>
    walk(signedInPage(backend, '#/logs?levels=12'), async ({ page }) => {
      await page.exposeFunction('hacked', () => assert.unreachable('a log ran something'));
      const logs = hostile.map((text, at) =>
        logRow(2000 + at, {
          message: text,
          level: 12,
          data:
            at % 2 === 0
              ? {
                  type: 'request',
                  status: text,
                  execTime: text,
                  auth: text,
                  userIp: text,
                  error: text,
                  details: text,
                }
              : { [text]: text, error: { [text]: text }, details: [text], url: text, userAgent: text },
        }),
      );
      await addLogs(backend, logs);
      await button(page, 'Refresh').click();
      await rows(page).first().waitFor();
      assert.is(await table(page).locator('script, iframe, img, svg svg, object, form, a').count(), 0);
      const messages = await table(page).locator('code').allInnerTexts();
      const last = logs.at(-1)?.message ?? '';
      assert.is(messages[0], last.length > 150 ? `${last.slice(0, 150)}...` : last);
      // The code of the tooltips comes after the first view.
      await page.waitForLoadState('networkidle');
      await rows(page).first().locator('code').hover();
      await page.getByRole('tooltip').waitFor();
      assert.is(await page.getByRole('tooltip').locator('*').count(), 0);
      await rows(page).first().click({ button: 'right' });
      await page.getByRole('menu').waitFor();
      assert.is(await page.getByRole('menu').locator('script, iframe, img, object, form, a').count(), 0);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 390, height: 844 });
      await rows(page).first().waitFor();
      assert.is(await table(page).locator('script, iframe, img, object, form, a').count(), 0);
    }));

  test(`${name}: on smaller screens the message comes first, and times, status and date stay complete`, () =>
    walk(signedInPage(backend, '#/logs?adminRequests=1&levels=8,500'), async (opened) => {
      const { page } = opened;
      const address = '/api/collections/orders/records?page=1&perPage=40&sort=-created';
      const failure = { status: 500, error: 'Something went wrong while processing your request.' };
      await addLogs(backend, [
        {
          ...request(2500, { execTime: 1274.5212, auth: 'authRecord', ...failure }, 8),
          message: `GET ${address}`,
        },
        {
          ...logRow(2501, {
            level: 500,
            message: '',
            data: { long: 'x'.repeat(90), b: 1, c: 'two', d: 3, e: 4 },
          }),
        },
        { ...request(2502, {}, 8), created: '2026-11-01 10:00:00.000Z' },
      ]);
      await visit(page, '#/logs?adminRequests=1&levels=8,500');
      const failed = rows(page).filter({ hasText: address });
      const tags = rows(page).filter({ hasText: 'UNKN (500)' });
      /** Returns whether all of the text is visible. */
      const isWhole = (text: Locator) =>
        text.evaluate((element) => element.scrollWidth <= element.clientWidth);
      const widthOf = async (row: Locator) => (await row.locator('code').boundingBox())?.width ?? 0;
      const date = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/;

      await page.setViewportSize({ width: 1366, height: 768 });
      await failed.waitFor();
      for (const text of ['execTime 1.27s', 'auth authRecord']) {
        const tag = failed.locator('td > div > span').filter({ hasText: text });
        assert.ok(await isWhole(tag), text);
      }
      assert.ok((await widthOf(failed)) > 400, 'the address is readable');
      assert.ok(await isWhole(tags.getByText('N/A')));
      assert.ok(await isWhole(tags.getByText('UNKN (500)')));
      for (const text of ['b 1', 'c two', 'd 3', 'e 4']) {
        assert.ok(await isWhole(tags.locator('td > div > span').filter({ hasText: text }).last()), text);
      }
      assert.is(await tags.getAttribute('data-starts-group'), 'true', 'another day than the row above');
      assert.is(await failed.getAttribute('data-starts-group'), null);

      await page.setViewportSize({ width: 1024, height: 768 });
      await failed.getByText('auth').waitFor({ state: 'detached' });
      assert.match(await failed.innerText(), /500\s+execTime\s+1\.27s/);
      assert.ok((await widthOf(failed)) > 400);
      assert.ok(await isWhole(failed.locator('td').last()));
      assert.match(await failed.locator('td').last().innerText(), date);

      await page.setViewportSize({ width: 390, height: 844 });
      await picture(page).waitFor();
      await failed.getByText(date).waitFor();
      assert.ok(await isWhole(failed.getByText(date)));
      // A part that wraps is hidden, so its own box would not tell.
      const shownText = await failed.evaluate((row) => {
        const { left, top, width, height } = row.getBoundingClientRect();
        const texts = new Set<string>();
        for (let y = top + 2; y < top + height; y += 4) {
          texts.add(document.elementFromPoint(left + width / 2, y)?.textContent ?? '');
        }
        return [...texts];
      });
      assert.ok(shownText.includes(failure.error), shownText.join(' | '));
      await checkPicture(opened, 'logs-sizes');
    }));

  test(`${name}: a thousand loaded logs need few elements`, () =>
    walk(signedInPage(backend, '#/logs'), async ({ page }) => {
      await addLogs(
        backend,
        Array.from({ length: 900 }, (_, at) => request(3000 + at)),
      );
      await visit(page, '#/logs');
      for (let loaded = 50; loaded < 1000; loaded += 50) {
        await eventually(() => loadedRows(page), loaded);
        await button(page, 'Load more').scrollIntoViewIfNeeded();
        await button(page, 'Load more').click();
      }
      await eventually(() => loadedRows(page), 1000);
      const count = await countElements(page);
      assert.ok(count <= mostElements, `${count} elements`);
    }));
}
