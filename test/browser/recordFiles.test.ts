// Files of a record in its editor: kept, removed, reordered and added, and the result on the server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locator, type Page, type Route, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { listOf } from '../../ui/model/record';
import type { OpenPage } from '../support/browser';
import {
  addressOf,
  box,
  button,
  editPanel,
  gone,
  type SentSave,
  savesOf,
  stored,
} from '../support/editorWalk';
import { connectClient, createCollection, createRecord, field, pngFile } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer, checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

/** Fields that are high together, so that the ones below are far away. */
const longPages = Array.from({ length: 10 }, (_, at) => `page${at}`);

if (newest) {
  let backend: TestBackend;
  let safes: Collection;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
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
    safes = await createCollection({
      name: 'safes',
      schema: [
        ...longPages.map((name) => field('json', name)),
        field('file', 'papers', { maxSelect: 3, protected: true }),
      ],
    });
  });
  test.afterAll(async () => {
    await backend?.stop();
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

  const pngOf = async (name: string) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await pngFile(name).arrayBuffer()),
  });
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

  test('removes, restores and drags stored files, and the server has the rest in that order', () =>
    inAlbum({ names: ['aaa.png', 'bbb.png', 'ccc.png', 'ddd.png'] }, async (opened, id, saves) => {
      const { page } = opened;
      const before = await namesOf(id);
      const group = filesIn(page);
      await panelOf(page).getByText('4 of 4').waitFor();
      assert.ok(await button(group, 'Upload new file').isDisabled());
      await button(group, `Remove ${before[1]}`).click();
      await eventually(() => namesIn(keptLines(page)), ['aaa.png', 'ccc.png', 'ddd.png']);
      assert.is(await group.locator('s').textContent(), before[1]);
      await panelOf(page).getByText('3 of 4').waitFor();
      await checkPicture(opened, 'editor-files-removed');
      await button(group, 'Restore').click();
      await eventually(() => namesIn(keptLines(page)), ['aaa.png', 'bbb.png', 'ccc.png', 'ddd.png']);
      assert.is(await group.locator('s').count(), 0);
      assert.ok(await save(page).isDisabled(), 'all is as it was');

      await button(group, `Remove ${before[2]}`).click();
      const grip = await button(group, `Move ${before[3]}`).boundingBox();
      const target = await keptLines(page).first().boundingBox();
      assert.ok(grip && target);
      await page.mouse.move(grip.x + 5, grip.y + 8);
      await page.mouse.down();
      await page.mouse.move(target.x + 20, target.y + 20, { steps: 6 });
      await page.mouse.move(target.x + 20, target.y + 4, { steps: 3 });
      await page.mouse.up();
      await eventually(() => namesIn(keptLines(page)), ['ddd.png', 'aaa.png', 'bbb.png']);
      assert.equal(await namesOf(id), before, 'nothing is stored by looking');
      await save(page).click();
      await gone(panelOf(page));
      const left = [before[3], before[0], before[1]];
      assert.equal(await namesOf(id), left);
      assert.equal(saves, [{ values: { pictures: left }, files: [] }]);
      assert.is(await fileStatus(id, String(before[2])), 404);
      assert.is(await fileStatus(id, String(before[3])), 200);
    }));

  test('does the same by keys alone: lifted, moved, put back, dropped, each announced with its place', () =>
    inAlbum({ names: ['aaa.png', 'bbb.png', 'ccc.png'] }, async ({ page }, id, saves) => {
      const { keyboard } = page;
      const [a = '', b = '', c = ''] = await namesOf(id);
      const order = () => namesIn(keptLines(page));
      const grip = button(filesIn(page), `Move ${a}`);
      await tabTo(page, grip);
      await keyboard.press('Space');
      await told(page, `${a} lifted, place 1 of 3.`);
      assert.is(await grip.getAttribute('aria-pressed'), 'true');
      await keyboard.press('ArrowDown');
      await told(page, `${a}, place 2 of 3.`);
      await eventually(order, ['bbb.png', 'aaa.png', 'ccc.png']);
      await keyboard.press('Escape');
      await told(page, `${a} put back, place 1 of 3.`);
      await eventually(order, ['aaa.png', 'bbb.png', 'ccc.png']);
      assert.ok(await save(page).isDisabled(), 'nothing changed');
      assert.ok(await hasFocus(grip), 'the panel stays, and the focus where it was');
      for (const key of ['Space', 'ArrowDown', 'ArrowDown']) await keyboard.press(key);
      await told(page, `${a}, place 3 of 3.`);
      await keyboard.press('Space');
      await told(page, `${a} dropped, place 3 of 3.`);
      assert.ok(await hasFocus(grip));
      await tabTo(page, button(filesIn(page), `Remove ${b}`), 'Shift+Tab');
      await keyboard.press('Enter');
      await eventually(order, ['ccc.png', 'aaa.png']);
      await tabTo(page, button(filesIn(page), 'Restore'));
      await keyboard.press('Enter');
      await eventually(order, ['ccc.png', 'aaa.png', 'bbb.png']);
      await keyboard.press('Control+s');
      await page.getByText('Successfully updated record.').waitFor();
      assert.equal(await namesOf(id), [c, a, b]);
      assert.equal(saves, [{ values: { pictures: [c, a, b] }, files: [] }]);
    }));

  test('adds new files by the dialog and by a drop, in their own order, after the stored ones', () =>
    inAlbum({ names: ['old.png'] }, async (opened, id, saves) => {
      const { page } = opened;
      const [old = ''] = await namesOf(id);
      await choose(page, [await pngOf('one.png'), await pngOf('two.png')]);
      await eventually(() => namesIn(newLines(page)), ['one.png', 'two.png']);
      await drop(page, ['three.png'], filesIn(page));
      await eventually(() => namesIn(newLines(page)), ['one.png', 'two.png', 'three.png']);
      await eventually(() => widthOf(newLines(page).last().locator('img')), 300);
      assert.ok(await button(filesIn(page), 'Upload new file').isDisabled());
      await checkPicture(opened, 'editor-files-new');
      await tabTo(page, button(filesIn(page), 'Move three.png'));
      for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
      await eventually(() => namesIn(newLines(page)), ['three.png', 'one.png', 'two.png']);
      await button(filesIn(page), 'Remove one.png').click();
      await save(page).click();
      await gone(panelOf(page));
      assert.equal(await storedNames(id), ['old.png', 'three.png', 'two.png']);
      assert.is((await namesOf(id))[0], old);
      assert.equal(saves, [{ values: {}, files: ['pictures=three.png', 'pictures=two.png'] }]);
      assert.is(await fileStatus(id, String((await namesOf(id))[1])), 200);
    }));

  test('leaves out files beyond the maximum, and dropped ones of a wrong type, and tells so', () =>
    inAlbum({ names: ['aaa.png', 'bbb.png', 'ccc.png'] }, async ({ page }, id) => {
      await choose(page, [await pngOf('four.png'), await pngOf('five.png')]);
      const full = page.getByText('1 of 2 files were left out: the field is full.');
      await full.waitFor();
      await eventually(() => namesIn(newLines(page)), ['four.png']);
      await gone(full);
      await button(filesIn(page), 'Remove four.png').click();
      await drop(page, ['six.png', 'seven.png'], filesIn(page));
      await eventually(() => namesIn(newLines(page)), ['six.png']);
      await full.waitFor();
      await button(filesIn(page), 'Remove six.png').click();
      await drop(page, ['notes.txt', 'eight.png'], filesIn(page));
      await eventually(() => namesIn(newLines(page)), ['eight.png']);
      await page.getByText('1 of 2 files were left out: the field does not take their type.').waitFor();
      await save(page).click();
      await gone(panelOf(page));
      assert.equal(await storedNames(id), ['aaa.png', 'bbb.png', 'ccc.png', 'eight.png']);
    }));

  test('reports a file that is too large, or that the server refuses, at its field, and keeps it', () =>
    inAlbum({ names: ['old.png'] }, async (opened, id, saves) => {
      const { page } = opened;
      await choose(page, [{ ...(await pngOf('huge.png')), buffer: Buffer.alloc(20_001) }]);
      await save(page).click();
      const group = filesIn(page);
      await panelOf(page)
        .getByText('Failed to upload "huge.png" - the maximum allowed file size is 20000 bytes.')
        .waitFor();
      await panelOf(page).getByText('1 field needs attention').waitFor();
      await eventually(() => group.evaluate((one) => one.contains(document.activeElement)), true);
      assert.equal(saves, [], 'nothing is sent');
      await checkPicture(opened, 'editor-files-wrong');
      await button(group, 'Remove huge.png').click();
      await gone(panelOf(page).getByText('1 field needs attention'));

      await choose(page, [textOf('notes.txt', 30), await pngOf('good.png')]);
      await box(panelOf(page), 'title').fill('With a good one');
      await save(page).click();
      await panelOf(page).getByText('mime type must be one of: image/png.').waitFor();
      assert.equal(await namesIn(newLines(page)), ['notes.txt', 'good.png']);
      assert.is(await box(panelOf(page), 'title').inputValue(), 'With a good one');
      assert.equal(await storedNames(id), ['old.png']);
      await button(group, 'Remove notes.txt').click();
      await gone(panelOf(page).getByText('mime type must be one of: image/png.'));
      await save(page).click();
      await gone(panelOf(page));
      assert.equal(await storedNames(id), ['old.png', 'good.png']);
      assert.is((await stored(backend, 'albums', id))?.['title'], 'With a good one');
    }));

  test('shows the progress of a large upload, and lets the user type meanwhile', () =>
    inAlbum({ title: 'Slow line' }, async (opened, id) => {
      const { page } = opened;
      const line = await page.context().newCDPSession(page);
      const sendAt = (uploadThroughput: number) =>
        line.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput,
        });
      await choose(page, [textOf('long.txt', 15_000_000)], 'films');
      await box(panelOf(page), 'title').fill('Sent with the film');
      await sendAt(150_000);
      await save(page).click();
      const progress = panelOf(page).getByText(/^Uploading\.\.\. \d+ %$/);
      await progress.waitFor();
      const percent = async () => Number(/\d+/.exec((await progress.textContent()) ?? '')?.[0]);
      const first = await percent();
      await eventually(async () => (await percent()) > first, true, 'it continues');
      assert.ok((await percent()) < 100);
      await checkPicture(opened, 'editor-uploading', { sizes: ['wide'] });
      await box(panelOf(page), 'title').fill('Typed meanwhile');
      await page.keyboard.press('Escape');
      await progress.waitFor();
      assert.equal(await storedNames(id, 'films'), [], 'it is not there yet');
      await sendAt(-1);
      await gone(progress);
      await page.getByText('Successfully updated record.').waitFor();
      assert.equal(await storedNames(id, 'films'), ['long.txt']);
      assert.is((await stored(backend, 'albums', id))?.['title'], 'Sent with the film');
      assert.is(await box(panelOf(page), 'title').inputValue(), 'Typed meanwhile');
      await save(page).click();
      await gone(panelOf(page));
      assert.is((await stored(backend, 'albums', id))?.['title'], 'Typed meanwhile');
      assert.equal(await storedNames(id, 'films'), ['long.txt']);
    }));

  test('shows the pictures of protected files, with a token that is renewed after it expires', async () => {
    const body = { adminFileToken: { duration: 5 } };
    const { status } = await askServer(backend, 'settings', { method: 'PATCH', body });
    assert.is(status, 200);
    const form = new FormData();
    form.append('papers', pngFile('secret.png'));
    for (const page of longPages) form.append(page, JSON.stringify(Array(60).fill(page)));
    const { id } = await createRecord({ id: 'safes' }, form);
    const [name = ''] = listOf((await stored(backend, 'safes', id))?.['papers']);
    assert.is((await fetch(`${backend.url}/api/files/safes/${id}/${name}`)).status, 403);
    // The list below shows none, so each requested picture belongs to the panel.
    const kept = { [`${safes.id}@hiddenColumns`]: '["papers"]' };
    await walk(signedInPage(backend, addressOf('safes', id), { stored: kept }), async (opened) => {
      const { page } = opened;
      // A tab with only a picture requests an icon.
      opened.watch.expect(/favicon\.ico/);
      const panel = panelOf(page, 'safes');
      const group = panel.getByRole('group', { name: 'papers' });
      const link = group.getByRole('link', { name });
      const picture = group.locator('img');
      const answers: number[] = [];
      page.on('response', (answer) => answer.url().includes('thumb=') && answers.push(answer.status()));
      /** Waits until the link has a token and that token has expired. */
      const hasRunOut = async () => {
        const address = async () => (await link.getAttribute('href')) ?? '';
        await eventually(async () => /token=\w/.test(await address()), true);
        await eventually(async () => (await fetch(await address())).status, 403);
      };

      await group.scrollIntoViewIfNeeded();
      await eventually(() => widthOf(picture), 100);
      assert.is(answers.at(-1), 200);
      await checkPicture(opened, 'editor-files-protected', { sizes: ['wide'] });
      // A picture far down is requested when it comes near.
      await page.keyboard.press('Escape');
      await gone(panel);
      answers.length = 0;
      await page.getByRole('link', { name: id }).click();
      await box(panel, 'page0').waitFor();
      await hasRunOut();
      assert.equal(answers, [], 'it was not looked at yet');
      await group.scrollIntoViewIfNeeded();
      await eventually(() => widthOf(picture), 100);
      assert.equal(answers, [403, 200]);

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

  /** Another person changes files of the album outside this page. */
  async function changeFiles(id: string, values: Record<string, string | File>) {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.append(name, value);
    const answer = await fetch(`${backend.url}/api/collections/albums/records/${id}`, {
      method: 'PATCH',
      headers: { Authorization: await adminToken(backend) },
      body: form,
    });
    assert.is(answer.status, 200, await answer.text());
  }

  test('two people who change files at once keep what both added; too many are reported', () =>
    inAlbum({ names: ['aaa.png', 'bbb.png', 'ccc.png'] }, async ({ page }, id, saves) => {
      const [a = '', b = '', c = ''] = await namesOf(id);
      const group = filesIn(page);
      await button(group, `Remove ${a}`).click();
      await choose(page, [await pngOf('mine.png')]);
      await changeFiles(id, { 'pictures-': b, pictures: pngFile('theirs.png') });
      await page.keyboard.press('Control+s');
      await page.getByText('Successfully updated record.').waitFor();
      assert.equal(await storedNames(id), ['ccc.png', 'theirs.png', 'mine.png']);
      assert.equal(saves.splice(0), [{ values: { 'pictures-': [a] }, files: ['pictures=mine.png'] }]);
      await eventually(() => namesIn(keptLines(page)), ['ccc.png', 'theirs.png', 'mine.png']);

      await tabTo(page, button(group, `Move ${c}`));
      for (const key of ['Space', 'End', 'Space']) await page.keyboard.press(key);
      await choose(page, [await pngOf('last.png')]);
      await changeFiles(id, { pictures: pngFile('fuller.png') });
      await save(page).click();
      await panelOf(page).getByText('Select no more than 4.').waitFor();
      assert.equal(saves, [], 'nothing is sent');
      assert.equal(await storedNames(id), ['ccc.png', 'theirs.png', 'mine.png', 'fuller.png']);
      await eventually(() => namesIn(keptLines(page)), ['theirs.png', 'mine.png', 'ccc.png', 'fuller.png']);
      assert.equal(await namesIn(newLines(page)), ['last.png']);
      await button(group, `Remove ${c}`).click();
      await save(page).click();
      await gone(panelOf(page));
      assert.equal(await storedNames(id), ['theirs.png', 'mine.png', 'fuller.png', 'last.png']);
    }));

  test('asks which file wins when two people replace the only one of a field', () =>
    inAlbum({ title: 'Cover' }, async (opened, id, saves) => {
      const { page } = opened;
      const group = filesIn(page, 'cover');
      const popup = page.getByRole('dialog', { name: 'Someone else changed this record' });
      const replace = async (name: string) => {
        const stored = (await namesOf(id, 'cover'))[0];
        if (stored) await button(group, `Remove ${stored}`).click();
        await choose(page, [await pngOf(name)], 'cover');
        assert.ok(await button(group, 'Upload new file').isDisabled());
      };
      await replace('first.png');
      await page.keyboard.press('Control+s');
      await eventually(() => storedNames(id, 'cover'), ['first.png']);

      await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click();
      await gone(page.getByText('Successfully updated record.'));
      await replace('mine.png');
      await changeFiles(id, { cover: pngFile('theirs.png') });
      await save(page).click();
      const choice = popup.getByRole('group', { name: 'cover' });
      for (const name of [/first_\w+\.png/, /^mine\.png$/, /theirs_\w+\.png/])
        await choice.getByText(name).waitFor();
      await checkPicture(opened, 'editor-files-conflict');
      await button(popup, 'Cancel').click();
      await gone(popup);
      await group.getByText('mine.png').waitFor();
      assert.equal(await storedNames(id, 'cover'), ['theirs.png']);
      await box(panelOf(page), 'title').fill('Covered');
      await page.keyboard.press('Control+s');
      await choice.getByRole('radio', { name: 'Theirs' }).check();
      await button(popup, 'Save changes').click();
      await page.getByText('Successfully updated record.').waitFor();
      await group.getByRole('link', { name: /^theirs_/ }).waitFor();
      assert.equal(await storedNames(id, 'cover'), ['theirs.png']);

      await replace('mine again.png');
      await changeFiles(id, { cover: pngFile('theirs again.png') });
      const theirs = await namesOf(id, 'cover');
      await save(page).click();
      await choice.getByRole('radio', { name: 'Yours' }).check();
      await button(popup, 'Save changes').click();
      await gone(panelOf(page));
      assert.equal(await storedNames(id, 'cover'), ['mine_again.png']);
      assert.equal(saves, [
        { values: {}, files: ['cover=first.png'] },
        { values: { title: 'Covered' }, files: [] },
        { values: { 'cover-': theirs }, files: ['cover=mine again.png'] },
      ]);
    }));

  test('a failed save keeps the new files, and the second one stores them', () =>
    inAlbum({ names: ['old.png'] }, async ({ page, watch }, id, saves) => {
      watch.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
      await choose(page, [await pngOf('one.png'), await pngOf('two.png')]);
      await button(filesIn(page), `Remove ${(await namesOf(id))[0]}`).click();
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
      await button(filesIn(page), 'Restore').waitFor();
      await page.unroute(recordsCall, fall);
      await backend.restart();
      await gone(banner);
      assert.equal(await storedNames(id), ['old.png']);
      await save(page).click();
      await gone(panelOf(page));
      assert.equal(await storedNames(id), ['one.png', 'two.png']);
      assert.is(saves.length, 2);
      assert.equal(saves[0], saves[1]);
    }));
}
