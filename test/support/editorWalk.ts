// Helpers for the browser tests of the record editor: collections with every field type, and elements of the
// page.
import type { Locator, Page, Request } from '@playwright/test';
import { connectClient, createCollection, field, passMillisecond, pngFile } from './realBackend';
import { adminToken, type TestBackend } from './server';
import { askServer, eventually } from './walk';

/**
 * Creates `articles` with a field of every type, `authors` that they point to, and `comments`, which are
 * deleted with their article. Also creates `payers`, which cannot be deleted while they have `receipts`, and
 * a view of the articles.
 */
export async function createCollections(backend: TestBackend): Promise<void> {
  connectClient(backend.url, await adminToken(backend));
  const authors = await createCollection({ name: 'authors', schema: [field('text', 'name', {}, true)] });
  const articles = await createCollection({
    name: 'articles',
    schema: [
      { ...field('text', 'title', {}, true), required: true },
      field('number', 'views'),
      field('bool', 'live'),
      field('email', 'contact'),
      field('url', 'source'),
      field('date', 'day'),
      field('select', 'mood', { values: ['calm', 'wild'] }),
      field('select', 'tags', { values: ['news', 'long', 'draft'], maxSelect: 2 }),
      field('json', 'meta'),
      field('editor', 'body'),
      field('file', 'pictures', { maxSelect: 3 }),
      field('relation', 'author', { collectionId: authors.id }),
      field('relation', 'friends', { collectionId: authors.id, maxSelect: 5 }),
    ],
  });
  await createCollection({
    name: 'comments',
    schema: [field('relation', 'article', { collectionId: articles.id, cascadeDelete: true })],
  });
  const payers = await createCollection({ name: 'payers', schema: [field('text', 'name', {}, true)] });
  await createCollection({
    name: 'receipts',
    schema: [{ ...field('relation', 'payer', { collectionId: payers.id }), required: true }],
  });
  await createCollection({
    name: 'titles',
    type: 'view',
    options: { query: 'SELECT id, title, meta FROM articles' },
  });
}

/**
 * Creates a record through the API and returns the server's response. A later one is created later.
 */
export async function make(backend: TestBackend, collection: string, body: object) {
  const { status, json } = await askServer(backend, `collections/${collection}/records`, {
    method: 'POST',
    body,
  });
  if (status !== 200) throw new Error(JSON.stringify(json));
  await passMillisecond(json.created);
  return json as Record<string, unknown> & { id: string };
}

/** Returns the record from the server, or null. */
export async function stored(backend: TestBackend, collection: string, id: string) {
  const { status, json } = await askServer(backend, `collections/${collection}/records/${id}`);
  return status === 200 ? (json as Record<string, unknown>) : null;
}

/** Changes a record through the API, like another admin. */
export async function changeElsewhere(backend: TestBackend, collection: string, id: string, body: object) {
  const path = `collections/${collection}/records/${id}`;
  const { status, json } = await askServer(backend, path, { method: 'PATCH', body });
  if (status !== 200) throw new Error(JSON.stringify(json));
}

export const addressOf = (collection: string, recordId = '') =>
  `#/collections?collectionId=${collection}${recordId && `&recordId=${recordId}`}`;

export const newPanel = (page: Page, collection: string) =>
  page.getByRole('dialog', { name: `New ${collection} record` });
export const editPanel = (page: Page, collection: string) =>
  page.getByRole('dialog', { name: `Edit ${collection} record` });
export const box = (within: Page | Locator, name: string) =>
  within.getByRole('textbox', { name, exact: true });
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
export const question = (page: Page) => page.getByRole('alertdialog');
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Answers the open question after checking its text. */
export async function answer(page: Page, text: string | RegExp, yes: boolean): Promise<void> {
  await question(page).getByText(text).waitFor();
  await button(question(page), yes ? 'Yes' : 'No').click();
  await question(page).waitFor({ state: 'detached' });
}

/** A picture as the system's dialog gives it. */
export const pngOf = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(await pngFile(name).arrayBuffer()),
});

export const gone = (what: Locator) => what.waitFor({ state: 'detached' });

export async function chooseInMenu(page: Page, name: string): Promise<void> {
  await button(page.getByRole('dialog').last(), 'More actions').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Returns the stored drafts, by key. */
export function draftsOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('record_draft_'))),
  );
}

/** Waits for a stored draft that contains the text. */
export const draftHolds = (page: Page, text: string) =>
  eventually(async () => JSON.stringify(await draftsOf(page)).includes(text), true, `a draft of "${text}"`);

/** The content of a save request: its values, and `field=name` of each new file. */
export interface SentSave {
  values: Record<string, unknown>;
  files: string[];
}

/** Records the requests that change records from now on, in order. */
export async function savesOf(page: Page): Promise<SentSave[]> {
  const saves: SentSave[] = [];
  // Only a route can read the body of a request with files.
  await page.route('**/api/collections/*/records/*', async (route, request) => {
    if (request.method() === 'PATCH') saves.push(sentBy(request));
    await route.fallback();
  });
  return saves;
}

/** With files, the values are one part of a form. */
function sentBy(request: Request): SentSave {
  const body = request.postData() ?? '';
  if (!request.headers()['content-type']?.startsWith('multipart/')) {
    return { values: JSON.parse(body), files: [] };
  }
  const [, values = 'null'] = /name="@jsonPayload"\r\n\r\n(.*?)\r\n--/s.exec(body) ?? [];
  const files = [...body.matchAll(/ name="([^"]*)"; filename="([^"]*)"/g)];
  return { values: JSON.parse(values), files: files.map(([, field, name]) => `${field}=${name}`) };
}
