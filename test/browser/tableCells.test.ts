// Values that are changed in the cells of the table, and saved together.
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser, launch } from '../support/browser';
import { make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf, updatesOf } from '../support/tableWalk';
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
const browser = await launch();
const address = '#/collections?collectionId=orders';

if (browser && newest) {
  let backend: TestBackend;
  let [ines, olga, grace] = ['', '', ''];
  const ids: string[] = [];
  const path = (id: string) => `collections/orders/records/${id}`;
  const stored = async (at: number) => (await askServer(backend, path(ids[at] ?? ''))).json;

  test.before(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    const add = async (collection: string, body: object) => (await make(backend, collection, body)).id;
    ines = await add('customers', { name: 'Ines Moreau' });
    olga = await add('customers', { name: 'Olga Lind' });
    grace = await add('customers', { name: 'Grace Okafor' });
    await add('customers', { name: 'Granary Hotel' });
    await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('select', 'status', { maxSelect: 1, values: ['draft', 'packed', 'shipped'] }),
        field('number', 'total', { min: 0 }),
        field('bool', 'paid'),
        field('date', 'due'),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
        field('json', 'meta', { maxSize: 10_000 }),
        field('editor', 'note'),
        field('select', 'labels', { maxSelect: 3, values: ['gift', 'rush', 'fragile'] }),
        field('file', 'scans', { maxSelect: 2, maxSize: 2_000 }),
        field('relation', 'helpers', { collectionId: customers.id, maxSelect: 2 }),
      ],
    });
    await createCollection({ name: 'notes', schema: [field('text', 'text')] });
    for (let at = 0; at < 12; at += 1) {
      ids.push(
        await add('orders', {
          summary: `Order ${String(at).padStart(2, '0')}`,
          status: 'draft',
          total: at + 0.5,
          meta: { at },
          note: `<p>Ring <strong>twice</strong> at door ${at}. ${'A long text. '.repeat(30)}End.</p>`,
        }),
      );
    }
  });
  test.after(async () => {
    await closeBrowser();
    await backend?.stop();
  });

  const columns = [
    'pick',
    'id',
    'summary',
    'status',
    'total',
    'paid',
    'due',
    'customer',
    'meta',
    'note',
    'labels',
    'scans',
    'helpers',
  ];
  const { row, cell } = tableOf(ids, columns);
  const cellInput = (page: Page) => page.locator('main section').getByRole('textbox');
  const button = (page: Page, name: string) => stagedBar(page).getByRole('button', { name, exact: true });
  const sentIn = (page: Page) => updatesOf(page, ids);

  test('values are typed in their cells by keys alone, and saved together', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      const sent = sentIn(page);
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
    walk(signedInPage(backend, address), async (opened) => {
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
      assert.is(now.customer, ines);
      assert.is(now.note, before.replace('<p>', '<p>Please. '));
      const headers = { Authorization: await adminToken(backend) };
      const source = await (await fetch(`${backend.url}/api/${path(ids[8] ?? '')}`, { headers })).text();
      assert.match(source, /"serial":\s*9007199254740993/);
    }));

  test('related records are found, chosen and taken out by keys alone', () =>
    walk(signedInPage(backend, address), async (opened) => {
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
      assert.is(customer, grace);
      assert.equal(helpers, [olga, grace]);

      await press(page, 'Enter');
      await several.getByRole('option').first().waitFor();
      await chosen.getByText('Olga Lind').waitFor();
      await page.keyboard.type('gra');
      await eventually(() => several.getByRole('option').count(), 2);
      await checkPicture(opened, 'table-relation');
    }));

  test('choices and a date are set by keys alone', () =>
    walk(signedInPage(backend, address), async (opened) => {
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

  test('changes survive sort, another collection and a reload; a draft is offered', () =>
    walk(signedInPage(backend, address), async (opened) => {
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
      const people = (await askServer(backend, 'collections/customers/records?filter=name="Olga Lind"')).json;
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
    walk(signedInPage(backend, address), async (opened) => {
      const { page, watch } = opened;
      watch.expect(/404/);
      await row(page, 6).waitFor();
      for (const at of [6, 5, 4]) {
        await tabTo(page, cell(page, at, 'summary'));
        await page.keyboard.type(`Mine ${at}`);
        await press(page, 'Enter');
      }
      const patch = (at: number, body: object) =>
        askServer(backend, path(ids[at] ?? ''), { method: 'PATCH', body });
      await patch(6, { summary: 'Theirs 6' });
      await patch(5, { total: 99 });
      await askServer(backend, path(ids[4] ?? ''), { method: 'DELETE' });
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
    walk(signedInPage(backend, address), async (opened) => {
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
      await askServer(backend, path(ids[3] ?? ''), {
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

  test('a click opens the record, or with that off puts the cursor on the cell', () =>
    walk(signedInPage(backend, address), async (opened) => {
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
      signedInPage(backend, address, {
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

  test('what is staged stays when its record or another one is saved in its panel', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
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

  test('Ctrl+S in the input of a cell saves what is typed there', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await row(page, 10).waitFor();
      await tabTo(page, cell(page, 10, 'total'));
      await page.keyboard.type('77');
      await eventually(() => cellInput(page).inputValue(), '77');
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      assert.is((await stored(10)).total, 77);
      await eventually(() => hasFocus(cell(page, 10, 'total')), true, 'the cell has the focus again');
    }));

  test('the footer tells the keys, and the bar what the list does not show', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await row(page, 2).waitFor();
      await tabTo(page, cell(page, 2, 'summary'));
      const hints = stagedBar(page).getByText('all keys');
      await hints.waitFor();
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

  test('files are added and removed in a cell, wait for Save, and never enter a draft', () =>
    walk(signedInPage(backend, address), async (opened) => {
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

  test('logging out asks, and drops the changes', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
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

  test.run();
}
