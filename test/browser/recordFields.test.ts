// Values that a careless form would change, drop or round: what is sent, and what is stored.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
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
import { adminToken, backends } from '../support/server';
import { eventually, hasFocus, jumpAhead, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary, createCollections);

  const panelOf = (page: Page) => editPanel(page, 'articles');
  const save = (page: Page) => button(panelOf(page), 'Save changes');

  /** Saves by keys; the panel stays open without unsaved changes. */
  async function saveHere(page: Page) {
    await page.keyboard.press('Control+s');
    const rests = async () => [await save(page).isDisabled(), await panelOf(page).getAttribute('aria-busy')];
    await eventually(rests, [true, null]);
  }

  /** Opens one article by its URL for the duration of the steps. */
  async function inEditor(
    values: object,
    steps: (page: Page, id: string, saves: SentSave[]) => Promise<void>,
  ): Promise<void> {
    const { id } = await make(backend, 'articles', values);
    await walk(signedInPage(backend, addressOf('articles', id)), async ({ page }) => {
      await box(panelOf(page), 'title').waitFor();
      await steps(page, id, await savesOf(page));
    });
  }

  const valuesOf = (saves: SentSave[]) => saves.splice(0).map(({ values }) => values);
  const storedAt = async (id: string, name: string) => (await stored(backend, 'articles', id))?.[name];
  /** The server's own text: parsing it as JSON would round its numbers. */
  const textOf = async (id: string) => {
    const answer = await fetch(`${backend.url}/api/collections/articles/records/${id}`, {
      headers: { Authorization: await adminToken(backend) },
    });
    return answer.text();
  };

  test('looking at a record changes nothing; a date in UTC is then typed, picked and cleared', () =>
    inEditor(
      { title: 'Dated', day: '2026-03-29 02:30:15.123Z', views: 0.30000000000000004 },
      async (page, id, saves) => {
        const device = await page.context().newCDPSession(page);
        await device.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
        await page.reload();
        const panel = panelOf(page);
        const day = box(panel, 'day');
        await day.waitFor();
        assert.is(await page.evaluate(() => new Date(0).getHours()), 9, 'the device is elsewhere');
        assert.is(await day.inputValue(), '2026-03-29 02:30:15.123');
        assert.is(await box(panel, 'views').inputValue(), '0.30000000000000004');
        await tabTo(page, day);
        await tabTo(page, box(panel, 'title'), 'Shift+Tab');
        assert.ok(await save(page).isDisabled(), 'it was only looked at');
        await page.keyboard.press('End');
        await page.keyboard.type('!');
        await saveHere(page);
        assert.equal(valuesOf(saves), [{ title: 'Dated!' }]);
        assert.is(await storedAt(id, 'day'), '2026-03-29 02:30:15.123Z');

        await tabTo(page, day);
        await page.keyboard.press('Control+A');
        await page.keyboard.type('2026-11-24 08:05');
        await saveHere(page);
        await button(panel, 'Pick a date').click();
        const calendar = page.getByRole('dialog', { name: 'Pick a date' });
        await calendar.getByRole('button', { name: 'Tuesday, November 24, 2026' }).waitFor();
        for (const key of ['PageDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
        await gone(calendar);
        await saveHere(page);
        assert.is(await storedAt(id, 'day'), '2026-12-25 08:05:00.000Z');
        await panel.getByRole('button', { name: 'Clear' }).first().click();
        assert.ok(await hasFocus(day));
        await box(panel, 'views').fill('9007199254740993');
        await page.keyboard.press('Control+s');
        await panel.getByText('Too long: the server would store 9007199254740992.').waitFor();
        await box(panel, 'views').fill('9007199254740991');
        await save(page).click();
        await gone(panel);
        assert.match(await textOf(id), '"views":9007199254740991}');
        assert.equal(valuesOf(saves), [
          { day: '2026-11-24 08:05:00' },
          { day: '2026-12-25 08:05:00' },
          { day: '', views: 9007199254740991 },
        ]);
      },
    ));

  test('JSON keeps its long numbers and its order; rich text that the editor would drop waits for consent', () => {
    const meta = '{"z":12345678901234567890,"a":[1.10,9007199254740993]}';
    const body =
      '<table border="1"><tbody><tr><td>cell</td></tr></tbody></table>\r\n<p class="lead">text &copy;</p>';
    return inEditor({ title: 'Precise', meta, body }, async (page, id, saves) => {
      const panel = panelOf(page);
      const note = panel.getByText('The editor would drop 1 table and 1 class.');
      // Immediate, because the editor replaces the input soon.
      await box(panel, 'body').evaluate((input) => input.scrollIntoView());
      await note.waitFor();
      await panel.frameLocator('iframe[title="Preview"]').getByText('cell').waitFor();
      assert.ok(await save(page).isDisabled(), 'nothing was changed by opening it');
      await box(panel, 'title').fill('Precise still');
      await saveHere(page);
      assert.equal(valuesOf(saves), [{ title: 'Precise still' }]);
      assert.match(await textOf(id), `"meta":${meta}`);
      assert.is(await storedAt(id, 'body'), body);

      await box(panel, 'meta').click();
      await panel.locator('.cm-content').first().waitFor();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.insertText('\n  "first": 1e3,');
      await panel.getByText('Valid JSON').waitFor();
      await saveHere(page);
      const next = meta.replace('{', '{"first":1e3,');
      assert.equal(valuesOf(saves), [{ meta: next }]);
      assert.match(await textOf(id), `"meta":${next}`);
      // An undo takes back what was typed within half a second.
      await jumpAhead(page, 1_000);
      // The server would accept it, and then fail to list the whole collection.
      await page.keyboard.insertText('"huge": [1e400],');
      await page.keyboard.press('Control+s');
      await panel.getByText('The number is too large.').waitFor();
      await page.keyboard.press('Control+z');
      await eventually(() => save(page).isDisabled(), true);
      assert.equal(saves, []);

      await tabTo(page, button(panel, 'Convert for the editor'));
      await page.keyboard.press('Enter');
      await gone(note);
      await eventually(() => hasFocus(box(panel, 'body')), true);
      assert.is(await storedAt(id, 'body'), body, 'it is not stored yet');
      await save(page).click();
      await gone(panel);
      const [sent] = valuesOf(saves);
      assert.equal(Object.keys(sent ?? {}), ['body']);
      assert.is(await storedAt(id, 'body'), sent?.['body']);
      assert.match(String(sent?.['body']), /cell.*text ©/s);
      assert.not.match(String(sent?.['body']), /table|class/);
    });
  });
}
