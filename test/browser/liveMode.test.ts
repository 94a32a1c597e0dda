// A list in live mode: when it listens, what it reports, how it handles a broken stream, and what happens to changed
// cells and open inputs while the rows below them change.
import { type Locator, type Page, type Request, type Response, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  addressOf,
  box,
  button,
  changeElsewhere,
  createCollections,
  editPanel,
  gone,
  make,
  rowOf,
} from '../support/editorWalk';
import { backends } from '../support/server';
import { press, stagedBar, tableOf } from '../support/tableWalk';
import {
  askServer,
  eventually,
  hasFocus,
  jumpAhead,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const { binary } = newest;

  const backend = walkedBackend(binary, createCollections);

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

  const isSubscription = (response: Response) =>
    response.url().endsWith('/api/realtime') && response.request().method() === 'POST';

  /** Resolves when the server knows the subscriptions of the page. */
  const subscribed = (page: Page) => page.waitForResponse(isSubscription);

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
    stored: Record<string, string> = live,
  ) =>
    walk(signedInPage(backend, '#/settings', { stored }), async (opened) => {
      const streams = streamsOf(opened);
      const { page } = opened;
      const open = () => visit(page, addressOf(collection));
      if (stored['lowlineLive'] === '1') await listening(page, open);
      else await open();
      await page.getByRole('grid', { name: `Records of ${collection}` }).waitFor();
      await steps(opened, streams);
    });

  test('listens only while live mode is on, which is remembered, and not to a view', async () => {
    const { id } = await make(backend, 'payers', { name: 'Unheard' });
    await onList(
      'payers',
      async ({ page }, streams) => {
        await rowOf(page, 'Unheard').waitFor();
        await changeElsewhere(backend, 'payers', id, { name: 'Unheard still' });
        await button(page, 'Refresh').click();
        await rowOf(page, 'Unheard still').waitFor();
        assert.is(streams.asked(), 0);
        await listening(page, () => button(page, 'Live').click());
        assert.is(streams.count(), 1);
        await press(page, 'Enter');
        await eventually(streams.count, 0);
        await page.reload();
        await rowOf(page, 'Unheard still').waitFor();
        assert.is(streams.asked(), 1);
        await visit(page, addressOf('titles'));
        await page.getByText('No records found.').waitFor();
        assert.is(await button(page, 'Live').count(), 0, 'of the rows of a view the server tells nothing');
      },
      {},
    );
  });

  test('counts rows created, changed and deleted elsewhere once each, own ones never, and loads them on request', async () => {
    const one = await make(backend, 'authors', { name: 'First' });
    const two = await make(backend, 'authors', { name: 'Second' });
    await onList('authors', async ({ page }) => {
      await eventually(() => names(page), ['Second', 'First']);
      await make(backend, 'authors', { name: 'Third' });
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
      await pill(page, 3).click();
      await eventually(() => names(page), ['Third', 'First, changed twice']);
      await gone(anyPill(page));

      await rowOf(page, one.id).getByRole('link', { name: one.id }).click();
      await box(editPanel(page, 'authors'), 'name').fill('Saved by me');
      await press(page, 'Control+s');
      await page.getByText('Successfully updated record.').waitFor();
      await press(page, 'Escape');
      await gone(editPanel(page, 'authors'));
      await rowOf(page, 'Saved by me').waitFor();
      await gone(anyPill(page));
    });
  });

  test('a hidden tab holds no stream, and reports what changed meanwhile when it is seen again', async () => {
    const kept = await make(backend, 'payers', { name: 'Seen first' });
    const lost = await make(backend, 'payers', { name: 'Seen last' });
    await onList('payers', async ({ page }, streams) => {
      await rowOf(page, 'Seen last').waitFor();
      await show(page, 'hidden');
      await eventually(streams.count, 0);
      await changeElsewhere(backend, 'payers', kept.id, { name: 'Seen later' });
      await removeElsewhere('payers', lost.id);
      await make(backend, 'payers', { name: 'Not seen at all' });
      const other = await page.context().newPage();
      await listening(other, () => other.goto(page.url()));
      assert.equal([page, other].map(streams.of), [0, 1]);
      await show(other, 'hidden');
      await eventually(streams.count, 0);
      assert.is(await anyPill(page).count(), 0);
      await listening(page, () => show(page, 'visible'));
      assert.equal([page, other].map(streams.of), [1, 0]);
      await pill(page, 2).waitFor();
      assert.is(await rowOf(page, 'Seen first').count(), 1, 'nothing moves');
      await pill(page, 2).click();
      await rowOf(page, 'Not seen at all').waitFor();
      await rowOf(page, 'Seen later').waitFor();
      assert.is(await rowOf(page, 'Seen last').count(), 0);
      await gone(anyPill(page));
    });
  });

  test('reports a broken stream, reopens it, and reports the rows that changed meanwhile', async () => {
    const { id } = await make(backend, 'payers', { name: 'Before the break' });
    await onList('payers', async ({ page, watch }, streams) => {
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
      await listening(page, () => page.unroute(streamCall));
      await gone(page.getByText('Reconnecting...'));
      assert.is(streams.count(), 1);
      await pill(page, 1).click();
      await rowOf(page, 'After the break').waitFor();
      await changeElsewhere(backend, 'payers', id, { name: 'Told by the new stream' });
      await pill(page, 1).waitFor();
    });
  });

  test('notices within a minute that the server has ended the session', async () => {
    const admin = { email: 'typing@example.com', password: 'their password' };
    const made = { ...admin, passwordConfirm: admin.password };
    const { id } = (await askServer(backend, 'admins', { method: 'POST', body: made })).json;
    await walk(signedInPage({ ...backend, admin }, '#/settings', { stored: live }), async ({ page }) => {
      const signIn = page.getByRole('heading', { name: 'Admin sign in' });
      await page.clock.install();
      await listening(page, () => visit(page, addressOf('payers')));
      let renewed = 0;
      page.on('response', (response) => {
        if (isSubscription(response)) renewed += 1;
      });
      // The page sets its timer after the response, so a minute may pass too early.
      const untilMinutes = (happened: () => Promise<number>) =>
        eventually(async () => {
          await page.clock.fastForward(61_000);
          return (await happened()) > 0;
        }, true);
      await untilMinutes(async () => renewed);
      assert.is(await signIn.count(), 0, 'a living session continues');
      await askServer(backend, `admins/${id}`, { method: 'DELETE' });
      await untilMinutes(() => signIn.count());
    });
  });

  const ids: string[] = [];
  const columns = 'pick id title views live contact source day mood tags meta'.split(' ');
  const { row, cell } = tableOf(ids, [...columns, 'body', 'pictures', 'author']);
  const input = (page: Page) => page.locator('main section').getByRole('textbox');
  /** The list of three articles, of which the last is at the top. */
  const onArticles = async (steps: (page: Page) => Promise<void>) => {
    for (const id of ids) await removeElsewhere('articles', id);
    ids.length = 0;
    for (const title of ['One', 'Two', 'Three'])
      ids.push((await make(backend, 'articles', { title, views: 1 })).id);
    await onList('articles', async ({ page }) => {
      await row(page, 0).waitFor();
      await steps(page);
    });
  };

  test('an open input moves with its cell; what is typed stays when its record leaves the list', () =>
    onArticles(async (page) => {
      /** Loads the rows again without a press, as the end of another act does. */
      const loadBelowInput = () => pill(page, 1).evaluate((one) => (one as HTMLElement).click());
      const topOf = async () => Math.round((await cell(page, 1, 'title').boundingBox())?.y ?? -1);
      ids.push((await make(backend, 'articles', { title: 'New' })).id);
      await pill(page, 1).waitFor();
      const before = await topOf();
      await tabTo(page, cell(page, 1, 'title'));
      await page.keyboard.type('Typed');
      await eventually(() => input(page).inputValue(), 'Typed');
      await loadBelowInput();
      await row(page, 3).waitFor();
      assert.ok((await topOf()) > before, 'the row has moved');
      const inputTop = async () => Math.round((await input(page).boundingBox())?.y ?? -1);
      await eventually(async () => Math.abs((await inputTop()) - (await topOf())) < 10, true);
      await page.keyboard.type(' on');
      await press(page, 'Enter');
      await eventually(() => cell(page, 1, 'title').innerText(), 'Typed on');
      await eventually(() => hasFocus(cell(page, 0, 'title')), true, 'Enter goes down');

      await removeElsewhere('articles', ids[1] ?? '');
      await pill(page, 1).waitFor();
      await tabTo(page, cell(page, 1, 'title'));
      await page.keyboard.type('Other');
      await eventually(() => input(page).inputValue(), 'Other');
      await loadBelowInput();
      // The person goes on typing across the loss.
      while ((await input(page).count()) > 0) await page.keyboard.type('.');
      await page.keyboard.type(' on');
      await press(page, 'Delete');
      await row(page, 1).waitFor({ state: 'detached' });
      await eventually(() => hasFocus(cell(page, 0, 'title')), true, 'the next row takes the cursor');
      await stagedBar(page).getByText('1 record is not in this list').waitFor();
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      assert.equal([await input(page).count(), await cell(page, 0, 'title').innerText()], [0, 'One']);
      // A pause ends what was meant for the lost record.
      await jumpAhead(page, 1_100);
      await page.keyboard.type('Mine');
      await eventually(() => input(page).inputValue(), 'Mine');
    }));

  for (const [column, end] of [
    ['meta', 'Keep'],
    // The dialog beside a cell ends with it.
    ['author', ''],
  ] as const) {
    test(`a record leaves the list below the popup of its ${column}: the next row has the cursor, and without rows the heads`, () =>
      onArticles(async (page) => {
        const openAndRemove = async (at: number, lost: readonly string[]) => {
          await tabTo(page, cell(page, at, column));
          await press(page, 'Enter');
          const popup = page.getByRole('dialog');
          await eventually(() => button(popup, 'Keep').isEnabled(), true, 'its value is there');
          for (const id of lost) await removeElsewhere('articles', id);
          const changed = page.getByRole('button', { name: /rows? changed$/, includeHidden: true });
          await eventually(async () => (await changed.innerText()).startsWith(`${lost.length} `), true);
          await changed.evaluate((one) => (one as HTMLElement).click());
          return popup;
        };
        const ends = async (popup: Locator) => {
          if (end !== '') await button(popup, end).click();
          await gone(popup);
        };
        const popup = await openAndRemove(1, ids.slice(1, 2));
        await row(page, 1).waitFor({ state: 'detached' });
        await ends(popup);
        await eventually(() => hasFocus(cell(page, 0, column)), true);
        await press(page, 'ArrowUp');
        await eventually(() => hasFocus(cell(page, 2, column)), true, 'its keys go on');
        // A pause ends what was meant for the lost record.
        await jumpAhead(page, 1_100);
        await ends(await openAndRemove(0, [ids[0] ?? '', ids[2] ?? '']));
        await page.getByText('No records found.').waitFor();
        const holdsFocus = () => page.locator('main').evaluate((one) => one.contains(document.activeElement));
        await eventually(holdsFocus, true, 'the heads stay');
      }));
  }
}
