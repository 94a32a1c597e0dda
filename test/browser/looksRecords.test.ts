// The looks of the records: their table, editors, pickers, imports and exports.
import { type Locator, type Page, test } from '@playwright/test';
import { openHead } from '../support/columnsWalk';
import {
  addressOf,
  answer,
  box,
  button,
  changeElsewhere,
  chooseInMenu,
  createCollections,
  draftHolds,
  editPanel,
  make,
  newPanel,
  question,
  rowOf,
} from '../support/editorWalk';
import { type Look, look, refuse, says, sweep } from '../support/looks';
import { createCollection, createRecord, field, formOf, pngFile } from '../support/realBackend';
import { backends, type TestBackend } from '../support/server';
import { press, stagedBar } from '../support/tableWalk';
import { askServer, drawnPictures, eventually, hasFocus } from '../support/walk';

const newest = backends().at(-1);

const articles = addressOf('articles');
const full = 'articlefull0001';
const table = 'articletable001';
const disputed = 'articledisp0001';
const ada = 'userada00000001';
const payer = 'payerheld000001';
/** Few columns, because each cell behind a panel costs time. */
const short = `${articles}&columns=title,mood`;
const theFull = `${addressOf('articles', full)}&columns=title,mood`;
const recordsCall = '**/api/collections/*/records?*';

const columns =
  'pick id title views live contact source day mood tags meta body pictures author friends'.split(' ');
const rule = 'live = true || author.name = "Ada" && @request.auth.id != ""';

/** A browser that locks the writes of this server. */
const locked = (url: string, appName = '') => ({
  [`lowlineEnvironment@${url}/api/`]: JSON.stringify({
    name: 'Production',
    colour: 'red',
    locks: true,
    appName,
  }),
});

async function seed(backend: TestBackend): Promise<void> {
  await createCollections(backend);
  await createCollection({ name: 'empty', schema: [field('text', 'name')] });
  for (const name of ['Ada', 'Bo', 'Cleo'])
    await make(backend, 'authors', { id: `author${name.toLowerCase()}`.padEnd(15, '0'), name });
  for (let at = 0; at < 4; at += 1)
    await make(backend, 'articles', { title: `Article ${at}`, views: at, live: at % 2 === 0, mood: 'calm' });
  await make(backend, 'articles', {
    id: table,
    title: 'With a table',
    body: '<table><tr><td>cell</td></tr></table>',
  });
  await make(backend, 'articles', { id: disputed, title: 'Disputed by two' });
  const form = formOf({
    id: full,
    title: 'The full article',
    views: '12.5',
    live: 'true',
    contact: 'ada@example.com',
    source: 'https://example.com/a?b=c',
    day: '2026-03-29 02:30:15.000Z',
    mood: 'wild',
    meta: '{"z": 12345678901234567890, "a": [1.10, null]}',
    body: `<p>Rich and <strong>bold</strong>. ${'A long text. '.repeat(30)}</p>`,
    author: 'authorada000000',
  });
  for (const tag of ['news', 'long']) form.append('tags', tag);
  for (const id of ['authorbo0000000', 'authorada000000']) form.append('friends', id);
  form.append('pictures', pngFile('picture.png'));
  form.append('pictures', new File(['text'], 'notes.txt', { type: 'text/plain' }));
  await createRecord({ id: 'articles' }, form);
  await make(backend, 'comments', { article: full });
  await make(backend, 'payers', { id: payer, name: 'Held by a receipt' });
  for (let at = 0; at < 4; at += 1) await make(backend, 'payers', { name: `Payer ${at}` });
  await make(backend, 'receipts', { payer });
  const password = '1234567890';
  await make(backend, 'users', {
    id: ada,
    email: 'ada@example.com',
    name: 'Ada',
    password,
    passwordConfirm: password,
  });
  await askServer(backend, 'collections/articles', {
    method: 'PATCH',
    body: { listRule: rule, viewRule: '', createRule: '@request.auth.id != ""', updateRule: 'live = true' },
  });
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const cell = (page: Page, name: string, row = full) =>
  rowOf(page, row).locator('td').nth(columns.indexOf(name));
const search = (page: Page) => page.locator('main search');
const menu = (page: Page) => page.getByRole('menu');
const openMenu = (control: Locator) => control.click().then(() => menu(control.page()).waitFor());
const grid = (page: Page) => page.getByRole('grid').waitFor();
const quickLook = (page: Page) => page.getByRole('complementary', { name: 'Quick look' });
const panelOf = (page: Page) => editPanel(page, 'articles');
const titleIn = (page: Page) => box(panelOf(page), 'title');

async function toCell(page: Page, name: string, row?: string): Promise<void> {
  // Its middle may be a file, which a click opens.
  await cell(page, name, row).click({ modifiers: ['Alt'], position: { x: 3, y: 3 } });
  await eventually(() => hasFocus(cell(page, name, row)), true, name);
}

/** Opens the input of a cell by Enter. */
async function inCell(page: Page, name: string, ready: Locator): Promise<void> {
  await toCell(page, name);
  await press(page, 'Enter');
  await ready.waitFor();
}

/** Types a value into a cell without saving it. */
async function stage(page: Page, name: string, text: string, row?: string): Promise<void> {
  await toCell(page, name, row);
  await page.keyboard.type(text);
  await eventually(() => page.locator('main section').getByRole('textbox').inputValue(), text);
  await press(page, 'Enter');
  await stagedBar(page)
    .getByText(/^\d+ changes? in /)
    .waitFor();
}

async function choose(within: Locator, name: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name, exact: true }).click();
  await within.page().getByRole('option', { name: option, exact: true }).click();
}

async function inMenu(page: Page, name: string): Promise<void> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name }).click();
}

async function typeTitle(page: Page, text: string): Promise<void> {
  await titleIn(page).fill(text);
  await draftHolds(page, text);
}

async function selectAll(page: Page): Promise<void> {
  await page.locator('tbody').getByRole('checkbox').first().waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByText(/^Selected \d+ record/).waitFor();
}

const faultyRows = 'title,views,mood\nOne,1,calm\nTwo,many,calm\nThree,3,lost';

async function importFile(page: Page): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'new.csv', mimeType: '', buffer: Buffer.from(faultyRows) });
  await button(page, 'Check 3 rows').waitFor();
}

async function openFilter(page: Page): Promise<void> {
  await grid(page);
  await search(page)
    .getByRole('button', { name: /^Filter/ })
    .click();
  await dialog(page, 'Filter').waitFor();
}

async function saveView(page: Page, name = 'Mine'): Promise<void> {
  await grid(page);
  await search(page)
    .getByRole('button', { name: /^Views/ })
    .click();
  await page.getByRole('menuitem', { name: 'Save as new view...' }).click();
  await box(dialog(page, 'Save as new view'), 'Name').fill(name);
  await button(dialog(page, 'Save as new view'), 'Save view').click();
}

async function newRecord(page: Page, collection: string, field: string): Promise<void> {
  await button(page, 'New record').first().click();
  await box(newPanel(page, collection), field).waitFor();
}

async function openPalette(page: Page, text: string): Promise<void> {
  await button(page, 'Go to').click();
  await dialog(page, 'Go to').getByRole('combobox').fill(text);
  await dialog(page, 'Go to').getByRole('option', { selected: true }).waitFor();
}

async function deleteNew(page: Page, backend: TestBackend): Promise<void> {
  const { id } = await make(backend, 'authors', { name: 'Deleted one' });
  await button(page, 'Refresh').click();
  await page.getByRole('checkbox', { name: `Select ${id}` }).check();
  await button(page, 'Delete selected').click();
  await answer(page, /Do you really want to delete/, true);
  await page.getByText('Successfully deleted the selected record(s).').waitFor();
}

async function inHistory(page: Page, backend: TestBackend): Promise<void> {
  await deleteNew(page, backend);
  await page.getByRole('link', { name: 'History' }).click();
  await rowOf(page, 'Deleted').first().waitFor();
}

const lists: readonly Look[] = [
  look('records', articles, { shows: 'RecordsPage Page' }, (page) =>
    rowOf(page, 'The full article').getByText('Ada').first().waitFor(),
  ),
  look('records-right', articles, async (page) => {
    await grid(page);
    await page.getByRole('columnheader', { name: 'friends' }).scrollIntoViewIfNeeded();
    await eventually(() => drawnPictures(cell(page, 'pictures')), 1);
  }),
  look('records-empty', addressOf('empty'), says('No records found.')),
  look('records-none-found', `${articles}&filter=nowhere`, says('No records found.')),
  look(
    'records-filter-refused',
    `${articles}&filter=${encodeURIComponent('views > 6 and title ~ "x"')}`,
    (page) => button(page, 'Clear filters').waitFor(),
  ),
  look('records-failed', short, async (page) => {
    await grid(page);
    await refuse(page, recordsCall);
    await button(page, 'Refresh').click();
    await page.getByText('The records could not be loaded.').waitFor();
  }),
  look('records-loading', articles, async (page) => {
    await page.route(recordsCall, () => {});
    await page.reload();
    await page.getByText('Total found: ...').waitFor();
  }),
  look('waiting-line', short, async (page) => {
    await grid(page);
    await page.route(recordsCall, () => {});
    await button(page, 'Refresh').click();
    await page.getByText('Waiting for the server...').waitFor({ state: 'attached' });
  }),
  look('collections-failed', short, { says: /ERR_FAILED|could not be read/ }, async (page) => {
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'The collections could not be loaded.' }).waitFor();
    await page.getByText('The server cannot be reached. Trying again...').waitFor();
  }),
  look('sidebar-pinned', short, { sizes: ['wide'] }, async (page) => {
    const sidebar = page.getByRole('complementary', { name: 'Collections' });
    await button(sidebar.getByRole('listitem').filter({ hasText: 'authors' }), 'Pin collection').click();
    await sidebar.getByRole('heading', { name: 'Others' }).waitFor();
    await sidebar.getByRole('searchbox').fill('nothing like it');
    await sidebar.getByText('No collections found.').waitFor();
  }),
  look('drawer', short, { sizes: ['narrow'] }, async (page) => {
    await button(page, 'Collections').click();
    await dialog(page, 'Collections').getByRole('link', { name: 'authors' }).waitFor();
  }),
  look('account-menu', short, (page) => openMenu(button(page, 'Account'))),
  look('records-menu', short, { sizes: ['narrow'] }, (page) => openMenu(button(page, 'More actions'))),
  look('records-live', addressOf('authors'), async (page, backend) => {
    const subscribed = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/realtime') && answer.request().method() === 'POST',
    );
    await button(page, 'Live').click();
    await subscribed;
    await changeElsewhere(backend, 'authors', 'authorbo0000000', { name: 'Bo' });
    await button(page, '1 row changed').waitFor();
  }),
  look('selection', short, selectAll),
  look('columns', articles, async (page) => {
    await button(search(page), 'Columns').click();
    await button(page, 'Hide all').waitFor();
  }),
  look('head-menu', articles, async (page) => {
    await openHead(page, 'mood');
    await menu(page).getByText('loaded records').waitFor();
  }),
  look('cell-menu', articles, async (page) => {
    await cell(page, 'mood').click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Show only "wild"' }).waitFor();
  }),
  look('views', `${articles}&sort=title`, async (page) => {
    await saveView(page);
    await page.getByText('Saved the view "Mine".').waitFor();
    await dialog(page, 'Save as new view').waitFor({ state: 'detached' });
    await search(page)
      .getByRole('button', { name: /^Views/ })
      .click();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  }),
  look('view-name', `${articles}&sort=title`, { shows: 'ViewNamePopup FormPopup Popup' }, async (page) => {
    await saveView(page, ' ');
    await page.getByText('Enter a name.').waitFor();
  }),
  look(
    'view-gone',
    `${articles}&view=Old&columns=gone,title`,
    says(/^1 column of this view no longer exists/),
  ),
  look(
    'filter',
    `${articles}&filter=${encodeURIComponent('views > 1 && (live = true || tags:each ?= "news") && day != ""')}`,
    openFilter,
  ),
  look('filter-wrong', `${articles}&filter=${encodeURIComponent('views > 1')}`, async (page) => {
    await openFilter(page);
    await button(dialog(page, 'Filter'), 'Add condition').last().click();
    await choose(page.getByRole('group', { name: 'Condition 2' }), 'Field', 'views');
    await box(page.getByRole('group', { name: 'Condition 2' }), 'Value').fill('x');
    await page.getByText('This is not a number.').waitFor();
  }),
  look('search-offers', short, async (page) => {
    await search(page).getByLabel('Search', { exact: true }).click();
    await page.locator('.cm-editor').waitFor();
    await page.keyboard.type('mood = ');
    await page.getByRole('option', { name: 'wild' }).waitFor();
  }),
  look('quick-look', articles, async (page) => {
    await toCell(page, 'title');
    await press(page, 'Space');
    await quickLook(page).getByText('A long text.').first().waitFor();
  }),
  look('quick-look-staged', articles, async (page) => {
    await stage(page, 'title', 'Staged title');
    await toCell(page, 'views');
    await press(page, 'Space');
    await quickLook(page).getByText('Staged', { exact: true }).waitFor();
  }),
  look('undo-toast', addressOf('authors'), async (page, backend) => {
    await deleteNew(page, backend);
    // Its clock stops there.
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).focus();
  }),
  look('record-import-drop', short, async (page) => {
    await grid(page);
    await eventually(async () => {
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['title'], 'new.csv'));
        const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('[role="grid"]')?.dispatchEvent(event);
      });
      return page.getByText('Drop to import into articles').count();
    }, 1);
  }),
];

const cells: readonly Look[] = [
  look('cell-input', articles, async (page) => {
    await toCell(page, 'contact');
    await page.keyboard.type('ada');
    await page.getByRole('alert').getByText('Must be a valid email.').waitFor();
  }),
  look('cell-choices', articles, (page) => inCell(page, 'tags', page.getByRole('option', { name: 'draft' }))),
  look('cell-date', articles, async (page) => {
    await inCell(page, 'day', button(page, 'Pick a date'));
    await button(page, 'Pick a date').click();
    await dialog(page, 'Pick a date').getByRole('grid').waitFor();
  }),
  look('cell-relation', articles, (page) =>
    inCell(page, 'friends', page.getByRole('option', { name: 'Cleo' })),
  ),
  look('cell-json', articles, { shows: 'CellPopup' }, (page) =>
    inCell(page, 'meta', dialog(page, 'Change meta').getByText('Valid JSON')),
  ),
  look('cell-rich-text', articles, (page) =>
    inCell(page, 'body', dialog(page, 'Change body').getByRole('toolbar')),
  ),
  look('cell-files', articles, async (page) => {
    await inCell(page, 'pictures', dialog(page, 'Change pictures'));
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'a.txt', mimeType: '', buffer: Buffer.from('a') });
    await page.getByText('They are lost if it is closed before Save.').waitFor();
  }),
  look('not-pasted', articles, async (page) => {
    await toCell(page, 'views');
    // The code for the clipboard comes after the first view.
    await page.waitForLoadState('networkidle');
    await cell(page, 'views').evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'many\n7');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByText('Pasted 1 of 2 cells.').waitFor();
    await button(page, 'Show').click();
    await dialog(page, 'Not pasted').getByText('many: Must be a number.').waitFor();
  }),
  look('staged', articles, async (page) => {
    await stage(page, 'title', 'Staged title');
    await stage(page, 'views', 'many');
    await stagedBar(page).getByText('1 needs attention').waitFor();
  }),
  look('staged-review', articles, { shows: 'StagedReviewPopup' }, async (page, backend) => {
    const theirs = await make(backend, 'articles', { title: 'Disputed', views: 1 });
    const gone = await make(backend, 'articles', { title: 'Gone soon' });
    await button(page, 'Refresh').click();
    // A list that is read again would take the cell from its input.
    await page.waitForLoadState('networkidle');
    await stage(page, 'title', 'Mine', 'Disputed');
    await stage(page, 'views', '7', 'Gone soon');
    await changeElsewhere(backend, 'articles', theirs.id, { title: 'Theirs' });
    await askServer(backend, `collections/articles/records/${gone.id}`, { method: 'DELETE' });
    await button(stagedBar(page), 'Save').click();
    await page.getByText('This record no longer exists.').waitFor();
  }),
];

const editors: readonly Look[] = [
  look('record-new', short, (page) => newRecord(page, 'articles', 'title')),
  look('record', theFull, { shows: 'RecordEditorPanel Panel' }, async (page) => {
    await panelOf(page).getByRole('toolbar').waitFor();
    await panelOf(page).getByText('Bo').first().waitFor();
  }),
  look('record-below', theFull, async (page) => {
    await panelOf(page).getByText('Bo', { exact: true }).waitFor();
    await button(panelOf(page), 'Upload new file').scrollIntoViewIfNeeded();
    await panelOf(page)
      .getByRole('button', { name: /^Remove picture/ })
      .click();
    await panelOf(page)
      .getByRole('group', { name: 'pictures' })
      .locator('input[type="file"]')
      .setInputFiles({ name: 'new.txt', mimeType: '', buffer: Buffer.from('a') });
    await panelOf(page).getByText('new.txt').waitFor();
  }),
  look('record-errors', short, async (page) => {
    await newRecord(page, 'articles', 'title');
    const panel = newPanel(page, 'articles');
    await box(panel, 'contact').fill('no address');
    await button(panel, 'Create').click();
    await panel.getByText('2 fields need attention').waitFor();
  }),
  look('record-menu', theFull, (page) => openMenu(button(panelOf(page), 'More actions'))),
  look('record-delete', theFull, { shows: 'ConfirmPopup' }, async (page) => {
    await chooseInMenu(page, 'Delete');
    await question(page).getByText('1 record of comments is deleted too.').waitFor();
  }),
  look('record-draft', theFull, async (page) => {
    await typeTitle(page, 'Typed before');
    await page.reload();
    await page.getByText('The record has previous unsaved changes.').waitFor();
  }),
  look('record-unsaved', theFull, async (page) => {
    await typeTitle(page, 'Unsaved');
    await button(panelOf(page), 'Cancel').click();
    await question(page).waitFor();
  }),
  look(
    'record-conflict',
    `${addressOf('articles', disputed)}&columns=title`,
    { shows: 'ConflictPopup' },
    async (page, backend) => {
      await titleIn(page).fill('Mine');
      await changeElsewhere(backend, 'articles', disputed, { title: `Theirs ${Date.now()}` });
      await button(panelOf(page), 'Save changes').click();
      await dialog(page, /^Someone else changed/).waitFor();
    },
  ),
  look('record-on-top', theFull, async (page) => {
    await button(panelOf(page), 'Edit Ada').first().click();
    await box(editPanel(page, 'authors'), 'name').waitFor();
  }),
  look('record-rich-source', `${addressOf('articles', table)}&columns=title`, async (page) => {
    await page.getByText('The editor would drop 1 table.').waitFor();
    await page.frameLocator('iframe[title="Preview"]').getByText('cell').waitFor();
  }),
  look('rich-text-link', theFull, { shows: 'LinkPopup' }, async (page) => {
    await button(panelOf(page).getByRole('toolbar'), 'Link').click();
    await dialog(page, 'Link').getByLabel('Address').fill('javascript:alert(1)');
    await press(page, 'Enter');
    await page.getByText('Only web and email addresses are allowed.').waitFor();
  }),
  look('rich-text-colours', theFull, async (page) => {
    await button(panelOf(page).getByRole('toolbar'), 'Text color').click();
    await menu(page).waitFor();
  }),
  look('rich-text-picture', theFull, { shows: 'FilePickerPopup' }, async (page) => {
    await button(panelOf(page).getByRole('toolbar'), 'Image').click();
    await page.getByRole('menuitem', { name: 'From collection' }).click();
    await button(dialog(page, 'Select an image'), 'articles').click();
    await dialog(page, 'Select an image')
      .getByRole('button', { name: /^picture_/ })
      .click();
  }),
  look('record-picker', theFull, { shows: 'RecordPickerPanel' }, async (page) => {
    await button(panelOf(page).getByRole('group', { name: 'friends', exact: true }), 'Open picker').click();
    await dialog(page, 'Select authors records').getByText('2 of 5 selected').waitFor();
  }),
  look('account-new', addressOf('users'), (page) => newRecord(page, 'users', 'email')),
  look('account', addressOf('users', ada), async (page) => {
    await page.getByRole('checkbox', { name: 'Change password' }).click();
    await button(page, 'Generate').click();
    await box(page, 'Secret').waitFor();
  }),
  look('account-providers', addressOf('users', ada), async (page) => {
    await page.getByRole('tab', { name: 'Authorized providers' }).click();
    await page.getByText('No linked OAuth2 providers.').waitFor();
  }),
  look('used-by', addressOf('payers', payer), async (page) => {
    await page.getByRole('tab', { name: 'Used by' }).click();
    await page.getByText('Blocks a delete').waitFor();
  }),
  look('delete-refused', addressOf('payers', payer), { shows: 'DeleteRefusedPopup' }, async (page) => {
    await chooseInMenu(page, 'Delete');
    await answer(page, /blocks the delete/, true);
    await dialog(page, 'This record cannot be deleted yet').getByText('receipts.payer').waitFor();
  }),
  look('record-preview', addressOf('titles', full), { shows: 'RecordPreviewPanel' }, (page) =>
    dialog(page, 'titles record preview').getByText('The full article').waitFor(),
  ),
  look('file-preview', articles, { shows: 'FilePreviewPopup' }, async (page) => {
    await cell(page, 'pictures')
      .getByRole('button', { name: /^picture_/ })
      .click();
    await eventually(() => drawnPictures(dialog(page, /^picture_/)), 1);
  }),
  look('session-ended', theFull, { shows: 'SignInPopup' }, async (page) => {
    await typeTitle(page, 'Saved after all');
    await refuse(page, '**/api/**', 401);
    await button(panelOf(page), 'Save changes').click();
    await dialog(page, 'Your session has ended').waitFor();
  }),
  look('unlock', theFull, { shows: 'UnlockPopup', stored: locked }, async (page) => {
    await titleIn(page).fill('Typed');
    await button(panelOf(page), 'Save changes').click();
    await page.getByRole('alertdialog', { name: /^Unlock Production/ }).waitFor();
  }),
];

async function addFields(panel: Locator, ...names: string[]): Promise<void> {
  for (const name of names) {
    await button(panel, 'Field to change').click();
    await panel.page().getByRole('menuitem', { name, exact: true }).click();
  }
}

const several: readonly Look[] = [
  look('bulk-edit', short, { shows: 'BulkEditPanel' }, async (page) => {
    await selectAll(page);
    await button(page, 'Edit').click();
    const panel = dialog(page, /^Edit \d+ articles records$/);
    await addFields(panel, 'mood', 'tags', 'views');
    await choose(panel, 'mood: Set to', 'wild');
    await choose(panel, 'tags', 'Add');
    await choose(panel, 'views', 'Increase by');
    await box(panel, 'views: Increase by').fill('2');
    await panel.getByText(/^\d+ records will change/).waitFor();
  }),
  look('bulk-result', addressOf('payers'), { shows: 'BulkResultPopup' }, async (page, backend) => {
    const { id } = await make(backend, 'payers', { name: 'Gone' });
    await button(page, 'Refresh').click();
    await rowOf(page, id).waitFor();
    await selectAll(page);
    await askServer(backend, `collections/payers/records/${id}`, { method: 'DELETE' });
    await button(page, 'Edit').click();
    const panel = dialog(page, /^Edit \d+ payers records$/);
    await addFields(panel, 'name');
    await box(panel, 'name: Set to').fill('Same');
    await panel.getByRole('button', { name: /^Change / }).click();
    await dialog(page, /^Changed /)
      .getByText('This record no longer exists.')
      .waitFor();
  }),
  look('bulk-running', addressOf('payers'), async (page) => {
    await selectAll(page);
    await page.route(/\/records\/\w+$/, () => {});
    await button(page, 'Delete selected').click();
    await button(question(page), 'Yes').click();
    await page.getByText(/^Deleting 0 of \d+/).waitFor();
  }),
  look('export-records', articles, { shows: 'ExportPopup' }, async (page) => {
    await inMenu(page, 'Export records...');
    await dialog(page, /^Export records of/)
      .getByText('The full article')
      .waitFor();
  }),
  look('record-import', '#/collections/import?collectionId=articles', { shows: 'RecordImportPage' }, (page) =>
    button(page, 'Choose file').waitFor(),
  ),
  look('record-import-columns', '#/collections/import?collectionId=articles', importFile),
  look('record-import-check', '#/collections/import?collectionId=articles', async (page) => {
    await importFile(page);
    await button(page, 'Check 3 rows').click();
    await page.getByRole('tab', { name: 'Errors 2' }).waitFor();
    await page.getByRole('button', { name: /^mood/ }).click();
  }),
  look('record-import-run', '#/collections/import?collectionId=articles', async (page) => {
    await importFile(page);
    await button(page, 'Check 3 rows').click();
    await button(page, 'Import 1 row').click();
    await button(page, 'Show records').waitFor();
  }),
  look('file-collection', '#/collections/from-file', async (page) => {
    await importFile(page);
    await page.getByText('3 of 3 are').first().waitFor();
  }),
  look('see-as', `${articles}&as=users%3A${ada}`, (page) =>
    page.getByRole('region', { name: 'View as' }).getByText('rows shown').waitFor(),
  ),
  look('see-as-why', `${articles}&as=guest`, async (page) => {
    await rowOf(page, 'Article 1').last().locator('[aria-haspopup="dialog"]').click();
    await dialog(page, /^Hidden from/).waitFor();
  }),
  look('see-as-request', `${articles}&as=guest`, { shows: 'RequestPopup' }, async (page) => {
    await button(page.getByRole('region', { name: 'View as' }), 'Request').click();
    await box(dialog(page, 'Request of the user'), 'Query').fill('key');
    await button(page, 'Use this request').click();
    await page.getByText('Write name=value instead of "key".').waitFor();
  }),
  look('record-access', `${theFull}&as=users%3A${ada}`, { shows: 'RecordAccessPopup' }, async (page) => {
    await chooseInMenu(page, 'Access...');
    await dialog(page, /^Access to The full article/)
      .getByRole('button', { name: /^Delete ?Refused/ })
      .click();
  }),
  look('history', addressOf('authors'), { shows: 'HistoryPage' }, inHistory),
  look('history-act', addressOf('authors'), { shows: 'ActPanel' }, async (page, backend) => {
    await inHistory(page, backend);
    await rowOf(page, 'Deleted').first().getByText('authors').click();
    await page.getByRole('dialog').getByText('The record, under its id.').waitFor();
  }),
  look('undo', addressOf('authors'), { shows: 'UndoPopup' }, async (page, backend) => {
    await inHistory(page, backend);
    // The second one is of the first, and deletes the record again.
    for (const words of [/Deleted(?!, undone)/, /Undone/]) {
      const row = page
        .getByRole('row')
        .filter({ hasText: words, has: page.getByRole('button') })
        .first();
      await row.getByRole('button', { name: /^Undo/ }).click();
    }
    await button(dialog(page, /^Undo/), 'Undo').waitFor();
  }),
  look('palette', short, (page) => openPalette(page, 'au')),
  look('shortcuts', short, { shows: 'ShortcutsPopup' }, async (page) => {
    await openPalette(page, 'keyboard');
    await press(page, 'Enter');
    await dialog(page, 'Keyboard shortcuts').getByText('Search this page').waitFor();
  }),
  look('environment', short, { shows: 'EnvironmentPopup', stored: locked }, async (page) => {
    await openPalette(page, 'server name');
    await press(page, 'Enter');
    await dialog(page, 'Server name and lock').getByLabel('Name').fill('');
    await press(page, 'Enter');
    await page.getByText('A name is needed.').waitFor();
  }),
  look(
    'environment-other-app',
    short,
    { stored: (url) => locked(url, 'Former app') },
    says(/^This address was named for Former app/),
  ),
];

if (newest) {
  const check = sweep(newest.binary, seed);
  for (const state of [...lists, ...cells, ...editors, ...several]) test(state.name, () => check(state));
}
