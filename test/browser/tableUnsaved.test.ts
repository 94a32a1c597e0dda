// Unsaved changes of the table beside all else: other pages, drafts, other people, the panel of their record.
// takes: 60 s
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { ordersAddress, ordersTable } from '../support/ordersTable';
import { backends } from '../support/server';
import { press, stagedBar } from '../support/tableWalk';
import {
  askServer,
  checkPicture,
  eventually,
  hasFocus,
  patienceMs,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  const { backend, row, cell, path, stored, cellInput, button } = ordersTable(newest.binary);

  test('changes survive sort, another collection and a reload; a draft is offered', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
      await row(page, 7).waitFor();
      await tabTo(page, cell(page, 7, 'summary'));
      await page.keyboard.type('Kept');
      await press(page, 'Enter');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      await page.getByRole('columnheader', { name: 'summary' }).getByRole('button').click();
      await eventually(() => cell(page, 7, 'summary').innerText(), 'Kept');
      await page.getByRole('link', { name: 'notes' }).click();
      await page.getByText('No records found.').waitFor();
      const link = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'orders' });
      await link.getByRole('img', { name: '1 staged change' }).waitFor();
      await page.getByRole('link', { name: 'orders' }).click();
      await eventually(() => cell(page, 7, 'summary').innerText(), 'Kept');
      await page.getByRole('link', { name: 'customers' }).click();
      const name = page.getByRole('gridcell', { name: 'Olga Lind' });
      await tabTo(page, name);
      await page.keyboard.type('Not yet');
      await press(page, 'Enter');
      await page.getByRole('link', { name: 'orders' }).click();
      await eventually(() => cell(page, 7, 'summary').innerText(), 'Kept');
      await press(page, 'ControlOrMeta+s');
      await page.getByText('Saved 1 record.').waitFor();
      assert.is((await stored(7)).summary, 'Kept');
      const people = (await askServer(backend(), 'collections/customers/records?filter=name="Olga Lind"'))
        .json;
      assert.is(people.totalItems, 1, 'the other collection is not saved');
      await page.getByRole('link', { name: 'customers' }).click();
      await button(page, 'Discard').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
      await page.getByRole('link', { name: 'orders' }).click();
      await tabTo(page, cell(page, 7, 'summary'));
      await page.keyboard.type('Kept again');
      await press(page, 'Enter');

      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      });
      await page.reload();
      assert.equal(asked, ['beforeunload']);
      await stagedBar(page)
        .getByText(/^1 change in 1 record from .* was not saved\.$/)
        .waitFor();
      assert.is(await cell(page, 7, 'summary').innerText(), 'Kept');
      await checkPicture(opened, 'table-draft');
      await button(page, 'Restore').click();
      await eventually(() => cell(page, 7, 'summary').innerText(), 'Kept again');
      await button(page, 'Discard').click();
      const question = page.getByRole('alertdialog');
      await question.getByText('Discard 1 change in 1 record?').waitFor();
      await question.getByRole('button', { name: 'Yes' }).click();
      await eventually(() => cell(page, 7, 'summary').innerText(), 'Kept');
      await page.reload();
      await row(page, 7).waitFor();
      await stagedBar(page).getByText('Total found:').waitFor({ timeout: patienceMs });
      assert.is((await stored(7)).summary, 'Kept');
    }));

  test('what somebody else has changed meanwhile is asked about, and never overwritten', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page, watch } = opened;
      watch.expect(/404/);
      await row(page, 6).waitFor();
      for (const at of [6, 5, 4]) {
        await tabTo(page, cell(page, at, 'summary'));
        await page.keyboard.type(`Mine ${at}`);
        await press(page, 'Enter');
      }
      const patch = (at: number, body: object) => askServer(backend(), path(at), { method: 'PATCH', body });
      await patch(6, { summary: 'Theirs 6' });
      await patch(5, { total: 99 });
      await askServer(backend(), path(4), { method: 'DELETE' });
      await button(page, 'Save').click();
      await page.getByText('Saved 1 of 3 records.').waitFor();
      assert.is((await stored(5)).summary, 'Mine 5');
      assert.is((await stored(5)).total, 99, 'their other field stays');
      assert.is((await stored(6)).summary, 'Theirs 6');
      const review = page.getByRole('dialog', { name: '2 changes in 2 records' });
      await review.getByText('Changed on the server').waitFor();
      await review.getByText('This record no longer exists.').waitFor();
      await checkPicture(opened, 'table-conflict');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Mine: Mine 6' }).click();
      await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
      await page.getByRole('alertdialog').getByText('Discard 1 change of this record?').waitFor();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
      await dialog.getByRole('button', { name: 'Save 1 record' }).click();
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
      await checkPicture(opened, 'table-changed-meanwhile');
      await button(page, 'Review').click();
      await dialog.getByRole('button', { name: 'Theirs: Theirs again' }).click();
      await eventually(() => cell(page, 6, 'summary').innerText(), 'Theirs again');
      await tabTo(page, cell(page, 6, 'due'));
      await press(page, 'Enter');
      await eventually(() => cellInput(page).inputValue(), '2026-05-04 10:30:00.123');
      await press(page, 'Escape');
    }));

  test('rich text and json that somebody else has changed are shown beside mine before the save', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
      await row(page, 3).waitFor();
      const before = (await stored(3)).note as string;
      await tabTo(page, cell(page, 3, 'meta'));
      await press(page, 'Enter');
      const popup = page.getByRole('dialog', { name: 'Change meta' });
      await popup.getByText('Valid JSON').waitFor();
      await popup.getByRole('textbox').fill('{"at": 30}');
      await popup.getByRole('button', { name: 'Keep' }).click();
      await eventually(() => hasFocus(cell(page, 3, 'meta')), true);
      await press(page, 'ArrowRight', 'Enter');
      const rich = page.getByRole('dialog', { name: 'Change note' });
      await rich.getByRole('textbox', { name: 'note' }).getByText('twice').click();
      await press(page, 'Control+End');
      await page.keyboard.type('Mine.');
      await rich.getByRole('button', { name: 'Keep' }).click();
      const their = before.replace('End.', 'Theirs.');
      await askServer(backend(), path(3), {
        method: 'PATCH',
        body: { meta: { at: 31 }, note: their, total: 31 },
      });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await stagedBar(page).getByText('2 need attention').waitFor();
      assert.match(
        (await cell(page, 3, 'note').getAttribute('aria-description')) ?? '',
        /now \.\.\..*Theirs\./,
      );
      await button(page, 'Review').click();
      const review = page.getByRole('dialog', { name: '2 changes in 1 record' });
      await review.locator('td').filter({ hasText: 'Theirs.' }).waitFor();
      await review.locator('td mark').filter({ hasText: 'Mine' }).waitFor();
      await checkPicture(opened, 'table-long-conflict');
      await review.getByRole('button', { name: /^Theirs: .*"at": 31/ }).click();
      const last = page.getByRole('dialog', { name: '1 change in 1 record' });
      await last.getByRole('button', { name: 'Mine', exact: true }).click();
      await last.getByRole('button', { name: 'Save 1 record' }).click();
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      const now = await stored(3);
      assert.equal([now.meta, now.total], [{ at: 31 }, 31]);
      assert.is(now.note, before.replace('End.', 'End.Mine.'));
    }));

  test('what is staged stays when its record or another one is saved in its panel', () =>
    walk(signedInPage(backend(), ordersAddress), async ({ page }) => {
      await row(page, 9).waitFor();
      await tabTo(page, cell(page, 9, 'summary'));
      await page.keyboard.type('Still staged');
      await press(page, 'Enter');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      const panel = page.getByRole('dialog', { name: 'Edit orders record' });
      for (const at of [8, 9]) {
        await cell(page, at, 'id').click();
        await panel.getByLabel('total').fill(`${at}.25`);
        await press(page, 'Control+s');
        await eventually(async () => (await stored(at)).total, at + 0.25);
        await eventually(() => panel.getAttribute('aria-busy'), null);
        await press(page, 'Escape');
        await panel.waitFor({ state: 'detached' });
        await stagedBar(page).getByText('1 change in 1 record').waitFor();
        assert.is(await cell(page, 9, 'summary').innerText(), 'Still staged');
      }
      assert.is((await stored(9)).summary, 'Order 09');
      await button(page, 'Save').click();
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      const { summary, total } = await stored(9);
      assert.equal([summary, total], ['Still staged', 9.25]);
    }));

  test('the footer tells the keys, and the bar what the list does not show', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
      await row(page, 2).waitFor();
      await tabTo(page, cell(page, 2, 'summary'));
      const hints = stagedBar(page).getByText('all keys');
      await hints.waitFor();
      const edit = stagedBar(page).getByText(/edit$/);
      await edit.waitFor();
      await tabTo(page, cell(page, 2, 'id'));
      await edit.waitFor({ state: 'hidden' });
      assert.ok(await hints.isVisible());
      await tabTo(page, cell(page, 2, 'summary'));
      await edit.waitFor();
      await page.getByRole('link', { name: 'orders' }).focus();
      await hints.waitFor({ state: 'hidden' });
      await cell(page, 2, 'summary').click({ modifiers: ['Alt'] });
      await eventually(() => hasFocus(cell(page, 2, 'summary')), true);
      assert.is(await hints.isVisible(), false, 'the mouse needs no keys');
      await press(page, 'ArrowRight', 'ArrowLeft');
      await hints.waitFor();
      await cell(page, 2, 'summary').evaluate((element) => {
        const key = { key: 'a', isComposing: true, bubbles: true };
        element.dispatchEvent(new KeyboardEvent('keydown', key));
      });
      await page.keyboard.type('Absent');
      await eventually(
        () => cellInput(page).inputValue(),
        'Absent',
        'a key of an input method begins nothing',
      );
      await press(page, 'Enter');
      await tabTo(page, cell(page, 2, 'id'));
      await press(page, 'Enter');
      const panel = page.getByRole('dialog', { name: 'Edit orders record' });
      await panel.waitFor();
      await press(page, 'Escape');
      await panel.waitFor({ state: 'detached' });
      await page.evaluate(() => {
        window.location.hash += `&filter=${encodeURIComponent('total > 5')}`;
      });
      await stagedBar(page).getByText('1 record is not in this list').waitFor();
      await button(page, 'Review').click();
      const review = page.getByRole('dialog', { name: '1 change in 1 record' });
      await review.getByText('not in this list').waitFor();
      await review.getByRole('button', { name: 'Save 1 record' }).click();
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      assert.is((await stored(2)).summary, 'Absent');
    }));

  test('logging out asks, and drops the changes', () =>
    walk(signedInPage(backend(), ordersAddress), async ({ page }) => {
      await row(page, 3).waitFor();
      await tabTo(page, cell(page, 3, 'paid'));
      await press(page, 'Enter');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
      await page.getByRole('heading', { name: 'Admin sign in' }).waitFor();
      const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /draft/.test(key)));
      await eventually(drafts, []);
      assert.is((await stored(3)).paid, false);
    }));
}
