// The table of records as a tool: sortable headers, refused filters, all rows at once, ids and columns.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  countRestyled,
  eventually,
  hasFocus,
  offersTakeKeys,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

const rowCount = 620;
const newest = backends().at(-1);
const address = '#/collections?collectionId=parts';

const table = (page: Page) => page.getByRole('grid', { name: 'Records of parts' });
const region = (page: Page) => page.getByRole('region', { name: 'Records of parts' });
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const search = (page: Page) => page.getByRole('textbox', { name: 'Search', exact: true });
const loaded = async (page: Page) => Number(await table(page).getAttribute('aria-rowcount')) - 1;
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return box;
}

/** Presses a point of the header, given as fractions of its size. */
async function pressHead(page: Page, name: string, [across, down]: readonly [number, number]) {
  const { x, y, width, height } = await boxOf(head(page, name));
  await page.mouse.click(x + width * across, y + height * down);
}

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const makers = await createCollection({
      name: 'makers',
      schema: [field('text', 'name', {}, true)],
    });
    const maker = await createRecord(makers, { name: 'Zeta Works' });
    await createRecord(makers, { name: 'Ypsilon' });
    const parts = await createCollection({
      name: 'parts',
      schema: [
        field('text', 'title'),
        field('number', 'stock'),
        field('date', 'due'),
        field('select', 'state', { values: ['draft', 'in stock', 'sold "out"'] }),
        field('bool', 'hidden'),
        field('relation', 'maker', { collectionId: makers.id }),
      ],
    });
    for (let at = 0; at < rowCount; at += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          createRecord(parts, {
            title: `Part ${at + n}`,
            stock: at + n,
            due: '2026-11-22 08:40:34.000Z',
            state: 'in stock',
            maker: maker.id,
          }),
        ),
      );
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('a click anywhere on a header sorts, and its arrow is visible while the pointer is on it', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await head(page, 'stock').waitFor();
      const opacity = () =>
        head(page, 'title').evaluate((cell) => {
          const arrow = cell.querySelector('button > span:last-child');
          return arrow && getComputedStyle(arrow).opacity;
        });
      assert.is(await opacity(), '0');
      const { width, height } = await boxOf(head(page, 'title'));
      await head(page, 'title').hover({ position: { x: width - 4, y: height / 2 } });
      await eventually(opacity, '1');
      const places = [
        [0.03, 0.5],
        [0.6, 0.5],
        [0.5, 0.08],
        [0.5, 0.92],
      ] as const;
      const sorted = () => head(page, 'title').getAttribute('aria-sort');
      for (const [index, place] of places.entries()) {
        await pressHead(page, 'title', place);
        const expected = index % 2 === 0 ? 'descending' : 'ascending';
        await eventually(sorted, expected, `pressed at ${place}`);
      }
      await page.getByText('Sorted by title, ascending').waitFor();
    }));

  test('offers values by the type of the field, and accepts them by keys', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      const { keyboard } = page;
      const offers = () => page.locator('.cm-tooltip-autocomplete li').allTextContents();
      const accept = async () => {
        await offersTakeKeys(page);
        await keyboard.press('Enter');
      };
      const calls: string[] = [];
      page.on('request', (request) => {
        calls.push(new URL(request.url()).searchParams.get('filter') ?? '');
      });
      await head(page, 'stock').waitFor();
      await search(page).click();
      await page.locator('.cm-editor').waitFor();
      await keyboard.type('state = ');
      await eventually(offers, ['draft', 'in stock', 'sold "out"']);
      await keyboard.type('"in s');
      await eventually(offers, ['in stock']);
      await accept();
      await eventually(() => search(page).innerText(), 'state = "in stock"');
      await keyboard.type(' && hidden = ');
      await eventually(offers, ['true', 'false']);
      await keyboard.type('fal');
      await eventually(offers, ['false']);
      await accept();
      await keyboard.type(' && due < @y');
      await eventually(offers, ['@yearEnd', '@yearStart', '@year']);
      await accept();
      await keyboard.type(' && maker = "zet');
      await eventually(() => calls.includes('id~"zet"||name~"zet"'), true, 'the server is asked for zet');
      await eventually(async () => (await offers()).map((text) => text.slice(15)), ['Zeta Works']);
      await checkPicture(opened, 'records-values');
      await accept();
      await keyboard.press('Enter');
      await atHash(page, /filter=.*maker%20%3D%20%22\w{15}%22/);
    }));

  test('shows the default sort, wherever its column is', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await page.getByText('Sorted by created, newest first').waitFor();
    }));

  test('explains an invalid filter, keeps the header, and corrects it on one click', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await head(page, 'stock').waitFor();
      await search(page).fill('stock > 600 and title ~ "Part"');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'This filter cannot be run.' }).waitFor();
      await region(page).getByText('Use && instead of and.').waitFor();
      assert.ok(await head(page, 'stock').isVisible());
      assert.is(await page.getByText('No records found.').count(), 0);
      await page.getByText('Example: title ~ "a" && stock > 0').waitFor();
      await checkPicture(opened, 'filter-refused');
      await button(page, 'Correct and search').click();
      await page.getByText('Total found: 19').waitFor();
      await atHash(page, /filter=stock%20%3E%20600%20%26%26/);
      assert.is(await page.getByText('Use && instead of and.').count(), 0);
    }));

  test('a copied date contains its space', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      const cell = page.getByRole('gridcell', { name: '2026-11-22 08:40:34' }).first();
      await cell.waitFor();
      const copied = await cell.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        document.getSelection()?.removeAllRanges();
        document.getSelection()?.addRange(range);
        return document.getSelection()?.toString();
      });
      assert.is(copied, '2026-11-22 08:40:34');
    }));

  test('the End key moves to the last row and loads more; Load all loads the rest, and can be stopped', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      const { keyboard } = page;
      await eventually(() => loaded(page), 40);
      await region(page).focus();
      await keyboard.press('End');
      const left = () =>
        region(page).evaluate(({ scrollTop, clientHeight, scrollHeight }) =>
          Math.round(scrollHeight - clientHeight - scrollTop),
        );
      await eventually(left, 0, 'the last row is in view');
      await keyboard.press('End');
      await eventually(() => loaded(page), 80);
      await page.getByText(/^80 (of 620 )?loaded$/).waitFor();
      await region(page).evaluate((scroller) => {
        scroller.scrollTop = scroller.scrollHeight;
      });
      await checkPicture(opened, 'records-load-all');

      const pages = '**/api/collections/*/records?*perPage=480*';
      let letGo = () => {};
      const held = new Promise<void>((done) => {
        letGo = done;
      });
      await page.route(pages, (route) => held.then(() => route.fallback()));
      await button(page, 'Load all').click();
      await button(page, 'Stop').click();
      letGo();
      await eventually(() => loaded(page), 480);
      await page.getByText(/^480 (of 620 )?loaded$/).waitFor();
      await button(page, 'Load all').focus();
      await keyboard.press('Enter');
      await eventually(() => loaded(page), rowCount);
      await button(page, 'Load all').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(region(page)), true);
      const calls = await askServer(backend, 'collections/parts/records?perPage=1');
      assert.is(calls.json.totalItems, rowCount);
    }));

  test('an id is plain until its row is active, and nothing moves when its chip appears', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      const row = region(page).locator('[data-index="2"]');
      await row.waitFor();
      await page.mouse.move(5, 5);
      const look = () =>
        row.evaluate((element) => {
          const link = element.querySelector('a');
          const copy = element.querySelector('button[aria-label="Copy"]');
          const chip = link?.parentElement;
          if (!link || !copy || !chip) return null;
          const { x, width } = link.getBoundingClientRect();
          return {
            place: `${x} ${width} ${copy.getBoundingClientRect().x}`,
            isChip: getComputedStyle(chip).backgroundColor !== 'rgba(0, 0, 0, 0)',
            copy: getComputedStyle(copy).opacity,
          };
        });
      const plain = await look();
      assert.equal([plain?.isChip, plain?.copy], [false, '0']);
      const headX = await head(page, 'id').evaluate(
        (cell) => cell.querySelector('button')?.getBoundingClientRect().x,
      );
      assert.ok(
        Math.abs(Number(plain?.place.split(' ')[0]) - Number(headX)) < 1,
        'the id stands under its head',
      );
      await row.hover();
      await eventually(look, { place: plain?.place ?? '', isChip: true, copy: '1' });
      await checkPicture(opened, 'records-id-hover');
      await page.mouse.move(5, 5);
      await eventually(look, plain);
      await tabTo(page, row.getByRole('rowheader'));
      await eventually(look, { place: plain?.place ?? '', isChip: true, copy: '1' });
    }));

  test('hides and shows all columns at once, by keys too', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await head(page, 'stock').waitFor();
      const heads = () => page.getByRole('columnheader').count();
      const before = await heads();
      await button(page, 'Columns').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Hide all' }).waitFor();
      await checkPicture(opened, 'records-columns');
      await page.keyboard.press('Enter');
      await eventually(heads, 2, 'the checkbox and the id stay');
      await page.getByRole('menuitem', { name: 'Show all' }).click();
      await eventually(heads, before);
    }));
  test('a ticked row restyles what it changes, not the whole table', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
      await box.waitFor();
      const cells = await table(page).getByRole('gridcell').count();
      const restyled = await countRestyled(page, async () => {
        await box.click();
        await page.getByText('Selected 1 record(s)').waitFor();
      });
      assert.ok(restyled > 0 && restyled < cells, `${restyled} elements of ${cells} cells`);
    }));
}
