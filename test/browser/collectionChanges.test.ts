// Effects of a change to a stored collection: announced before, done as announced, and nothing else.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  acceptOffer,
  addField,
  changeElsewhere,
  choose,
  code,
  codeOf,
  collectionOf,
  confirming,
  draftsOf,
  editPanel,
  enterCode,
  fieldNames,
  fieldRow,
  makeCollection,
  nameIn,
  openEditor,
  openOptions,
  recordsOf,
  removeField,
  renameField,
  saveIn,
  storedNames,
  tabIn,
  typeCode,
} from '../support/collectionWalk';
import { answer, box, button, gone, make, rowOf } from '../support/editorWalk';
import { field, formOf, pngFile } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer, checkPicture, eventually, hasFocus, signedInPage, walk } from '../support/walk';

const programs = backends();
const newest = programs.at(-1);

if (newest) {
  let backend: TestBackend;
  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  /** Opens the editor of a collection from its records page for the duration of the steps. */
  const inEditor = (
    name: string,
    steps: (opened: OpenPage, panel: Locator) => Promise<void>,
    server = backend,
  ) =>
    walk(signedInPage(server, recordsOf(name)), async (opened) =>
      steps(opened, await openEditor(opened.page)),
    );

  /** Creates a collection whose field `title` is mentioned in a rule, a view and an index. */
  async function makeDependants(prefix: string, server = backend) {
    const shops = await makeCollection(server, {
      name: `${prefix}_shops`,
      schema: [field('text', 'title'), field('number', 'rank')],
      indexes: [
        `CREATE INDEX idx_${prefix}_a ON ${prefix}_shops (title)`,
        `CREATE INDEX idx_${prefix}_b ON ${prefix}_shops (rank) WHERE title != ''`,
      ],
      listRule: 'title != "hidden"',
    });
    await makeCollection(server, {
      name: `${prefix}_orders`,
      schema: [field('relation', 'shop', { collectionId: shops.id })],
      listRule: 'shop.title = "open"',
    });
    await makeCollection(server, {
      name: `${prefix}_names`,
      type: 'view',
      options: { query: `SELECT id, title FROM ${prefix}_shops` },
    });
    await make(server, `${prefix}_shops`, { title: 'open', rank: 1 });
    return shops;
  }

  const applySwitch = (page: Page) =>
    confirming(page).getByRole('switch', {
      name: 'Apply the new names to the rules, queries and indexes above',
    });

  for (const { name: line, binary } of programs) {
    test(`renames a field with the rules, views and indexes that mention it, on ${line}`, async () => {
      const server = binary === newest.binary ? backend : await startBackend(binary, { bundle: true });
      await makeDependants('with', server);
      await inEditor(
        'with_shops',
        async (opened, panel) => {
          const { page } = opened;
          await renameField(panel, 'title', 'label');
          await saveIn(panel).click();
          const popup = confirming(page);
          await popup.getByText(/1 record holds a value/).waitFor();
          for (const name of ['with_orders', 'with_names']) await popup.getByRole('link', { name }).waitFor();
          assert.ok(await hasFocus(button(popup, 'Cancel')));
          assert.ok(await applySwitch(page).isChecked());
          const manually = popup.getByText(/you'll have to update it manually!/);
          assert.is(await manually.count(), 0, 'the switch does it');
          await applySwitch(page).uncheck();
          assert.is(await manually.count(), 1);
          await applySwitch(page).check();
          if (server === backend) await checkPicture(opened, 'collection-confirm-rename');
          await button(popup, 'Confirm').click();
          await gone(panel);
          await page.getByRole('columnheader', { name: /label/ }).waitFor();
          await rowOf(page, 'open').waitFor();
        },
        server,
      );
      assert.equal(await storedNames(server, 'with_shops'), ['label', 'rank']);
      const shops = await collectionOf(server, 'with_shops');
      assert.is(shops.listRule, 'label != "hidden"');
      assert.equal(
        shops.indexes.map((one: string) => /title/.test(one)),
        [false, false],
      );
      assert.match(shops.indexes[1], /WHERE `?label`? != ''/);
      assert.is((await collectionOf(server, 'with_orders')).listRule, 'shop.label = "open"');
      assert.match((await collectionOf(server, 'with_names')).options.query, /label/);
      const { status, json } = await askServer(server, 'collections/with_names/records');
      assert.is(status, 200);
      assert.is(json.totalItems, 1, 'the view still answers');
      const records = await askServer(server, 'collections/with_shops/records');
      assert.is(records.json.items[0].label, 'open', 'the value went with its column');
      if (server !== backend) await server.stop();
    });
  }

  test('a rename without mentions leaves other collections unchanged', async () => {
    await makeDependants('sole');
    await inEditor('sole_shops', async ({ page }, panel) => {
      await renameField(panel, 'rank', 'grade');
      await renameField(panel, 'title', 'label');
      await tabIn(panel, 'API Rules').click();
      await typeCode(code(panel, 'List/Search rule'), 'label != "hidden"');
      await saveIn(panel).click();
      await applySwitch(page).uncheck();
      await button(confirming(page), 'Confirm').click();
      await gone(panel);
    });
    const shops = await collectionOf(backend, 'sole_shops');
    assert.equal(await storedNames(backend, 'sole_shops'), ['label', 'grade']);
    assert.is(shops.listRule, 'label != "hidden"');
    assert.match(shops.indexes.join(), /`label`.*`grade`/s, 'its own indexes follow');
    assert.is((await collectionOf(backend, 'sole_orders')).listRule, 'shop.title = "open"');
    assert.is((await collectionOf(backend, 'sole_names')).options.query, 'SELECT id, title FROM sole_shops');
    await askServer(backend, 'collections/sole_names', { method: 'DELETE' });

    // On an import the server checks every collection, even those that are not in it.
    await makeDependants('held');
    await inEditor('held_shops', async ({ page }, panel) => {
      await nameIn(panel).fill('held_stores');
      await saveIn(panel).click();
      await button(confirming(page), 'Confirm').click();
      await page.getByText(/Data validations failed for collection "sole_orders"/).waitFor();
      await gone(confirming(page));
      assert.is(await nameIn(panel).inputValue(), 'held_stores');
      assert.is(await collectionOf(backend, 'held_stores'), null, 'all or nothing');
      await changeElsewhere(backend, 'sole_orders', { listRule: null });
      await saveIn(panel).click();
      await button(confirming(page), 'Confirm').click();
      await gone(panel);
    });
    assert.match((await collectionOf(backend, 'held_names')).options.query, /FROM `?held_stores`?/);
  });

  test('deletes a field with its data only after a warning, and Cancel keeps both', async () => {
    await makeCollection(backend, {
      name: 'losing',
      schema: [field('text', 'title'), field('text', 'secret'), field('file', 'scan')],
      listRule: 'title != ""',
    });
    const token = await adminToken(backend);
    for (const secret of ['a', 'b', '']) {
      await fetch(`${backend.url}/api/collections/losing/records`, {
        method: 'POST',
        headers: { Authorization: token },
        body: formOf({ title: 'kept', secret, ...(secret === 'a' && { scan: pngFile('scan.png') }) }),
      });
    }
    await inEditor('losing', async (opened, panel) => {
      const { page } = opened;
      await removeField(panel, 'secret');
      await panel.getByText('Deleted on save').waitFor();
      await eventually(() => hasFocus(button(panel, 'Restore secret')), true, 'the focus is not lost');
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(button(panel, 'Options of secret')), true, 'nor then');
      assert.equal(await fieldNames(panel), ['title', 'secret', 'scan']);
      assert.ok(await saveIn(panel).isDisabled(), 'all is as it was');
      await addField(panel, 'Bool', 'brief');
      await removeField(panel, 'brief');
      await eventually(() => hasFocus(button(panel, 'New field')), true, 'where the row was');
      await removeField(panel, 'secret');
      await removeField(panel, 'scan');
      await checkPicture(opened, 'collection-removed');
      await saveIn(panel).click();
      const popup = confirming(page);
      const lineOf = (name: string) => popup.getByRole('listitem').filter({ hasText: name });
      await lineOf('secret').getByText('2 records hold a value.').waitFor();
      await lineOf('scan').getByText('1 record holds a value.').waitFor();
      await popup
        .getByText('All data associated with the removed fields will be permanently deleted!')
        .waitFor();
      await popup
        .getByText('Files of removed fields stay on disk until their records are deleted.')
        .waitFor();
      assert.ok(await hasFocus(button(popup, 'Cancel')));
      await checkPicture(opened, 'collection-confirm-remove');
      await page.keyboard.press('Enter');
      await gone(popup);
      assert.equal(await storedNames(backend, 'losing'), ['title', 'secret', 'scan']);
      await button(panel, 'Restore scan').click();
      await saveIn(panel).click();
      assert.is(await lineOf('scan').count(), 0);
      await button(popup, 'Confirm').click();
      await gone(panel);
      await gone(page.getByRole('columnheader', { name: /secret/ }));
      await page.getByRole('columnheader', { name: /scan/ }).waitFor();
    });
    assert.equal(await storedNames(backend, 'losing'), ['title', 'scan']);
    const { json } = await askServer(backend, 'collections/losing/records');
    assert.equal(
      json.items.map((one: object) => 'secret' in one),
      [false, false, false],
    );
  });

  test('drops or changes the indexes of a removed field, as chosen', async () => {
    await makeCollection(backend, {
      name: 'indexes_lost',
      schema: [field('text', 'title'), field('text', 'secret'), field('number', 'rank')],
      indexes: [
        'CREATE INDEX `idx_indexed_one` ON `indexes_lost` (`secret`)',
        'CREATE INDEX `idx_indexed_two` ON `indexes_lost` (`title`, `secret`)',
        'CREATE UNIQUE INDEX `idx_indexed_three` ON `indexes_lost` (`secret`, `rank`)',
        'CREATE INDEX `idx_indexed_four` ON `indexes_lost` (`rank`)',
      ],
    });
    await inEditor('indexes_lost', async (opened, panel) => {
      const { page } = opened;
      await removeField(panel, 'secret');
      await saveIn(panel).click();
      const popup = confirming(page);
      await popup.getByText('These indexes use a removed field:').waitFor();
      const choice = (name: string) => popup.getByRole('combobox', { name: `Index ${name}`, exact: true });
      assert.is(await choice('idx_indexed_one').count(), 0);
      await popup
        .getByRole('listitem')
        .filter({ hasText: 'idx_indexed_one' })
        .getByText('Deleted on save')
        .waitFor();
      assert.is(await choice('idx_indexed_two').textContent(), 'Keep it without the field');
      assert.is(await choice('idx_indexed_three').textContent(), 'Delete the index');
      await checkPicture(opened, 'collection-confirm-indexes');
      await choose(popup, 'Index idx_indexed_three', 'Keep it without the field');
      await button(popup, 'Confirm').click();
      await gone(panel);
    });
    const { indexes } = await collectionOf(backend, 'indexes_lost');
    assert.equal(
      indexes.map((one: string) => one.replace(/\s+/g, ' ')),
      [
        'CREATE INDEX `idx_indexed_two` ON `indexes_lost` (`title`)',
        'CREATE UNIQUE INDEX `idx_indexed_three` ON `indexes_lost` (`rank`)',
        'CREATE INDEX `idx_indexed_four` ON `indexes_lost` (`rank`)',
      ],
    );
    assert.equal(await storedNames(backend, 'indexes_lost'), ['title', 'rank']);
  });

  test('reduces several values to one after telling the number of records', async () => {
    await makeCollection(backend, {
      name: 'many',
      schema: [field('select', 'tags', { values: ['a', 'b', 'c'], maxSelect: 3 })],
    });
    await make(backend, 'many', { tags: ['a', 'c'] });
    await make(backend, 'many', { tags: ['b'] });
    await inEditor('many', async ({ page }, panel) => {
      await choose(fieldRow(panel, 'tags'), 'Values of tags', 'Single');
      await saveIn(panel).click();
      await confirming(page).getByText('1 record holds several values.').waitFor();
      await confirming(page).getByText('will keep only the last array item').waitFor();
      await button(confirming(page), 'Confirm').click();
      await gone(panel);
    });
    const { json } = await askServer(backend, 'collections/many/records?sort=created');
    assert.equal(
      json.items.map(({ tags }: { tags: string }) => tags),
      ['c', 'b'],
    );
  });

  const indexPopup = (page: Page, title = 'Create index') => page.getByRole('dialog', { name: title });
  const statementIn = (page: Page, title?: string) => code(indexPopup(page, title), 'Index statement');
  const preset = (page: Page, name: string, title?: string) =>
    button(indexPopup(page, title).getByRole('group', { name: 'Columns' }), name);

  test('creates indexes from presets, types, changes and removes them', async () => {
    await makeCollection(backend, {
      name: 'indexed',
      schema: [field('text', 'title'), field('number', 'rank')],
      indexes: ['CREATE INDEX `idx_old` ON `indexed` (`rank`)'],
    });
    await inEditor('indexed', async (opened, panel) => {
      const { page } = opened;
      await button(panel, 'New index').click();
      assert.ok(await button(indexPopup(page), 'Set index').isDisabled());
      await preset(page, 'title').click();
      await preset(page, 'created').click();
      await indexPopup(page).getByRole('switch', { name: 'Unique' }).check();
      assert.match(await codeOf(statementIn(page)), /^CREATE UNIQUE INDEX `idx_\w+` ON `indexed`/);
      await checkPicture(opened, 'collection-index');
      await button(indexPopup(page), 'Set index').click();
      await button(panel, 'Unique: title, created').waitFor();

      await button(panel, 'New index').click();
      await typeCode(
        statementIn(page),
        'CREATE INDEX idx_typed ON indexed (title COLLATE NOCASE DESC, lower(title)) WHERE rank > 3',
      );
      assert.is(await preset(page, 'title').getAttribute('aria-pressed'), 'true');
      assert.is(await indexPopup(page).getByRole('switch', { name: 'Unique' }).isChecked(), false);
      await button(indexPopup(page), 'Set index').click();

      await button(panel, 'rank').click();
      await preset(page, 'title', 'Update index').click();
      await button(indexPopup(page, 'Update index'), 'Set index').click();
      await button(panel, 'rank, title').waitFor();
      await saveIn(panel).click();
      await gone(panel);
    });
    const { indexes } = await collectionOf(backend, 'indexed');
    assert.is(indexes.length, 3);
    const flat = indexes.map((one: string) => one.replaceAll('`', '').replace(/\s+/g, ' ')).sort();
    assert.match(flat[0], /CREATE INDEX idx_old ON indexed ?\( ?rank, title ?\)/);
    assert.match(
      flat[1],
      /CREATE INDEX idx_typed ON indexed ?\( ?title COLLATE NOCASE DESC, lower\(title\) ?\) WHERE rank > 3/,
    );
    assert.match(flat[2], /CREATE UNIQUE INDEX idx_\w+ ON indexed ?\( ?title, created ?\)/);
    await make(backend, 'indexed', { title: 'a', rank: 1 });

    await inEditor('indexed', async ({ page }, panel) => {
      await button(panel, 'Unique: title, created').click();
      await button(indexPopup(page, 'Update index'), 'Remove index').click();
      await gone(indexPopup(page, 'Update index'));
      await saveIn(panel).click();
      await gone(panel);
    });
    const names = (await collectionOf(backend, 'indexed')).indexes.join(' ');
    assert.match(names, /idx_old/);
    assert.match(names, /idx_typed/);
    assert.not.match(names, /UNIQUE/);
  });

  test("refuses an index name that is used elsewhere, and shows the server's error at its chip", async () => {
    await makeCollection(backend, {
      name: 'owner',
      schema: [field('text', 'title')],
      indexes: ['CREATE INDEX `idx_taken` ON `owner` (`title`)'],
    });
    await makeCollection(backend, { name: 'thief', schema: [field('text', 'title')] });
    for (const title of ['twice', 'twice']) await make(backend, 'thief', { title });
    await inEditor('thief', async ({ page }, panel) => {
      await button(panel, 'New index').click();
      await typeCode(statementIn(page), 'CREATE INDEX idx_taken ON thief (title)');
      await button(indexPopup(page), 'Set index').click();
      await saveIn(panel).click();
      const chip = panel.getByRole('button', { name: /^(Unique: ?)?title/ });
      await eventually(() => chip.getAttribute('aria-invalid'), 'true');
      await eventually(() => hasFocus(chip), true);
      await chip.hover();
      await page.getByRole('tooltip').getByText('The collection owner has an index of this name.').waitFor();
      assert.equal((await collectionOf(backend, 'thief')).indexes, []);

      await chip.click();
      await typeCode(statementIn(page, 'Update index'), 'CREATE UNIQUE INDEX idx_own ON thief (title)');
      await button(indexPopup(page, 'Update index'), 'Set index').click();
      await saveIn(panel).click();
      await eventually(() => chip.getAttribute('aria-invalid'), 'true');
      await panel.getByText('1 field needs attention').waitFor();
      await chip.hover();
      await page
        .getByRole('tooltip')
        .getByText(/UNIQUE constraint failed|Failed to create index/)
        .waitFor();

      await chip.click();
      await statementIn(page, 'Update index').waitFor();
      await typeCode(statementIn(page, 'Update index'), 'half a statement');
      await indexPopup(page, 'Update index')
        .getByText('This is not a complete CREATE INDEX statement.')
        .waitFor();
      await button(indexPopup(page, 'Update index'), 'Close').click();
      await answer(page, /unsaved changes/, false);
      await typeCode(statementIn(page, 'Update index'), 'CREATE INDEX idx_own ON thief (title)');
      await button(indexPopup(page, 'Update index'), 'Set index').click();
      await saveIn(panel).click();
      await gone(panel);
    });
    assert.match((await collectionOf(backend, 'thief')).indexes.join(), /^CREATE INDEX `?idx_own`?/);
    assert.match(
      (await collectionOf(backend, 'owner')).indexes.join(),
      /idx_taken/,
      'its own is still there',
    );
  });

  test('locks rules, unlocks them with their text, completes them, and shows errors at their place', async () => {
    await makeCollection(backend, {
      name: 'ruled',
      schema: [field('text', 'title'), field('relation', 'owner', { collectionId: '_pb_users_auth_' })],
      listRule: 'title != "x"',
      viewRule: null,
      createRule: '',
    });
    await inEditor('ruled', async (opened, panel) => {
      const { page } = opened;
      await tabIn(panel, 'API Rules').click();
      const list = code(panel, 'List/Search rule');
      const lockButton = (name: string) =>
        panel.getByRole('button', { name: new RegExp(`^Set Admins only ?: ${name} rule$`) });
      const locked = (name: string) =>
        panel.getByRole('button', { name: new RegExp(`^${name} rule Admins only`) });
      await button(panel, 'Show available fields').click();
      await panel.getByText('@request.auth.*').waitFor();
      await checkPicture(opened, 'collection-rules');
      await lockButton('List/Search').click();
      await eventually(() => hasFocus(locked('List/Search')), true);
      await tabIn(panel, 'Fields').click();
      await tabIn(panel, 'API Rules').click();
      await locked('List/Search').click();
      await eventually(() => codeOf(list), 'title != "x"');
      await eventually(() => hasFocus(list), true);
      await tabIn(panel, 'Fields').click();
      await tabIn(panel, 'API Rules').click();
      assert.ok(await saveIn(panel).isDisabled(), 'it is what it was');

      await locked('View').click();
      const view = code(panel, 'View rule');
      await enterCode(view);
      await page.keyboard.type('owner = @request.auth.i', { delay: 30 });
      await acceptOffer(page, '@request.auth.id');
      await eventually(() => codeOf(view), 'owner = @request.auth.id');

      await typeCode(code(panel, 'Create rule'), 'title =');
      await tabIn(panel, 'API Rules').focus();
      await panel.getByText('A value is missing after =.').waitFor();
      assert.ok(await saveIn(panel).isEnabled(), "a hint stands in nobody's way");
      await typeCode(code(panel, 'Create rule'), 'nowhere = 1');
      await tabIn(panel, 'Fields').click();
      await saveIn(panel).click();
      await eventually(() => code(panel, 'Create rule').getAttribute('aria-invalid'), 'true');
      assert.is(await tabIn(panel, 'API Rules').getAttribute('aria-selected'), 'true');
      await eventually(() => tabIn(panel, 'API Rules').getAttribute('data-tooltip'), 'Has errors');
      await eventually(() => hasFocus(code(panel, 'Create rule')), true);
      await panel.getByText(/unknown field/).waitFor();
      assert.is((await collectionOf(backend, 'ruled')).viewRule, null, 'all or nothing');
      await checkPicture(opened, 'collection-rules-refused');
      await lockButton('Create').click();
      await eventually(() => tabIn(panel, 'API Rules').getAttribute('data-tooltip'), null);
      await saveIn(panel).click();
      await gone(panel);
    });
    const { listRule, viewRule, createRule } = await collectionOf(backend, 'ruled');
    assert.equal([listRule, viewRule, createRule], ['title != "x"', 'owner = @request.auth.id', null]);
  });

  test('renames a collection with its indexes, and with the views that read it if wanted', async () => {
    await makeDependants('all');
    await inEditor('all_shops', async ({ page }, panel) => {
      await nameIn(panel).fill('all_stores');
      await saveIn(panel).click();
      await confirming(page).getByText('Renamed collection').waitFor();
      await button(confirming(page), 'Confirm').click();
      await gone(panel);
      await page.getByRole('heading', { level: 1, name: 'all_stores' }).waitFor();
      assert.equal(await draftsOf(page), {});
      await eventually(() => editPanel(page).count(), 0);
    });
    assert.match((await collectionOf(backend, 'all_names')).options.query, /FROM `?all_stores`?/);
    const { json } = await askServer(backend, 'collections/all_names/records');
    assert.is(json.totalItems, 1);
    const { indexes } = await collectionOf(backend, 'all_stores');
    assert.equal(
      indexes.map((one: string) => /ON `?all_stores`?/.test(one)),
      [true, true],
    );
  });

  test('sends the options of a field even if they are closed again', async () => {
    await makeCollection(backend, {
      name: 'closing',
      schema: [field('text', 'title'), field('text', 'note')],
    });
    await inEditor('closing', async (_, panel) => {
      await box(await openOptions(panel, 'title'), 'Max length').fill('7');
      await openOptions(panel, 'note');
      await eventually(() => box(fieldRow(panel, 'title'), 'Max length').count(), 0);
      await button(panel, 'Options of note').click();
      await fieldRow(panel, 'title').getByText('max 7').waitFor();
      await saveIn(panel).click();
      await gone(panel);
    });
    const { schema } = await collectionOf(backend, 'closing');
    assert.is(schema[0].options.max, 7);
  });
}
