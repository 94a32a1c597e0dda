// The table and the editor on a newer server: live mode, a pasted block, a geo point, and a draft after a reload.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button, draftHolds, editPanel, gone, make, rowOf, stored } from '../support/editorWalk';
import { backends } from '../support/server';
import { press, stagedBar, tableOf, updatesOf } from '../support/tableWalk';
import { askServer, eventually, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

for (const { name, binary } of backends('newer').slice(-1)) {
  const ids: string[] = [];

  const backend = walkedBackend(binary, async () => {
    const fields = [
      { name: 'title', type: 'text', presentable: true },
      { name: 'seats', type: 'number' },
      { name: 'at', type: 'geoPoint' },
      { name: 'created', type: 'autodate', onCreate: true },
    ];
    const body = { name: 'places', type: 'base', fields };
    await askServer(backend, 'collections', { method: 'POST', body });
    for (const title of ['One', 'Two']) {
      const { id } = await make(backend, 'places', { title, seats: 1, at: { lon: 11.5, lat: 48.1 } });
      ids.push(id);
    }
  });

  const { cell } = tableOf(ids, ['pick', 'id', 'title', 'seats', 'at']);
  const valuesOf = async (at: number) => {
    const { title, seats, at: point } = (await stored(backend, 'places', ids[at] ?? '')) ?? {};
    return [title, seats, point];
  };
  const paste = (page: Page, text: string) =>
    page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);

  test(`${name}: live mode reports a row, a pasted block is saved cell by cell, and a draft comes back`, () =>
    walk(signedInPage(backend, '#/settings', { stored: { lowlineLive: '1' } }), async ({ page }) => {
      const isHeard = page.waitForResponse(
        (response) => response.url().endsWith('/api/realtime') && response.request().method() === 'POST',
      );
      await visit(page, `${addressOf('places')}&sort=created`);
      await isHeard;
      ids.push((await make(backend, 'places', { title: 'Three', seats: 3 })).id);
      await button(page, '1 row changed').click();
      await rowOf(page, 'Three').waitFor();

      const sent = updatesOf(page, ids);
      await tabTo(page, cell(page, 0, 'title'));
      await paste(page, 'Uno\t10\t{"lon":9.5,"lat":47.25}\nDos\t20\t{"lon":11.5,"lat":48.1}');
      await stagedBar(page).getByText('5 changes in 2 records').waitFor();
      await press(page, 'Control+s');
      await page.getByText('Saved 2 records.', { exact: true }).waitFor();
      assert.equal(await valuesOf(0), ['Uno', 10, { lon: 9.5, lat: 47.25 }]);
      assert.equal(await valuesOf(1), ['Dos', 20, { lon: 11.5, lat: 48.1 }]);
      assert.equal(
        sent.map(({ body }) => Object.keys(body as object)),
        [
          ['title', 'seats', 'at'],
          ['title', 'seats'],
        ],
      );

      await visit(page, addressOf('places', ids[2]));
      const panel = editPanel(page, 'places');
      const latitude = panel.getByRole('textbox', { name: 'Latitude' });
      await latitude.fill('52.52');
      await draftHolds(page, '52.52');
      await page.reload();
      await button(page, 'Restore draft').click();
      await eventually(() => latitude.inputValue(), '52.52');
      await button(panel, 'Save changes').click();
      await gone(panel);
      assert.equal(await valuesOf(2), ['Three', 3, { lon: 0, lat: 52.52 }]);
    }));
}
