// Helpers for the browser tests of the collection editor: elements of the page, and data on the server.
import type { Locator, Page } from '@playwright/test';
import { button } from './editorWalk';
import { connectClient, createCollection, field } from './realBackend';
import { adminToken, type TestBackend } from './server';
import { type AnyAnswer, askServer, eventually } from './walk';

export const editPanel = (page: Page) => page.getByRole('dialog', { name: 'Edit collection', exact: true });
export const newPanel = (page: Page) => page.getByRole('dialog', { name: 'New collection', exact: true });
export const confirming = (page: Page) => page.getByRole('dialog', { name: 'Confirm collection changes' });
export const savedToast = (page: Page) => page.getByText('Successfully updated collection.');
export const recordsOf = (collection: string) => `#/collections?collectionId=${collection}`;

/** Clicks the button on the records page, and waits for the form. */
export async function openEditor(page: Page): Promise<Locator> {
  const isNarrow = (page.viewportSize()?.width ?? 1440) <= 720;
  if (isNarrow) await button(page, 'More actions').click();
  await page.getByRole(isNarrow ? 'menuitem' : 'button', { name: 'Edit collection', exact: true }).click();
  const panel = editPanel(page);
  await nameIn(panel).waitFor();
  return panel;
}

export async function openNew(page: Page): Promise<Locator> {
  await button(page, 'New collection').click();
  const panel = newPanel(page);
  await nameIn(panel).waitFor();
  return panel;
}

export const nameIn = (panel: Locator) => panel.getByRole('textbox', { name: 'Name', exact: true });
export const tabIn = (panel: Locator, name: string) => panel.getByRole('tab', { name, exact: true });
export const saveIn = (panel: Locator) => panel.locator('footer').getByRole('button').last();

/** Returns the row of a field, found by its settings button. */
export const fieldRow = (panel: Locator, name: string) =>
  panel
    .getByRole('list', { name: 'Fields' })
    .getByRole('listitem')
    .filter({ has: panel.page().getByRole('button', { name: `Options of ${name}`, exact: true }) });

/** Returns the names of all fields in order, without deleted fields. */
export const fieldNames = (panel: Locator) =>
  panel
    .getByRole('textbox', { name: 'Field name' })
    .evaluateAll((inputs) => (inputs as HTMLInputElement[]).map(({ value }) => value));

/** Opens the options of a field, and returns its row. */
export async function openOptions(panel: Locator, name: string): Promise<Locator> {
  await button(panel, `Options of ${name}`).click();
  return fieldRow(panel, name);
}

/** Adds a field like a user: its name is selected at once, and typing replaces it. */
export async function addField(panel: Locator, type: string, name: string): Promise<Locator> {
  const page = panel.page();
  const before = (await fieldNames(panel)).length;
  await button(panel, 'New field').click();
  await button(panel.getByRole('group', { name: 'Type of the new field' }), type).click();
  const input = panel.getByRole('textbox', { name: 'Field name' }).nth(before);
  await input.waitFor();
  await eventually(() => input.evaluate((element) => document.activeElement === element), true, 'has focus');
  await page.keyboard.type(name);
  return fieldRow(panel, name);
}

export async function renameField(panel: Locator, from: string, to: string): Promise<void> {
  await fieldRow(panel, from).getByRole('textbox', { name: 'Field name' }).fill(to);
}

export async function removeField(panel: Locator, name: string): Promise<void> {
  const gear = button(panel, `Options of ${name}`);
  if ((await gear.getAttribute('aria-expanded')) === 'false') await gear.click();
  await button(fieldRow(panel, name), 'Remove').click();
}

export const choose = async (within: Locator, label: string, option: string | RegExp) => {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await within.page().getByRole('option', { name: option }).click();
};

export const code = (within: Locator, name: string | RegExp) =>
  within.getByRole('textbox', typeof name === 'string' ? { name, exact: true } : { name });

/** Waits for the editor that replaces the plain input. */
export async function enterCode(input: Locator): Promise<void> {
  await input.click();
  await eventually(() => input.evaluate((element: HTMLElement) => element.isContentEditable), true, 'editor');
}

/** Replaces the text of a code editor by typing, and closes the list of suggestions. */
export async function typeCode(input: Locator, text: string): Promise<void> {
  const page = input.page();
  await enterCode(input);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  const list = page.getByRole('listbox');
  if ((await list.count()) > 0) await page.keyboard.press('Escape');
}

/** Returns the text of a code editor, or of the plain input in its place. */
export const codeOf = (input: Locator) =>
  input.evaluate((element) =>
    element instanceof HTMLTextAreaElement
      ? element.value
      : [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

/** Returns the collection from the server, or null. */
export async function collectionOf(backend: TestBackend, name: string): Promise<AnyAnswer['json'] | null> {
  const { status, json } = await askServer(backend, `collections/${name}`);
  return status === 200 ? json : null;
}

/** Returns the names of the stored fields. */
export async function storedNames(backend: TestBackend, name: string): Promise<string[]> {
  const collection = await collectionOf(backend, name);
  return (collection?.schema ?? []).map((one: { name: string }) => one.name);
}

/** Changes a collection through the API, like another admin. */
export async function changeElsewhere(backend: TestBackend, name: string, body: object): Promise<void> {
  const { status, json } = await askServer(backend, `collections/${name}`, { method: 'PATCH', body });
  if (status !== 200) throw new Error(JSON.stringify(json));
}

export async function makeCollection(
  backend: TestBackend,
  collection: { name: string; [key: string]: unknown },
) {
  connectClient(backend.url, await adminToken(backend));
  return createCollection(collection);
}

/** A collection with a field of every type. */
export async function makeEverything(backend: TestBackend, name: string) {
  return makeCollection(backend, {
    name,
    indexes: [`CREATE INDEX \`idx_${name}_title\` ON \`${name}\` (\`title\`)`],
    listRule: 'live = true',
    schema: [
      field('text', 'title', {}, true),
      field('editor', 'body'),
      field('number', 'price'),
      field('bool', 'live'),
      field('email', 'contact'),
      field('url', 'source'),
      field('date', 'day'),
      field('select', 'mood', { values: ['calm', 'wild', 'odd'], maxSelect: 2 }),
      field('json', 'meta'),
      field('file', 'pictures', { maxSelect: 3, maxSize: 5_000_000 }),
      field('relation', 'friends', { collectionId: '_pb_users_auth_', maxSelect: null }),
    ],
  });
}

/** Returns the stored drafts of collections, by key. */
export function draftsOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('collection_draft_'))),
  );
}

export const draftHolds = (page: Page, text: string) =>
  eventually(
    async () =>
      Object.values(await draftsOf(page))
        .join()
        .includes(text),
    true,
    `a draft of ${text}`,
  );

/** Accepts all native dialogs of the browser from now on. Returns a list that collects their types. */
export function nativeDialogs(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(dialog.type());
    void dialog.accept();
  });
  return seen;
}
