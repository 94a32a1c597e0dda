// Values of every type that are changed in the cells of the table, by keys, mouse and touch.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { answer, gone } from '../support/editorWalk';
import { ordersAddress, ordersTable } from '../support/ordersTable';
import { adminToken, backends } from '../support/server';
import { press, stagedBar, updatesOf } from '../support/tableWalk';
import { eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  const { backend, ids, people, row, cell, path, stored, cellInput, button } = ordersTable(newest.binary);

  test('values are typed in their cells, taken back and repeated, and saved together', () =>
    walk(signedInPage(backend, ordersAddress), async ({ page }) => {
      const sent = updatesOf(page, ids);
      await row(page, 11).waitFor();
      await tabTo(page, cell(page, 11, 'summary'));
      await page.keyboard.type('Kenya');
      // The first edit loads the input; what is typed before belongs to it.
      await eventually(() => cellInput(page).inputValue(), 'Kenya');
      await press(page, 'Enter');
      await eventually(() => hasFocus(cell(page, 10, 'summary')), true, 'Enter goes down');
      await press(page, 'F2', 'End');
      await page.keyboard.type(' and more');
      await press(page, 'Tab');
      await eventually(() => hasFocus(cell(page, 10, 'status')), true, 'Tab continues');
      await press(page, 'Enter', 'ArrowDown', 'Enter');
      await eventually(() => cell(page, 10, 'status').innerText(), 'packed');
      await eventually(() => hasFocus(cell(page, 10, 'status')), true);
      await press(page, 'ArrowRight');
      await page.keyboard.type('-4');
      await page.getByRole('alert').getByText('Must be larger than 0').waitFor();
      await press(page, 'Enter');
      await eventually(() => cell(page, 10, 'total').getAttribute('aria-invalid'), 'true');
      await tabTo(page, cell(page, 9, 'paid'));
      await press(page, 'Enter');
      await eventually(() => cell(page, 9, 'paid').innerText(), 'True');
      await press(page, 'ArrowRight');
      await page.keyboard.type('2026-05-01 10:00');
      await press(page, 'Escape');
      await eventually(() => cell(page, 9, 'due').innerText(), 'N/A');
      await stagedBar(page).getByText('5 changes in 3 records').waitFor();
      await stagedBar(page).getByText('1 needs attention').waitFor();
      assert.equal(sent, [], 'nothing is sent before Save');
      await press(page, 'Control+z');
      await eventually(() => cell(page, 9, 'paid').innerText(), 'False');
      await press(page, 'Control+Shift+z');
      await eventually(() => cell(page, 9, 'paid').innerText(), 'True');

      await press(page, 'Control+s');
      await page.getByText('Saved 4 of 5 changes.').waitFor();
      const review = page.getByRole('dialog', { name: '1 change in 1 record' });
      await review.getByText('Must be larger than 0').waitFor();
      await review.getByRole('button', { name: 'Take back total' }).click();
      await press(page, 'Escape');
      await stagedBar(page).getByText('Total found:').waitFor();
      assert.is(sent.length, 3, 'one call a record');
      const [ten, nine] = [await stored(10), await stored(9)];
      assert.equal([ten.summary, ten.status, ten.total], ['Order 10 and more', 'packed', 10.5]);
      assert.is(nine.paid, true);
      assert.match(nine.note, /twice<\/strong>/);
    }));

  test('rich text, json and many lines are read in full, and saved by Ctrl+S in their input', () =>
    walk(signedInPage(backend, ordersAddress), async ({ page }) => {
      await row(page, 8).waitFor();
      const before = (await stored(8)).note as string;
      for (const [name, key, typed] of [
        ['meta', 'Control+a', '{{"serial": 9007199254740993'],
        ['note', 'Control+Home', 'Please. '],
      ] as const) {
        await tabTo(page, cell(page, 8, name));
        await press(page, 'Enter');
        const popup = page.getByRole('dialog', { name: `Change ${name}` });
        await eventually(() => hasFocus(popup.locator('.cm-content, .ql-editor')), true, name);
        await press(page, key);
        await page.keyboard.type(typed.replace('{{', '{'));
        await popup.getByRole('button', { name: 'Keep' }).click();
        await eventually(() => hasFocus(cell(page, 8, name)), true, name);
      }
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      await tabTo(page, cell(page, 8, 'summary'));
      await press(page, 'Enter');
      await cellInput(page).waitFor();
      const sizes = () =>
        cellInput(page).evaluate((area) => ({
          height: Math.round(area.getBoundingClientRect().height),
          scrolls: area.scrollHeight > area.clientHeight + 1,
          caretIsSeen: area.scrollHeight - area.clientHeight - area.scrollTop < 10,
        }));
      for (let line = 1; line <= 14; line += 1) await press(page, 'Shift+Enter');
      await page.keyboard.type('end');
      await eventually(sizes, { height: 200, scrolls: true, caretIsSeen: true });
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.').waitFor();
      await eventually(() => hasFocus(cell(page, 8, 'summary')), true, 'the cell has the focus again');
      assert.is((await stored(8)).summary, `Order 08${'\n'.repeat(14)}end`);
      assert.is((await stored(8)).note, before.replace('<p>', '<p>Please. '));
      const headers = { Authorization: await adminToken(backend) };
      const source = await (await fetch(`${backend.url}/api/${path(8)}`, { headers })).text();
      assert.match(source, /"serial":\s*9007199254740993/);
    }));

  test('related records, choices and a date are set by keys', () =>
    walk(signedInPage(backend, ordersAddress), async ({ page }) => {
      const one = page.getByRole('dialog', { name: 'customer', exact: true });
      const several = page.getByRole('dialog', { name: 'helpers', exact: true });
      await row(page, 2).waitFor();
      await tabTo(page, cell(page, 2, 'customer'));
      // The first edit loads the popover; what is typed before belongs to its search.
      await press(page, 'Enter');
      await page.keyboard.type('okafor');
      await one.getByRole('option', { name: 'Grace Okafor' }).waitFor();
      await eventually(() => one.getByRole('option').count(), 1);
      await press(page, 'Enter');
      await eventually(() => hasFocus(cell(page, 2, 'customer')), true, 'the choice is kept');
      await tabTo(page, cell(page, 2, 'helpers'));
      await press(page, 'Enter');
      await page.keyboard.type('olga');
      await several.getByRole('option', { name: 'Olga Lind' }).waitFor();
      await eventually(() => several.getByRole('option').count(), 1);
      await press(page, 'Enter');
      await several.getByText('1 of 2 selected').waitFor();
      await press(page, 'Tab');
      await eventually(() => hasFocus(several.getByRole('button', { name: 'Open picker' })), true);
      const picker = page.getByRole('dialog', { name: 'Select customers records' });
      await press(page, 'Enter');
      await picker.getByText('Ines Moreau').click();
      await picker.getByText('2 of 2 selected').waitFor();
      await picker.getByRole('button', { name: 'Set selection' }).click();
      await eventually(() => hasFocus(cell(page, 2, 'helpers')), true);

      await tabTo(page, cell(page, 2, 'labels'));
      await press(page, 'Enter');
      await page.getByRole('option', { name: 'gift' }).waitFor();
      await press(page, 'Enter', 'ArrowDown', 'Enter', 'Escape');
      await tabTo(page, cell(page, 2, 'due'));
      await press(page, 'Enter');
      await cellInput(page).waitFor();
      await page.keyboard.type('2026-05-04 10:30');
      const { x, width } = (await page.getByRole('button', { name: 'Pick a date' }).boundingBox()) ?? {};
      assert.ok(Number(x) + Number(width) <= 1440, 'the calendar is in the window');
      await press(page, 'Enter');
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.').waitFor();
      assert.is(await cell(page, 2, 'customer').innerText(), 'Grace Okafor', 'not its id');
      const { customer, helpers, labels, due } = await stored(2);
      assert.equal([customer, helpers], [people.grace, [people.olga, people.ines]]);
      assert.equal([labels, due], [['gift', 'rush'], '2026-05-04 10:30:00.000Z']);
    }));

  test('with opening off a click puts the cursor on the cell; the panel takes its change over', () =>
    walk(signedInPage(backend, ordersAddress), async ({ page }) => {
      const toggle = async (name: string) => {
        await page.getByRole('button', { name: 'Account' }).click();
        await page.getByRole('menuitemradio', { name }).click();
      };
      await row(page, 2).waitFor();
      await cell(page, 2, 'summary').click({ modifiers: ['Alt'] });
      await eventually(() => hasFocus(cell(page, 2, 'summary')), true, 'Alt opens nothing');
      await toggle('Click selects the cell');
      await page.reload();
      await cell(page, 1, 'summary').click();
      await eventually(() => hasFocus(cell(page, 1, 'summary')), true, 'it is off after a reload, too');
      assert.not.match(page.url(), /recordId/);
      await cell(page, 1, 'summary').dblclick();
      await cellInput(page).fill('By double click');
      await cell(page, 2, 'total').click();
      await eventually(() => cell(page, 1, 'summary').innerText(), 'By double click');
      await cell(page, 1, 'summary').click();
      await press(page, 'Control+Enter');
      const panel = page.getByRole('dialog', { name: 'Edit orders record' });
      await eventually(() => panel.getByLabel('summary').inputValue(), 'By double click');
      await panel.getByLabel('total').fill('7.25');
      await stagedBar(page).getByText('2 changes').waitFor({ state: 'attached' });
      await press(page, 'Escape');
      await answer(page, 'You have unsaved changes. Do you really want to close the panel?', true);
      await gone(panel);
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      await cell(page, 1, 'summary').click();
      await press(page, 'Control+Enter');
      await eventually(() => panel.getByLabel('summary').inputValue(), 'By double click');
      await press(page, 'Control+s');
      await page.getByText('Successfully updated record.').waitFor();
      await stagedBar(page).getByText('Total found:').waitFor();
      assert.is((await stored(1)).summary, 'By double click');
      await press(page, 'Escape');
      await eventually(() => hasFocus(cell(page, 1, 'summary')), true);
      await toggle('Click opens the record');
      await cell(page, 0, 'summary').click();
      await panel.waitFor();
    }));

  test('files are added and removed in a cell, wait for Save, and never enter a draft', () =>
    walk(signedInPage(backend, ordersAddress), async ({ page }) => {
      const text = (name: string, length = 9) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from('x'.repeat(length)),
      });
      const popup = page.getByRole('dialog', { name: 'Change scans' });
      const open = async () => {
        await tabTo(page, cell(page, 0, 'scans'));
        await press(page, 'Enter');
      };
      const choose = (...files: ReturnType<typeof text>[]) =>
        popup.locator('input[type="file"]').setInputFiles(files);
      const keep = async () => {
        await popup.getByRole('button', { name: 'Keep' }).click();
        await eventually(() => hasFocus(cell(page, 0, 'scans')), true);
      };
      await row(page, 0).waitFor();
      await open();
      await choose(text('one.txt'), text('two.txt'));
      await popup.getByText('They are lost if it is closed before Save.').waitFor();
      await keep();
      assert.is(await cell(page, 0, 'scans').innerText(), 'one.txt (new), two.txt (new)');
      assert.equal((await stored(0)).scans, []);
      assert.not.match(await page.evaluate(() => JSON.stringify(localStorage)), /one\.txt/);
      await button(page, 'Save').click();
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      const [one, two] = (await stored(0)).scans as string[];
      assert.match(one ?? '', /^one_/);

      await stagedBar(page).getByText('Total found:').waitFor();
      await open();
      await popup.getByRole('button', { name: `Remove ${one}` }).click();
      await choose(text('big.txt', 3_000));
      await popup.getByText(/maximum allowed file size is 2000 bytes/).waitFor();
      await keep();
      await eventually(() => cell(page, 0, 'scans').getAttribute('aria-invalid'), 'true');
      await press(page, 'Enter');
      await popup.getByRole('button', { name: 'Remove big.txt' }).click();
      await keep();
      await press(page, 'Control+s');
      await eventually(async () => (await stored(0)).scans, [two]);

      await stagedBar(page).getByText('Total found:').waitFor();
      await open();
      await choose(text('lost.txt'));
      await keep();
      await tabTo(page, cell(page, 0, 'summary'));
      await page.keyboard.type('Beside a file');
      await press(page, 'Enter');
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await stagedBar(page)
        .getByText(/was not saved\. 1 cell with new files is lost\.$/)
        .waitFor();
    }));
}
