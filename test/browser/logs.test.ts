// The logs: searched, followed live and downloaded; one log in its panel; what they keep.
import { readFileSync } from 'node:fs';
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { printDate } from '../../ui/base/dates';
import { button, gone } from '../support/editorWalk';
import { hostile } from '../support/hostileHtml';
import { addLogs, logRow, type NewLog, takeLogs } from '../support/logsOnServer';
import { backends } from '../support/server';
import { press } from '../support/tableWalk';
import { askServer, atHash, eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Logs' });
const table = (page: Page) => page.getByRole('table', { name: 'Logs', exact: true });
const rows = (page: Page) => table(page).locator('tr[data-index]');
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text });
const select = (page: Page, { id }: NewLog) => page.getByRole('checkbox', { name: `Select ${id}` });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Request log' });
const lineOf = (page: Page, key: string) =>
  panel(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: key, exact: true }) });
const shows = (page: Page, { id }: NewLog) => lineOf(page, 'id').getByText(id).waitFor();
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
const filterIn = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter');

function request(at: number, data: object = {}, level = 0): NewLog {
  const base = { type: 'request', status: 200, execTime: 1.23456, auth: 'guest', userIp: '203.0.113.9' };
  return logRow(at, { message: `GET /api/number/${at}`, level, data: { ...base, ...data } });
}

/** Elements that only markup in a log could make. */
const strangers = 'script, iframe, img, object, form, embed, video, audio, math, style, link, a, textarea';

if (newest) {
  const own = 'data.method = "PATCH"';
  const [oldest, middle, last] = [201, 202, 203].map((at) =>
    logRow(at, {
      message: `PATCH /api/orders/${at}`,
      level: 8,
      data: {
        type: 'request',
        status: 200 + at,
        method: 'PATCH',
        url: `/api/${at}?a=<b>&c="d"`,
        auth: 'guest',
      },
    }),
  ) as [NewLog, NewLog, NewLog];
  const addressOf = ({ id }: NewLog, filter = own) =>
    `#/logs?filter=${encodeURIComponent(filter)}&logId=${id}`;

  const backend = walkedBackend(
    newest.binary,
    async () => {
      await addLogs(backend, [
        ...Array.from({ length: 118 }, (_, at) => request(at + 1)),
        request(119, { status: 500, error: 'It broke', details: 'no such column: x' }, 8),
        request(120, { auth: 'admin', status: 404, error: 'Not here' }, 8),
        logRow(121, { message: 'Mailer: retrying', level: 4, data: { attempt: 2, to: 'a@b.example' } }),
        oldest,
        middle,
        last,
      ]);
    },
    { prepare: takeLogs },
  );

  /** The server's own ids, newest first. */
  async function serverIds(filter: string, perPage = 50): Promise<string[]> {
    const query = new URLSearchParams({ sort: '-rowid', perPage: String(perPage), fields: 'id', filter });
    const { json } = await askServer(backend, `logs?${query}`);
    return json.items.map(({ id }: { id: string }) => id);
  }

  /** Waits for the rows that the server finds. It may have stored newer ones by then. */
  async function showsInOrder(page: Page, filter: string): Promise<void> {
    const ids = await serverIds(filter);
    const areTheirs = async () => {
      const shown = await firstIds(page, 10);
      const at = ids.indexOf(shown[0] ?? '');
      return at >= 0 && ids.slice(at, at + 10).join() === shown.join();
    };
    await eventually(areTheirs, true, filter);
  }

  test('the rail leads to the logs, which are filtered and paged as the server has them', () =>
    walk(signedInPage(backend, '#/collections'), async ({ page }) => {
      const errors = page.getByRole('button', { name: /^8:ERROR( [\d,]+)?$/ });
      const calls: string[] = [];
      page.on('request', (call) => {
        if (call.url().includes('/api/logs')) calls.push(call.url());
      });
      await page.getByRole('link', { name: 'Logs' }).click();
      await heading(page).waitFor();
      await page.getByText(/^Found .* logs$/).waitFor();
      // The list, its chart, and one call for the count of each level.
      await eventually(() => calls.length, 6);
      await eventually(() => errors.innerText(), '8:ERROR\n4');
      await showsInOrder(page, 'data.auth != "admin"');

      await page.getByRole('switch', { name: 'Include requests by admins' }).click();
      await rowOf(page, 'number/120').waitFor();
      await errors.click();
      await eventually(() => firstIds(page, 5), await serverIds('level = 8', 5));
      await errors.click();
      await button(page, 'Load more').scrollIntoViewIfNeeded();
      await button(page, 'Load more').click();
      await eventually(() => loadedRows(page), 100);
      await button(page, 'Refresh').click();
      await eventually(() => loadedRows(page), 50);

      // A click anywhere on a row opens it; its values are in its menu.
      const broken = rowOf(page, 'number/119');
      await broken.getByText('status 500', { exact: true }).click();
      await panel(page).waitFor();
      assert.is(await broken.getAttribute('aria-current'), 'true');
      await press(page, 'Escape');
      await gone(panel(page));
      await broken.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Show only data.status 500' }).click();
      await eventually(() => filterIn(page), 'data.status = 500');
      await eventually(() => firstIds(page, 9), await serverIds('data.status = 500'));
      await page.goBack();
      const missing = rowOf(page, 'number/120');
      await missing.focus();
      await press(page, 'Shift+F10', 'Escape');
      await eventually(() => hasFocus(missing), true, 'the focus is back');
      await press(page, 'Shift+F10');
      await page.getByRole('menu').waitFor();
      await page.keyboard.type('hide');
      await press(page, 'ArrowDown', 'Enter');
      await eventually(() => filterIn(page), 'data.status != 404');
      await showsInOrder(page, 'data.status != 404');
    }));

  test('logs are selected by keys, downloaded, and opened; Escape leads back', () =>
    walk(signedInPage(backend, '#/logs'), async ({ page }) => {
      await rows(page).first().waitFor();
      await tabTo(page, rows(page).first());
      await press(page, 'Space', 'ArrowDown', 'Space');
      await page.getByText('Selected 2 log(s)').waitFor();
      const ids = await firstIds(page, 2);
      // Backwards, past the start of the page to its end, because there are many rows.
      await tabTo(page, button(page, 'Download as JSON'), 'Shift+Tab');
      const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')]);
      assert.match(saved.suggestedFilename(), /^2_logs_.*\.json$/);
      const content = JSON.parse(readFileSync(await saved.path(), 'utf8')) as { id: string }[];
      assert.equal(
        content.map(({ id }) => id),
        ids,
      );
      await button(page, 'Reset').click();
      await gone(page.getByText('Selected 2 log(s)'));

      await tabTo(page, rows(page).first());
      await press(page, 'Enter');
      await panel(page).waitFor();
      await atHash(page, `#/logs?logId=${ids[0]}`);
      await press(page, 'Escape');
      await gone(panel(page));
      await eventually(() => hasFocus(rows(page).first()), true);
    }));

  test('the panel of a URL leads to the logs beside it and around it, and is closed without them', () =>
    walk(signedInPage(backend, addressOf(middle)), async ({ page }) => {
      const previous = button(panel(page), 'Previous log');
      const next = button(panel(page), 'Next log');
      await shows(page, middle);
      await eventually(() => next.isEnabled(), true);
      await press(page, 'Alt+ArrowDown');
      await shows(page, oldest);
      await eventually(() => next.isDisabled(), true);
      await press(page, 'Alt+ArrowUp');
      await shows(page, middle);
      await press(page, 'Alt+ArrowUp');
      await shows(page, last);
      await eventually(() => previous.isDisabled(), true);
      await next.focus();
      await press(page, 'Enter');
      await shows(page, middle);
      await press(page, 'Enter');
      await shows(page, oldest);
      await eventually(() => hasFocus(previous), true, 'at the end the focus is on the way back');
      await press(page, 'Escape');
      await gone(panel(page));
      await eventually(() => filterIn(page), own);
      await atHash(page, /^(?!.*logId)/);

      await visit(page, addressOf(request(60), 'level = 0'));
      await button(lineOf(page, 'created'), 'Show logs around this one').click();
      await gone(panel(page));
      await eventually(() => loadedRows(page), 41);
      assert.match(await rowOf(page, 'this log').innerText(), /number\/60\b/);
      await button(page, 'Back to the list').click();
      await eventually(() => filterIn(page), 'level = 0');
    }));

  test('new logs come without moving anything under the pointer', () =>
    // Only its own: the server stores the logs of other calls whenever it likes.
    walk(signedInPage(backend, '#/logs?filter=message~"/api/number/"'), async ({ page }) => {
      await rows(page).first().waitFor();
      const found = page.getByText(/^Found [\d,]+ logs$/);
      const count = async () => Number((await found.innerText()).replace(/\D/g, ''));
      const before = await count();
      // In whole pixels: the text of a count may differ from its reserved width by 1/64 pixel.
      const placeOf = async (name: string) => {
        const box = await button(page, name).boundingBox();
        return box && [box.x, box.y, box.width, box.height].map(Math.round);
      };
      const places = () => Promise.all(['All time', 'Live'].map(placeOf));
      await page.getByRole('button', { name: /^8:ERROR [\d,]+$/ }).waitFor();
      const still = await places();
      await button(page, 'Live').click();
      await button(page, 'Pause').waitFor();
      assert.equal(await places(), still, 'nothing jumps');
      const arrive = (...at: number[]) =>
        addLogs(
          backend,
          at.map((one) => ({ ...request(one), created: printDate(new Date()) })),
        );
      await arrive(1001);
      await rowOf(page, 'number/1001').waitFor();
      await eventually(count, before + 1);

      await rows(page).nth(3).hover();
      await arrive(1002, 1003);
      await button(page, '2 new logs').waitFor();
      assert.equal(await places(), still, 'also where something is to be told');
      assert.is(await rowOf(page, 'number/1002').count(), 0);
      await button(page, '2 new logs').click();
      const newIds = [1003, 1002, 1001].map((at) => request(at).id);
      await eventually(() => firstIds(page, 3), newIds);

      await button(page, 'Pause').click();
      await arrive(1004);
      await button(page, 'Resume').click();
      await rowOf(page, 'number/1004').waitFor();
      await button(page, 'Live').click();
      assert.is(await button(page, 'Pause').count(), 0);
      await eventually(count, before + 4);
    }));

  test('what others wrote into a log is text, in every key, in the table and in its panel', async () => {
    const keys = ['url', 'referer', 'userAgent', 'userIp', 'auth', 'type', 'error', 'details', 'status'];
    const all = hostile.join('\n');
    const named = Object.fromEntries(hostile.map((text, at) => [text, at]));
    const logs = hostile.map((text, at) =>
      logRow(2000 + at, {
        message: text,
        level: 12,
        data:
          at % 2 === 0 ? { ...Object.fromEntries(keys.map((key) => [key, text])), type: 'request' } : named,
      }),
    );
    const data = {
      ...Object.fromEntries(keys.map((key) => [key, all])),
      nested: { list: hostile },
      ...named,
    };
    const log = logRow(2100, { message: all, level: 12, data });
    await addLogs(backend, [...logs, log]);
    await walk(signedInPage(backend, '#/collections'), async ({ page }) => {
      await page.exposeFunction('hacked', () => assert.unreachable('a log ran something'));
      await visit(page, '#/logs?levels=12');
      await rows(page).first().waitFor();
      assert.is(await table(page).locator(strangers).count(), 0);
      // The code of the tooltips comes after the first view.
      await page.waitForLoadState('networkidle');
      await rows(page).nth(1).locator('code').hover();
      await page.getByRole('tooltip').waitFor();
      assert.is(await page.getByRole('tooltip').locator('*').count(), 0);
      await rows(page).nth(1).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
      assert.is(await page.getByRole('menu').locator(strangers).count(), 0);
      await press(page, 'Escape');

      await visit(page, addressOf(log, 'level = 12'));
      await shows(page, log);
      const shown = (key: string) => lineOf(page, key).getByRole('cell').textContent();
      for (const key of ['message', ...keys.map((name) => `data.${name}`)])
        assert.ok((await shown(key))?.startsWith(all), key);
      const nested = await lineOf(page, 'data.nested').locator('pre').textContent();
      assert.equal(JSON.parse(nested ?? ''), { list: hostile });
      const heads = panel(page).getByRole('rowheader');
      const names = await heads.evaluateAll((found) => found.map(({ textContent }) => textContent));
      for (const text of hostile) assert.ok(names.includes(`data.${text}`), text);
      assert.is(await panel(page).locator(strangers).count(), 0);
      await button(lineOf(page, 'data.userAgent'), 'Add to filter: data.userAgent').click();
      await select(page, log).waitFor();
    });
  });

  test('on smaller screens the message comes first, and times, status and date stay complete', async () => {
    const address = '/api/collections/orders/records?page=1&perPage=40&sort=-created';
    const failure = { status: 500, error: 'Something went wrong while processing your request.' };
    const data = { execTime: 1274.5212, auth: 'authRecord', ...failure };
    await addLogs(backend, [
      { ...request(2500, data, 500), message: `GET ${address}` },
      logRow(2501, { level: 500, message: '', data: { long: 'x'.repeat(90), b: 1, c: 'two', d: 3, e: 4 } }),
    ]);
    await walk(signedInPage(backend, '#/logs?adminRequests=1&levels=500'), async ({ page }) => {
      const failed = rowOf(page, address);
      const tags = rowOf(page, 'long');
      const tag = (row: Locator, text: string) =>
        row.locator('td > div > span').filter({ hasText: text }).last();
      const reason = failed.getByText(failure.error);
      /** Returns whether all of the text is visible. */
      const isWhole = (text: Locator) =>
        text.evaluate((element) => element.scrollWidth <= element.clientWidth);
      const messageWidth = async () => (await failed.locator('code').boundingBox())?.width ?? 0;
      const date = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/;

      await page.setViewportSize({ width: 1366, height: 768 });
      await failed.waitFor();
      for (const text of ['execTime 1.27s', 'auth authRecord'])
        assert.ok(await isWhole(tag(failed, text)), text);
      assert.ok((await messageWidth()) > 250, 'the address is readable');
      assert.ok(((await reason.boundingBox())?.width ?? 0) > 200, 'and the reason');
      assert.ok(await isWhole(tags.getByText('UNKN (500)')));
      for (const text of ['b 1', 'c two', 'd 3', 'e 4']) assert.ok(await isWhole(tag(tags, text)), text);

      await page.setViewportSize({ width: 1024, height: 768 });
      await gone(failed.getByText('auth'));
      assert.match(await failed.innerText(), /500\s+execTime\s+1\.27s/);
      assert.ok((await messageWidth()) > 150);
      assert.ok(await isWhole(failed.locator('td').last()));

      await page.setViewportSize({ width: 390, height: 844 });
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

      await page.setViewportSize({ width: 683, height: 384 });
      const list = page.locator('section', { has: table(page) });
      await eventually(async () => ((await list.boundingBox())?.height ?? 0) >= 150, true, 'a low window');
      await page.mouse.move(340, 110);
      await page.mouse.wheel(0, 500);
      await eventually(async () => ((await list.boundingBox())?.y ?? 999) < 130, true, 'the page scrolls');
    });
  });
}
