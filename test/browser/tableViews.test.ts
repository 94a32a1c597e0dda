// Views of the table of records: saved, shown by an address, shared; renamed and deleted fields.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import {
  chooseInHead,
  createOrders,
  hashOf,
  head,
  heads,
  item,
  menu,
  message,
  moveTo,
  openHead,
  queryOf,
  row,
} from '../support/columnsWalk';
import { button, gone } from '../support/editorWalk';
import { connectClient } from '../support/realBackend';
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

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    for (const name of ['orders', 'parcels', 'returns', 'crates']) await createOrders(backend, name);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const rows = (page: Page) => page.locator('tr[data-index]').count();
  const choice = (page: Page, name: string) => menu(page).getByRole('menuitemradio', { name });
  const viewsButton = (page: Page) => page.locator('search').getByRole('button', { name: /^Views/ });
  const openViews = async (page: Page) => {
    await viewsButton(page).click();
    await item(page, 'Copy link').waitFor();
  };
  const chooseView = async (page: Page, text: string) => {
    await openViews(page);
    await item(page, text).click();
  };
  const saveAs = async (page: Page, name: string) => {
    await chooseView(page, 'Save as new view...');
    const dialog = page.getByRole('dialog', { name: 'Save as new view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await button(dialog, 'Save view').click();
    await gone(dialog);
  };
  const update = async (collection: string, schema: (all: { name: string }[]) => object[]) => {
    const { json } = await askServer(backend, `collections/${collection}`);
    const { status } = await askServer(backend, `collections/${collection}`, {
      method: 'PATCH',
      body: { schema: schema(json.schema) },
    });
    assert.is(status, 200);
  };

  test('a view is saved, changed, reset, renamed, deleted and put back, by mouse', () =>
    walk(signedInPage(backend, hashOf('parcels')), async (opened) => {
      const { page } = opened;
      await row(page, 'Order 00').waitFor();
      await chooseInHead(page, 'due', 'Hide');
      await chooseInHead(page, 'total', 'Pin');
      await openHead(page, 'status');
      await menu(page)
        .getByRole('menuitemcheckbox', { name: /^packed/ })
        .click();
      await page.keyboard.press('Escape');
      await eventually(() => rows(page), 4);
      await head(page, 'summary').getByRole('button').click();
      await saveAs(page, 'To pack');
      await message(page, 'Saved the view "To pack".').waitFor();
      const saved = {
        view: 'To pack',
        filter: 'status = "packed"',
        sort: '-summary',
        columns: 'total!,summary,status,paid,colour,page,note,created,updated',
      };
      await eventually(() => queryOf(page), saved);
      assert.is(await viewsButton(page).innerText(), 'To pack');

      await openViews(page);
      assert.is(await choice(page, 'To pack').getAttribute('aria-checked'), 'true');
      assert.is(await item(page, 'Save changes to To pack').count(), 0);
      await page.keyboard.press('Escape');
      await chooseInHead(page, 'paid', 'Hide');
      await openViews(page);
      await menu(page).getByText('Changed').waitFor();
      await checkPicture(opened, 'table-views-changed');
      await item(page, 'Reset to To pack').click();
      await eventually(() => queryOf(page), saved);
      await eventually(() => heads(page), 'id total summary status paid colour page note created updated');

      await chooseInHead(page, 'paid', 'Hide');
      await chooseView(page, 'Save changes to To pack');
      await openViews(page);
      assert.is(await menu(page).getByText('Changed').count(), 0);
      await choice(page, 'All records').click();
      await eventually(() => rows(page), 12);
      assert.equal(queryOf(page), {});
      assert.match(await heads(page), /^id total summary status paid colour/, 'the columns of this browser');
      await openViews(page);
      await choice(page, 'To pack').click();
      await eventually(() => rows(page), 4);
      assert.not.match(await heads(page), /paid/);
      await page.goBack();
      await eventually(() => rows(page), 12);
      await page.goForward();
      await eventually(() => rows(page), 4);

      await chooseView(page, 'Rename To pack...');
      const dialog = page.getByRole('dialog', { name: 'Rename the view' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
      await button(dialog, 'Rename').click();
      await dialog.getByText('Enter a name.').waitFor();
      await checkPicture(opened, 'table-view-name');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Ready & <b>set</b>');
      await button(dialog, 'Rename').click();
      await gone(dialog);
      await eventually(() => queryOf(page)['view'], 'Ready & <b>set</b>');
      await page.reload();
      await eventually(() => rows(page), 4);
      assert.is(await viewsButton(page).innerText(), 'Ready & <b>set</b>');
      await chooseView(page, 'Delete Ready & <b>set</b>');
      await eventually(() => queryOf(page)['view'], undefined);
      assert.is(await rows(page), 4, 'the page shows the same');
      await button(page, 'Undo').click();
      await eventually(() => queryOf(page)['view'], 'Ready & <b>set</b>');
      await openViews(page);
      await choice(page, 'Ready & <b>set</b>').waitFor();
    }));

  test('a view by keys alone, and a link that shows the same in another browser', () =>
    walk(signedInPage(backend, hashOf('parcels', '&filter=paid=true&sort=%2Btotal')), async ({ page }) => {
      await page.evaluate(() => {
        Object.defineProperty(window, 'isSecureContext', { value: false });
        const { execCommand } = document;
        document.execCommand = (name) => {
          const focused = document.activeElement;
          if (focused instanceof HTMLTextAreaElement) document.body.dataset['copied'] = focused.value;
          return execCommand.call(document, name);
        };
      });
      await eventually(() => rows(page), 6);
      const byKeys = async (text: string) => {
        await tabTo(page, viewsButton(page));
        await page.keyboard.press('Enter');
        await moveTo(page, item(page, text));
        await page.keyboard.press('Enter');
      };
      await chooseInHead(page, 'total', 'Pin');
      await chooseInHead(page, 'colour', 'Hide');
      await byKeys('Save as new view...');
      const dialog = page.getByRole('dialog', { name: 'Save as new view' });
      await dialog.waitFor();
      await eventually(() => hasFocus(dialog.getByRole('textbox', { name: 'Name' })), true);
      await page.keyboard.type('Paid first');
      await page.keyboard.press('Enter');
      await gone(dialog);
      await eventually(() => hasFocus(viewsButton(page)), true, 'the focus returns');
      await tabTo(page, head(page, 'paid').getByRole('button'));
      await page.keyboard.press('Alt+ArrowDown');
      await moveTo(page, menu(page).getByRole('menuitem', { name: /^Width/ }));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
      await eventually(
        () => queryOf(page)['columns'],
        'total!,summary:188,status,paid:88,due,page,note,created,updated',
      );
      await byKeys('Save changes to Paid first');
      await page.keyboard.press('Escape');
      await byKeys('Copy link');
      const link = await eventuallySome(() => page.evaluate(() => document.body.dataset['copied']));
      const shown = await heads(page);

      await walk(signedInPage(backend, new URL(link).hash), async ({ page: other }) => {
        await eventually(() => rows(other), 6);
        assert.is(await heads(other), shown);
        assert.is(
          await other
            .locator('tr[data-index]')
            .first()
            .innerText()
            .then((text) => /Order 00/.test(text)),
          true,
        );
        assert.is(Math.round((await head(other, 'paid').boundingBox())?.width ?? 0), 88);
        assert.is(await viewsButton(other).innerText(), 'Paid first');
        await openViews(other);
        assert.is(await menu(other).getByText('Changed').count(), 0);
        assert.is(await item(other, 'Delete Paid first').count(), 0, 'this browser does not keep it');
        await page.keyboard.press('Escape');
        await item(other, 'Save as new view...').click();
        const name = other.getByRole('dialog').getByRole('textbox', { name: 'Name' });
        await eventually(() => name.inputValue(), 'Paid first', 'the name of the link');
        await button(other.getByRole('dialog'), 'Save view').click();
        await gone(other.getByRole('dialog'));
        await other.reload();
        await eventually(() => rows(other), 6);
        await openViews(other);
        await item(other, 'Delete Paid first').waitFor();
      });
    }));

  test('a renamed field is followed, a deleted one is left out and told', () =>
    walk(signedInPage(backend, hashOf('returns', '&filter=colour="red"&sort=-colour')), async (opened) => {
      const { page } = opened;
      await eventually(() => rows(page), 4);
      await chooseInHead(page, 'colour', 'Pin');
      await saveAs(page, 'Red ones');
      await eventually(() => queryOf(page)['view'], 'Red ones');

      const bookmark = new URL(page.url()).hash;
      await update('returns', (all) =>
        all.map((one) => (one.name === 'colour' ? { ...one, name: 'tint' } : one)),
      );
      await page.reload();
      await eventually(() => rows(page), 4, 'the filter has the new name');
      await eventually(() => queryOf(page), {
        view: 'Red ones',
        filter: 'tint="red"',
        sort: '-tint',
        columns: 'tint!,summary,status,total,paid,due,page,note,created,updated',
      });
      await openViews(page);
      assert.is(await menu(page).getByText('Changed').count(), 0);
      await page.keyboard.press('Escape');

      await visit(page, bookmark);
      await eventually(() => queryOf(page)['filter'], 'tint="red"', 'a bookmark is followed, too');
      await eventually(() => rows(page), 4);
      assert.match(await heads(page), /^id tint summary/);

      await update('returns', (all) => all.filter(({ name }) => name !== 'tint'));
      await page.reload();
      await message(page, 'The filter names tint, which no longer exists.').waitFor();
      await checkPicture(opened, 'table-view-filter-gone');
      await button(page.locator('search'), 'Clear').click();
      await eventually(() => rows(page), 12);
      await eventually(() => hasFocus(page.getByRole('textbox', { name: 'Search', exact: true })), true);
      await message(page, '1 column of this view no longer exists: tint. It is left out.').waitFor();
      assert.is(await heads(page), 'id summary status total paid due page note created updated');
      await checkPicture(opened, 'table-view-column-gone');
      await openViews(page);
      await menu(page).getByText('Changed').waitFor();
      await item(page, 'Save changes to Red ones').click();
      await message(page, '1 column of this view no longer exists: tint. It is left out.').waitFor({
        state: 'detached',
      });
      await page.reload();
      await eventually(() => rows(page), 12);
      assert.is(queryOf(page)['columns'], 'summary,status,total,paid,due,page,note,created,updated');
    }));

  test('a field that is renamed beside the shown view is followed at once', () =>
    walk(
      signedInPage(backend, hashOf('crates', '&filter=note~"text"&columns=note,total:96')),
      async ({ page }) => {
        await eventually(() => rows(page), 12);
        await button(page, 'Edit collection').click();
        const panel = page.getByRole('dialog', { name: 'Edit collection' });
        await panel.waitFor();
        await panel.getByRole('textbox', { name: 'Field name' }).last().waitFor();
        const names = panel.getByRole('textbox', { name: 'Field name' });
        for (let place = 0; place < (await names.count()); place += 1)
          if ((await names.nth(place).inputValue()) === 'note') await names.nth(place).fill('remark');
        await panel.getByRole('button', { name: 'Save changes' }).click();
        await button(page.getByRole('dialog', { name: 'Confirm collection changes' }), 'Confirm').click();
        await gone(panel);
        await eventually(() => heads(page), 'id remark total');
        await eventually(() => queryOf(page)['filter'], 'remark~"text"');
        await eventually(() => rows(page), 12);
      },
    ));

  test('old links, hostile links and a phone', () =>
    walk(signedInPage(backend, hashOf('parcels', '&filter=paid=false&sort=total')), async (opened) => {
      const { page } = opened;
      await eventually(() => rows(page), 6);
      assert.is(await viewsButton(page).innerText(), 'Views');
      const hostile = encodeURIComponent('<img src=x onerror=alert(1)>');
      await visit(
        page,
        hashOf(
          'parcels',
          `&view=${hostile}&columns=__proto__,${hostile}:9e9!,total:1!,total:5,${'x'.repeat(5000)}`,
        ),
      );
      await eventually(() => rows(page), 12);
      assert.is(await heads(page), 'id total');
      assert.is(Math.round((await head(page, 'total').boundingBox())?.width ?? 0), 48);
      await page.getByText(/^3 columns of this view no longer exist: __proto__, <img src=x/).waitFor();
      await shoot(page, 'table-view-hostile');
      await visit(page, hashOf('parcels', '&columns=colour,summary:300'));
      await eventually(() => heads(page), 'id colour summary');
      await page.locator('aside, [role="complementary"]').getByRole('link', { name: 'orders' }).click();
      await eventually(() => queryOf(page), {});
      await eventually(
        () => heads(page),
        'id summary status total paid due colour page note created updated',
      );
      await page.goBack();
      await eventually(() => heads(page), 'id colour summary');
      await page.setViewportSize({ width: 390, height: 844 });
      await openViews(page);
      await checkPicture(opened, 'table-views-phone', { sizes: ['narrow'] });
      await item(page, 'Copy link').focus();
      await page.keyboard.press('Escape');
      await eventually(() => hasFocus(viewsButton(page)), true);
    }));

  test('where the browser stores nothing, views work until the tab is closed', () =>
    walk(signedInPage(backend, hashOf('parcels')), async ({ page }) => {
      await row(page, 'Order 00').waitFor();
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new Error('forbidden');
        };
      });
      await chooseInHead(page, 'due', 'Hide');
      await saveAs(page, 'Here only');
      await message(
        page,
        'This browser stores nothing for this page. The views stay until the tab is closed.',
      ).waitFor();
      await openViews(page);
      await choice(page, 'All records').click();
      await eventually(() => queryOf(page)['view'], undefined);
      await openViews(page);
      await choice(page, 'Here only').click();
      await eventually(() => heads(page), 'id summary status total paid colour page note created updated');
    }));
}

/** Waits until there is a text. */
async function eventuallySome(read: () => Promise<string | undefined>): Promise<string> {
  let text: string | undefined;
  await eventually(async () => {
    text = await read();
    return text !== undefined && text !== '';
  }, true);
  return text ?? '';
}
