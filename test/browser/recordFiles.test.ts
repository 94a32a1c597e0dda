// Files of a record in its editor: kept, removed, reordered and added, and the result on the server.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locator, type Page, type Route, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { listOf } from '../../ui/base/lists';
import type { OpenPage } from '../support/browser';
import {
  addressOf,
  box,
  button,
  draftHolds,
  editPanel,
  gone,
  pngOf,
  type SentSave,
  savesOf,
  stored,
} from '../support/editorWalk';
import { createCollection, createRecord, field, pngFile } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary, async () => {
    const pictures = { mimeTypes: ['image/png'], maxSelect: 4, maxSize: 20_000 };
    await createCollection({
      name: 'albums',
      schema: [
        field('text', 'title'),
        field('file', 'pictures', pictures),
        field('file', 'cover'),
        field('file', 'films', { maxSelect: 2, maxSize: 20_000_000 }),
      ],
    });
    await createCollection({
      name: 'safes',
      schema: [field('file', 'papers', { maxSelect: 3, protected: true })],
    });
  });

  const panelOf = (page: Page, collection = 'albums') => editPanel(page, collection);
  const filesIn = (page: Page, name = 'pictures') => panelOf(page).getByRole('group', { name, exact: true });
  const save = (page: Page) => button(panelOf(page), 'Save changes');
  const lines = (within: Locator, list: string) =>
    within.getByRole('list', { name: list, exact: true }).getByRole('listitem');
  const keptLines = (page: Page) => lines(filesIn(page), 'Files of pictures');
  const newLines = (page: Page) => lines(filesIn(page), 'New files of pictures');
  /** The names in the lines as given: the server appends to them. */
  const namesIn = async (found: Locator) => {
    const removers = await found.getByRole('button', { name: /^Remove / }).all();
    const labels = await Promise.all(removers.map((one) => one.getAttribute('aria-label')));
    return labels.map((label) => givenName(String(label).replace('Remove ', '')));
  };
  const givenName = (name: string) => name.replace(/_\w{10}\./, '.');
  const namesOf = async (id: string, name = 'pictures') => {
    return listOf((await stored(backend, 'albums', id))?.[name]);
  };
  const storedNames = async (id: string, name = 'pictures') => (await namesOf(id, name)).map(givenName);
  const fileStatus = async (id: string, name: string, query = '') =>
    (await fetch(`${backend.url}/api/files/albums/${id}/${name}${query}`)).status;

  /** The width of a picture as rendered; 0 while it is missing. */
  const widthOf = (image: Locator) => image.evaluate((one) => (one as HTMLImageElement).naturalWidth);

  const textOf = (name: string, size: number) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.alloc(size, 'a line of text\n'),
  });

  /** Chooses files in the system's dialog, where a person may choose any type. */
  async function choose(
    page: Page,
    files: { name: string; mimeType: string; buffer: Buffer }[],
    name?: string,
  ) {
    const chooser = page.waitForEvent('filechooser');
    await button(filesIn(page, name), 'Upload new file').click();
    await (await chooser).setFiles(files);
  }

  /** Drags files from outside the browser onto the field. */
  async function drop(page: Page, names: readonly string[], onto: Locator) {
    const paths = [];
    for (const name of names) {
      const path = join(backend.dir, name);
      writeFileSync(path, Buffer.from(await pngFile(name).arrayBuffer()));
      paths.push(path);
    }
    const place = await onto.boundingBox();
    assert.ok(place);
    const session = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', {
        type,
        x: place.x + place.width / 2,
        y: place.y + place.height / 2,
        data: { items: [], files: paths, dragOperationsMask: 1 },
      });
    }
    await session.detach();
  }

  /** Opens one album with pictures of these names by its URL for the duration of the steps. */
  async function inAlbum(
    { names = [], ...values }: { names?: readonly string[]; title?: string },
    steps: (opened: OpenPage, id: string, saves: SentSave[]) => Promise<void>,
  ): Promise<void> {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    for (const name of names) form.append('pictures', pngFile(name));
    const { id } = await createRecord({ id: 'albums' }, form);
    await walk(signedInPage(backend, addressOf('albums', id)), async (opened) => {
      await box(panelOf(opened.page), 'title').waitFor();
      await steps(opened, id, await savesOf(opened.page));
    });
  }

  /** Waits for the place in the live region; it is announced a moment after each move. */
  const told = (page: Page, text: string) =>
    page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });

  test('removes, restores and reorders stored files, by mouse and by keys', () =>
    inAlbum({ names: ['aaa.png', 'bbb.png', 'ccc.png', 'ddd.png'] }, async ({ page }, id, saves) => {
      const { keyboard } = page;
      const before = await namesOf(id);
      const [a = '', b = '', c = '', d = ''] = before;
      const group = filesIn(page);
      const order = () => namesIn(keptLines(page));
      await panelOf(page).getByText('4 of 4').waitFor();
      assert.ok(await button(group, 'Upload new file').isDisabled());
      await button(group, `Remove ${b}`).click();
      await eventually(order, ['aaa.png', 'ccc.png', 'ddd.png']);
      await button(group, 'Restore').click();
      await eventually(order, ['aaa.png', 'bbb.png', 'ccc.png', 'ddd.png']);
      assert.ok(await save(page).isDisabled(), 'all is as it was');

      await button(group, `Remove ${c}`).click();
      const grip = await button(group, `Move ${d}`).boundingBox();
      const target = await keptLines(page).first().boundingBox();
      assert.ok(grip && target);
      await page.mouse.move(grip.x + 5, grip.y + 8);
      await page.mouse.down();
      await page.mouse.move(target.x + 20, target.y + 20, { steps: 6 });
      await page.mouse.move(target.x + 20, target.y + 4, { steps: 3 });
      await page.mouse.up();
      await eventually(order, ['ddd.png', 'aaa.png', 'bbb.png']);
      assert.equal(await namesOf(id), before, 'nothing is stored yet');
      await keyboard.press('Control+s');
      await eventually(() => namesOf(id), [d, a, b]);
      assert.is(await fileStatus(id, c), 404);
      await eventually(() => save(page).isDisabled(), true);

      const lifted = button(group, `Move ${a}`);
      await tabTo(page, lifted);
      for (const key of ['Space', 'ArrowUp', 'Space']) await keyboard.press(key);
      await told(page, `${a} dropped, place 1 of 3.`);
      await tabTo(page, button(group, `Remove ${b}`));
      await keyboard.press('Enter');
      await tabTo(page, save(page));
      await keyboard.press('Enter');
      await gone(panelOf(page));
      assert.equal(await namesOf(id), [a, d]);
      assert.equal(saves, [
        { values: { pictures: [d, a, b] }, files: [] },
        { values: { pictures: [a, d] }, files: [] },
      ]);
    }));

  test('adds files by the dialog and by a drop, up to the maximum and of its types, after the stored ones', () =>
    inAlbum({ names: ['old.png'] }, async ({ page }, id, saves) => {
      const [old = ''] = await namesOf(id);
      const group = filesIn(page);
      await choose(page, [await pngOf('one.png'), await pngOf('two.png')]);
      await drop(page, ['three.png', 'four.png'], group);
      await page.getByText('1 of 2 files was left out: the field is full.').waitFor();
      await eventually(() => namesIn(newLines(page)), ['one.png', 'two.png', 'three.png']);
      await eventually(() => widthOf(newLines(page).last().locator('img')), 300);
      await button(group, 'Remove one.png').click();
      await choose(page, [textOf('notes.txt', 30)]);
      await page.getByText(/was left out: the field does not take/).waitFor();
      assert.equal(await namesIn(newLines(page)), ['two.png', 'three.png']);

      saves.length = 0;
      await choose(page, [{ ...(await pngOf('huge.png')), buffer: Buffer.alloc(20_001) }]);
      await save(page).click();
      const tooLarge = 'Failed to upload "huge.png" - the maximum allowed file size is 20000 bytes.';
      await panelOf(page).getByText(tooLarge).waitFor();
      assert.equal(saves, [], 'nothing is sent');
      await button(group, 'Remove huge.png').click();
      await tabTo(page, button(group, 'Move three.png'));
      for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
      await drop(page, ['notes.txt', 'five.png'], group);
      await page.getByText('1 of 2 files was left out: the field does not take its type.').waitFor();
      await eventually(() => namesIn(newLines(page)), ['three.png', 'two.png', 'five.png']);
      await save(page).click();
      await gone(panelOf(page));
      assert.equal(await storedNames(id), ['old.png', 'three.png', 'two.png', 'five.png']);
      assert.is((await namesOf(id))[0], old);
      const files = ['three', 'two', 'five'].map((name) => `pictures=${name}.png`);
      assert.equal(saves, [{ values: {}, files }]);
    }));

  test('shows the picture of a protected file, and opens it with a token that is renewed after it expires', async () => {
    const body = { adminFileToken: { duration: 5 } };
    const { status } = await askServer(backend, 'settings', { method: 'PATCH', body });
    assert.is(status, 200);
    const form = new FormData();
    form.append('papers', pngFile('secret.png'));
    const { id } = await createRecord({ id: 'safes' }, form);
    const [name = ''] = listOf((await stored(backend, 'safes', id))?.['papers']);
    assert.is((await fetch(`${backend.url}/api/files/safes/${id}/${name}`)).status, 403);
    await walk(signedInPage(backend, addressOf('safes', id)), async (opened) => {
      const { page } = opened;
      // A tab with only a picture requests an icon, and the server forbids it every script.
      opened.watch.expect(/favicon\.ico|Blocked script execution in '[^']*\/api\/files\//);
      const panel = panelOf(page, 'safes');
      const group = panel.getByRole('group', { name: 'papers' });
      const link = group.getByRole('link', { name });
      const picture = group.locator('img');
      /** Waits until the link has a token and that token has expired. */
      const hasRunOut = async () => {
        const address = async () => (await link.getAttribute('href')) ?? '';
        await eventually(async () => /token=\w/.test(await address()), true);
        await eventually(async () => (await fetch(await address())).status, 403);
      };

      await eventually(() => widthOf(picture), 100);
      for (const button of ['middle', 'left'] as const) {
        await hasRunOut();
        const opening = page.context().waitForEvent('page');
        await link.click({ button });
        const tab = await opening;
        await tab.waitForURL(/token=/);
        await eventually(() => widthOf(tab.locator('img')), 300);
        await tab.close();
      }
    });
  });

  test('a server that dies during a save loses nothing typed, and the second save stores it', () =>
    inAlbum({ names: ['old.png'], title: 'Before' }, async ({ page, watch }, id, saves) => {
      watch.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
      await choose(page, [await pngOf('one.png'), await pngOf('two.png')]);
      await button(filesIn(page), `Remove ${(await namesOf(id))[0]}`).click();
      await box(panelOf(page), 'title').fill('After the fall');
      const recordsCall = '**/api/collections/*/records/*';
      // The server responds to the read before the save, and dies during the save itself.
      const fall = async (route: Route) => {
        if (route.request().method() === 'PATCH') await backend.kill();
        await route.fallback();
      };
      await page.route(recordsCall, fall);
      await save(page).click();
      const banner = page.getByText('The server cannot be reached. Trying again...');
      await banner.waitFor();
      assert.equal(await namesIn(newLines(page)), ['one.png', 'two.png']);
      assert.is(await box(panelOf(page), 'title').inputValue(), 'After the fall');
      await draftHolds(page, 'After the fall');
      await page.unroute(recordsCall, fall);
      await backend.restart();
      await gone(banner);
      assert.equal(await storedNames(id), ['old.png']);
      await save(page).click();
      await gone(panelOf(page));
      assert.equal(await storedNames(id), ['one.png', 'two.png']);
      assert.is((await stored(backend, 'albums', id))?.['title'], 'After the fall');
      assert.is(saves.length, 2);
      assert.equal(saves[0], saves[1]);
    }));
}
