// Lists that are one Tab stop, tooltips that never block a click, and the place of the focus.
// takes: 25 s
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button } from '../support/editorWalk';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  checkPicture,
  eventually,
  hasFocus,
  shoot,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);
const collectionCount = 25;
const recordCount = 60;
const longText =
  'A sentence that is much longer than its column can ever show, however wide the window is. '.repeat(3);

if (newest) {
  let backend: TestBackend;

  const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Collections' });
  const linkTo = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true });
  const row = (page: Page, index: number) => page.locator(`main [data-index="${index}"]`);
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const tips = (page: Page) => page.getByRole('tooltip');
  /** Lets all tooltips come that are on their way. */
  async function letTipsCome(page: Page): Promise<void> {
    await page.clock.fastForward(700);
    const arePlaced = () =>
      tips(page).evaluateAll((found) => found.every((tip) => (tip as HTMLElement).style.opacity !== '0'));
    await eventually(arePlaced, true);
  }
  const press = (page: Page, ...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const hasRow = (page: Page, index: number) =>
    eventually(
      () => row(page, index).evaluate((one) => one.contains(document.activeElement)),
      true,
      `row ${index}`,
    );

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    for (let n = 10; n < 10 + collectionCount - 2; n += 1) {
      await createCollection({ name: `list_${n}`, schema: [field('text', 'title')] });
    }
    const items = await createCollection({
      name: 'items',
      schema: [
        field('text', 'title'),
        field('text', 'note'),
        field('email', 'email'),
        field('json', 'data'),
        field('date', 'day'),
        field('select', 'choice', { values: ['red', 'green'] }),
      ],
    });
    for (let n = 0; n < recordCount; n += 1) {
      await createRecord(items, {
        title: `Item ${n}`,
        note: n % 5 === 0 ? longText : 'Short',
        email: `number${n}@example.com`,
        data: { n },
        day: '2026-11-20 10:11:12.345Z',
        choice: 'green',
      });
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('no tooltip blocks a click on the row above it', () =>
    walk(signedInPage(backend, addressOf('items')), async ({ page }) => {
      await row(page, 8).waitFor();
      await page.clock.install();
      const dead: string[] = [];
      let tried = 0;
      for (let index = 2; index < 16; index += 1) {
        for (const cell of [1, 2, 4, 5]) {
          const from = await boxOf(row(page, index).getByRole('gridcell').nth(cell));
          const to = await boxOf(
            row(page, index - 1)
              .getByRole('gridcell')
              .nth(cell),
          );
          await page.mouse.move(from.x, from.y);
          await letTipsCome(page);
          // A cut cell has its tooltip.
          if (cell === 2 && index % 5 === 4) await tips(page).waitFor();
          await page.mouse.move(to.x, to.y, { steps: 3 });
          if (!(await isOver(page, to, `main [data-index="${index - 1}"]`)))
            dead.push(`row ${index}, cell ${cell}`);
          tried += 1;
        }
      }
      // Icons, pins and copy buttons: with a tooltip open, the pointer still hits the icon's neighbour.
      for (const icon of [
        sidebar(page).getByRole('link', { name: 'list_12' }),
        page.getByRole('button', { name: 'Edit collection' }),
        page.getByRole('button', { name: 'Copy', exact: true }).first(),
        page.getByRole('button', { name: 'Refresh' }),
      ]) {
        const at = await boxOf(icon);
        await page.mouse.move(at.x, at.y);
        await letTipsCome(page);
        const swallowed = await tips(page).evaluateAll((found) =>
          found.some((tip) => {
            const { left, top, width, height } = tip.getBoundingClientRect();
            return (
              document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[role="tooltip"]') !==
              null
            );
          }),
        );
        if (swallowed) dead.push(String(icon));
        tried += 1;
      }
      assert.equal([tried, dead], [60, []]);
      const last = await boxOf(row(page, 4).getByRole('gridcell').nth(2));
      await page.mouse.move(last.x, last.y + 36);
      await letTipsCome(page);
      await page.mouse.move(last.x, last.y, { steps: 3 });
      await page.mouse.click(last.x, last.y);
      await page.getByRole('dialog', { name: 'Edit items record' }).waitFor();
    }));

  test('no tooltip of the records repeats visible text', () =>
    walk(signedInPage(backend, addressOf('items')), async ({ page }) => {
      await row(page, 8).waitFor();
      await page.clock.install();
      const spots = await page
        .locator(
          ':is(header, thead, [data-index="3"], [data-index="4"], [data-index="5"]) :is([data-tooltip], [title])',
        )
        .all();
      const repeated: string[] = [];
      const shown: string[] = [];
      for (const spot of spots) {
        if (!(await spot.isVisible())) continue;
        assert.is(await spot.getAttribute('title'), null, 'the browser would show it again');
        const at = await boxOf(spot);
        await page.mouse.move(at.x, at.y);
        await letTipsCome(page);
        const names = await spot.getAttribute('data-tooltip');
        if (names?.startsWith('A sentence')) await tips(page).waitFor();
        if ((await tips(page).count()) === 0) continue;
        const text = (await tips(page).textContent()) ?? '';
        shown.push(text);
        const isRepeated = await spot.evaluate((element, tip) => {
          const isCut = [element, ...element.querySelectorAll('*')].some(
            (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'visible',
          );
          return (
            !isCut && (element as HTMLElement).innerText.replace(/\s/g, '').includes(tip.replace(/\s/g, ''))
          );
        }, text);
        if (isRepeated) repeated.push(text);
      }
      assert.equal(repeated, []);
      assert.ok(spots.length > 30, `${spots.length} spots`);
      assert.ok(
        shown.some((text) => text.startsWith('A sentence')),
        'a text that is cut is told',
      );
      assert.ok(
        shown.some((text) => /^2026-11-/.test(text)),
        'and the local time',
      );
    }));

  test('the collections are one Tab stop, with arrow keys inside', () =>
    walk(signedInPage(backend, addressOf('items')), async (opened) => {
      const { page } = opened;
      await row(page, 2).waitFor();
      const search = page.getByRole('searchbox', { name: 'Search collections' });
      const fresh = button(page, 'New collection');
      await search.focus();
      let presses = 0;
      while (!(await hasFocus(fresh)) && presses < 80) {
        await press(page, 'Tab');
        presses += 1;
      }
      assert.ok(presses <= 4, `${presses} presses`);
      await press(page, 'Shift+Tab');
      await eventually(() => hasFocus(linkTo(page, 'items')), true, 'the current one first');
      await press(page, 'End');
      await eventually(() => hasFocus(linkTo(page, 'list_32')), true);
      await press(page, 'ArrowUp', 'ArrowRight');
      const pin = sidebar(page).getByRole('button', { name: 'Pin collection' });
      await eventually(
        () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
        'Pin collection',
      );
      assert.ok(await pin.first().isVisible());
      await eventually(
        () => page.evaluate(() => getComputedStyle(document.activeElement as Element).opacity),
        '1',
        'the focus shows it',
      );
      await press(page, 'ArrowLeft', 'Home', 'PageDown', 'Tab', 'Shift+Tab');
      const name = () => page.evaluate(() => document.activeElement?.textContent);
      const left = await name();
      assert.ok(left?.startsWith('list_'), `it comes back to where it was, to ${left}`);
      await press(page, 'Enter');
      await heading(page, left ?? '').waitFor();
      assert.is(await name(), left, 'the focus stays on the link');
      await checkPicture(opened, 'keyboard-collections');
    }));

  test('the rows are one Tab stop, however far they are', () =>
    walk(signedInPage(backend, addressOf('items')), async ({ page }) => {
      await row(page, 2).waitFor();
      await page.clock.install();
      await tabTo(page, row(page, 0).getByRole('rowheader'));
      await press(page, 'Control+End');
      await eventually(() => hasFocus(row(page, 39).getByRole('rowheader')), true);
      await eventually(() => row(page, 39).evaluate(isInView), true);
      await press(page, 'PageUp', 'PageUp', 'Control+Home', 'ArrowDown', 'ArrowDown');
      await eventually(() => hasFocus(row(page, 2).getByRole('rowheader')), true);
      await press(page, 'Shift+Space');
      await eventually(() => row(page, 2).getByRole('checkbox').isChecked(), true);
      await press(page, 'Shift+Space', 'ArrowRight');
      await eventually(() => hasFocus(row(page, 2).getByRole('gridcell').nth(1)), true);
      await press(page, 'ArrowDown', 'Home');
      await eventually(() => hasFocus(row(page, 3).getByRole('checkbox')), true);
      await press(page, 'End');
      await eventually(() => hasFocus(row(page, 3).getByRole('gridcell').last()), true);
      await press(page, 'Tab');
      await eventually(() => hasFocus(button(page, 'Load more')), true, 'out of the rows');
      await press(page, 'Shift+Tab');
      await eventually(() => hasFocus(row(page, 3).getByRole('gridcell').last()), true);
      await press(page, 'Home', 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowUp');
      await eventually(
        () => hasFocus(page.getByRole('columnheader', { name: 'title' }).getByRole('button')),
        true,
        'Up leads to the heads',
      );
      await press(page, 'ArrowDown', 'ArrowLeft');
      await eventually(() => hasFocus(row(page, 0).getByRole('rowheader')), true);
      await press(page, 'Enter');
      const panel = page.getByRole('dialog', { name: 'Edit items record' });
      await panel.waitFor();
      await eventually(() => hasFocus(panel.getByRole('button', { name: 'Close' })), true, 'one calm mark');
      await shoot(page, 'keyboard-record');
      await letTipsCome(page);
      assert.is(await tips(page).count(), 0, 'nothing was asked for');
      await press(page, 'Escape');
      await hasRow(page, 0);
      await tabTo(page, button(page, 'New record'), 'Shift+Tab');
      await press(page, 'Enter');
      const fresh = page.getByRole('dialog', { name: 'New items record' });
      await eventually(
        () => hasFocus(fresh.getByRole('textbox', { name: 'title' })),
        true,
        'the first field',
      );
    }));

  test('a record opened by its URL has no focus ring around its panel', () =>
    walk(signedInPage(backend, addressOf('items')), async ({ page }) => {
      const { json } = await askServer(backend, 'collections/items/records?perPage=1');
      await visit(page, addressOf('items', json.items[0].id));
      const panel = page.getByRole('dialog', { name: 'Edit items record' });
      await panel.waitFor();
      await eventually(() => hasFocus(panel.getByRole('button', { name: 'Close' })), true);
      await shoot(page, 'keyboard-address');
    }));

  test('the settings are one Tab stop, and forced colours mark the current entry', () =>
    walk(signedInPage(backend, '#/settings'), async ({ page }) => {
      const link = (name: string) =>
        page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name });
      await tabTo(page, link('Application'));
      await press(page, 'End');
      await eventually(() => hasFocus(link('Admins')), true);
      await press(page, 'Enter');
      await heading(page, 'Admins').waitFor();
      await page.emulateMedia({ forcedColors: 'active' });
      const marked = () =>
        link('Admins').evaluate((one) => getComputedStyle(one.parentElement as Element).outlineStyle);
      await eventually(marked, 'solid');
      await shoot(page, 'keyboard-forced');
    }));

  test('deleting a backup or a collection by keys keeps the focus in its list', () =>
    walk(signedInPage(backend, '#/settings/backups'), async ({ page }) => {
      for (const name of ['a.zip', 'b.zip']) {
        await askServer(backend, 'backups', { method: 'POST', body: { name } });
      }
      await button(page, 'Refresh').click();
      await tabTo(page, button(page, 'Delete b.zip'));
      await press(page, 'Enter');
      await tabTo(page, button(page.getByRole('alertdialog'), 'Yes'));
      await press(page, 'Enter');
      await button(page, 'Delete b.zip').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(button(page, 'Download a.zip')), true, 'on the next one');

      await visit(page, addressOf('list_15'));
      await heading(page, 'list_15').waitFor();
      await tabTo(page, button(page, 'Edit collection'));
      await press(page, 'Enter');
      const panel = page.getByRole('dialog', { name: 'Edit collection' });
      await tabTo(page, button(panel, 'More actions'));
      await press(page, 'Enter', 'End', 'Enter');
      const question = page.locator('[role="dialog"]').last();
      await question.getByRole('textbox').fill('list_15');
      await tabTo(page, question.getByRole('button', { name: 'Delete', exact: true }));
      await press(page, 'Enter');
      await linkTo(page, 'list_15').waitFor({ state: 'detached' });
      await panel.waitFor({ state: 'detached' });
      await eventually(
        () => page.evaluate(() => document.activeElement?.closest('[data-list]') !== null),
        true,
        'on the collections',
      );
    }));

  test('on a touch screen a line of text is centred in its field', () =>
    walk(signedInPage(backend, addressOf('items'), { width: 390, height: 844 }), async ({ page }) => {
      const touch = await page.context().newCDPSession(page);
      await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      const { json } = await askServer(backend, 'collections/items/records?perPage=1');
      await visit(page, addressOf('items', json.items[0].id));
      const field = page.getByRole('textbox', { name: 'title' });
      await field.waitFor();
      const { height, above, below, line } = await field.evaluate((element) => {
        const style = getComputedStyle(element);
        return {
          height: element.clientHeight,
          above: Number.parseFloat(style.paddingTop),
          below: Number.parseFloat(style.paddingBottom),
          line: Number.parseFloat(style.lineHeight),
        };
      });
      assert.equal([height, above, below, line], [38, 9, 9, 20]);
      await shoot(page, 'keyboard-phone');
    }));
}

async function boxOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not drawn`);
  return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
}

function isOver(page: Page, at: { x: number; y: number }, selector: string): Promise<boolean> {
  return page.evaluate(({ x, y, wanted }) => document.elementFromPoint(x, y)?.closest(wanted) !== null, {
    ...at,
    wanted: selector,
  });
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const list = element.closest('section')?.getBoundingClientRect();
  return list !== undefined && top >= list.top && bottom <= list.bottom;
}
