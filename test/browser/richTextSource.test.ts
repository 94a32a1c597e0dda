// The losses of the rich text field and its source in a real browser.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { lossy } from '../support/richFixtures';
import { field, latest, richTextField, saying, show, source, told, tool } from '../support/richTextWalk';
import { eventually, hasFocus } from '../support/walk';

const { inField } = richTextField();

test('names what would be lost, shows it as source with a preview, and converts it only on request', () =>
  inField({ html: lossy[3]?.[0] ?? '' }, async (page) => {
    const note = page.getByRole('status').filter({ hasText: 'would drop' });
    await note.getByText('The editor would drop 1 table, 3 classes and 1 iframe.').waitFor();
    const preview = page.frameLocator('iframe[title="Preview"]');
    await preview.getByText('a', { exact: true }).waitFor();
    assert.is(await page.locator('iframe[title="Preview"]').getAttribute('sandbox'), '');
    await tool(page, 'Source').click();
    assert.is(await field(page).count(), 0);
    await source(page).click();
    await page.locator('.cm-content').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('<p class="a">typed</p>');
    await saying(page, '<p class="a">typed</p>');
    await note.getByText('The editor would drop 1 class.').waitFor();
    await preview.getByText('typed').waitFor();
    await page.getByRole('button', { name: 'Convert for the editor' }).click();
    await saying(page, '<p>typed</p>');
    await eventually(() => hasFocus(field(page)), true);
    await page.keyboard.type('!');
  }));

test('a source that has become harmless leads back into the editor', () =>
  inField({ html: '<p class="a">one</p>' }, async (page) => {
    await source(page).click();
    await page.locator('.cm-content').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('<h2>two</h2>');
    await page.getByText('would drop').waitFor({ state: 'detached' });
    await tool(page, 'Source').click();
    await field(page).getByRole('heading', { name: 'two' }).waitFor();
    await show(page, '<table><tbody><tr><td>other</td></tr></tbody></table>');
    await page.getByText('The editor would drop 1 table.').waitFor();
    await show(page, '<p>third</p>');
    await field(page).getByText('third').waitFor();
    assert.is(await latest(page), '<h2>two</h2>');
  }));

test('opens a large text as source, and in the editor on request', () => {
  const html = `<p>${'word '.repeat(62_000)}end</p>`;
  return inField({ html }, async (page) => {
    const note = page.getByRole('status').filter({ hasText: 'This text is large' });
    // The source of a large text is an editor at once, too.
    const rich = page.locator('.ql-editor');
    await note.waitFor();
    assert.is(await rich.count(), 0);
    await tool(page, 'Source').click();
    assert.is(await rich.count(), 0);
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await eventually(() => hasFocus(rich), true);
    assert.equal(await told(page), []);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('!');
    await saying(page, html.replace('end', 'end!'));
    await tool(page, 'Source').click();
    await source(page).waitFor();
    await tool(page, 'Source').click();
    await rich.waitFor();
  });
});

test('explains first that a large text is large, then what the editor would lose', () =>
  inField({ html: `<table></table><p>${'word '.repeat(62_000)}end</p>` }, async (page) => {
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await page.getByText('The editor would drop 1 table.').waitFor();
    assert.equal(await told(page), []);
  }));
