// Values that a careless form would change, drop or round: what is sent, and what is stored.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  addressOf,
  box,
  button,
  createCollections,
  editPanel,
  gone,
  make,
  type SentSave,
  savesOf,
  stored,
} from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer, checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

/** Deletes a row directly in its table, ignoring relations, as a script of the operator does. */
const rowsHook = `routerAdd('DELETE', '/api/rows/:table/:id', (c) => {
  const sql = 'DELETE FROM {{' + c.pathParam('table') + '}} WHERE [[id]] = {:id}';
  $app.dao().db().newQuery(sql).bind({ id: c.pathParam('id') }).execute();
  return c.noContent(204);
});`;

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, {
      bundle: true,
      prepare: (dir) => writeFileSync(join(dir, 'pb_hooks/rows.pb.js'), rowsHook),
    });
    await createCollections(backend);
    await createCollection({
      name: 'facts',
      schema: [
        field('text', 'title'),
        field('number', 'odd'),
        field('number', 'count'),
        field('email', 'mail', { onlyDomains: ['example.com'] }),
        field('url', 'link', { exceptDomains: ['example.org'] }),
      ],
    });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const save = (page: Page) => button(page.getByRole('dialog').last(), 'Save changes');

  /** Saves by keys; the panel stays open without unsaved changes. */
  async function saveHere(page: Page) {
    await page.keyboard.press('Control+s');
    const rests = async () => [
      await save(page).isDisabled(),
      await page.getByRole('dialog').last().getAttribute('aria-busy'),
    ];
    await eventually(rests, [true, null]);
  }

  /** Opens one record by its URL for the duration of the steps. */
  async function inEditor(
    collection: string,
    values: object,
    steps: (opened: OpenPage, id: string, saves: SentSave[]) => Promise<void>,
  ): Promise<void> {
    const { id } = await make(backend, collection, values);
    await walk(signedInPage(backend, addressOf(collection, id)), async (opened) => {
      await box(editPanel(opened.page, collection), 'title').waitFor();
      await steps(opened, id, await savesOf(opened.page));
    });
  }

  const valuesOf = (saves: SentSave[]) => saves.splice(0).map(({ values }) => values);
  const storedAt = async (collection: string, id: string, name: string) =>
    (await stored(backend, collection, id))?.[name];
  /** The server's own text: parsing it as JSON would round its numbers. */
  const textOf = async (collection: string, id: string) => {
    const answer = await fetch(`${backend.url}/api/collections/${collection}/records/${id}`, {
      headers: { Authorization: await adminToken(backend) },
    });
    return answer.text();
  };

  test('shows a date in UTC, keeps its milliseconds if it is not edited, and lets it be typed, picked and cleared', () =>
    inEditor('articles', { title: 'Dated', day: '2026-03-29 02:30:15.123Z' }, async (opened, id, saves) => {
      const { page } = opened;
      const device = await page.context().newCDPSession(page);
      await device.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
      await page.reload();
      const panel = editPanel(page, 'articles');
      const day = box(panel, 'day');
      await day.waitFor();
      assert.is(await page.evaluate(() => new Date(0).getHours()), 9, 'the device is elsewhere');
      assert.is(await day.inputValue(), '2026-03-29 02:30:15.123');
      await panel.getByText('UTC', { exact: true }).waitFor();
      await tabTo(page, day);
      await tabTo(page, box(panel, 'title'), 'Shift+Tab');
      assert.ok(await save(page).isDisabled(), 'it was only looked at');
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await saveHere(page);
      assert.equal(valuesOf(saves), [{ title: 'Dated!' }]);
      assert.is(await storedAt('articles', id, 'day'), '2026-03-29 02:30:15.123Z');

      await tabTo(page, day);
      await page.keyboard.press('Control+A');
      await page.keyboard.type('2026-11-24 08:05');
      await page.keyboard.press('Tab');
      await eventually(() => day.inputValue(), '2026-11-24 08:05:00');
      await saveHere(page);
      assert.equal(valuesOf(saves), [{ day: '2026-11-24 08:05:00' }]);
      assert.is(await storedAt('articles', id, 'day'), '2026-11-24 08:05:00.000Z');

      await button(panel, 'Pick a date').click();
      const calendar = page.getByRole('dialog', { name: 'Pick a date' });
      await calendar.getByRole('button', { name: 'Tuesday, November 24, 2026' }).waitFor();
      await checkPicture(opened, 'date-picker');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await gone(calendar);
      assert.is(await day.inputValue(), '2026-12-25 08:05:00');
      await saveHere(page);
      assert.equal(valuesOf(saves), [{ day: '2026-12-25 08:05:00' }]);
      assert.is(await storedAt('articles', id, 'day'), '2026-12-25 08:05:00.000Z');

      await panel.getByRole('button', { name: 'Clear' }).first().click();
      assert.is(await day.inputValue(), '');
      assert.ok(await hasFocus(day));
      await save(page).click();
      await gone(panel);
      assert.equal(valuesOf(saves), [{ day: '' }]);
      assert.is(await storedAt('articles', id, 'day'), '');
    }));

  test('viewing changes no number, even in another notation or too long for the server', () =>
    inEditor(
      'facts',
      { title: 'Numbers', odd: 0.30000000000000004, count: 1.1 },
      async ({ page }, id, saves) => {
        const panel = editPanel(page, 'facts');
        const count = box(panel, 'count');
        assert.is(await box(panel, 'odd').inputValue(), '0.30000000000000004');
        await count.fill('1.10');
        await saveHere(page);
        assert.is(await count.inputValue(), '1.10', 'it stays as it was typed');
        assert.equal(valuesOf(saves), [], 'and means what is stored');
        await count.fill('9007199254740991');
        await saveHere(page);
        assert.equal(valuesOf(saves), [{ count: 9007199254740991 }]);
        assert.match(await textOf('facts', id), '"count":9007199254740991,');

        await count.fill('9007199254740993');
        await page.keyboard.press('Control+s');
        await panel.getByText('Too long: the server would store 9007199254740992.').waitFor();
        await eventually(() => hasFocus(count), true);
        await count.fill('-12.50');
        await save(page).click();
        await gone(panel);
        assert.equal(valuesOf(saves), [{ count: -12.5 }]);
        assert.is(await storedAt('facts', id, 'odd'), 0.30000000000000004);
        assert.is(await storedAt('facts', id, 'count'), -12.5);
      },
    ));

  test('JSON keeps its long numbers and its order, when another field is saved and when it is itself', () => {
    const meta = '{"z":12345678901234567890,"a":[1.10,9007199254740993]}';
    return inEditor('articles', { title: 'Precise', meta }, async ({ page }, id, saves) => {
      const panel = editPanel(page, 'articles');
      const input = box(panel, 'meta');
      await box(panel, 'title').fill('Precise still');
      await saveHere(page);
      assert.equal(valuesOf(saves), [{ title: 'Precise still' }]);
      assert.ok((await textOf('articles', id)).includes(`"meta":${meta}`));

      await input.click();
      await panel.locator('.cm-content').first().waitFor();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.insertText('\n  "first": 1e3,');
      await panel.getByText('Valid JSON').waitFor();
      await saveHere(page);
      const next = meta.replace('{', '{"first":1e3,');
      assert.equal(valuesOf(saves), [{ meta: next }]);
      assert.ok((await textOf('articles', id)).includes(`"meta":${next}`));
      await page.keyboard.insertText(',');
      await panel.getByText('Invalid JSON').waitFor();
      await page.keyboard.press('Control+s');
      await panel.getByText('1 field needs attention').waitFor();
      assert.equal(saves, [], 'what is no JSON is not sent');
      await page.keyboard.press('Backspace');
      await panel.getByText('Valid JSON').waitFor();
      assert.ok(await save(page).isDisabled());
      // The server would accept it, and then fail to list the whole collection.
      await page.keyboard.insertText('"huge": [1e400],');
      await page.keyboard.press('Control+s');
      await panel.getByText('The number is too large.').waitFor();
      assert.equal(saves, [], 'nor what breaks the list');
    });
  });

  test('opens rich text that the editor would drop as source, stores it unchanged, and converts it on consent', () => {
    const body =
      '<table border="1"><tbody><tr><td>cell</td></tr></tbody></table>\r\n<p class="lead">text &copy;</p>';
    return inEditor('articles', { title: 'Rich', body }, async (opened, id, saves) => {
      const { page } = opened;
      const panel = editPanel(page, 'articles');
      const note = panel.getByText('The editor would drop 1 table and 1 class.');
      // Immediate, because the editor replaces the input soon.
      await box(panel, 'body').evaluate((input) => input.scrollIntoView());
      await note.waitFor();
      await panel.frameLocator('iframe[title="Preview"]').getByText('cell').waitFor();
      assert.ok(await save(page).isDisabled(), 'nothing was changed by opening it');
      await checkPicture(opened, 'editor-rich-source');
      await box(panel, 'title').fill('Rich still');
      await saveHere(page);
      assert.equal(valuesOf(saves), [{ title: 'Rich still' }]);
      assert.is(await storedAt('articles', id, 'body'), body);

      const convert = button(panel, 'Convert for the editor');
      await tabTo(page, convert);
      await page.keyboard.press('Enter');
      await gone(note);
      await eventually(() => hasFocus(box(panel, 'body')), true);
      assert.is(await storedAt('articles', id, 'body'), body, 'it is not stored yet');
      await save(page).click();
      await gone(panel);
      const [sent] = valuesOf(saves);
      assert.equal(Object.keys(sent ?? {}), ['body']);
      assert.is(await storedAt('articles', id, 'body'), sent?.['body']);
      assert.match(String(sent?.['body']), /cell.*text ©/s);
      assert.not.match(String(sent?.['body']), /table|class/);
    });
  });

  test('shows related records that no longer exist, never drops them silently, and removes them by keys', async () => {
    const [ghost, bo] = [
      await make(backend, 'authors', { name: 'Ghost' }),
      await make(backend, 'authors', { name: 'Bo' }),
    ];
    const values = { title: 'Haunted', author: ghost.id, friends: [ghost.id, bo.id] };
    const { id } = await make(backend, 'articles', values);
    const { status } = await askServer(backend, `rows/authors/${ghost.id}`, { method: 'DELETE' });
    assert.is(status, 204);
    assert.is(await storedAt('articles', id, 'author'), ghost.id, 'the server still points to it');
    await walk(signedInPage(backend, addressOf('articles', id)), async (opened) => {
      const { page } = opened;
      const saves = await savesOf(page);
      const panel = editPanel(page, 'articles');
      const [author, friends] = ['author', 'friends'].map((name) =>
        panel.getByRole('group', { name, exact: true }),
      );
      assert.ok(author && friends);
      for (const group of [author, friends]) await group.getByText('missing').waitFor();
      await friends.getByText('Bo').waitFor();
      assert.ok(await save(page).isDisabled(), 'looking at it changes nothing');
      await friends.scrollIntoViewIfNeeded();
      await checkPicture(opened, 'editor-missing');
      await box(panel, 'title').fill('Haunted still');
      await page.keyboard.press('Control+s');
      const refusal = 'Failed to find all relation records with the provided ids.';
      await eventually(() => panel.getByText(refusal).count(), 2);
      assert.equal(valuesOf(saves), [{ title: 'Haunted still' }]);
      const kept = await stored(backend, 'articles', id);
      assert.equal([kept?.['author'], kept?.['friends']], [ghost.id, [ghost.id, bo.id]]);

      await tabTo(page, button(author, `Remove ${ghost.id}`));
      await page.keyboard.press('Enter');
      await gone(author.getByText('missing'));
      await eventually(() => hasFocus(button(author, 'Open picker')), true);
      await tabTo(page, button(friends, `Remove ${ghost.id}`));
      await page.keyboard.press('Enter');
      await gone(friends.getByText('missing'));
      await saveHere(page);
      assert.equal(valuesOf(saves), [{ title: 'Haunted still', author: '', friends: [bo.id] }]);
      const record = await stored(backend, 'articles', id);
      assert.equal([record?.['author'], record?.['friends']], ['', [bo.id]]);
    });
  });

  test('edits a related record on top; its new name appears beside unsaved changes below', async () => {
    const ada = await make(backend, 'authors', { name: 'Ada' });
    await inEditor('articles', { title: 'Below', author: ada.id }, async (opened, id, saves) => {
      const { page } = opened;
      const { keyboard } = page;
      const panel = editPanel(page, 'articles');
      const top = editPanel(page, 'authors');
      await box(panel, 'title').fill('Unsaved below');
      await tabTo(page, button(panel, 'Edit Ada'));
      await keyboard.press('Enter');
      await box(top, 'name').waitFor();
      await checkPicture(opened, 'editor-on-top');
      await tabTo(page, box(top, 'name'));
      await keyboard.press('End');
      await keyboard.type(' Lovelace');
      await tabTo(page, button(top, 'Save changes'));
      await keyboard.press('Enter');
      await gone(top);
      await panel.getByText('Ada Lovelace').waitFor();
      await eventually(() => hasFocus(button(panel, 'Edit Ada Lovelace')), true);
      assert.is(await box(panel, 'title').inputValue(), 'Unsaved below');
      assert.is(await storedAt('authors', ada.id, 'name'), 'Ada Lovelace');
      assert.is(await storedAt('articles', id, 'title'), 'Below');
      await saveHere(page);
      assert.is(await storedAt('articles', id, 'title'), 'Unsaved below');
      assert.equal(valuesOf(saves), [{ name: 'Ada Lovelace' }, { title: 'Unsaved below' }]);
      assert.is(await storedAt('articles', id, 'author'), ada.id);
    });
  });

  test('a switch and choices by keys: keeps the newest of too many, and a single one can be removed', () =>
    inEditor('articles', { title: 'Chosen', mood: 'wild', tags: ['news'] }, async ({ page }, id, saves) => {
      const { keyboard } = page;
      const panel = editPanel(page, 'articles');
      const tags = panel.getByRole('combobox', { name: 'tags' });
      const option = (name: string) => page.getByRole('option', { name, exact: true });
      await panel.getByText('Select up to 2 items.').waitFor();
      await tabTo(page, panel.getByRole('switch', { name: 'live' }));
      await keyboard.press('Space');
      await tabTo(page, panel.getByRole('combobox', { name: 'mood' }));
      await keyboard.press('Backspace');
      await tabTo(page, tags);
      await keyboard.press('Enter');
      await option('draft').waitFor();
      await keyboard.press('End');
      await keyboard.press('Enter');
      await gone(option('draft'));
      assert.equal(await tags.textContent(), 'news, draft', 'the list closes with the last place');
      await keyboard.press('Enter');
      await option('long').click();
      await eventually(() => tags.textContent(), 'draft, long');
      await saveHere(page);
      assert.equal(valuesOf(saves), [{ live: true, mood: '', tags: ['draft', 'long'] }]);
      const record = await stored(backend, 'articles', id);
      assert.equal([record?.['live'], record?.['mood'], record?.['tags']], [true, '', ['draft', 'long']]);
      assert.is(record?.['title'], 'Chosen');
    }));

  test("shows the server's errors of an email and a URL at both, until the next character", () =>
    inEditor('facts', { title: 'Reachable' }, async ({ page }, id, saves) => {
      const panel = editPanel(page, 'facts');
      const [mail, link] = [box(panel, 'mail'), box(panel, 'link')];
      await mail.fill('ada@example.net');
      await link.fill('https://example.org/ada');
      await box(panel, 'title').fill('Reachable now');
      await save(page).click();
      await panel.getByText('2 fields need attention').waitFor();
      for (const input of [mail, link]) {
        assert.is(await input.getAttribute('aria-invalid'), 'true');
        const says = await input.evaluate((one) =>
          (one.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((part) => document.getElementById(part)?.textContent)
            .join(),
        );
        assert.match(says, /domain is not allowed/i);
      }
      await eventually(() => hasFocus(mail), true, 'the first has the focus');
      assert.is(await storedAt('facts', id, 'title'), 'Reachable');
      await mail.fill('ada@example.com');
      await panel.getByText('1 field needs attention').waitFor();
      assert.is(await mail.getAttribute('aria-invalid'), null);
      await link.fill('https://example.com/ada');
      await gone(panel.getByText('1 field needs attention'));
      await save(page).click();
      await gone(panel);
      const values = { title: 'Reachable now', mail: 'ada@example.com', link: 'https://example.com/ada' };
      assert.equal(valuesOf(saves).at(-1), values);
      const { title, mail: address, link: source } = (await stored(backend, 'facts', id)) ?? {};
      assert.equal({ title, mail: address, link: source }, values);
    }));
}
