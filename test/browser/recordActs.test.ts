// Actions on records other than editing one: copies, links, bulk deletes, an editor over another.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { insecureHost, type OpenPage, openPage } from '../support/browser';
import {
  addressOf,
  answer,
  box,
  button,
  chooseInMenu,
  createCollections,
  draftHolds,
  draftsOf,
  editPanel,
  gone,
  make,
  newPanel,
  question,
  rowOf,
  stored,
} from '../support/editorWalk';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  guestPage,
  hasFocus,
  patienceMs,
  signedInPage,
  signIn,
  tabTo,
  walk,
} from '../support/walk';

const programs = backends('contract');
const newest = programs.at(-1);
const older = programs.find(({ name }) => name === '0.22.20');

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    await createCollections(backend);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const closing = 'You have unsaved changes. Do you really want to close the panel?';
  const noDraft = (page: Page) => page.getByText('This browser cannot keep a draft.');
  const articlePanel = (page: Page) => editPanel(page, 'articles');
  const authorPanel = (page: Page) => editPanel(page, 'authors');
  const titleIn = (page: Page) => box(articlePanel(page), 'title');
  const nameIn = (page: Page) => box(authorPanel(page), 'name');
  const checkboxOf = (page: Page, id: string) => page.getByRole('checkbox', { name: `Select ${id}` });
  const savedTitle = async (id: string) => (await stored(backend, 'articles', id))?.['title'];
  const savedName = async (id: string) => (await stored(backend, 'authors', id))?.['name'];
  const admin = () => backend.admin ?? { email: '', password: '' };

  async function idOf(collection: string): Promise<string> {
    return (await askServer(backend, `collections/${collection}`)).json.id;
  }

  /** The server's own text, in which long numbers are exact. */
  async function sourceOf(id: string): Promise<string> {
    const { json } = await askServer(backend, 'admins/auth-refresh', { method: 'POST' });
    const url = `${backend.url}/api/collections/articles/records/${id}`;
    return (await fetch(url, { headers: { Authorization: json.token } })).text();
  }

  const withoutSpace = (text: string) => text.replace(/\s/g, '');
  const meta = '{"z":12345678901234567890,"a":1.10}';

  async function copyFromMenu(page: Page, name: string): Promise<void> {
    await chooseInMenu(page, name);
    await page.getByRole('status').filter({ hasText: 'Copied' }).first().waitFor({ state: 'attached' });
  }

  test('copies the JSON of a record as the server has it, and its link opens it in another tab', async () => {
    const { id } = await make(backend, 'articles', { title: 'Copied', meta });
    await walk(signedInPage(backend, addressOf('articles', id)), async (opened) => {
      const { page } = opened;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      await titleIn(page).fill('Typed and not saved');
      await copyFromMenu(page, 'Copy as JSON');
      await page.getByText('Copied the record to the clipboard.').waitFor();
      await checkPicture(opened, 'record-copied', { sizes: ['wide'] });
      const copied = await clipboard();
      assert.match(copied, '"title": "Copied"');
      assert.match(copied, '12345678901234567890');
      assert.match(copied, '1.10');
      assert.match(copied, /^\{\n {2}"/, 'indented by two');
      assert.is(withoutSpace(copied), withoutSpace(await sourceOf(id)), 'not a key is missing or moved');

      await copyFromMenu(page, 'Copy link');
      const hash = addressOf(await idOf('articles'), id);
      await eventually(clipboard, `${backend.url}/_/${hash}`);
      const tab = await page.context().newPage();
      await tab.goto(await clipboard());
      await titleIn(tab).waitFor();
      assert.is(await titleIn(tab).inputValue(), 'Copied');
      assert.is(await titleIn(page).inputValue(), 'Typed and not saved');
    });
  });

  test('copies both without a secure context too', async () => {
    const { id } = await make(backend, 'articles', { title: 'Far from https', meta });
    const address = new URL(`${backend.url}/_/`);
    address.hostname = insecureHost;
    await walk(openPage(address.href, { width: 1440, height: 900 }), async ({ page }) => {
      page.setDefaultTimeout(patienceMs);
      assert.not.ok(await page.evaluate(() => isSecureContext));
      await signIn(page, admin());
      await button(page, 'Account').waitFor();
      await page.evaluate((hash) => window.location.assign(hash), addressOf('articles', id));
      await titleIn(page).waitFor();
      const pasted = async () => {
        await titleIn(page).fill('');
        await titleIn(page).press('ControlOrMeta+V');
        return titleIn(page).inputValue();
      };
      await copyFromMenu(page, 'Copy link');
      const hash = addressOf(await idOf('articles'), id);
      await eventually(pasted, `${address.href}${hash}`);
      await chooseInMenu(page, 'Copy as JSON');
      await page.getByText('Copied the record to the clipboard.').waitFor();
      assert.is(withoutSpace(await pasted()), withoutSpace(await sourceOf(id)));
    });
  });

  test('an id opens its record in a new tab, by a middle click and with a modifier key', async () => {
    const { id } = await make(backend, 'articles', { title: 'In a tab of its own' });
    await walk(signedInPage(backend, addressOf('articles')), async ({ page }) => {
      const openedBy = async (click: { button: 'middle' } | { modifiers: ['ControlOrMeta'] }) => {
        const coming = page.context().waitForEvent('page');
        await rowOf(page, id).getByRole('link', { name: id }).click(click);
        return coming;
      };
      for (const click of [{ button: 'middle' }, { modifiers: ['ControlOrMeta'] }] as const) {
        const tab = await openedBy(click.button ? { button: 'middle' } : { modifiers: ['ControlOrMeta'] });
        await titleIn(tab).waitFor();
        await atHash(tab, new RegExp(`recordId=${id}`));
        assert.is(await page.getByRole('dialog').count(), 0, 'here nothing opens');
        await tab.close();
      }
      await page.evaluate((hash) => window.location.assign(hash), addressOf('titles'));
      // Until then the row with this id is the one of articles.
      await page.getByRole('heading', { level: 1, name: 'titles' }).waitFor();
      const tab = await openedBy({ button: 'middle' });
      await tab.getByRole('dialog', { name: 'titles record preview' }).waitFor();
    });
  });

  test('Retry deletes what could not be deleted, once no reference remains', async () => {
    const payers: string[] = [];
    for (const name of ['Free', 'Held', 'Held too', 'Stays'])
      payers.push((await make(backend, 'payers', { name })).id);
    const [free = '', held = '', heldToo = '', stays = ''] = payers;
    const receipts: string[] = [];
    for (const payer of [held, heldToo]) receipts.push((await make(backend, 'receipts', { payer })).id);
    const pay = (id = '') => askServer(backend, `collections/receipts/records/${id}`, { method: 'DELETE' });
    await walk(signedInPage(backend, addressOf('payers')), async ({ page }) => {
      await rowOf(page, stays).waitFor();
      for (const id of [free, held, heldToo]) await checkboxOf(page, id).click();
      await button(page, 'Delete selected').click();
      await answer(page, /delete the selected record/, true);
      const failed = page.getByRole('dialog', { name: 'Deleted 1 of 3' });
      const reason = failed.getByRole('listitem').filter({ hasText: held });
      await reason.getByText(/required relation/).waitFor();
      assert.is(await failed.getByRole('listitem').count(), 2);
      await pay(receipts[0]);
      await button(failed, 'Retry').click();
      const again = page.getByRole('dialog', { name: 'Deleted 1 of 2' });
      await again.getByRole('listitem').filter({ hasText: heldToo }).waitFor();
      assert.is(await again.getByRole('listitem').count(), 1);
      await pay(receipts[1]);
      await button(again, 'Retry').click();
      await page.getByText('Successfully deleted the selected record(s).').waitFor();
      await gone(again);
      await eventually(() => page.getByRole('checkbox', { name: /^Select (?!all)/ }).count(), 1);
      assert.is(await question(page).count(), 0, 'it was asked about already');
      for (const id of [free, held, heldToo]) assert.is(await stored(backend, 'payers', id), null);
      assert.ok(await stored(backend, 'payers', stays));
    });
    await askServer(backend, `collections/payers/records/${stays}`, { method: 'DELETE' });
  });

  async function yesByKeys(page: Page): Promise<void> {
    await eventually(() => hasFocus(button(question(page), 'No')), true, 'No is the first');
    await tabTo(page, button(question(page), 'Yes'));
    await page.keyboard.press('Enter');
  }

  test('deletes many by keys alone: announces the progress; Stop has the focus and keeps the rest', async () => {
    for (let n = 0; n < 12; n += 1) await make(backend, 'payers', { name: `Payer ${n}` });
    await walk(signedInPage(backend, addressOf('payers')), async (opened) => {
      const { page } = opened;
      const { keyboard } = page;
      const held: (() => void)[] = [];
      await page.route('**/api/collections/*/records/*', async (route) => {
        if (route.request().method() === 'DELETE')
          await new Promise<void>((letGo) => {
            held.push(letGo);
          });
        await route.fallback();
      });
      const isFree = async (count: number) => {
        await eventually(() => held.length >= count, true);
        for (const letGo of held.splice(0, count)) letGo();
      };
      const all = page.getByRole('checkbox', { name: 'Select all' });
      await rowOf(page, 'Payer 11').waitFor();
      await tabTo(page, all);
      await keyboard.press('Space');
      await tabTo(page, button(page, 'Delete selected'), 'Shift+Tab');
      await keyboard.press('Enter');
      await yesByKeys(page);
      await page.getByText('Deleting 0 of 12...').waitFor();
      await isFree(4);
      await page.getByText('Deleting 4 of 12...').waitFor();
      await eventually(() => hasFocus(button(page, 'Stop')), true, 'Stop has the focus');
      await checkPicture(opened, 'bulk-running');
      await keyboard.press('Enter');
      await isFree(4);
      await page.getByText('Deleted 8 of 12.').waitFor();
      await gone(page.getByText(/^Deleting/));
      await eventually(async () => held.length, 0, 'nothing more is asked for');
      const { json } = await askServer(backend, 'collections/payers/records');
      assert.is(json.totalItems, 4);
      await eventually(() => page.getByRole('checkbox', { name: /^Select (?!all)/ }).count(), 4);
      const isLost = () => page.evaluate(() => document.activeElement === document.body);
      assert.is(await isLost(), false, 'the focus is not lost');

      await page.unroute('**/api/collections/*/records/*');
      await tabTo(page, button(page, 'Delete selected'));
      await keyboard.press('Enter');
      await yesByKeys(page);
      await page.getByText('Successfully deleted the selected record(s).').waitFor();
      await gone(page.getByRole('region', { name: 'Selection' }));
      const content = page.locator('#content');
      await eventually(() => hasFocus(content), true, 'the bar is gone, the focus is not');
    });
  });

  /** Creates an article whose author can be edited on top of it. */
  async function withAuthor(title: string, name: string) {
    const author = await make(backend, 'authors', { name });
    const article = await make(backend, 'articles', { title, author: author.id });
    return { author: author.id, article: article.id };
  }

  async function typeInBoth(page: Page, author: string, texts: { title: string; name: string }) {
    await titleIn(page).fill(texts.title);
    await button(articlePanel(page), `Edit ${author}`).click();
    await nameIn(page).fill(texts.name);
    for (const text of Object.values(texts)) await draftHolds(page, text);
  }

  test('a record edited on top of another has its own draft, and its own question', async () => {
    const { author, article } = await withAuthor('Below', 'Above');
    await walk(signedInPage(backend, addressOf('articles', article)), async (opened) => {
      const { page } = opened;
      await typeInBoth(page, 'Above', { title: 'Typed below', name: 'Typed above' });
      assert.is(Object.keys(await draftsOf(page)).length, 2);
      await checkPicture(opened, 'editor-on-editor');
      await page.keyboard.press('Escape');
      await answer(page, closing, false);
      assert.is(await nameIn(page).inputValue(), 'Typed above');
      await page.keyboard.press('Escape');
      await answer(page, closing, true);
      await gone(authorPanel(page));
      assert.is(await question(page).count(), 0, 'it is asked once');
      assert.is(await titleIn(page).inputValue(), 'Typed below');
      const kept = JSON.stringify(await draftsOf(page));
      assert.match(kept, 'Typed below');
      assert.not.match(kept, 'Typed above');

      await button(articlePanel(page), 'Edit Above').click();
      assert.is(await nameIn(page).inputValue(), 'Above');
      await nameIn(page).fill('Saved above');
      await button(authorPanel(page), 'Save changes').click();
      await gone(authorPanel(page));
      await button(articlePanel(page), 'Edit Saved above').waitFor();
      assert.is(await savedName(author), 'Saved above');
      assert.is(await titleIn(page).inputValue(), 'Typed below');
      assert.is(await savedTitle(article), 'Below', 'saving one saves one');
      await draftHolds(page, 'Typed below');
      await button(articlePanel(page), 'Save changes').click();
      await gone(articlePanel(page));
      assert.is(await savedTitle(article), 'Typed below');
      assert.equal(await draftsOf(page), {});
    });
  });

  test('one record in two editors of one tab has two drafts', async () => {
    const { json: pages } = await askServer(backend, 'collections', {
      method: 'POST',
      body: { name: 'chapters', type: 'base', schema: [{ name: 'title', type: 'text', presentable: true }] },
    });
    const next = { name: 'next', type: 'relation', options: { collectionId: pages.id, maxSelect: 1 } };
    const schema = [...pages.schema, next];
    await askServer(backend, 'collections/chapters', { method: 'PATCH', body: { schema } });
    const { id } = await make(backend, 'chapters', { title: 'Round' });
    await askServer(backend, `collections/chapters/records/${id}`, { method: 'PATCH', body: { next: id } });
    await walk(signedInPage(backend, addressOf('chapters', id)), async ({ page }) => {
      const panels = editPanel(page, 'chapters');
      const [below, above] = [panels.first(), panels.nth(1)];
      await box(below, 'title').fill('Typed below');
      await draftHolds(page, 'Typed below');
      await button(below, 'Edit Round').click();
      await eventually(() => box(above, 'title').inputValue(), 'Round');
      await box(above, 'title').fill('Typed above');
      await draftHolds(page, 'Typed above');
      await draftHolds(page, 'Typed below');
      await page.keyboard.press('Escape');
      await answer(page, closing, true);
      await gone(above);
      assert.is(await box(below, 'title').inputValue(), 'Typed below');
      await draftHolds(page, 'Typed below');
      assert.not.match(JSON.stringify(await draftsOf(page)), 'Typed above');
      await button(below, 'Save changes').click();
      await gone(below);
      assert.is((await stored(backend, 'chapters', id))?.['title'], 'Typed below');
      assert.equal(await draftsOf(page), {});
    });
  });

  test('asks once when the session of two editors expires, and both can be saved afterwards', async () => {
    const { author, article } = await withAuthor('Below the popup', 'Above the other');
    const other = { email: 'second@example.com', password: 'second password' };
    const { json } = await askServer(backend, 'admins', {
      method: 'POST',
      body: { ...other, passwordConfirm: other.password },
    });
    const seen = { ...backend, admin: other };
    await walk(signedInPage(seen, addressOf('articles', article)), async (opened) => {
      const { page } = opened;
      const texts = { title: 'Below, saved after all', name: 'Above, saved after all' };
      await typeInBoth(page, 'Above the other', texts);
      const password = 'another password';
      const changed = { password, passwordConfirm: password };
      await askServer(backend, `admins/${json.id}`, { method: 'PATCH', body: changed });
      await button(authorPanel(page), 'Save changes').click();
      const popup = page.getByRole('dialog', { name: 'Your session has ended' });
      await popup.waitFor();
      await checkPicture(opened, 'sign-in-over-two-editors');
      for (const text of Object.values(texts)) await draftHolds(page, text);
      await popup.getByLabel('Password', { exact: true }).fill(password);
      await button(popup, 'Login').click();
      await gone(popup);
      assert.is(await nameIn(page).inputValue(), texts.name);
      assert.is(await savedName(author), 'Above the other');
      await button(authorPanel(page), 'Save changes').click();
      await gone(authorPanel(page));
      assert.is(await savedName(author), texts.name);
      assert.is(await titleIn(page).inputValue(), texts.title);
      await button(articlePanel(page), 'Save changes').click();
      await gone(articlePanel(page));
      assert.is(await savedTitle(article), texts.title);
      assert.equal(await draftsOf(page), {});
    });
  });

  test('reports a full storage once, and the form still saves', async () => {
    const [one, other] = [
      await make(backend, 'articles', { title: 'One for a full storage' }),
      await make(backend, 'articles', { title: 'Another for it' }),
    ];
    await walk(signedInPage(backend, addressOf('articles', one.id)), async (opened) => {
      const { page } = opened;
      await titleIn(page).waitFor();
      await page.evaluate(() => {
        let size = 4_000_000;
        for (let at = 0; size >= 1; at += 1) {
          try {
            localStorage.setItem(`full${at}`, 'x'.repeat(size));
          } catch {
            size = Math.floor(size / 2);
          }
        }
      });
      await titleIn(page).fill('No room for this');
      await noDraft(page).waitFor();
      await titleIn(page).pressSequentially(', nor for that');
      assert.ok((await noDraft(page).count()) < 2, 'it is said once');
      await checkPicture(opened, 'editor-no-room');
      assert.equal(await draftsOf(page), {});
      await button(articlePanel(page), 'Save changes').click();
      await gone(articlePanel(page));
      assert.is(await savedTitle(one.id), 'No room for this, nor for that');

      await gone(noDraft(page));
      await rowOf(page, other.id).getByRole('link', { name: other.id }).click();
      await titleIn(page).fill('Saved without a word');
      await button(articlePanel(page), 'Save changes').click();
      await gone(articlePanel(page));
      assert.is(await savedTitle(other.id), 'Saved without a word');
      assert.is(await noDraft(page).count(), 0, 'it is said once');
    });
  });

  const forbidden: readonly [what: string, forbid: () => void][] = [
    [
      'that takes nothing',
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('Full.', 'QuotaExceededError');
        };
      },
    ],
    [
      'that may not even be named',
      () =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('Denied.', 'SecurityError');
          },
        }),
    ],
  ];
  for (const [what, forbid] of forbidden) {
    test(`with a storage ${what} a person signs in, types and saves`, async () => {
      const { id } = await make(backend, 'articles', { title: `With a storage ${what}` });
      await walk(guestPage(backend, '#/login'), async (opened: OpenPage) => {
        const { page } = opened;
        await page.addInitScript(forbid);
        await page.reload();
        await signIn(page, admin());
        await button(page, 'Account').waitFor();
        await page.evaluate((hash) => window.location.assign(hash), addressOf('articles', id));
        await titleIn(page).fill('Typed');
        await noDraft(page).waitFor();
        await titleIn(page).pressSequentially(' and saved');
        assert.ok((await noDraft(page).count()) < 2, 'it is said once');
        await button(articlePanel(page), 'Save changes').click();
        await page.getByText('Successfully updated record.').waitFor();
        await gone(articlePanel(page));
        assert.is(await savedTitle(id), 'Typed and saved');
        await button(page, 'New record').first().click();
        await box(newPanel(page, 'articles'), 'title').fill('Made without storage');
        await button(newPanel(page, 'articles'), 'Create').click();
        await rowOf(page, 'Made without storage').first().waitFor();
      });
    });
  }

  if (older && older !== newest) {
    test(`${older.name}: creates a record, changes one field, copies and deletes it`, async () => {
      const on = await startBackend(older.binary, { bundle: true });
      try {
        await createCollections(on);
        await walk(signedInPage(on, addressOf('articles')), async ({ page }) => {
          await button(page, 'New record').first().click();
          const fresh = newPanel(page, 'articles');
          await box(fresh, 'title').fill('Made on an older server');
          await box(fresh, 'views').fill('7');
          await box(fresh, 'source').fill('https://example.com/old');
          await button(fresh, 'Create').click();
          await gone(fresh);
          const listed = async () =>
            (await askServer(on, 'collections/articles/records?sort=created')).json.items;
          const [made] = await listed();
          assert.equal(
            [made.title, made.views, made.source],
            ['Made on an older server', 7, 'https://example.com/old'],
          );

          await rowOf(page, made.id).getByRole('link', { name: made.id }).click();
          await titleIn(page).fill('Changed on it');
          const sent = page.waitForRequest((request) => request.method() === 'PATCH');
          await button(articlePanel(page), 'Save changes').click();
          assert.equal((await sent).postDataJSON(), { title: 'Changed on it' });
          await gone(articlePanel(page));
          const { updated: _, title, ...kept } = (await stored(on, 'articles', made.id)) ?? {};
          const { updated: __, title: ___, ...before } = made;
          assert.is(title, 'Changed on it');
          assert.equal(kept, before, 'all else is as it was');
          await rowOf(page, 'Changed on it').waitFor();

          await rowOf(page, made.id).getByRole('link', { name: made.id }).click();
          await titleIn(page).waitFor();
          await chooseInMenu(page, 'Duplicate');
          await button(fresh, 'Create').click();
          // Once saved it is an existing record, until the panel has closed.
          await gone(fresh.or(articlePanel(page)));
          const copy = (await listed()).find(({ id }: { id: string }) => id !== made.id);
          assert.equal(
            [copy.title, copy.views, copy.source],
            ['Changed on it', 7, 'https://example.com/old'],
          );

          await rowOf(page, made.id).getByRole('link', { name: made.id }).click();
          await titleIn(page).waitFor();
          await chooseInMenu(page, 'Delete');
          await answer(page, /delete the selected record/, true);
          await page.getByText('Successfully deleted record.').waitFor();
          await gone(articlePanel(page));
          assert.is(await stored(on, 'articles', made.id), null);
          await eventually(() => rowOf(page, 'Changed on it').count(), 1);
          assert.ok(await stored(on, 'articles', copy.id));
        });
      } finally {
        await on.stop();
      }
    });
  }
}
