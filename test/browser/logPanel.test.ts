// One log in its panel, and the settings of the logs: read, followed, filtered by, downloaded, saved.
import { readFileSync } from 'node:fs';
import { type Download, type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { indentJson } from '../../ui/platform/jsonText';
import { button, gone, question } from '../support/editorWalk';
import { hostile } from '../support/hostileHtml';
import { addLogs, logRow, type NewLog, takeLogs } from '../support/logsOnServer';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  hasFocus,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

const panel = (page: Page) => page.getByRole('dialog', { name: 'Request log' });
const rowOf = (page: Page, key: string) =>
  panel(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: key, exact: true }) });
const cellOf = (page: Page, key: string) => rowOf(page, key).getByRole('cell');
const keysOf = (page: Page) => panel(page).getByRole('rowheader').allInnerTexts();
const popup = (page: Page) => page.getByRole('dialog', { name: 'Logs settings' });
const days = (page: Page) => popup(page).getByLabel('Max days retention');
const level = (page: Page) => popup(page).getByLabel('Min log level');
const save = (page: Page) => button(popup(page), 'Save changes');
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Returns the download of a click. */
async function downloaded(page: Page, target: Locator): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await target.click();
  const download: Download = await coming;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

function failed(at: number, data: object = {}): NewLog {
  const base = {
    type: 'request',
    status: 400,
    execTime: 6.330125,
    auth: 'guest',
    method: 'PATCH',
    url: `/api/collections/orders/records/${at}?a=<b>&c="d"`,
    referer: '',
    remoteIp: '10.0.4.2',
    userIp: '203.0.113.9',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    error: 'Failed to update record.',
    details: { tracking: { code: 'validation_is_url', message: 'Must be a valid "url".' } },
    requestId: null,
  };
  return logRow(at, { message: `PATCH /api/orders/${at}`, level: 8, data: { ...base, ...data } });
}

if (newest) {
  const { binary } = newest;
  let backend: TestBackend;
  const [oldest, middle, last] = [1, 2, 3].map((at) => failed(at, { status: 400 + at })) as [
    NewLog,
    NewLog,
    NewLog,
  ];
  const addressOf = (id: string, more = '') => `#/logs?filter=level%3D8${more}&logId=${id}`;

  test.beforeAll(async () => {
    backend = await startBackend(binary, { bundle: true, prepare: takeLogs });
    await addLogs(backend, [oldest, middle, last]);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('a URL opens its log with all values, and closing it keeps the rest of the URL', () =>
    walk(signedInPage(backend, addressOf(middle.id)), async (opened) => {
      const { page } = opened;
      await rowOf(page, 'id').getByText(middle.id).waitFor();
      assert.equal(
        (await keysOf(page)).join(' '),
        'id level created message data.execTime data.type data.auth data.status data.method data.url data.referer ' +
          'data.remoteIp data.userIp data.userAgent data.error data.details data.requestId',
      );
      const texts = {
        level: 'ERROR (8)',
        message: 'PATCH /api/orders/2',
        'data.execTime': '6.330125ms',
        'data.status': '402',
        'data.url': '/api/collections/orders/records/2?a=<b>&c="d"',
        'data.referer': 'N/A',
        'data.error': 'Failed to update record.',
        'data.requestId': 'N/A',
      };
      for (const [key, text] of Object.entries(texts))
        assert.is(await cellOf(page, key).innerText(), text, key);
      // In UTC the local time would be the same.
      const device = await page.context().newCDPSession(page);
      await device.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
      await page.reload();
      const created = cellOf(page, 'created').getByText(`${middle.created.replace('Z', '')} UTC`);
      const localTime = page.getByRole('tooltip').getByText(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
      // Tooltips load after the first view, so the first hover may come too early.
      await eventually(async () => {
        await page.mouse.move(0, 0);
        await created.hover();
        return localTime.waitFor({ timeout: 1000 }).then(
          () => true,
          () => false,
        );
      }, true);
      const json = cellOf(page, 'data.details').getByRole('group', { name: 'data.details' });
      assert.is(
        await json.innerText(),
        '{\n  "tracking": {\n    "code": "validation_is_url",\n    "message": "Must be a valid \\"url\\"."\n  }\n}',
      );
      assert.ok((await json.locator('span').count()) >= 5, 'it is coloured');
      await checkPicture(opened, 'log-panel');

      await page.keyboard.press('Escape');
      await gone(panel(page));
      await atHash(page, /^(?!.*logId).*filter=level%3D8/);
    }));

  test('copies the id', () =>
    walk(signedInPage(backend, addressOf(last.id)), async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await button(rowOf(page, 'id'), 'Copy').click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText()), last.id);
    }));

  test('opens the logs above and below by keys and by buttons, up to both ends', () =>
    walk(signedInPage(backend, addressOf(middle.id)), async ({ page }) => {
      const shows = (log: NewLog) => rowOf(page, 'id').getByText(log.id).waitFor();
      const [previous, next] = ['Previous log', 'Next log'].map((name) => button(panel(page), name)) as [
        Locator,
        Locator,
      ];
      await shows(middle);
      await eventually(() => next.isEnabled(), true);
      await page.keyboard.press('Alt+ArrowDown');
      await shows(oldest);
      await atHash(page, new RegExp(`logId=${oldest.id}`));
      await eventually(() => next.isDisabled(), true);
      await page.keyboard.press('Alt+ArrowDown');
      await page.keyboard.press('Alt+ArrowUp');
      await shows(middle);
      await page.keyboard.press('Alt+ArrowUp');
      await shows(last);
      await eventually(() => previous.isDisabled(), true);

      await next.focus();
      await page.getByRole('tooltip').getByText('Next log').waitFor();
      assert.equal(await page.getByRole('tooltip').locator('kbd').allInnerTexts(), ['Alt', 'Down']);
      await page.keyboard.press('Enter');
      await shows(middle);
      await page.keyboard.press('Enter');
      await shows(oldest);
      await eventually(() => hasFocus(previous), true, 'at the end the focus is on the way back');
    }));

  test('adds a value to the filter by mouse, excludes one by keys, and the back button undoes it', () =>
    walk(signedInPage(backend, addressOf(middle.id)), async (opened) => {
      const { page } = opened;
      const status = rowOf(page, 'data.status');
      await status.waitFor();
      const add = button(status, 'Add to filter: data.status');
      const opacity = () => add.evaluate((one) => getComputedStyle(one.parentElement ?? one).opacity);
      await page.mouse.move(0, 0);
      await eventually(opacity, '0', 'quiet until it is asked for');
      await status.hover();
      await eventually(opacity, '1');
      await add.click();
      await gone(panel(page));
      const filterIn = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter');
      await eventually(filterIn, 'level=8 && data.status = 402');
      const row = (log: NewLog) => page.getByRole('checkbox', { name: `Select ${log.id}` });
      await row(middle).waitFor();
      await gone(row(last));

      await page.goBack();
      await rowOf(page, 'data.status').waitFor();
      const exclude = button(rowOf(page, 'data.url'), 'Exclude: data.url');
      await tabTo(page, exclude);
      await eventually(
        () => exclude.evaluate((one) => getComputedStyle(one.parentElement ?? one).opacity),
        '1',
        'what has the focus is seen',
      );
      await page.keyboard.press('Enter');
      await gone(panel(page));
      await row(last).waitFor();
      await gone(row(middle));
      const { json } = await askServer(
        backend,
        `logs?${new URLSearchParams({ filter: (await filterIn()) ?? '', sort: '-rowid' })}`,
      );
      assert.equal(
        json.items.map(({ id }: { id: string }) => id),
        [last.id, oldest.id],
      );
    }));

  test('shows the logs around it', () =>
    walk(signedInPage(backend, addressOf(middle.id, '&levels=4')), async ({ page }) => {
      await button(cellOf(page, 'created'), 'Show around this').click();
      await gone(panel(page));
      for (const { id } of [oldest, middle, last]) {
        await page.getByRole('checkbox', { name: `Select ${id}` }).waitFor();
      }
    }));

  test('downloads a log as the server has it', async () => {
    const data =
      '{"big":12345678901234567890,"small":1e-7,"text":"\\u003cb\\u003e \\u2028 \\"","list":[1.10,null,{"a":{}}]}';
    const log = logRow(10, { message: 'Digits', data });
    await addLogs(backend, [log]);
    await walk(signedInPage(backend, addressOf(log.id)), async ({ page }) => {
      await rowOf(page, 'id').getByText(log.id).waitFor();
      const { name, text } = await downloaded(page, button(panel(page), 'Download as JSON'));
      assert.is(name, `log_${log.created.replace(/[- :.]/g, '')}.json`);
      const { json } = await askServer(backend, `logs/${log.id}`);
      assert.equal(JSON.parse(text), json);
      assert.is(text, indentJson(JSON.stringify(json)));
      assert.match(text, '12345678901234567000');
    });
  });

  test('shows everything in a log, in every key, as text', async () => {
    const keys = [
      'url',
      'referer',
      'userAgent',
      'userIp',
      'auth',
      'type',
      'error',
      'details',
      'own',
      'status',
    ];
    const all = hostile.join('\n');
    const named = Object.fromEntries(hostile.map((text, at) => [text, at]));
    const log = logRow(20, {
      message: all,
      level: 8,
      data: { ...Object.fromEntries(keys.map((key) => [key, all])), nested: { list: hostile }, ...named },
    });
    await addLogs(backend, [log]);
    await walk(signedInPage(backend, '#/collections'), async (opened) => {
      const { page } = opened;
      await page.exposeFunction('hacked', () => {
        throw new Error('A log has run.');
      });
      await visit(page, addressOf(log.id));
      await rowOf(page, 'id').getByText(log.id).waitFor();
      const shown = (key: string) => cellOf(page, key).evaluate((cell) => cell.textContent ?? '');
      for (const key of ['message', ...keys.map((name) => `data.${name}`)]) {
        assert.ok((await shown(key)).startsWith(all), key);
      }
      const nested = await cellOf(page, 'data.nested')
        .locator('pre')
        .evaluate((box) => box.textContent ?? '');
      assert.equal(JSON.parse(nested), { list: hostile });
      const names = await panel(page)
        .getByRole('rowheader')
        .evaluateAll((heads) => heads.map(({ textContent }) => textContent));
      for (const text of hostile) assert.ok(names.includes(`data.${text}`), text);
      const strangers =
        'script,img,iframe,form,object,embed,video,audio,math,style,link,a,input,textarea,details';
      assert.is(await panel(page).locator(strangers).count(), 0);
      await checkPicture(opened, 'log-panel-hostile');
      await button(rowOf(page, 'data.userAgent'), 'Add to filter: data.userAgent').click();
      await page.getByRole('checkbox', { name: `Select ${log.id}` }).waitFor();
    });
  });

  test('closes the panel of a log that does not exist, and reports it', () =>
    walk(signedInPage(backend, addressOf('nobody000000000')), async ({ page }) => {
      await toast(page, 'Unable to load log with id "nobody000000000"').waitFor();
      await gone(panel(page));
      await atHash(page, /^(?!.*logId)/);
    }));

  const storedSettings = async () => (await askServer(backend, 'settings?fields=logs')).json.logs;
  const openSettings = async (page: Page) => {
    await page.getByRole('button', { name: 'Logs settings' }).click();
    await days(page).waitFor();
  };

  test('saves settings; the popup stays during the save, and asks about changes before', () =>
    walk(signedInPage(backend, '#/logs'), async (opened) => {
      const { page } = opened;
      await openSettings(page);
      assert.is(await days(page).inputValue(), '5');
      assert.is(await level(page).inputValue(), '0');
      assert.is(await save(page).isDisabled(), true, 'nothing differs');
      for (const name of ['-4:DEBUG', '0:INFO', '4:WARN', '8:ERROR'])
        await popup(page).getByText(name).waitFor();
      await checkPicture(opened, 'logs-settings');

      await days(page).fill('');
      await level(page).fill('101');
      await save(page).click();
      await popup(page).getByText('Cannot be blank.').waitFor();
      await popup(page).getByText('Must be a whole number from -100 to 100.').waitFor();
      await checkPicture(opened, 'logs-settings-wrong');
      await days(page).fill('9');
      await level(page).fill('0');
      await popup(page).getByRole('switch', { name: 'Enable IP logging' }).click();

      await page.keyboard.press('Escape');
      await question(page)
        .getByText('You have unsaved changes. Do you really want to close the popup?')
        .waitFor();
      await button(question(page), 'No').click();
      await gone(question(page));

      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route('**/api/settings?*', async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.fallback();
      });
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await save(page).click();
      assert.equal((await sent).postDataJSON(), { logs: { maxDays: 9, logIp: false } });
      await page.keyboard.press('Escape');
      assert.is(await button(popup(page), 'Close').isDisabled(), true);
      assert.is(await button(popup(page), 'Cancel').isDisabled(), true);
      assert.is(await popup(page).isVisible(), true);
      assert.is(await question(page).count(), 0);
      letGo();
      await toast(page, 'Successfully saved logs settings.').waitFor();
      await gone(popup(page));
      assert.equal(await storedSettings(), { maxDays: 9, minLevel: 0, logIp: false });
    }));

  test('names the logs that settings delete before they are saved', () =>
    walk(signedInPage(backend, '#/logs'), async (opened) => {
      const { page } = opened;
      await openSettings(page);
      await days(page).fill('2');
      await level(page).fill('4');
      await level(page).press('Enter');
      const asked = question(page).getByText(
        'permanently deletes all logs older than 2 days and all logs with a level below 4 (DEBUG, INFO).',
      );
      await asked.waitFor();
      await checkPicture(opened, 'logs-settings-question', { sizes: ['wide'] });
      await button(question(page), 'No').click();
      await gone(asked);
      assert.is(await days(page).inputValue(), '2', 'what was typed stays');
      const before = await storedSettings();
      assert.is(before.maxDays, 9);
      await save(page).click();
      await button(question(page), 'Yes').click();
      await toast(page, 'Successfully saved logs settings.').waitFor();
      assert.equal(await storedSettings(), { ...before, maxDays: 2, minLevel: 4 });
    }));

  test('reports settings that fail to load, and Retry loads them', () =>
    walk(signedInPage(backend, '#/logs'), async (opened) => {
      const { page } = opened;
      await page.route('**/api/settings?fields=logs', (route) =>
        route.fulfill({ status: 400, json: { code: 400, message: 'Not now.', data: {} } }),
      );
      await page.getByRole('button', { name: 'Logs settings' }).click();
      await popup(page).getByText('The settings could not be loaded.').waitFor();
      await popup(page).getByText('Not now.').waitFor();
      await checkPicture(opened, 'logs-settings-failed', { sizes: ['wide'] });
      await page.unroute('**/api/settings?fields=logs');
      await button(popup(page), 'Retry').click();
      await days(page).waitFor();
      await button(popup(page), 'Cancel').click();
      await gone(popup(page));
    }));
}
