// The inputs that become code editors on focus, tested with the search of records.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { quiet } from '../support/eventually';
import { createCollection, createRecord, field } from '../support/realBackend';
import { backends } from '../support/server';
import { atHash, eventually, hasFocus, offersTakeKeys, signedInPage, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const program = backends().at(-1);

if (program) {
  const backend = walkedBackend(program.binary, async () => {
    const posts = await createCollection({
      name: 'posts',
      schema: [
        field('text', 'title'),
        field('bool', 'is_open'),
        field('select', 'tags', { maxSelect: 3 }),
        field('relation', 'author'),
      ],
    });
    await createCollection({
      name: 'comments',
      schema: [field('text', 'words'), field('relation', 'post', { collectionId: posts.id })],
    });
    for (const title of ['One', 'Two', 'Three']) {
      await createRecord(posts, { title, is_open: title === 'Two' });
    }
  });

  const posts = '#/collections?collectionId=posts';
  const editorChunk = /assets\/codeEditor-\w+\.js$/;

  const search = (page: Page) => page.getByRole('textbox', { name: 'Search', exact: true });
  const offers = (page: Page) => page.getByRole('listbox');
  const offer = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
  const chosen = (page: Page) => page.getByRole('option', { selected: true }).textContent();
  const titles = (page: Page) => page.getByRole('gridcell', { name: /^(One|Two|Three)$/ }).allTextContents();
  const filterIn = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter');
  const isEditor = (input: Locator) => input.evaluate((element: HTMLElement) => element.isContentEditable);
  const textOf = (input: Locator) =>
    input.evaluate((element) =>
      element instanceof HTMLInputElement
        ? element.value
        : element.querySelector('.cm-placeholder')
          ? ''
          : (element.textContent ?? ''),
    );

  /** Opens the records of `posts`, with the editor in place of the plain input. */
  async function openEditor(page: Page): Promise<Locator> {
    const input = search(page);
    await page.getByRole('gridcell', { name: 'Three' }).waitFor();
    await input.click();
    await eventually(() => isEditor(input), true, 'the editor is there');
    return input;
  }

  /** Types slowly enough for the list to open between the keys. */
  const slowly = { delay: 30 };

  /** Waits for a list with this offer chosen. */
  async function isOffered(page: Page, name: string): Promise<void> {
    await offer(page, name).waitFor();
    await eventually(() => chosen(page), name);
    await offersTakeKeys(page);
  }

  async function accept(page: Page, name: string): Promise<void> {
    await isOffered(page, name);
    await page.keyboard.press('Enter');
  }

  /** Holds the chunk of the editor until it is released. */
  async function holdEditor(page: Page): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(editorChunk, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  test('the editor loads on the first focus, and takes over text, caret and selection', () =>
    walk(signedInPage(backend, '#/', { savesData: true }), async ({ page }) => {
      const chunks: string[] = [];
      page.on('request', (request) => editorChunk.test(request.url()) && chunks.push(request.url()));
      const release = await holdEditor(page);
      await visit(page, posts);
      await page.getByRole('gridcell', { name: 'Three' }).waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(chunks, [], 'nothing is fetched for an input that nobody uses');

      const input = search(page);
      await input.click();
      await page.keyboard.type('titl = "One"');
      for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('ArrowLeft');
      assert.is(await isEditor(input), false);
      const before = await input.boundingBox();
      release();
      await eventually(() => isEditor(input), true);
      assert.ok(await hasFocus(input));
      assert.equal(await input.boundingBox(), before, 'nothing moves');
      await page.keyboard.type('e');
      assert.is(await textOf(input), 'title = "One"');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await eventually(() => titles(page), ['One']);
      assert.is(chunks.length, 1);

      await visit(page, `${posts}&filter=Thre`);
      await input.waitFor();
      await input.evaluate((element: HTMLInputElement) => {
        element.focus();
        element.setSelectionRange(1, 4, 'backward');
      });
      await eventually(() => isEditor(input), true);
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.type('w');
      assert.is(await textOf(input), 'Thw', 'it selects what was selected');
    }));

  test('types, completes, corrects and applies a search by keys alone, and follows the URL', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const { keyboard } = page;
      const input = await openEditor(page);
      await keyboard.type('is', slowly);
      await accept(page, 'is_open');
      await offers(page).waitFor({ state: 'detached' });
      assert.is(await textOf(input), 'is_open');
      assert.is(filterIn(page), null, 'Enter has only accepted');
      await keyboard.type(' = true', slowly);
      await accept(page, 'true');
      await eventually(() => titles(page), ['Two'], 'Enter does not accept a complete word again');
      assert.is(filterIn(page), 'is_open = true');
      assert.ok(await hasFocus(input));

      await keyboard.press('Control+a');
      await keyboard.type('title = "One"', slowly);
      assert.is(await textOf(input), 'title = "One"', 'a quote closes itself, and is typed over');
      await keyboard.press('Enter');
      await eventually(() => titles(page), ['One']);
      await keyboard.press('Control+z');
      await eventually(async () => (await textOf(input)) !== 'title = "One"', true, 'typing can be undone');

      await keyboard.press('Control+a');
      // A name that only contains its characters does not replace a word.
      await keyboard.type('Three', slowly);
      await offersTakeKeys(page);
      await keyboard.press('Enter');
      await eventually(() => titles(page), ['Three']);
      assert.is(filterIn(page), 'Three');

      await input.evaluate((element) => {
        const data = new DataTransfer();
        data.setData('text/plain', ' ||\r\n title = "Two"\n');
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      });
      await keyboard.type('x');
      assert.is(await textOf(input), 'Three ||  title = "Two" x', 'line breaks become spaces');

      await page.evaluate((hash) => {
        location.hash = hash;
      }, `${posts}&filter=nope = 1`);
      await eventually(() => textOf(input), 'nope = 1');
      await eventually(() => input.getAttribute('aria-invalid'), 'true');
      const description = () =>
        input.evaluate(
          (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
        );
      // The explanation loads with a chunk of its own.
      const example = 'title ~ "a" && is_open = true';
      await eventually(description, `There is no field nope. Example: ${example}`);
      await page.getByRole('button', { name: 'Clear' }).first().click();
      await eventually(() => filterIn(page), null);
      assert.is(await textOf(input), '');
      await eventually(async () => (await titles(page)).length, 3);
    }));

  test('Ctrl+Space opens the whole list above the table; arrows move in it, Escape and Tab leave only it', () =>
    walk(signedInPage(backend, posts, { width: 390, height: 500 }), async ({ page }) => {
      const input = await openEditor(page);
      const rightOf = (element: Element) => element.getBoundingClientRect().right;
      const [placeholder, frame] = [input.locator('.cm-placeholder'), input.locator('..')];
      assert.ok((await placeholder.evaluate(rightOf)) <= (await frame.evaluate(rightOf)), 'it ends inside');
      await page.keyboard.press('Control+Space');
      // Shorter words come first.
      await isOffered(page, 'id');
      const count = await page.getByRole('option').count();
      assert.ok(count > 30 && count <= 100, `${count} are drawn`);
      const seen = () =>
        page.getByRole('option').evaluateAll((options) =>
          options.slice(0, 5).map((option) => {
            const { left, top, width, height } = option.getBoundingClientRect();
            return option.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          }),
        );
      await eventually(seen, [true, true, true, true, true]);
      const box = await offers(page).boundingBox();
      assert.ok(
        box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 500,
        JSON.stringify(box),
      );
      await page.keyboard.press('ArrowDown');
      assert.is.not(await chosen(page), 'id');
      await page.keyboard.press('Escape');
      await offers(page).waitFor({ state: 'detached' });
      assert.is(await textOf(input), '');
      assert.ok(await hasFocus(input));

      await page.keyboard.press('Control+Space');
      await offer(page, 'title').click();
      assert.is(await textOf(input), 'title', 'a click accepts');
      await page.keyboard.type('s', slowly);
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Control+Space');
      await offers(page).waitFor();
      await page.keyboard.press('Tab');
      assert.ok(await hasFocus(page.getByRole('button', { name: 'Search', exact: true })));
      await offers(page).waitFor({ state: 'detached' });
      assert.is(await textOf(input), 'title');
      await page.keyboard.press('Shift+Tab');
      assert.ok(await hasFocus(input));
    }));

  test('works as a plain input without the editor', () =>
    walk(signedInPage(backend, posts), async ({ page, watch }) => {
      watch.expect(/ERR_FAILED|dynamically imported module/);
      await page.clock.install();
      await page.route(editorChunk, (route) => route.abort());
      await page.getByRole('gridcell', { name: 'Three' }).waitFor();
      const input = search(page);
      const failed = page.waitForEvent('requestfailed', {
        predicate: (request) => editorChunk.test(request.url()),
      });
      await input.click();
      await failed;
      await page.keyboard.type('Two', slowly);
      // The page tries once more.
      await page.clock.fastForward(1_000);
      await quiet();
      assert.is(await isEditor(input), false);
      assert.ok(await hasFocus(input));
      await page.keyboard.press('Enter');
      await eventually(() => titles(page), ['Two']);
      await atHash(page, /filter=Two/);
    }));
}
