// Unsaved changes of the table beside all else: other pages, drafts, other people, the panel of their record, the end
// of the session.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { answer, gone } from '../support/editorWalk';
import { ordersAddress, ordersTable } from '../support/ordersTable';
import { backends } from '../support/server';
import { press, stagedBar } from '../support/tableWalk';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  const { backend, row, cell, path, stored, cellInput, button } = ordersTable(newest.binary);

  test('changes survive a sort and another collection, which is not saved with them', () =>
    walk(signedInPage(backend, ordersAddress), async ({ page }) => {
      const open = (name: string) => page.getByRole('link', { name }).click();
      await row(page, 7).waitFor();
      await tabTo(page, cell(page, 7, 'summary'));
      await page.keyboard.type('Kept');
      await press(page, 'Enter');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      await page.getByRole('columnheader', { name: 'summary' }).getByRole('button').click();
      await eventually(() => cell(page, 7, 'summary').innerText(), 'Kept');
      await open('customers');
      const line = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'orders' });
      await line.getByRole('img', { name: '1 staged change' }).waitFor();
      await tabTo(page, page.getByRole('gridcell', { name: 'Olga Lind' }));
      await page.keyboard.type('Not yet');
      await press(page, 'Enter');
      await open('orders');
      await eventually(() => cell(page, 7, 'summary').innerText(), 'Kept');
      await press(page, 'ControlOrMeta+s');
      await page.getByText('Saved 1 record.').waitFor();
      assert.is((await stored(7)).summary, 'Kept');
      const others = await askServer(backend, 'collections/customers/records?filter=name="Olga Lind"');
      assert.is(others.json.totalItems, 1, 'the other collection is not saved');
      await open('customers');
      await button(page, 'Discard').click();
      await answer(page, 'Discard 1 change in 1 record?', true);
    }));

  test('what somebody else has changed meanwhile is asked about, and never overwritten', () =>
    walk(signedInPage(backend, ordersAddress), async ({ page, watch }) => {
      watch.expect(/404/);
      await row(page, 6).waitFor();
      for (const at of [6, 5, 4]) {
        await tabTo(page, cell(page, at, 'summary'));
        await page.keyboard.type(`Mine ${at}`);
        await press(page, 'Enter');
      }
      const patch = (at: number, body: object) => askServer(backend, path(at), { method: 'PATCH', body });
      await patch(6, { summary: 'Theirs 6' });
      await patch(5, { total: 99 });
      await askServer(backend, path(4), { method: 'DELETE' });
      await button(page, 'Save').click();
      await page.getByText('Saved 1 of 3 records.').waitFor();
      const five = await stored(5);
      assert.equal([five.summary, five.total], ['Mine 5', 99], 'their other field stays');
      assert.is((await stored(6)).summary, 'Theirs 6');
      const review = page.getByRole('dialog');
      await review.getByText('Changed on the server').waitFor();
      await review.getByText('This record no longer exists.').waitFor();
      await review.getByRole('button', { name: 'Mine: Mine 6' }).click();
      await review.getByRole('button', { name: 'Discard', exact: true }).click();
      await answer(page, 'Discard 1 change of this record?', true);
      await review.getByRole('button', { name: 'Save 1 record' }).click();
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      assert.is((await stored(6)).summary, 'Mine 6');

      // A row that is read again says it before the save.
      await tabTo(page, cell(page, 6, 'summary'));
      await page.keyboard.type('Mine again');
      await press(page, 'Enter');
      await patch(6, { summary: 'Theirs again', due: '2026-05-04 10:30:00.123Z' });
      await page.getByRole('button', { name: 'Refresh' }).click();
      const said = 'Changed on the server: now Theirs again. Was Mine 6';
      await eventually(() => cell(page, 6, 'summary').getAttribute('aria-description'), said);
      assert.is(await cell(page, 6, 'summary').innerText(), 'Mine again');
      await stagedBar(page).getByText('1 needs attention').waitFor();
      await button(page, 'Review').click();
      await review.getByRole('button', { name: 'Theirs: Theirs again' }).click();
      await eventually(() => cell(page, 6, 'summary').innerText(), 'Theirs again');
      await tabTo(page, cell(page, 6, 'due'));
      await press(page, 'Enter');
      await eventually(() => cellInput(page).inputValue(), '2026-05-04 10:30:00.123');
    }));

  test('the footer tells the keys of a cell; the bar of the changes moves and covers no row', () =>
    walk(signedInPage(backend, ordersAddress, { width: 1440, height: 400 }), async ({ page }) => {
      await row(page, 9).waitFor();
      await tabTo(page, cell(page, 9, 'summary'));
      const hints = stagedBar(page).getByText('all keys');
      const edit = stagedBar(page).getByText(/edit$/);
      await edit.waitFor();
      await page.getByRole('link', { name: 'orders' }).focus();
      await hints.waitFor({ state: 'hidden' });
      await cell(page, 9, 'summary').click({ modifiers: ['Alt'] });
      await eventually(() => hasFocus(cell(page, 9, 'summary')), true);
      assert.is(await hints.isVisible(), false, 'the mouse needs no keys');
      await press(page, 'ArrowLeft');
      await hints.waitFor();
      await edit.waitFor({ state: 'hidden' });
      await press(page, 'ArrowRight');
      const rows = page.locator('tr[data-index]');
      const tops = () => rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top | 0));
      const before = await tops();
      await cell(page, 9, 'summary').evaluate((element) => {
        const key = { key: 'a', isComposing: true, bubbles: true };
        element.dispatchEvent(new KeyboardEvent('keydown', key));
      });
      await page.keyboard.type('Staged');
      // A key of an input method begins nothing.
      await eventually(() => cellInput(page).inputValue(), 'Staged');
      await press(page, 'Enter');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      await eventually(tops, before, 'no row moves');
      await press(page, 'Control+End');
      const last = rows.last();
      await eventually(() => hasFocus(last.locator('td[tabindex="0"]')), true);
      const [end, bar] = await Promise.all([last.boundingBox(), stagedBar(page).boundingBox()]);
      assert.ok(end && bar && end.y + end.height <= bar.y + 1, JSON.stringify([end, bar]));
    }));

  test('what is staged stays beside saves in the panel, and in a list that does not show it', () =>
    walk(signedInPage(backend, ordersAddress), async ({ page }) => {
      await row(page, 9).waitFor();
      await tabTo(page, cell(page, 9, 'summary'));
      await page.keyboard.type('Still staged');
      await press(page, 'Enter');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      const panel = page.getByRole('dialog', { name: 'Edit orders record' });
      for (const at of [7, 8]) {
        await tabTo(page, cell(page, at, 'id'));
        await press(page, 'Enter');
        await panel.getByLabel('total').fill(`${at}.25`);
        await press(page, 'Control+s');
        await eventually(async () => (await stored(at)).total, at + 0.25);
        await eventually(() => panel.getAttribute('aria-busy'), null);
        await press(page, 'Escape');
        await gone(panel);
        await stagedBar(page).getByText('1 change in 1 record').waitFor();
        assert.is(await cell(page, 9, 'summary').innerText(), 'Still staged');
      }
      assert.is((await stored(9)).summary, 'Order 09');
      await page.evaluate(() => {
        window.location.hash += `&filter=${encodeURIComponent('total > 10')}`;
      });
      await stagedBar(page).getByText('1 record is not in this list').waitFor();
      await button(page, 'Review').click();
      const review = page.getByRole('dialog', { name: '1 change in 1 record' });
      await review.getByText('not in this list').waitFor();
      await review.getByRole('button', { name: 'Save 1 record' }).click();
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      assert.is((await stored(9)).summary, 'Still staged');
    }));

  test('a session that ends before or during Save asks for the password on top, and Save is repeated', async () => {
    const admin = { email: 'second@example.com', password: 'second password' };
    const made = { ...admin, passwordConfirm: admin.password };
    const { json } = await askServer(backend, 'admins', { method: 'POST', body: made });
    /** Makes every token of the admin invalid. */
    const endSessions = async (password: string) => {
      const body = { password, passwordConfirm: password };
      assert.is((await askServer(backend, `admins/${json.id}`, { method: 'PATCH', body })).status, 200);
    };
    const summaries = async () => [(await stored(2)).summary, (await stored(0)).summary];
    await walk(signedInPage({ ...backend, admin }, ordersAddress), async ({ page, watch }) => {
      watch.expect(/40[134]/);
      const popup = page.getByRole('dialog', { name: 'Your session has ended' });
      const signIn = async (password: string) => {
        await popup.getByText('Sign in again to save your changes.').waitFor();
        assert.equal(await summaries(), ['Order 02', 'Order 00']);
        await popup.getByLabel('Password', { exact: true }).fill(password);
        await press(page, 'Enter');
        await gone(popup);
        await stagedBar(page).getByText('2 changes in 2 records').waitFor();
      };
      await row(page, 2).waitFor();
      for (const at of [2, 0]) {
        await tabTo(page, cell(page, at, 'summary'));
        await page.keyboard.type(`Saved ${at}`);
        await press(page, 'Enter');
      }
      await stagedBar(page).getByText('2 changes in 2 records').waitFor();
      await endSessions('the third password');
      await button(page, 'Save').click();
      await signIn('the third password');

      // Between the reading and the update.
      const patches = '**/api/collections/*/records/*';
      const ending: Promise<void>[] = [];
      await page.route(patches, async (route) => {
        if (route.request().method() === 'PATCH') {
          if (ending.length === 0) ending.push(endSessions('the fourth password'));
          await ending[0];
        }
        await route.continue();
      });
      await press(page, 'Control+s');
      await popup.waitFor();
      assert.is(ending.length, 1);
      await page.unroute(patches);
      await signIn('the fourth password');
      const blamed = await stagedBar(page)
        .getByText(/needs? attention/)
        .count();
      assert.is(blamed, 0, 'no record is blamed');
      await button(page, 'Save').click();
      await page.getByText('Saved 2 records.', { exact: true }).waitFor();
      assert.equal(await summaries(), ['Saved 2', 'Saved 0']);
    });
  });
}
