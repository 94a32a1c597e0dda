// Effects of a change to a stored collection: announced before, done as announced, and nothing else.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  choose,
  code,
  codeOf,
  collectionOf,
  confirming,
  fieldRow,
  makeCollection,
  nameIn,
  openEditor,
  recordsOf,
  removeField,
  renameField,
  saveIn,
  storedNames,
  typeCode,
} from '../support/collectionWalk';
import { button, gone, make, rowOf } from '../support/editorWalk';
import { createRecord, field, formOf, pngFile } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary);

  /** Opens the editor of a collection from its records page for the duration of the steps. */
  const inEditor = (name: string, steps: (opened: OpenPage, panel: Locator) => Promise<void>) =>
    walk(signedInPage(backend, recordsOf(name)), async (opened) =>
      steps(opened, await openEditor(opened.page)),
    );

  const applySwitch = (page: Page) =>
    confirming(page).getByRole('switch', {
      name: 'Apply the new names to the rules, queries and indexes above',
    });
  const flat = (indexes: readonly string[]) =>
    indexes.map((one) =>
      one
        .replaceAll('`', '')
        .replace(/\s+/g, ' ')
        .replace(/ ?\( ?/g, '(')
        .replace(/ \)/g, ')'),
    );

  test('renames a field and a collection with the rules, views and indexes that mention them, if wanted', async () => {
    const shops = await makeCollection(backend, {
      name: 'shops',
      schema: [field('text', 'title'), field('number', 'rank')],
      indexes: ["CREATE INDEX idx_rank ON shops (rank) WHERE title != ''"],
      listRule: 'title != "hidden"',
    });
    await make(backend, 'shops', { title: 'open', rank: 1 });
    await inEditor('shops', async ({ page }, panel) => {
      // They exist only since the panel was opened.
      await makeCollection(backend, {
        name: 'orders',
        schema: [field('relation', 'shop', { collectionId: shops.id })],
        listRule: 'shop.title = "open"',
      });
      const query = 'SELECT id, title FROM shops';
      await makeCollection(backend, { name: 'names', type: 'view', options: { query } });
      await renameField(panel, 'title', 'label');
      await saveIn(panel).click();
      const popup = confirming(page);
      await popup.getByText(/1 record holds a value/).waitFor();
      for (const name of ['orders', 'names']) await popup.getByRole('link', { name }).waitFor();
      assert.ok(await hasFocus(button(popup, 'Cancel')));
      const manually = popup.getByText(/you'll have to update it manually!/);
      assert.is(await manually.count(), 0, 'the switch does it');
      await applySwitch(page).uncheck();
      assert.is(await manually.count(), 1);
      await applySwitch(page).check();
      await button(popup, 'Confirm').click();
      await gone(panel);
      await page.getByRole('columnheader', { name: /label/ }).waitFor();
      await rowOf(page, 'open').waitFor();
      assert.is((await collectionOf(backend, 'orders')).listRule, 'shop.label = "open"');
      assert.match((await collectionOf(backend, 'names')).options.query, /label/);

      await openEditor(page);
      await nameIn(panel).fill('stores');
      await page.keyboard.press('Enter');
      await popup.getByText('Renamed collection').waitFor();
      await tabTo(page, button(popup, 'Confirm'));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'stores' }).waitFor();
    });
    assert.match((await collectionOf(backend, 'names')).options.query, /FROM `?stores`?/);
    const { json: named } = await askServer(backend, 'collections/names/records');
    assert.is(named.totalItems, 1, 'the view still answers');
    const { indexes, listRule } = await collectionOf(backend, 'stores');
    assert.equal(flat(indexes), ["CREATE INDEX idx_rank ON stores(rank) WHERE label != ''"]);
    assert.is(listRule, 'label != "hidden"');
    const { json } = await askServer(backend, 'collections/stores/records');
    assert.is(json.items[0].label, 'open', 'the value went with its column');
  });

  test('deletes fields with their data and indexes, and cuts values, only after a warning', async () => {
    await makeCollection(backend, {
      name: 'losing',
      schema: [
        field('text', 'title'),
        field('text', 'secret'),
        field('file', 'scan'),
        field('select', 'tags', { values: ['a', 'b', 'c'], maxSelect: 3 }),
      ],
      indexes: [
        'CREATE INDEX `idx_one` ON `losing` (`secret`)',
        'CREATE INDEX `idx_two` ON `losing` (`title`, `secret`)',
        'CREATE UNIQUE INDEX `idx_three` ON `losing` (`secret`, `created`)',
      ],
    });
    await createRecord({ id: 'losing' }, formOf({ title: 'kept', secret: 'a', scan: pngFile('scan.png') }));
    await make(backend, 'losing', { title: 'kept', secret: 'b', tags: ['a', 'c'] });
    await inEditor('losing', async ({ page }, panel) => {
      await removeField(panel, 'secret');
      await eventually(() => hasFocus(button(panel, 'Restore secret')), true, 'the focus is not lost');
      await removeField(panel, 'scan');
      await choose(fieldRow(panel, 'tags'), 'Values of tags', 'Single');
      await saveIn(panel).click();
      const popup = confirming(page);
      const lineOf = (name: string) => popup.getByRole('listitem').filter({ hasText: name });
      await lineOf('secret').getByText('2 records hold a value.').waitFor();
      await lineOf('scan').getByText('1 record holds a value.').waitFor();
      await popup.getByText('1 record holds several values.').waitFor();
      await popup.getByText('Files of removed fields stay on disk').waitFor();
      assert.ok(await hasFocus(button(popup, 'Cancel')));
      await page.keyboard.press('Enter');
      await gone(popup);
      assert.equal(await storedNames(backend, 'losing'), ['title', 'secret', 'scan', 'tags']);

      await button(panel, 'Restore scan').click();
      await saveIn(panel).click();
      await lineOf('idx_one').getByText('Deleted on save').waitFor();
      const choice = (name: string) => popup.getByRole('combobox', { name: `Index ${name}`, exact: true });
      assert.is(await choice('idx_two').textContent(), 'Keep it without the field');
      assert.is(await choice('idx_three').textContent(), 'Delete the index');
      await button(popup, 'Confirm').click();
      await gone(panel);
      await gone(page.getByRole('columnheader', { name: /secret/ }));
    });
    assert.equal(await storedNames(backend, 'losing'), ['title', 'scan', 'tags']);
    assert.equal(flat((await collectionOf(backend, 'losing')).indexes), [
      'CREATE INDEX idx_two ON losing(title)',
    ]);
    const { json } = await askServer(backend, 'collections/losing/records?sort=created');
    assert.equal(
      json.items.map((one: { scan: string; tags: string }) => [one.scan !== '', one.tags]),
      [
        [true, ''],
        [false, 'c'],
      ],
    );
  });

  const indexPopup = (page: Page, title = 'Create index') => page.getByRole('dialog', { name: title });
  const statementIn = (page: Page, title?: string) => code(indexPopup(page, title), 'Index statement');
  const preset = (page: Page, name: string) =>
    button(indexPopup(page).getByRole('group', { name: 'Columns' }), name);

  test('makes an index from presets, and is led to it while its name is used elsewhere or the server refuses it', async () => {
    await makeCollection(backend, {
      name: 'owner',
      schema: [field('text', 'title')],
      indexes: ['CREATE INDEX `idx_taken` ON `owner` (`title`)'],
    });
    await makeCollection(backend, { name: 'thief', schema: [field('text', 'title')] });
    for (const title of ['twice', 'twice']) await make(backend, 'thief', { title });
    await inEditor('thief', async ({ page }, panel) => {
      const chip = panel.getByRole('button', { name: /^(Unique: ?)?title/ });
      const refuses = async (reason: string | RegExp) => {
        await saveIn(panel).click();
        await eventually(() => chip.getAttribute('aria-invalid'), 'true');
        await eventually(() => hasFocus(chip), true);
        await chip.hover();
        await page.getByRole('tooltip').getByText(reason).waitFor();
        await page.keyboard.press('Enter');
      };
      await button(panel, 'New index').click();
      assert.ok(await button(indexPopup(page), 'Set index').isDisabled());
      await preset(page, 'title').click();
      await indexPopup(page).getByRole('switch', { name: 'Unique' }).check();
      assert.match(await codeOf(statementIn(page)), /^CREATE UNIQUE INDEX `idx_\w+` ON `thief`/);
      await typeCode(statementIn(page), 'CREATE INDEX idx_taken ON thief (title)');
      await eventually(() => preset(page, 'title').getAttribute('aria-pressed'), 'true');
      await button(indexPopup(page), 'Set index').click();
      await refuses('The collection owner has an index of this name.');
      await typeCode(statementIn(page, 'Update index'), 'half a statement');
      await indexPopup(page, 'Update index')
        .getByText('This is not a complete CREATE INDEX statement.')
        .waitFor();
      await typeCode(statementIn(page, 'Update index'), 'CREATE UNIQUE INDEX idx_own ON thief (title)');
      await button(indexPopup(page, 'Update index'), 'Set index').click();
      await refuses(/UNIQUE constraint failed|Failed to create index/);
      assert.equal((await collectionOf(backend, 'thief')).indexes, []);
      await typeCode(statementIn(page, 'Update index'), 'CREATE INDEX idx_own ON thief (title)');
      await button(indexPopup(page, 'Update index'), 'Set index').click();
      await saveIn(panel).click();
      await gone(panel);
    });
    assert.equal(flat((await collectionOf(backend, 'thief')).indexes), [
      'CREATE INDEX idx_own ON thief(title)',
    ]);
    assert.match(
      (await collectionOf(backend, 'owner')).indexes.join(),
      /idx_taken/,
      'its own is still there',
    );
  });
}
