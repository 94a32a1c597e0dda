// Collections created, changed, copied and deleted in their editor, as by a person.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { atRest } from '../support/browser';
import {
  acceptOffer,
  addField,
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
  makeEverything,
  nameIn,
  newPanel,
  openEditor,
  openNew,
  openOptions,
  recordsOf,
  savedToast,
  saveIn,
  storedNames,
  tabIn,
  typeCode,
} from '../support/collectionWalk';
import { answer, box, button, chooseInMenu, gone, make } from '../support/editorWalk';
import { field } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import { changeSettings } from '../support/settingsWalk';
import { askServer, atHash, eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const start = () => signedInPage(backend, '#/collections');
  const showing = (name: string) => signedInPage(backend, recordsOf(name));
  const sidebarLink = (page: Page, name: string) =>
    page.getByRole('complementary', { name: 'Collections' }).getByRole('link', { name, exact: true });

  /** The new collection is the one that is shown. */
  async function isShown(page: Page, name: string): Promise<void> {
    await gone(newPanel(page));
    const { id } = await collectionOf(backend, name);
    await atHash(page, recordsOf(id));
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await sidebarLink(page, name).waitFor();
  }

  test('creates a collection with options as set, and the collection of its relation on top', () =>
    walk(start(), async ({ page }) => {
      const panel = await openNew(page);
      assert.ok(await hasFocus(nameIn(panel)));
      await page.keyboard.type('My Ünïque things');
      assert.is(await nameIn(panel).inputValue(), 'My_Unique_things');

      await addField(panel, 'Plain text', 'title');
      let row = await openOptions(panel, 'title');
      await box(row, 'Max length').fill('80');
      await row.getByRole('switch', { name: 'Nonempty' }).check();
      row = await addField(panel, 'Select', 'mood');
      await box(row, 'Choices').fill('calm, wild\\, windy, odd');
      await choose(row, 'Values of mood', 'Multiple');
      await addField(panel, 'File', 'pictures');
      row = await openOptions(panel, 'pictures');
      await button(row, 'Choose presets').click();
      await page.getByRole('menuitem', { name: /^Images/ }).click();

      row = await addField(panel, 'Relation', 'owner');
      await row.getByRole('combobox', { name: 'Collection' }).click();
      await button(page, 'New collection').last().click();
      await eventually(() => newPanel(page).count(), 2);
      const second = newPanel(page).last();
      await eventually(() => hasFocus(nameIn(second)), true);
      await page.keyboard.type('owners');
      await addField(second, 'Plain text', 'name');
      await button(second, 'Create').click();
      await eventually(() => newPanel(page).count(), 1);
      await row.getByRole('combobox', { name: 'Collection' }).getByText('owners').waitFor();
      await button(panel, 'Create').click();
      await isShown(page, 'My_Unique_things');
      assert.equal(await draftsOf(page), {});
      const { schema } = await collectionOf(backend, 'My_Unique_things');
      const [title, mood, pictures, owner] = schema;
      assert.equal([title.required, title.options], [true, { min: null, max: 80, pattern: '' }]);
      assert.equal(mood.options.values, ['calm', 'wild, windy', 'odd']);
      const images = ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'];
      assert.equal(pictures.options.mimeTypes, images);
      assert.is(owner.options.collectionId, (await collectionOf(backend, 'owners')).id);
    }));

  test("creates a view with its query completed, and shows the server's error at the query", async () => {
    await makeCollection(backend, { name: 'sources', schema: [field('number', 'amount')] });
    await make(backend, 'sources', { amount: 3 });
    await walk(start(), async ({ page }) => {
      const panel = await openNew(page);
      await page.keyboard.type('totals');
      await button(panel, 'Type: Base').click();
      await page.getByRole('menuitemradio', { name: 'View' }).click();
      const query = code(panel, 'Select query');
      await enterCode(query);
      await page.keyboard.type('SELECT id, amount as `1 2` FROM sou', { delay: 20 });
      await acceptOffer(page, 'sources');
      await eventually(() => codeOf(query), 'SELECT id, amount as `1 2` FROM sources');
      await button(panel, 'Create').click();
      await panel.getByText(/^1 2: /).waitFor();
      await eventually(() => query.getAttribute('aria-invalid'), 'true');
      assert.is(await collectionOf(backend, 'totals'), null);
      await typeCode(query, 'SELECT id, (amount * 2) as twice FROM sources');
      await gone(panel.getByText(/^1 2: /));
      await button(panel, 'Create').click();
      await isShown(page, 'totals');
    });
    const { json } = await askServer(backend, 'collections/totals/records');
    assert.is(json.items[0].twice, 6);
  });

  test('duplicates a collection as stored, and deletes the copy when its name is typed', async () => {
    const original = await makeEverything(backend, 'originals');
    await walk(showing('originals'), async ({ page }) => {
      const panel = await openEditor(page);
      await nameIn(panel).fill('changed');
      await chooseInMenu(page, 'Duplicate');
      await answer(page, /unsaved changes/, true);
      const copy = newPanel(page);
      await eventually(() => nameIn(copy).inputValue(), 'originals_duplicate');
      await button(copy, 'Create').click();
      await isShown(page, 'originals_duplicate');
      const { schema, listRule, indexes } = await collectionOf(backend, 'originals_duplicate');
      const plain = (fields: readonly object[]) => fields.map((one) => ({ ...one, id: '' }));
      assert.equal(plain(schema), plain(original.schema));
      assert.is(listRule, 'live = true');
      assert.match(indexes.join(), /ON `originals_duplicate` \(\s*`title`\s*\)/);

      await makeCollection(backend, {
        name: 'copied_titles',
        type: 'view',
        options: { query: 'SELECT id, title FROM originals_duplicate' },
      });
      await visit(page, recordsOf('originals_duplicate'));
      await openEditor(page);
      await chooseInMenu(page, 'Delete');
      const popup = page.getByRole('dialog', { name: 'Delete collection' });
      await popup.getByText(/delete collection "originals_duplicate" and all its records\?/).waitFor();
      await popup.getByText(/No backup yet\./).waitFor();
      await popup.getByRole('link', { name: 'copied_titles' }).waitFor();
      assert.ok(await hasFocus(box(popup, 'Type originals_duplicate to confirm')));
      await page.keyboard.type('originals_duplicat');
      assert.ok(await button(popup, 'Delete').isDisabled());
      await page.keyboard.type('e');
      await page.keyboard.press('Enter');
      await page.getByText('Failed to delete collection due to existing dependency.').waitFor();
      await askServer(backend, 'collections/copied_titles', { method: 'DELETE' });
      await button(popup, 'Delete').click();
      await gone(popup);
      await page.getByText('Successfully deleted collection "originals_duplicate".').waitFor();
      assert.is(await collectionOf(backend, 'originals_duplicate'), null);
      await gone(sidebarLink(page, 'originals_duplicate'));
    });
  });

  test('a system collection keeps its name and its system fields; hidden controls hide the editor', async () => {
    const state = { ...field('select', 'state', { values: ['a', 'b'], maxSelect: 1 }), system: true };
    await makeCollection(backend, { name: 'held', system: true, schema: [state] });
    await walk(showing('held'), async ({ page }) => {
      const panel = await openEditor(page);
      await panel.getByText('System collection').waitFor();
      assert.ok(await nameIn(panel).isDisabled());
      assert.is(await button(panel, 'More actions').count(), 0);
      const row = await openOptions(panel, 'state');
      await row.getByText('System fields cannot be changed.').waitFor();
      await button(row, 'Duplicate').click();
      await saveIn(panel).click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'held'), ['state', 'state_copy']);
      await changeSettings(backend, { meta: { hideControls: true } });
      try {
        await visit(page, recordsOf('held'));
        await button(page, 'API Preview').waitFor();
        // The settings may come after the collections.
        await gone(button(page, 'Edit collection'));
        await gone(button(page, 'New collection'));
      } finally {
        await changeSettings(backend, { meta: { hideControls: false } });
      }
    });
  });

  test('makes a whole edit by keys, including the order of the fields', async () => {
    await makeCollection(backend, {
      name: 'keys',
      schema: [field('text', 'one'), field('text', 'two'), field('text', 'three')],
    });
    await walk(showing('keys'), async ({ page }) => {
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await tabTo(page, button(page, 'Edit collection'));
      await press('Enter');
      const panel = editPanel(page);
      await nameIn(panel).waitFor();
      await tabTo(page, button(panel, 'Move three'));
      await press('Space', 'ArrowUp', 'ArrowUp', 'Space');
      await eventually(() => fieldNames(panel), ['three', 'one', 'two']);
      assert.ok(await hasFocus(button(panel, 'Move three')), 'the focus stays on its grip');
      await tabTo(page, fieldRow(panel, 'one').getByRole('textbox', { name: 'Field name' }));
      await press('ControlOrMeta+A');
      await page.keyboard.type('first');
      await tabTo(page, button(panel, 'Options of first'));
      await press('Enter');
      await tabTo(page, fieldRow(panel, 'first').getByRole('switch', { name: 'Nonempty' }));
      await press('Space');
      await tabTo(page, button(panel, 'New field'));
      await press('Enter');
      await tabTo(page, button(panel, 'Number'));
      await press('Enter');
      await eventually(() => hasFocus(panel.getByRole('textbox', { name: 'Field name' }).nth(3)), true);
      await page.keyboard.type('count');
      await press('Control+s');
      await confirming(page).waitFor();
      assert.ok(await hasFocus(button(confirming(page), 'Cancel')));
      await tabTo(page, button(confirming(page), 'Confirm'));
      await press('Enter');
      await savedToast(page).waitFor();
      await gone(confirming(page));
      assert.ok(await saveIn(panel).isDisabled(), 'Ctrl+S keeps the panel open');
      const { schema } = await collectionOf(backend, 'keys');
      assert.equal(
        schema.map((one: { name: string; required: boolean }) => `${one.name} ${one.required}`),
        ['three false', 'first true', 'two false', 'count false'],
      );
      await press('Escape');
      await gone(panel);
      await eventually(() => hasFocus(button(page, 'Edit collection')), true);
    });
  });

  test('is led to each wrong value, on other tabs and in closed options, and corrects it there', async () => {
    await makeCollection(backend, { name: 'wrongs', schema: [field('text', 'title')] });
    await walk(showing('wrongs'), async ({ page }) => {
      const panel = await openEditor(page);
      await addField(panel, 'Plain text', 'created');
      await tabIn(panel, 'API Rules').click();
      await saveIn(panel).click();
      const name = fieldRow(panel, 'created').getByRole('textbox', { name: 'Field name' });
      await eventually(() => hasFocus(name), true);
      assert.is(await name.getAttribute('aria-invalid'), 'true');
      const reason = fieldRow(panel, 'created').getByText('The system uses this name.');
      await eventually(async () => {
        const [input, text] = [await name.boundingBox(), await reason.boundingBox()];
        return input !== null && text !== null && text.width > 50 && text.y >= input.y + input.height;
      }, true);
      await panel.getByText('1 field needs attention').waitFor();
      await eventually(() => tabIn(panel, 'Fields').getAttribute('data-tooltip'), 'Has errors');
      await name.fill('subtitle');
      await eventually(() => tabIn(panel, 'Fields').getAttribute('data-tooltip'), null);

      await box(await openOptions(panel, 'title'), 'Regex pattern').fill('(');
      await button(panel, 'Options of title').click();
      await tabIn(panel, 'API Rules').click();
      await page.keyboard.press('Control+s');
      // Only the server finds this error.
      await eventually(() => hasFocus(box(fieldRow(panel, 'title'), 'Regex pattern')), true);
      assert.equal(await storedNames(backend, 'wrongs'), ['title']);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('^a');
      await saveIn(panel).click();
      await gone(panel);
    });
    const { schema } = await collectionOf(backend, 'wrongs');
    assert.equal([schema[0].options.pattern, schema[1].name], ['^a', 'subtitle']);
  });

  test('Ctrl+S stores a new collection and continues with it; it is shown when the panel closes', () =>
    walk(showing('users'), async ({ page }) => {
      const panel = await openNew(page);
      await page.keyboard.type('onward');
      await addField(panel, 'Plain text', 'title');
      await page.keyboard.press('Control+s');
      const edited = editPanel(page);
      await edited.waitFor();
      await addField(edited, 'Bool', 'live');
      await page.keyboard.press('Control+s');
      await savedToast(page).waitFor();
      await page.keyboard.press('Escape');
      await gone(edited);
      assert.equal(await storedNames(backend, 'onward'), ['title', 'live']);
      await isShown(page, 'onward');
      assert.equal(await draftsOf(page), {});

      // It does not block another address.
      await openNew(page);
      await page.keyboard.type('wayside');
      await addField(newPanel(page), 'Plain text', 'title');
      await page.keyboard.press('Control+s');
      await editPanel(page).waitFor();
      await page.goBack();
      await gone(editPanel(page));
      await atHash(page, recordsOf('users'));
    }));

  test('on a small screen the options of every field can be pressed', async () => {
    await makeEverything(backend, 'cramped');
    const narrow = { width: 320, height: 700, isTouch: true };
    await walk(signedInPage(backend, recordsOf('cramped'), narrow), async ({ page }) => {
      const panel = await openEditor(page);
      await atRest(page);
      for (const name of await fieldNames(panel)) {
        const gear = button(panel, `Options of ${name}`);
        const place = await gear.boundingBox();
        assert.ok(place && place.x >= 0 && place.x + place.width <= narrow.width, `${name}: ${place?.x}`);
        const row = await gear.locator('xpath=..').boundingBox();
        assert.ok(row && row.height < 50, `${name}: one line, not ${row?.height} px`);
        await gear.tap();
        await eventually(() => gear.getAttribute('aria-expanded'), 'true', name);
      }
    });
  });
}
