// A list in live mode: when it listens, what it reports, and how it handles a broken stream.
import { type Page, type Request, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  addressOf,
  answer,
  box,
  button,
  changeElsewhere,
  chooseInMenu,
  createCollections,
  editPanel,
  gone,
  make,
  rowOf,
} from '../support/editorWalk';
import { backends, startBackend, type TestBackend } from '../support/server';
import { askServer, checkPicture, eventually, signedInPage, visit, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  const { binary } = newest;
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(binary, { bundle: true });
    await createCollections(backend);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const live = { lowlineLive: '1' };
  const streamCall = '**/api/realtime';
  const pill = (page: Page, count: number) =>
    button(page, count === 1 ? '1 row changed' : `${count} rows changed`);
  const anyPill = (page: Page) => page.getByRole('button', { name: /rows? changed$/ });
  const isStream = (request: Request) =>
    request.method() === 'GET' && new URL(request.url()).pathname === '/api/realtime';
  const removeElsewhere = (collection: string, id: string) =>
    askServer(backend, `collections/${collection}/records/${id}`, { method: 'DELETE' });

  /** Tracks the streams of all tabs of a browser. */
  function streamsOf({ page }: OpenPage) {
    const open = new Set<Request>();
    let asked = 0;
    const context = page.context();
    context.on('request', (request) => {
      if (!isStream(request)) return;
      open.add(request);
      asked += 1;
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      context.on(end as 'requestfinished', (request) => open.delete(request));
    return {
      /** The streams of one tab. */
      of: (tab: Page) => [...open].filter((request) => request.frame().page() === tab).length,
      count: () => open.size,
      asked: () => asked,
    };
  }

  /** Resolves when the server knows the subscriptions of the page. */
  const subscribed = (page: Page) =>
    page.waitForResponse(
      (response) => response.url().endsWith('/api/realtime') && response.request().method() === 'POST',
    );

  async function listening(page: Page, act: () => Promise<unknown>): Promise<void> {
    const answered = subscribed(page);
    await act();
    await answered;
  }

  /** Sets the visibility, because a headless browser reports every tab as visible. */
  function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
    return page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => next === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }

  /** The titles of the rows, from the top. */
  const names = (page: Page) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) })
      .evaluateAll((rows) =>
        rows.map((row) => row.querySelectorAll('[role="gridcell"]')[1]?.textContent ?? ''),
      );

  const onList = (
    collection: string,
    steps: (opened: OpenPage, streams: ReturnType<typeof streamsOf>) => Promise<void>,
    { stored = {}, on = backend }: { stored?: Record<string, string>; on?: TestBackend } = {},
  ) =>
    walk(signedInPage(on, '#/settings', { stored }), async (opened) => {
      const streams = streamsOf(opened);
      const { page } = opened;
      const open = () => visit(page, addressOf(collection));
      if (stored['lowlineLive'] === '1') await listening(page, open);
      else await open();
      await page.getByRole('grid', { name: `Records of ${collection}` }).waitFor();
      await steps(opened, streams);
    });

  test('listens neither before live mode is on nor after it is off', async () => {
    const { id } = await make(backend, 'payers', { name: 'Unheard' });
    await onList('payers', async ({ page }, streams) => {
      await rowOf(page, 'Unheard').waitFor();
      await changeElsewhere(backend, 'payers', id, { name: 'Unheard still' });
      await button(page, 'Refresh').click();
      await rowOf(page, 'Unheard still').waitFor();
      assert.is(streams.asked(), 0);
      assert.is(await button(page, 'Live').getAttribute('aria-pressed'), 'false');
      await listening(page, () => button(page, 'Live').click());
      assert.is(streams.count(), 1);
      await button(page, 'Live').click();
      await eventually(streams.count, 0);
      await page.reload();
      await rowOf(page, 'Unheard still').waitFor();
      assert.is(streams.asked(), 1, 'the choice is remembered');
      await visit(page, addressOf('titles'));
      await page.getByRole('heading', { level: 1, name: 'titles' }).waitFor();
      await page.getByText('No records found.').waitFor();
      assert.is(await button(page, 'Live').count(), 0, 'of the rows of a view the server tells nothing');
    });
  });

  test('counts rows created, changed and deleted elsewhere once each, and loads them on request', async () => {
    const one = await make(backend, 'authors', { name: 'First' });
    const two = await make(backend, 'authors', { name: 'Second' });
    await onList(
      'authors',
      async (opened) => {
        const { page } = opened;
        await eventually(() => names(page), ['Second', 'First']);
        const three = await make(backend, 'authors', { name: 'Third' });
        await pill(page, 1).waitFor();
        await changeElsewhere(backend, 'authors', one.id, { name: 'First, changed' });
        await pill(page, 2).waitFor();
        await changeElsewhere(backend, 'authors', one.id, { name: 'First, changed twice' });
        await removeElsewhere('authors', two.id);
        await pill(page, 3).waitFor();
        const brief = await make(backend, 'authors', { name: 'Brief' });
        await pill(page, 4).waitFor();
        await removeElsewhere('authors', brief.id);
        await pill(page, 3).waitFor();
        assert.equal(await names(page), ['Second', 'First'], 'nothing moves');
        await checkPicture(opened, 'live-changed');
        await pill(page, 3).click();
        await eventually(() => names(page), ['Third', 'First, changed twice']);
        await gone(anyPill(page));

        await changeElsewhere(backend, 'authors', three.id, { name: 'Third, changed' });
        await pill(page, 1).waitFor();
        await button(page, 'Refresh').click();
        await eventually(() => names(page), ['Third, changed', 'First, changed twice']);
        await gone(anyPill(page));
      },
      { stored: live },
    );
  });

  test('ignores what the user saves, creates and deletes in the same tab', async () => {
    const { id } = await make(backend, 'payers', { name: 'My own' });
    await onList(
      'payers',
      async ({ page }) => {
        const panel = editPanel(page, 'payers');
        await rowOf(page, 'My own').getByRole('link', { name: id }).click();
        await box(panel, 'name').fill('Saved by me');
        // The stream reports it before the response arrives.
        await page.route(`**/api/collections/*/records/${id}*`, async (route) => {
          if (route.request().method() !== 'PATCH') return route.fallback();
          const response = await route.fetch();
          await pill(page, 1).waitFor();
          return route.fulfill({ response });
        });
        await button(panel, 'Save changes').click();
        await gone(panel);
        await rowOf(page, 'Saved by me').waitFor();
        await gone(anyPill(page));

        await rowOf(page, 'Saved by me').getByRole('link', { name: id }).click();
        await box(panel, 'name').waitFor();
        await chooseInMenu(page, 'Delete');
        await answer(page, /delete the selected record/, true);
        await gone(rowOf(page, 'Saved by me'));
        await gone(anyPill(page));
      },
      { stored: live },
    );
  });

  test('a hidden tab closes its stream, reopens it when visible, and reports what changed meanwhile', async () => {
    const kept = await make(backend, 'payers', { name: 'Seen first' });
    const lost = await make(backend, 'payers', { name: 'Seen last' });
    await onList(
      'payers',
      async ({ page }, streams) => {
        await rowOf(page, 'Seen last').waitFor();
        assert.is(streams.count(), 1);
        await show(page, 'hidden');
        await eventually(streams.count, 0);
        await changeElsewhere(backend, 'payers', kept.id, { name: 'Seen later' });
        await removeElsewhere('payers', lost.id);
        await make(backend, 'payers', { name: 'Not seen at all' });
        assert.is(await anyPill(page).count(), 0);
        await listening(page, () => show(page, 'visible'));
        assert.is(streams.count(), 1);
        await pill(page, 2).waitFor();
        assert.is(await rowOf(page, 'Seen first').count(), 1, 'nothing moves');
        await pill(page, 2).click();
        await rowOf(page, 'Not seen at all').waitFor();
        await rowOf(page, 'Seen later').waitFor();
        assert.is(await rowOf(page, 'Seen last').count(), 0);
        await gone(anyPill(page));
      },
      { stored: live },
    );
  });

  test('hidden ones of five tabs hold no stream', () =>
    onList(
      'payers',
      async ({ page }, streams) => {
        const tabs = [page];
        for (let more = 0; more < 4; more += 1) {
          await show(tabs.at(-1) ?? page, 'hidden');
          const tab = await page.context().newPage();
          await listening(tab, () => tab.goto(page.url()));
          tabs.push(tab);
        }
        await eventually(() => tabs.map(streams.of), [0, 0, 0, 0, 1]);
        await show(tabs[4] ?? page, 'hidden');
        await listening(page, () => show(page, 'visible'));
        await eventually(() => tabs.map(streams.of), [1, 0, 0, 0, 0]);
      },
      { stored: live },
    ));

  test('only the last focused of five visible windows listens, and four may again', () =>
    onList(
      'payers',
      async (opened, streams) => {
        const { page } = opened;
        const windows = [page];
        for (let more = 0; more < 4; more += 1) {
          const other = await page.context().newPage();
          await listening(other, () => other.goto(page.url()));
          windows.push(other);
          if (more === 2) await eventually(() => windows.map(streams.of), [1, 1, 1, 1]);
        }
        await eventually(() => windows.map(streams.of), [0, 0, 0, 0, 1]);
        await page.getByText('Paused: live updates run in another window.').waitFor();
        await checkPicture(opened, 'live-paused');
        await listening(page, () => page.evaluate(() => window.dispatchEvent(new Event('focus'))));
        await eventually(() => windows.map(streams.of), [1, 0, 0, 0, 0]);
        await windows[4]?.close();
        await eventually(() => windows.slice(0, 4).map(streams.of), [1, 1, 1, 1]);
        await gone(page.getByText('Paused: live updates run in another window.'));
      },
      { stored: live },
    ));

  test('reports a broken stream, reopens it, and reports the rows that changed meanwhile', async () => {
    const { id } = await make(backend, 'payers', { name: 'Before the break' });
    await onList(
      'payers',
      async (opened, streams) => {
        const { page, watch } = opened;
        watch.expect(
          /ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/,
        );
        await rowOf(page, 'Before the break').waitFor();
        await page.route(streamCall, (route) => route.abort());
        await backend.kill();
        await page.getByText('Reconnecting...').waitFor();
        await backend.restart();
        await gone(page.getByText('The server cannot be reached. Trying again...'));
        await changeElsewhere(backend, 'payers', id, { name: 'After the break' });
        assert.is(await anyPill(page).count(), 0);
        await checkPicture(opened, 'live-lost');
        await listening(page, () => page.unroute(streamCall));
        await gone(page.getByText('Reconnecting...'));
        await pill(page, 1).waitFor();
        assert.is(streams.count(), 1);
        await pill(page, 1).click();
        await rowOf(page, 'After the break').waitFor();
        await changeElsewhere(backend, 'payers', id, { name: 'Told by the new stream' });
        await pill(page, 1).waitFor();
      },
      { stored: live },
    );
  });

  /** A list of an admin whose rights can be removed, in a page whose clock can be advanced. */
  async function asOther(
    email: string,
    steps: (opened: OpenPage, path: string) => Promise<void>,
  ): Promise<void> {
    const admin = { email, password: 'their password' };
    const body = { ...admin, passwordConfirm: admin.password };
    const { json } = await askServer(backend, 'admins', { method: 'POST', body });
    const { id } = await make(backend, 'payers', { name: `Listed for ${email}` });
    await walk(signedInPage({ ...backend, admin }, '#/settings', { stored: live }), async (opened) => {
      const { page } = opened;
      await page.clock.install();
      await listening(page, () => visit(page, addressOf('payers')));
      await rowOf(page, id).waitFor();
      await steps(opened, `admins/${json.id}`);
    });
  }

  const aMinute = 61_000;
  const signIn = (page: Page) => page.getByRole('heading', { name: 'Admin sign in' });
  const newPassword = { password: 'another password', passwordConfirm: 'another password' };

  test('notices within a minute a session that the server has ended silently', () =>
    asOther('changed@example.com', async ({ page }, path) => {
      await listening(page, () => page.clock.fastForward(aMinute));
      assert.is(await signIn(page).count(), 0, 'a living session continues');
      await askServer(backend, path, { method: 'PATCH', body: newPassword });
      await page.clock.fastForward(aMinute);
      await signIn(page).waitFor();
    }));

  test('notices a deleted account too, though the stream stays open', () =>
    asOther('gone@example.com', async ({ page }, path) => {
      await askServer(backend, path, { method: 'DELETE' });
      await page.clock.fastForward(aMinute);
      await signIn(page).waitFor();
    }));

  test('keeps unsaved changes then, and reports changes again after the password', () =>
    asOther('typing@example.com', async ({ page }, path) => {
      const { id } = await make(backend, 'payers', { name: 'Typed into' });
      await pill(page, 1).click();
      await rowOf(page, id).getByRole('link', { name: id }).click();
      const name = box(editPanel(page, 'payers'), 'name');
      await name.fill('Typed and not saved');
      await askServer(backend, path, { method: 'PATCH', body: newPassword });
      await page.clock.fastForward(aMinute);
      const popup = page.getByRole('dialog', { name: 'Your session has ended' });
      await popup.getByLabel('Password', { exact: true }).fill(newPassword.password);
      await listening(page, () => button(popup, 'Login').click());
      await gone(popup);
      assert.is(await name.inputValue(), 'Typed and not saved');
      await make(backend, 'payers', { name: 'Told after it' });
      await button(editPanel(page, 'payers'), 'Save changes').click();
      await gone(editPanel(page, 'payers'));
      await pill(page, 1).waitFor();
    }));
}
