// The frame of every screen, and its behaviour in case of errors: no such page, no server, no session.
import { readFileSync } from 'node:fs';
import { type Page, type Route, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { launch } from '../support/browser';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  guestPage,
  hasFocus,
  keep,
  patienceMs,
  screens,
  shoot,
  signedInPage,
  signIn,
  storedSession,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const program = backends().at(-1);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

if (program) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(program.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const posts = await createCollection({ name: 'posts', schema: [field('text', 'title')] });
    for (const title of ['One', 'Two', 'Three']) await createRecord(posts, { title });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const posts = '#/collections?collectionId=posts';
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const account = (page: Page) => page.getByRole('button', { name: 'Account' });
  const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'system');
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Collections' });
  const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width;
  const titles = (page: Page) => page.getByRole('gridcell', { name: /^(One|Two|Three)$/ }).allTextContents();

  const cut = (route: Route) => route.abort();

  async function choose(page: Page, item: string): Promise<void> {
    await account(page).click();
    await page.getByRole('menuitemradio', { name: item }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }

  test('reports an unknown URL and keeps it, without a sidebar, with a link home', async () => {
    await walk(guestPage(backend, '#/nope/deeper?x=1'), async (opened) => {
      const { page } = opened;
      await heading(page, 'Page not found').waitFor();
      await page.getByText('No page at #/nope/deeper.').waitFor();
      await checkPicture(opened, 'not-found-guest');
      assert.is(new URL(page.url()).hash, '#/nope/deeper?x=1');
      await page.getByRole('link', { name: 'Go home' }).click();
      await heading(page, 'Admin sign in').waitFor();
    });
    await walk(signedInPage(backend, '#/Collections'), async (opened) => {
      const { page } = opened;
      await heading(page, 'Page not found').waitFor();
      assert.is(await page.getByRole('navigation').count(), 0);
      await eventually(() => page.title(), 'Page not found - Acme - Lowline');
      await checkPicture(opened, 'not-found');
      assert.is(new URL(page.url()).hash, '#/Collections');
      await page.getByRole('link', { name: 'Go home' }).click();
      await heading(page, 'users').waitFor();
      await eventually(() => page.title(), 'users - Acme - Lowline');
    });
  });

  test("applies the chosen theme before the first paint, also after a reload, until the system's is chosen", () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      await page.addInitScript(() => {
        const watcher = new MutationObserver(() => {
          if (!document.documentElement?.dataset['theme']) return;
          Reflect.set(window, 'themedAt', performance.now());
          watcher.disconnect();
        });
        watcher.observe(document, { attributes: true, childList: true, subtree: true });
      });
      const isLate = () =>
        page.evaluate(() => {
          const [paint] = performance.getEntriesByName('first-paint');
          const themedAt = Number(Reflect.get(window, 'themedAt'));
          return paint === undefined || !(themedAt < paint.startTime);
        });
      await heading(page, 'posts').waitFor();
      const light = await ground(page);

      await choose(page, 'Dark theme');
      assert.is(await theme(page), 'dark');
      const dark = await ground(page);
      assert.is.not(dark, light);
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await ground(page), dark);
      await eventually(isLate, false, 'set before the first paint');

      await page.emulateMedia({ colorScheme: 'dark' });
      await choose(page, 'Light theme');
      assert.is(await ground(page), light, 'the choice is above the system');
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await ground(page), light);
      await eventually(isLate, false, 'set before the first paint');

      await choose(page, 'System theme');
      assert.is(await theme(page), 'system');
      assert.is(await ground(page), dark);
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await ground(page), dark);
    }));

  test('the account menu works by keys, and closes on Escape, a click elsewhere and a lost focus', () =>
    walk(signedInPage(backend, posts), async (opened) => {
      const { page } = opened;
      const menu = page.getByRole('menu', { name: 'Account' });
      const item = (name: string) =>
        page.getByRole(/theme/.test(name) ? 'menuitemradio' : 'menuitem', { name });
      await heading(page, 'posts').waitFor();
      await tabTo(page, account(page));
      await page.keyboard.press('Enter');
      await menu.waitFor();
      await menu.getByText('admin@example.com').waitFor();
      await eventually(() => hasFocus(item('System theme')), true, 'the focus is on the choice of now');
      await checkPicture(opened, 'account-menu');
      for (const [key, name] of [
        ['ArrowDown', 'Light theme'],
        ['End', 'Logout'],
        ['Home', 'System theme'],
        ['ArrowUp', 'Logout'],
        ['d', 'Dark theme'],
        ['ArrowDown', 'Environment...'],
        ['ArrowDown', 'Manage admins'],
      ] as const) {
        await page.keyboard.press(key);
        await eventually(() => hasFocus(item(name)), true, `${key} leads to ${name}`);
      }
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await eventually(() => hasFocus(account(page)), true, 'the focus is back');

      await page.keyboard.press('Space');
      await menu.waitFor();
      await page.keyboard.press('Tab');
      await menu.waitFor({ state: 'detached' });
      await account(page).click();
      await menu.waitFor();
      await heading(page, 'posts').click();
      await menu.waitFor({ state: 'detached' });
    }));

  test('a tooltip names an icon on hover and on focus, and Escape hides it', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const tip = page.getByRole('tooltip');
      const refresh = page.getByRole('button', { name: 'Refresh' });
      await refresh.waitFor();
      // The code of the tooltips comes after the first view.
      await page.waitForLoadState('networkidle');
      await refresh.hover();
      await eventually(() => tip.allTextContents(), ['Refresh']);
      await shoot(page, 'tooltip');
      await page.getByRole('link', { name: 'Collections', exact: true }).first().hover();
      await eventually(() => tip.allTextContents(), ['Collections']);
      await page.mouse.move(700, 500);
      await eventually(() => tip.count(), 0);
      await tabTo(page, refresh);
      await eventually(() => tip.allTextContents(), ['Refresh']);
      await page.keyboard.press('Escape');
      await eventually(() => tip.count(), 0);
      await eventually(() => hasFocus(refresh), true);
    }));

  test('the first Tab stop skips to the content', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const skip = page.getByRole('button', { name: 'Skip to content' });
      await heading(page, 'posts').waitFor();
      await page.keyboard.press('Tab');
      await eventually(() => hasFocus(skip), true);
      assert.ok(((await skip.boundingBox())?.width ?? 0) > 80, 'it can be seen');
      await shoot(page, 'skip');
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(page.getByRole('main')), true);
      await page.keyboard.press('Tab');
      await eventually(
        () => hasFocus(page.getByRole('main').getByRole('link', { name: 'Collections' })),
        true,
      );
    }));

  test('resizes the sidebar by keys and by dragging, within limits, and keeps the width', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const edge = page.getByRole('separator', { name: 'Resize Collections' });
      await heading(page, 'posts').waitFor();
      assert.is(await widthOf(page), 232);
      await tabTo(page, edge);
      await page.keyboard.press('ArrowRight');
      await eventually(() => widthOf(page), 248);
      await page.keyboard.press('Home');
      await eventually(() => widthOf(page), 176);
      await page.keyboard.press('ArrowLeft');
      assert.is(await edge.getAttribute('aria-valuenow'), '176');
      await page.keyboard.press('End');
      await eventually(() => widthOf(page), 416);
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await widthOf(page), 416);

      const box = await edge.boundingBox();
      if (!box) return assert.unreachable('the edge has no place');
      const from = { x: box.x + box.width / 2, y: box.y + 300 };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 116, from.y + 20, { steps: 4 });
      await eventually(() => widthOf(page), 300);
      await page.mouse.up();
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await widthOf(page), 300);
    }));

  test('every page has its title, its one heading, and links to documentation in the footer', async () => {
    const foot = async (page: Page) => {
      const links = page.getByRole('contentinfo').or(page.locator('footer')).getByRole('link');
      const seen = await links.evaluateAll((all) =>
        all.map((link) => `${link.textContent} ${link.getAttribute('target')} ${link.getAttribute('rel')}`),
      );
      assert.equal(seen, ['Docs _blank noopener noreferrer', 'Releases _blank noopener noreferrer']);
      await page.getByText(`Lowline v${version}`).waitFor();
    };
    await walk(guestPage(backend), async ({ page }) => {
      await heading(page, 'Admin sign in').waitFor();
      await foot(page);
    });
    await walk(signedInPage(backend, posts), async ({ page }) => {
      await heading(page, 'posts').waitFor();
      await eventually(() => page.title(), 'posts - Acme - Lowline');
      assert.is(await page.getByRole('heading', { level: 1 }).count(), 1);
      await foot(page);
      await page.getByRole('link', { name: 'Logs', exact: true }).click();
      await eventually(() => page.title(), 'Logs - Acme - Lowline');
      await page.getByRole('link', { name: 'Home' }).click();
      // The collection of the last visit.
      await heading(page, 'posts').waitFor();
      await eventually(() => page.title(), 'posts - Acme - Lowline');
    });
  });

  test('on a narrow screen the sections are at the bottom and the collections in a drawer', () =>
    walk(signedInPage(backend, posts, screens.narrow), async (opened) => {
      const { page } = opened;
      const opener = page.getByRole('button', { name: 'Collections' });
      const drawer = page.getByRole('dialog', { name: 'Collections' });
      await heading(page, 'posts').waitFor();
      const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
      assert.equal([bar?.x, bar && bar.y + bar.height, bar?.width], [0, 844, 390]);
      assert.is(await page.getByRole('link', { name: 'users' }).count(), 0, 'the sidebar is not in reach');

      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await drawer.waitFor();
      await checkPicture(opened, 'drawer', { sizes: ['narrow'] });
      assert.ok(((await drawer.boundingBox())?.width ?? 999) <= 288);
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        assert.ok(
          // Between its end and its start are the controls of the browser itself.
          await drawer.evaluate(
            (element) => element.contains(document.activeElement) || !document.querySelector(':focus'),
          ),
          'the focus stays in the drawer',
        );
      }
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      await eventually(() => hasFocus(opener), true, 'the focus is back');

      await opener.click();
      await page.mouse.click(370, 300);
      await drawer.waitFor({ state: 'detached' });
      await opener.click();
      await drawer.getByRole('link', { name: 'users' }).click();
      await heading(page, 'users').waitFor();
      await drawer.waitFor({ state: 'detached' });
    }));

  test('on a phone the title has the space of the header, and the menu contains its buttons', () =>
    walk(signedInPage(backend, posts, screens.narrow), async (opened) => {
      const { page } = opened;
      await heading(page, 'posts').waitFor();
      const names = await page.getByRole('main').locator('header').first().getByRole('button').all();
      const labels = await Promise.all(
        names.map(async (one) => (await one.getAttribute('aria-label')) ?? (await one.innerText())),
      );
      assert.equal(labels, ['Collections', 'More actions', 'New']);
      const room = (await heading(page, 'posts').locator('..').boundingBox())?.width ?? 0;
      assert.ok(room >= 200, `${room} px for the title`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await checkPicture(opened, 'records-menu', { sizes: ['narrow'] });
      await page.getByRole('menuitemcheckbox', { name: 'Live' }).click();
      await eventually(
        () => page.getByRole('menuitemcheckbox', { name: 'Live' }).getAttribute('aria-checked'),
        'true',
      );
      // The switch is in the menu, so the header shows that it is on.
      const sign = page.getByRole('main').locator('header').first().getByText('Live', { exact: true });
      await sign.waitFor();
      await page.keyboard.press('Escape');
      await checkPicture(opened, 'records-live', { sizes: ['narrow'] });
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Live' }).click();
      await sign.waitFor({ state: 'detached' });
      await page.getByRole('menuitem', { name: 'Refresh' }).click();
      await eventually(() => titles(page), ['Three', 'Two', 'One']);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit collection' }).click();
      await page.getByRole('dialog', { name: 'Edit collection' }).waitFor();
    }));

  test('a banner reports an unreachable server; when it is back, failed content loads by itself', () =>
    walk(signedInPage(backend, posts), async (opened) => {
      const { page, watch } = opened;
      const banner = page.getByText('The server cannot be reached. Trying again...');
      watch.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
      await eventually(() => titles(page), ['Three', 'Two', 'One']);
      await backend.kill();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await banner.waitFor();
      await page.getByRole('main').getByRole('alert').waitFor();
      await checkPicture(opened, 'server-away');
      await backend.restart();
      await banner.waitFor({ state: 'detached' });
      await eventually(() => titles(page), ['Three', 'Two', 'One']);
      assert.is(await page.getByRole('main').getByRole('alert').count(), 0);
    }));

  test('a page opened while the API is down waits on its screen and fills it later', () =>
    walk(signedInPage(backend, '#/nope'), async (opened) => {
      const { page, watch } = opened;
      watch.expect(/ERR_FAILED|The settings could not be read/);
      await page.route('**/api/**', cut);
      await visit(page, posts);
      await page.getByRole('heading', { name: 'The collections could not be loaded.' }).waitFor();
      await page.getByText('The server cannot be reached. Trying again...').waitFor();
      await checkPicture(opened, 'collections-away');
      await page.unroute('**/api/**', cut);
      await eventually(() => titles(page), ['Three', 'Two', 'One']);
      await eventually(() => page.title(), 'posts - Acme - Lowline', 'the settings were read again');
    }));

  test('reports code that fails to load, of a screen or of the shell, with a retry', () =>
    walk(signedInPage(backend, '#/nope'), async (opened) => {
      const { page, watch } = opened;
      const broken = heading(page, 'This screen stopped working.');
      const tryAgain = page.getByRole('button', { name: 'Try again' });
      watch.expect(/ERR_FAILED|dynamically imported module/);
      await page.getByRole('link', { name: 'Go home' }).click();
      await page.route('**/logs-*.js', cut);
      await page.getByRole('link', { name: 'Logs' }).click();
      await broken.waitFor();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await checkPicture(opened, 'broken-screen');
      await page.unroute('**/logs-*.js', cut);
      await tryAgain.click();
      await heading(page, 'Logs').waitFor();

      await page.route('**/shell-*.js', cut);
      await page.reload();
      await broken.waitFor();
      await checkPicture(opened, 'broken-shell');
      await page.unroute('**/shell-*.js', cut);
      await tryAgain.click();
      await heading(page, 'Logs').waitFor();
    }));

  test('shows one sentence without JavaScript', async () => {
    const context = await (await launch()).newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${backend.url}/_/`);
    const sentence = await page.locator('noscript').innerText();
    await shoot(page, 'noscript');
    await context.close();
    assert.is(sentence, 'Lowline needs JavaScript: please switch it on for this page.');
  });

  test('ignores an expired session: sends nothing with it, and keeps the URL', () =>
    walk(guestPage(backend, '#/login'), async ({ page }) => {
      const past = JSON.parse(await storedSession(backend));
      const [head, claims = '', signature] = past.token.split('.');
      const over = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 1_600_000_000 };
      past.token = [head, Buffer.from(JSON.stringify(over)).toString('base64url'), signature].join('.');
      await keep(page, { pb_admin_auth: JSON.stringify(past) });
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.headers()['authorization'] === past.token) asked.push(request.url());
      });
      await visit(page, posts);
      await heading(page, 'Admin sign in').waitFor();
      assert.equal(asked, []);
      await signIn(page, { email: 'admin@example.com', password: '1234567890' });
      await atHash(page, posts);
      await heading(page, 'posts').waitFor();
    }));

  test('tells a stored session that its server was upgraded to 0.23 or newer', () =>
    walk(signedInPage(backend, posts), async ({ page, watch }) => {
      await heading(page, 'posts').waitFor();
      watch.expect(/40[14]/);
      // Recorded responses of servers 0.23.12 and 0.36.9.
      const unknownCall = { data: {}, message: "The requested resource wasn't found.", status: 404 };
      const refusal = {
        data: {},
        message: 'The request requires valid record authorization token.',
        status: 401,
      };
      const methods = { password: { identityFields: ['email'], enabled: true }, authProviders: null };
      await page.route('**/api/**', (route) => {
        const { pathname } = new URL(route.request().url());
        if (pathname.endsWith('/auth-methods')) return route.fulfill({ json: methods });
        const body = pathname.startsWith('/api/admins') ? unknownCall : refusal;
        return route.fulfill({ status: body.status, json: body });
      });
      await page.reload();
      await heading(page, 'Admin sign in').waitFor();
      await page
        .getByRole('alert')
        .filter({ hasText: 'This server is PocketBase 0.23 or newer. Lowline is for 0.22.' })
        .waitFor();
      assert.is(await page.getByText('Your session has ended.').count(), 0);
      // The check of a picture would wait for the end of the message.
      await shoot(page, 'newer-server');
    }));

  test('explains the end of a session that expires while the page is open', async () => {
    const last = (duration: number) =>
      askServer(backend, 'settings', { method: 'PATCH', body: { adminAuthToken: { duration } } });
    // The first view must come before the end, also on a slow machine.
    assert.is((await last(10)).json.adminAuthToken.duration, 10);
    try {
      await walk(signedInPage(backend, posts), async (opened) => {
        const { page } = opened;
        await heading(page, 'posts').waitFor();
        await heading(page, 'Admin sign in').waitFor({ timeout: 3 * patienceMs });
        await page
          .getByRole('status')
          .filter({ hasText: 'Your session has ended. Sign in to continue.' })
          .waitFor();
        await checkPicture(opened, 'session-over', { sizes: ['narrow'] });
        assert.is(await page.evaluate(() => localStorage.getItem('pb_admin_auth')), null);
      });
    } finally {
      await last(1_209_600);
    }
  });

  test('leads a deleted admin to the sign-in on the next call', async () => {
    const other = { email: 'other@example.com', password: '1234567890' };
    const made = await askServer(backend, 'admins', {
      method: 'POST',
      body: { ...other, passwordConfirm: other.password },
    });
    await walk(guestPage(backend, posts), async ({ page }) => {
      await signIn(page, other);
      await eventually(() => titles(page), ['Three', 'Two', 'One']);
      assert.is((await askServer(backend, `admins/${made.json.id}`, { method: 'DELETE' })).status, 204);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await heading(page, 'Admin sign in').waitFor();
      assert.is(await page.evaluate(() => localStorage.getItem('pb_admin_auth')), null);
    });
  });

  test('nothing moves with reduced motion', async () => {
    for (const reducedMotion of [false, true]) {
      await walk(signedInPage(backend, posts, { reducedMotion }), async ({ page }) => {
        await eventually(() => titles(page), ['Three', 'Two', 'One']);
        await page.route('**/records?*', () => {});
        await page.getByRole('button', { name: 'Refresh' }).click();
        await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
        const moving = await page.evaluate(() =>
          document
            .getAnimations()
            .filter((one) => one.playState === 'running' && Number(one.effect?.getTiming().duration) > 1)
            .map(
              (one) => `${(one as CSSAnimation).animationName ?? (one as CSSTransition).transitionProperty}`,
            ),
        );
        assert.is(moving.length > 0, !reducedMotion, `moving with reducedMotion ${reducedMotion}: ${moving}`);
      });
    }
  });

  // The last test: no earlier token is valid after it.
  test('reports the end of a session on a link from a settings page', async () => {
    const secret = 'a secret of more than thirty letters for all';
    await walk(signedInPage(backend, '#/settings/mail'), async ({ page, watch }) => {
      watch.expect(/401/);
      await heading(page, 'Mail settings').waitFor();
      // A call that is late would end the session before the click.
      await page.waitForLoadState('networkidle');
      const old = await askServer(backend, 'settings', {
        method: 'PATCH',
        body: { adminAuthToken: { secret, duration: 1_209_600 } },
      });
      assert.is(old.status, 200);
      await page.getByRole('link', { name: 'Token options' }).click();
      await heading(page, 'Admin sign in').waitFor();
      await page.getByText('Your session has ended. Sign in to continue.').waitFor();
    });
  });
}
