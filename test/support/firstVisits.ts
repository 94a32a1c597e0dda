// The first visit of each screen from far away: how long it takes, and how many requests wait for each other.
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { addressOf, box, button, editPanel, make } from './editorWalk';
import { type Exchange, type LateServer, startLateServer, tripsInARow } from './lateServer';
import { connectClient, createCollection, field } from './realBackend';
import { adminToken, type BackendProgram, type Credentials, startBackend, type TestBackend } from './server';
import { backupRows } from './settingsWalk';
import { askServer, eventually, patienceMs, screens, storeGuestLog } from './walk';

interface FirstVisit {
  readonly name: string;
  /** The most time until it is shown, without the hash of a password, divided by the delay of a request. */
  readonly goal: number;
  /** The most requests that wait for each other until it is shown. */
  readonly trips: number;
  /** Opens what the visit starts from; is not measured. */
  readonly before?: (page: Page, admin: Credentials) => Promise<unknown>;
  /** The element to click; without it the page loads an address, by default its own again. */
  readonly click?: (page: Page) => Locator;
  readonly address?: string;
  /** Loads the address in a browser with a session and an empty cache. */
  readonly isCold?: boolean;
  /** All of these must be visible. */
  readonly shown: (page: Page) => readonly Locator[];
}

const firstRow = (page: Page) => page.locator('table [data-index="0"]').first();
const railLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const closePanels = async (page: Page) => {
  const dialogs = page.getByRole('dialog');
  for (let open = await dialogs.count(); open > 0; open -= 1) {
    await page.keyboard.press('Escape');
    await eventually(() => dialogs.count(), open - 1);
  }
};

const openBooks = async (page: Page) => {
  await page.getByRole('link', { name: 'books' }).click();
  await page.getByRole('grid', { name: 'Records of books' }).locator('[data-index="0"]').waitFor();
};
const fillSignIn = async (page: Page, { email, password }: Credentials) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

const visit = (
  name: string,
  goal: number,
  trips: number,
  rest: Omit<FirstVisit, 'name' | 'goal' | 'trips'>,
) => ({
  ...{ name, goal, trips },
  ...rest,
});

/** One walk through the product, in this order. The first two lines are a guest's. */
export const firstVisits: readonly FirstVisit[] = [
  visit('sign-in form, cold', 2.4, 2, {
    address: '#/login',
    shown: (page) => [button(page, 'Login')],
  }),
  visit('sign in: rows', 3.4, 3, {
    before: fillSignIn,
    click: (page) => button(page, 'Login'),
    shown: (page) => [firstRow(page)],
  }),
  visit('record editor, first field', 1.4, 1, {
    before: openBooks,
    click: firstRow,
    shown: (page) => [box(editPanel(page, 'books'), 'title')],
  }),
  visit('record picker', 1.4, 1, {
    click: (page) => button(editPanel(page, 'books'), 'Open picker'),
    shown: (page) => [
      page
        .getByRole('dialog', { name: 'Select writers records' })
        .getByRole('gridcell', { name: 'Writer 1', exact: true }),
    ],
  }),
  visit('logs, list and chart', 1.4, 1, {
    before: closePanels,
    click: (page) => railLink(page, 'Logs'),
    shown: (page) => [
      firstRow(page),
      page.getByRole('img', { name: 'Total requests over time' }).locator('canvas'),
    ],
  }),
  visit('overview, first figures', 1.3, 1, {
    before: closePanels,
    click: (page) => railLink(page, 'Overview'),
    shown: (page) => [
      page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: /^Requests\s*\d/ }),
    ],
  }),
  visit('settings', 1.4, 1, {
    click: (page) => railLink(page, 'Settings'),
    shown: (page) => [page.getByRole('textbox', { name: 'Application name' })],
  }),
  visit('backups', 1.4, 1, {
    click: (page) => page.getByRole('link', { name: 'Backups' }),
    shown: (page) => [backupRows(page).first()],
  }),
  visit('back to records', 0.4, 0, {
    click: (page) => railLink(page, 'Collections'),
    shown: (page) => [firstRow(page)],
  }),
  visit('collection editor', 0.4, 0, {
    click: (page) => button(page, 'Edit collection'),
    shown: (page) => [box(page.getByRole('dialog', { name: 'Edit collection' }), 'Name')],
  }),
  visit('API preview', 1.4, 0, {
    before: closePanels,
    click: (page) => button(page, 'API Preview'),
    shown: (page) => [
      page
        .getByRole('dialog', { name: /API docs/ })
        .getByRole('heading')
        .nth(1),
    ],
  }),
  visit('new record, first field', 0.4, 0, {
    before: closePanels,
    click: (page) => button(page, 'New record'),
    shown: (page) => [page.getByRole('dialog', { name: /^New .+ record$/ }).getByRole('textbox')],
  }),
  visit('reload on a collection: rows', 3.4, 2, {
    before: async (page) => {
      await closePanels(page);
      await openBooks(page);
    },
    shown: (page) => [firstRow(page)],
  }),
  visit('sign in again: rows', 3.4, 2, {
    before: async (page, admin) => {
      await page.evaluate(() => localStorage.removeItem('pb_admin_auth'));
      await page.reload();
      await fillSignIn(page, admin);
    },
    click: (page) => button(page, 'Login'),
    shown: (page) => [firstRow(page)],
  }),
  // Page, start, chunks, calls: only a script of the page can tell that there is a session.
  visit('reload with an empty cache: rows', 4.6, 4, {
    address: addressOf('books'),
    isCold: true,
    shown: (page) => [firstRow(page)],
  }),
];

export interface MeasuredVisit {
  readonly visit: FirstVisit;
  /** From the click until it is shown, divided by the delay of a request. */
  readonly time: number;
  /** The part of it in which the server hashed the password of a sign-in. It is the same on the same machine. */
  readonly hashing: number;
  /** The number of requests that waited for each other until it was shown. */
  readonly trips: number;
  /** The calls of the API until the page came to rest: `GET /api/settings`. */
  readonly calls: readonly string[];
  /** All requests until the page came to rest. */
  readonly exchanges: readonly Exchange[];
}

/** Starts a backend with the data of the walk. */
export async function startVisitedBackend(
  { binary }: BackendProgram,
  bundle: true | 'hook' = true,
): Promise<TestBackend> {
  const backend = await startBackend(binary, { bundle });
  connectClient(backend.url, await adminToken(backend));
  const { id: collectionId } = await createCollection({
    name: 'writers',
    schema: [field('text', 'name', {}, true)],
  });
  await createCollection({
    name: 'books',
    schema: [
      field('text', 'title', {}, true),
      field('relation', 'writer', { collectionId }),
      field('editor', 'text'),
    ],
  });
  for (let at = 1; at <= 3; at += 1) {
    const writer = await make(backend, 'writers', { name: `Writer ${at}` });
    await make(backend, 'books', { title: `Book ${at}`, writer: writer.id, text: '<p>Text</p>' });
    const person = { username: `person${at}`, password: '1234567890', passwordConfirm: '1234567890' };
    await make(backend, 'users', person);
  }
  await askServer(backend, 'backups', { method: 'POST', body: { name: 'first.zip' } });
  // The page lists the requests of guests. With more than a few, the overview shows its figures at once.
  for (let at = 0; at < 60; at += 1) await askServer(backend, 'collections/users/records', { token: '' });
  await storeGuestLog(backend);
  return backend;
}

/** Walks through all screens in a new profile, with every request late by this time. */
export async function makeFirstVisits(
  browser: Browser,
  { url, admin }: TestBackend,
  lateMs: number,
): Promise<MeasuredVisit[]> {
  const server = await startLateServer(url, lateMs);
  const contexts: BrowserContext[] = [];
  const openPage = async (options = {}) => {
    const context = await browser.newContext({ viewport: screens.wide, ...options });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs + 10 * lateMs);
    return page;
  };
  try {
    if (!admin) throw new Error('The walk signs in, so the backend needs an admin.');
    let page = await openPage();
    const measured: MeasuredVisit[] = [];
    for (const visit of firstVisits as readonly MeasuredVisit['visit'][]) {
      if (visit.isCold) page = await openPage({ storageState: await page.context().storageState() });
      if (visit.before) {
        await visit.before(page, admin);
        await atRest(server);
      }
      measured.push(await measure(page, server, visit, lateMs));
    }
    return measured;
  } finally {
    for (const context of contexts) await context.close();
    server.close();
  }
}

async function measure(
  page: Page,
  server: LateServer,
  visit: MeasuredVisit['visit'],
  lateMs: number,
): Promise<MeasuredVisit> {
  const before = server.exchanges.length;
  const act = await preparedAct(page, server, visit);
  const started = performance.now();
  await act();
  await areVisible(visit.shown(page), started + patienceMs + 10 * lateMs);
  const shown = performance.now();
  await atRest(server);
  const exchanges = server.exchanges.slice(before);
  const signIn = exchanges.find(({ address }) => address.includes('/auth-with-password'));
  return {
    visit,
    time: (shown - started) / lateMs,
    hashing: signIn ? (signIn.end - signIn.start) / lateMs - 1 : 0,
    trips: tripsInARow(exchanges.filter(({ end }) => end <= shown)),
    calls: exchanges
      .filter(({ address }) => address.startsWith('/api/') && !address.startsWith('/api/files/'))
      .map(({ method, address }) => `${method} ${address}`),
    exchanges,
  };
}

/** `waitFor` would look only every half second. */
async function areVisible(elements: readonly Locator[], deadline: number): Promise<void> {
  for (const element of elements) {
    while (!(await element.first().isVisible())) {
      if (performance.now() > deadline) throw new Error(`${element} is not shown.`);
      await wait(10);
    }
  }
}

/** Finds the place to click first, because that takes time of its own. */
async function preparedAct(page: Page, { url }: LateServer, { click, address }: FirstVisit) {
  if (!click) {
    const target = address === undefined ? page.url() : `${url}/_/${address}`;
    // A change of only the hash would not load the page.
    await page.goto('about:blank');
    return () => page.goto(target, { waitUntil: 'commit' });
  }
  const target = click(page);
  await target.waitFor();
  const area = await target.boundingBox();
  if (!area) throw new Error(`${target} has no place on the screen.`);
  return () => page.mouse.click(area.x + area.width / 2, area.y + area.height / 2);
}

/** The page fetches ahead only after a pause; so a shorter time without requests is no rest. */
const restMs = 1_500;

/** Waits until no request has been under way for a while. A stream of events never ends. */
async function atRest({ exchanges }: LateServer): Promise<void> {
  const called = performance.now();
  const isAtRest = () => {
    const ends = exchanges
      .filter(({ address }) => !address.startsWith('/api/realtime'))
      .map(({ end }) => end);
    return performance.now() - Math.max(called, ...ends) >= restMs;
  };
  while (!isAtRest()) await wait(25);
}
