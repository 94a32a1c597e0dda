// Collections created, changed, copied and deleted in their editor, as by a person.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { atRest } from '../support/browser';
import {
  addField,
  choose,
  collectionOf,
  confirming,
  draftsOf,
  editPanel,
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
} from '../support/collectionWalk';
import { box, button, gone } from '../support/editorWalk';
import { field } from '../support/realBackend';
import { backends } from '../support/server';
import { atHash, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary);

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
      await eventually(() => hasFocus(nameIn(panel)), true);
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
      assert.ok(await hasFocus(panel.getByRole('textbox', { name: 'Field name' }).nth(3)), 'and the focus');
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
      await page.setViewportSize({ width: 1440, height: 430 });
      await page.keyboard.press('Control+s');
      // Only the server finds this error.
      const pattern = box(fieldRow(panel, 'title'), 'Regex pattern');
      await eventually(() => hasFocus(pattern), true);
      const [errorId] = (await pattern.getAttribute('aria-describedby'))?.split(' ') ?? [];
      const footerY = (await panel.locator('footer').boundingBox())?.y ?? 0;
      const error = await page.locator(`[id="${errorId}"]`).boundingBox();
      assert.ok(error && error.y + error.height <= footerY, 'its text is in view');
      assert.equal(await storedNames(backend, 'wrongs'), ['title']);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('^a');
      await saveIn(panel).click();
      await gone(panel);
    });
    const { schema } = await collectionOf(backend, 'wrongs');
    assert.equal([schema[0].options.pattern, schema[1].name], ['^a', 'subtitle']);
  });

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
