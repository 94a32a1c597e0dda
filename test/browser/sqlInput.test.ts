// The editor for view queries and index statements in a real browser, under the policy of our page.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { SqlWords } from '../../ui/components/code-editor/sqlWords';
import { type OpenPage, openPage } from '../support/browser';
import { quiet } from '../support/eventually';
import { type PageServer, startPageServer } from '../support/pageServer';
import type { SqlInputPage } from '../support/sqlInputPage';
import { checkPicture, eventually, hasFocus, offersTakeKeys, patienceMs, walk } from '../support/walk';

declare const window: { page: SqlInputPage };

let server: PageServer;
test.beforeAll(async () => {
  server = await startPageServer('test/support/sqlInputPage.tsx', 'SQL');
});
test.afterAll(() => server.close());

const query: SqlWords = {
  tables: {
    posts: ['id', 'title', 'author', 'order', 'created', 'updated'],
    users: ['id', 'username', 'email'],
  },
};
const index: SqlWords = { columns: ['id', 'title', 'created'] };

const input = (page: Page) => page.getByRole('textbox', { name: 'Query' });
const offers = (page: Page) => page.getByRole('listbox');
const offer = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
const chosen = (page: Page) => page.getByRole('option', { selected: true }).textContent();
const told = (page: Page) => page.evaluate(() => window.page.told.at(-1));
const isEditor = (page: Page) => input(page).evaluate((element: HTMLElement) => element.isContentEditable);

/** A page with one plain input that contains the text. */
async function plainPage(sql = query, text = '', error?: string): Promise<OpenPage> {
  const opened = await openPage(server.url, { width: 700 });
  opened.page.setDefaultTimeout(patienceMs);
  await opened.page.getByLabel('After').waitFor();
  await opened.page.evaluate((shown) => window.page.show(shown), { sql, text, ...(error && { error }) });
  await input(opened.page).waitFor();
  return opened;
}

/** The same, with the editor in place of the plain input and the caret at its end. */
async function editorPage(sql = query, text = '', error?: string): Promise<OpenPage> {
  const opened = await plainPage(sql, text, error);
  await input(opened.page).click();
  await eventually(() => isEditor(opened.page), true, 'the editor is there');
  await opened.page.keyboard.press('Control+End');
  return opened;
}

/** Types slowly enough for the list to open between the keys. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 30 });

/** Waits for a list with this offer chosen. */
async function isOffered(page: Page, name: string): Promise<void> {
  await offer(page, name).waitFor();
  await eventually(() => chosen(page), name);
  await offersTakeKeys(page);
}

async function accept(page: Page, name: string): Promise<void> {
  await isOffered(page, name);
  await page.keyboard.press('Enter');
  await offers(page).waitFor({ state: 'detached' });
}

test('loads its code with the first focus, once', () =>
  walk(plainPage(), async ({ page }) => {
    const chunks = () => server.asked.slice(since).filter((path) => /codeEditor-\w+\.js$/.test(path));
    const since = server.asked.lastIndexOf('/');
    await page.waitForLoadState('networkidle');
    assert.equal(chunks(), [], 'nothing is fetched for an input that nobody uses');
    await page.getByText('Query', { exact: true }).click();
    // From here on the editor may replace the input at any moment.
    await eventually(() => hasFocus(input(page)), true, 'a click on the label leads into it');
    await eventually(() => isEditor(page), true);
    await eventually(() => hasFocus(input(page)), true, 'the editor has it');
    await page.getByLabel('After').click();
    await input(page).click();
    assert.is(chunks().length, 1);
  }));

test('types a query on many lines and completes it by keys alone', () =>
  walk(editorPage(), async ({ page }) => {
    await type(page, 'sel');
    await accept(page, 'SELECT');
    assert.is(await told(page), 'SELECT', 'in upper case, and Enter has only accepted');
    await type(page, ' p.ti, ord');
    await accept(page, '`order`');
    await page.keyboard.press('Enter');
    await type(page, 'fro');
    await accept(page, 'FROM');
    await type(page, ' po');
    await accept(page, 'posts');
    await type(page, ' p');
    await page.keyboard.press('Enter');
    await type(page, 'whe');
    await accept(page, 'WHERE');
    await type(page, ' p.');
    await offer(page, 'author').waitFor();
    assert.equal(
      (await page.getByRole('option').allTextContents()).sort(),
      ['author', 'created', 'id', '`order`', 'title', 'updated'].sort(),
      'behind the dot are the columns of what it stands for, and nothing else',
    );
    await type(page, 'ti');
    await accept(page, 'title');
    await type(page, " = 'x'");
    await eventually(() => told(page), "SELECT p.ti, `order`\nFROM posts p\nWHERE p.title = 'x'");
  }));

test('keeps an alias of one character, and does not accept a complete word again', () =>
  walk(editorPage(), async ({ page }) => {
    await type(page, 'SELECT posts.title');
    await isOffered(page, 'title');
    await page.keyboard.press('Enter');
    await eventually(() => told(page), 'SELECT posts.title\n');
    await type(page, 'FROM posts p');
    await eventually(() => offers(page).count(), 0);
    await page.keyboard.press('Enter');
    await eventually(() => told(page), 'SELECT posts.title\nFROM posts p\n');
  }));

test('offers an index its own keywords and the given columns, in backticks too', () =>
  walk(editorPage(index, 'CREATE '), async ({ page }) => {
    await type(page, 'uni');
    await accept(page, 'UNIQUE');
    await type(page, ' ind');
    await accept(page, 'INDEX');
    await type(page, ' idx on posts (');
    await page.keyboard.press('Enter');
    await type(page, '`ti');
    await isOffered(page, 'title');
    await eventually(() => page.getByRole('option').allTextContents(), ['title']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await type(page, ' coll');
    await accept(page, 'COLLATE');
    await type(page, ' noc');
    await accept(page, 'NOCASE');
    await eventually(
      () => told(page).then((text) => text?.replace(/\s+/g, ' ')),
      'CREATE UNIQUE INDEX idx on posts ( `title` COLLATE NOCASE )',
    );
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Space');
    await offers(page).waitFor();
    const keywords = await page.getByRole('option').allTextContents();
    assert.not(keywords.includes('SELECT'), 'a query is no business of an index');
    assert.ok(keywords.includes('DESC'));
  }));

test('offers nothing in texts, comments and numbers', () =>
  walk(editorPage(), async ({ page }) => {
    await page.clock.install();
    for (const text of ["SELECT 'ti", 'SELECT "ti', 'SELECT 1e', 'SELECT id -- ti', 'SELECT /* ti']) {
      await input(page).fill('');
      await type(page, text);
      await eventually(() => told(page).then((now) => now?.startsWith(text)), true);
      await page.keyboard.press('Control+Space');
      // A list would open 50 ms after these keys.
      await page.clock.fastForward(250);
      await quiet();
      assert.is(await offers(page).count(), 0, `nothing is offered for ${text}`);
    }
    await input(page).fill('');
    await type(page, "SELECT 'ti', ti");
    await offer(page, 'title').waitFor();
  }));

test('Escape closes only the list, and the next one fits its place', () =>
  walk(editorPage(), async ({ page }) => {
    const escapes = () => page.evaluate(() => window.page.escapes);
    await type(page, 'sel');
    await offer(page, 'SELECT').waitFor();
    await page.keyboard.press('Escape');
    await offers(page).waitFor({ state: 'detached' });
    assert.equal([await told(page), await escapes()], ['sel', 0]);
    assert.ok(await hasFocus(input(page)));
    await page.keyboard.press('Escape');
    assert.is(await escapes(), 1);
  }));

test('Tab moves on, with or without a list, and back', () =>
  walk(editorPage(), async ({ page }) => {
    await type(page, 'sel');
    await offer(page, 'SELECT').waitFor();
    await page.keyboard.press('Tab');
    assert.ok(await hasFocus(page.getByLabel('After')));
    await offers(page).waitFor({ state: 'detached' });
    assert.is(await told(page), 'sel');
    await page.keyboard.press('Shift+Tab');
    assert.ok(await hasFocus(input(page)));
    await page.keyboard.press('Shift+Tab');
    assert.ok(await hasFocus(page.getByLabel('Before')));
    assert.is(await told(page), 'sel');
  }));

test('a click accepts, and matches are underlined in keywords and quoted names too', () =>
  walk(editorPage(), async ({ page }) => {
    const marked = (name: string) => offer(page, name).locator('.cm-completionMatchedText').allTextContents();
    await type(page, 'SELECT id from posts where ord');
    await offer(page, 'ORDER').waitFor();
    await eventually(() => marked('ORDER'), ['ORD']);
    await eventually(() => marked('`order`'), ['ord']);
    await offer(page, '`order`').click();
    await eventually(() => told(page), 'SELECT id from posts where `order`');
    assert.ok(await hasFocus(input(page)));
  }));

test('links an error and a help text to it', () =>
  walk(editorPage(query, 'SELECT *', 'Wildcards are refused.'), async ({ page }) => {
    const described = await input(page).evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    );
    assert.equal(described, ['Wildcards are refused.', 'One statement.']);
    assert.is(await input(page).getAttribute('aria-invalid'), 'true');
    assert.is(await input(page).getAttribute('aria-multiline'), 'true');
    await page.evaluate((shown) => window.page.show(shown), { text: 'SELECT id', sql: query });
    await eventually(() => input(page).getAttribute('aria-invalid'), null);
    assert.is(await input(page).innerText(), 'SELECT id', 'its owner may set another text');
  }));

test('has the colours of the theme, and axe finds nothing', () =>
  walk(editorPage(query, "SELECT `id`, 'a', 5 /* b */\nFROM posts\nWHERE "), async (opened) => {
    const { page } = opened;
    const token = (name: string) =>
      page.evaluate((property) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${property})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, name);
    const colourOf = (text: string) =>
      input(page)
        .locator('span')
        .getByText(text, { exact: true })
        .evaluate((element) => getComputedStyle(element).color);
    const colours: [text: string, token: string][] = [
      ['SELECT', '--code-word'],
      ['`id`', '--code-key'],
      ['posts', '--code-key'],
      ["'a'", '--code-string'],
      ['5', '--code-number'],
      ['/* b */', '--code-comment'],
    ];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [text, name] of colours)
        assert.is(await colourOf(text), await token(name), `${text} in the ${colorScheme} theme`);
    }
    assert.is(await page.locator('style').count(), 0);
    await page.keyboard.press('Control+Space');
    await offers(page).waitFor();
    await checkPicture(opened, 'sql-input');
  }));
