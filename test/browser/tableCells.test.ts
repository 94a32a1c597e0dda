// Values of every type that are changed in the cells of the table, by keys, mouse and touch.
// takes: 80 s
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { ordersAddress, ordersTable } from '../support/ordersTable';
import { adminToken, backends } from '../support/server';
import { press, stagedBar, updatesOf } from '../support/tableWalk';
import { checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  const { backend, ids, people, row, cell, path, stored, cellInput, button } = ordersTable(newest.binary);

  test('values are typed in their cells by keys alone, and saved together', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
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
      await checkPicture(opened, 'table-cell-input');
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
      await checkPicture(opened, 'table-staged');

      await press(page, 'Control+z');
      await eventually(() => cell(page, 9, 'paid').innerText(), 'False');
      await press(page, 'Control+Shift+z');
      await eventually(() => cell(page, 9, 'paid').innerText(), 'True');

      await press(page, 'Control+s');
      await page.getByText('Saved 4 of 5 changes.').waitFor();
      const review = page.getByRole('dialog', { name: '1 change in 1 record' });
      await review.getByText('Must be larger than 0').waitFor();
      await checkPicture(opened, 'table-review');
      await review.getByRole('button', { name: 'Take back total' }).click();
      await page.keyboard.press('Escape');
      await stagedBar(page).getByText('Total found:').waitFor();

      assert.equal(
        sent.map(({ id, body }) => [id, body]).sort(),
        [
          [ids[11], { summary: 'Kenya' }],
          [ids[10], { summary: 'Order 10 and more', status: 'packed' }],
          [ids[9], { paid: true }],
        ].sort(),
        'one call a record, and only the changed keys',
      );
      assert.is((await stored(11)).summary, 'Kenya');
      assert.is((await stored(10)).status, 'packed');
      assert.is((await stored(10)).total, 10.5);
      assert.is((await stored(9)).paid, true);
      assert.match((await stored(9)).note, /twice<\/strong>/);
    }));

  test('rich text and json are read in full, a relation is picked', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
      await row(page, 8).waitFor();
      const before = (await stored(8)).note as string;
      await tabTo(page, cell(page, 8, 'meta'));
      await press(page, 'Enter');
      const popup = page.getByRole('dialog', { name: 'Change meta' });
      await popup.getByText('Valid JSON').waitFor();
      await popup.getByRole('textbox').fill('{"serial": 9007199254740993}');
      await checkPicture(opened, 'table-json');
      await popup.getByRole('button', { name: 'Keep' }).click();
      await eventually(() => hasFocus(cell(page, 8, 'meta')), true);
      await press(page, 'ArrowRight', 'Enter');
      const rich = page.getByRole('dialog', { name: 'Change note' });
      const text = rich.getByRole('textbox', { name: 'note' });
      await text.getByText('twice').waitFor();
      await checkPicture(opened, 'table-rich-text');
      await text.click();
      await press(page, 'Control+Home');
      await page.keyboard.type('Please. ');
      await rich.getByRole('button', { name: 'Keep' }).click();
      await tabTo(page, cell(page, 8, 'customer'));
      await press(page, 'Enter');
      const popover = page.getByRole('dialog', { name: 'customer', exact: true });
      const picker = page.getByRole('dialog', { name: 'Select customers records' });
      await popover.getByRole('button', { name: 'Open picker' }).click();
      await picker.getByText('Olga Lind').click();
      await picker.getByRole('button', { name: 'Cancel' }).click();
      await eventually(() => hasFocus(popover.getByRole('combobox')), true, 'a cancelled picker leads back');
      await popover.getByRole('button', { name: 'Open picker' }).click();
      await picker.getByText('Ines Moreau').click();
      await picker.getByRole('button', { name: 'Set selection' }).click();
      await eventually(() => hasFocus(cell(page, 8, 'customer')), true);
      await eventually(() => cell(page, 8, 'customer').innerText(), 'Ines Moreau');
      await stagedBar(page).getByText('3 changes in 1 record').waitFor();
      await button(page, 'Save').click();
      await page.getByText('Saved 1 record.').waitFor();
      const now = await stored(8);
      assert.is(now.customer, people.ines);
      assert.is(now.note, before.replace('<p>', '<p>Please. '));
      const headers = { Authorization: await adminToken(backend()) };
      const source = await (await fetch(`${backend().url}/api/${path(8)}`, { headers })).text();
      assert.match(source, /"serial":\s*9007199254740993/);
    }));

  test('related records are found, chosen and taken out by keys alone', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
      const one = page.getByRole('dialog', { name: 'customer', exact: true });
      const several = page.getByRole('dialog', { name: 'helpers', exact: true });
      const chosen = several.getByRole('region', { name: 'Selected' });
      await row(page, 2).waitFor();
      await tabTo(page, cell(page, 2, 'customer'));
      // The first edit loads the popover; what is typed before belongs to its search.
      await press(page, 'Enter');
      await page.keyboard.type('gra');
      const found = one.getByRole('option');
      await one.locator('[role="listbox"]:not([aria-busy])').waitFor();
      await eventually(() => found.count(), 2);
      await eventually(() => hasFocus(one.getByRole('combobox', { name: 'Search' })), true);
      await press(page, 'ArrowDown', 'ArrowUp');
      const active = await one.getByRole('combobox').getAttribute('aria-activedescendant');
      const name = await page.locator(`[id="${active}"]`).innerText();
      await press(page, 'Enter');
      await eventually(() => hasFocus(cell(page, 2, 'customer')), true, 'the choice is kept');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      const picked = name.includes('Grace') ? 'Grace Okafor' : 'Granary Hotel';
      await eventually(() => cell(page, 2, 'customer').innerText(), picked, 'not its id');

      await press(page, 'Enter');
      await one.getByRole('button', { name: `Remove ${picked}` }).waitFor();
      await press(page, 'Backspace');
      await stagedBar(page).getByText('Total found:').waitFor();
      await press(page, 'Escape');
      await eventually(() => hasFocus(cell(page, 2, 'customer')), true);
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      await press(page, 'Enter');
      await page.keyboard.type('okafor');
      await one.getByRole('option', { name: 'Grace Okafor' }).waitFor();
      await eventually(() => found.count(), 1);
      await press(page, 'Enter');

      await tabTo(page, cell(page, 2, 'helpers'));
      await press(page, 'Enter');
      await several.getByText('0 of 2 selected').waitFor();
      const choose = async (word: string, option: string) => {
        await page.keyboard.type(word);
        await eventually(() => several.getByRole('option').count(), 1);
        await several.getByRole('option', { name: option, selected: false }).waitFor();
        await press(page, 'Enter');
        await chosen.getByText(option).waitFor();
      };
      await choose('olga', 'Olga Lind');
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      await choose('ines', 'Ines Moreau');
      await several.getByText('2 of 2 selected').waitFor();
      await page.keyboard.type('okafor');
      await several.getByRole('option', { name: 'Grace Okafor', disabled: true }).waitFor();
      await press(page, 'Enter');
      assert.is(await chosen.getByRole('button').count(), 2, 'no more than two');
      await press(page, 'Control+a', 'Backspace', 'Backspace');
      await several.getByText('1 of 2 selected').waitFor();
      // Forward to the buttons, and back.
      await press(page, 'Tab');
      await eventually(() => hasFocus(several.getByRole('button', { name: 'Open picker' })), true);
      await press(page, 'Shift+Tab');
      await choose('okafor', 'Grace Okafor');
      await press(page, 'Control+Enter');
      await eventually(() => hasFocus(cell(page, 2, 'helpers')), true);
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.').waitFor();
      const { customer, helpers } = await stored(2);
      assert.is(customer, people.grace);
      assert.equal(helpers, [people.olga, people.grace]);

      await press(page, 'Enter');
      await several.getByRole('option').first().waitFor();
      await chosen.getByText('Olga Lind').waitFor();
      await page.keyboard.type('gra');
      await eventually(() => several.getByRole('option').count(), 2);
      await checkPicture(opened, 'table-relation');
    }));

  test('choices and a date are set by keys alone', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
      await row(page, 3).waitFor();
      await tabTo(page, cell(page, 3, 'labels'));
      await press(page, 'Enter');
      await page.getByRole('option', { name: 'gift' }).waitFor();
      await press(page, 'Enter', 'ArrowDown', 'Enter');
      await checkPicture(opened, 'table-choices');
      await press(page, 'Escape');
      await tabTo(page, cell(page, 3, 'due'));
      await press(page, 'Enter');
      await cellInput(page).waitFor();
      await page.keyboard.type('2026-05-04 10:30');
      const end = await page
        .getByRole('button', { name: 'Pick a date' })
        .evaluate((element) => element.getBoundingClientRect().right - innerWidth);
      assert.ok(end <= 0, `the calendar of the cell is ${end} px behind the edge`);
      await checkPicture(opened, 'table-date');
      await press(page, 'Enter');
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.').waitFor();
      const { labels, due } = await stored(3);
      assert.equal(labels, ['gift', 'rush']);
      assert.is(due, '2026-05-04 10:30:00.000Z');
    }));

  test('a click opens the record, or with that off puts the cursor on the cell', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
      await row(page, 2).waitFor();
      await cell(page, 2, 'summary').click({ modifiers: ['Alt'] });
      await eventually(() => hasFocus(cell(page, 2, 'summary')), true, 'Alt opens nothing');
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Open the record on click' }).click();
      await page.keyboard.press('Escape');
      await cell(page, 1, 'summary').click();
      await eventually(() => hasFocus(cell(page, 1, 'summary')), true);
      assert.not.match(page.url(), /recordId/);
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
      await panel.getByText('The table has 1 unsaved change to this record.').waitFor();
      await checkPicture(opened, 'table-record-note');
      await panel.getByRole('button', { name: 'Apply it' }).click();
      await eventually(() => panel.getByLabel('summary').inputValue(), 'By double click');
      await stagedBar(page).getByText('Total found:').waitFor();
      await press(page, 'Control+s');
      await page.getByText('Successfully updated record.').waitFor();
      assert.is((await stored(1)).summary, 'By double click');
      await press(page, 'Escape');
      await eventually(() => hasFocus(cell(page, 1, 'summary')), true);
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Open the record on click' }).click();
      await page.keyboard.press('Escape');
      await cell(page, 0, 'summary').click();
      await panel.waitFor();
    }));

  test('on a phone a tap opens the record, though opening on click is off', () =>
    walk(
      signedInPage(backend(), ordersAddress, {
        width: 390,
        height: 844,
        isTouch: true,
        stored: { lowlineClickOpens: '0' },
      }),
      async ({ page }) => {
        await row(page, 2).waitFor();
        await cell(page, 2, 'summary').tap();
        await page.getByRole('dialog', { name: 'Edit orders record' }).waitFor();
      },
    ));

  test('Ctrl+S in the input of a cell saves what is typed there', () =>
    walk(signedInPage(backend(), ordersAddress), async ({ page }) => {
      await row(page, 10).waitFor();
      await tabTo(page, cell(page, 10, 'total'));
      await page.keyboard.type('77');
      await eventually(() => cellInput(page).inputValue(), '77');
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      assert.is((await stored(10)).total, 77);
      await eventually(() => hasFocus(cell(page, 10, 'total')), true, 'the cell has the focus again');
    }));

  test('files are added and removed in a cell, wait for Save, and never enter a draft', () =>
    walk(signedInPage(backend(), ordersAddress), async (opened) => {
      const { page } = opened;
      const text = (name: string, length = 9) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from('x'.repeat(length)),
      });
      const popup = page.getByRole('dialog', { name: 'Change scans' });
      const choose = async (...files: ReturnType<typeof text>[]) => {
        await tabTo(page, cell(page, 0, 'scans'));
        await press(page, 'Enter');
        await popup.locator('input[type="file"]').setInputFiles(files);
      };
      const keep = async () => {
        await popup.getByRole('button', { name: 'Keep' }).click();
        await eventually(() => hasFocus(cell(page, 0, 'scans')), true);
      };
      await row(page, 0).waitFor();
      await choose(text('one.txt'), text('two.txt'));
      await popup.getByText('2 of 2').waitFor();
      await popup.getByText('They are lost if it is closed before Save.').waitFor();
      await checkPicture(opened, 'table-files');
      await keep();
      assert.is(await cell(page, 0, 'scans').innerText(), 'one.txt (new), two.txt (new)');
      assert.equal((await stored(0)).scans, []);
      const drafts = () => page.evaluate(() => JSON.stringify(localStorage));
      assert.not.match(await drafts(), /one\.txt/);
      await button(page, 'Save').click();
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      const [one, two] = (await stored(0)).scans as string[];
      assert.match(one ?? '', /^one_/);

      const toCell = async () => {
        await stagedBar(page).getByText('Total found:').waitFor();
        await tabTo(page, cell(page, 0, 'scans'));
      };
      await toCell();
      await press(page, 'Enter');
      await popup.getByRole('button', { name: `Remove ${one}` }).click();
      await popup.locator('input[type="file"]').setInputFiles([text('big.txt', 3_000)]);
      await popup.getByText(/maximum allowed file size is 2000 bytes/).waitFor();
      await keep();
      await eventually(() => cell(page, 0, 'scans').getAttribute('aria-invalid'), 'true');
      await press(page, 'Enter');
      await popup.getByRole('button', { name: 'Remove big.txt' }).click();
      await keep();
      await button(page, 'Save').click();
      await eventually(async () => (await stored(0)).scans, [two]);
      await toCell();
      await press(page, 'Delete');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      await press(page, 'Control+z');
      await stagedBar(page).getByText('Total found:').waitFor();

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
      await button(page, 'Discard').click();
      const question = page.getByRole('alertdialog');
      await question.getByText('Discard 1 change in 1 record?').waitFor();
      await question.getByRole('button', { name: 'Yes' }).click();
      await stagedBar(page).getByText('Total found:').waitFor();
    }));
}
