// The pages for the operator's own users, who follow a link in a mail and do not know this product.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { type AccountMails, accountMails, type MailKind, waitUntilExpired } from '../support/accountMails';
import { checkAxe, type OpenPage, openPage, type PageOptions } from '../support/browser';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  atHash,
  eventually,
  guestPage,
  hasFocus,
  patienceMs,
  screens,
  shoot,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const program = backends().at(-1);

const titles: Readonly<Record<MailKind, string>> = {
  verification: 'Email verification',
  'password-reset': 'Password reset',
  'email-change': 'Email change',
};
const newPassword = 'battery staple';
const unreachable = 'The server cannot be reached. Check the connection and try again.';
const failed = 'Something went wrong while processing your request.';
/** The browser's messages for an aborted request, and for a window that it keeps open. */
const cutCall = /ERR_FAILED/;
const keptWindow = /Scripts may close only the windows that were opened by them/;

if (program) {
  let backend: TestBackend;
  let mails: AccountMails;

  test.beforeAll(async () => {
    backend = await startBackend(program.binary, { bundle: true });
    mails = await accountMails(backend);
  });
  test.afterAll(async () => {
    await mails?.stop();
    await backend?.stop();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const alert = (page: Page) => page.getByRole('main').getByRole('alert');
  const status = (page: Page) => page.getByRole('main').getByRole('status');
  const password = (page: Page) => page.getByLabel('Password', { exact: true });
  const chosen = (page: Page) => page.getByLabel('New password', { exact: true });
  const repeated = (page: Page) => page.getByLabel('New password confirm');
  const callOf = (kind: MailKind) => `**/api/collections/*/confirm-${kind}`;
  const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('pb_admin_auth'));

  /** Follows a link like a mail program: in a window with no other page. */
  async function follow(link: string, options: PageOptions = {}): Promise<OpenPage> {
    const opened = await openPage(link, { ...screens.wide, ...options });
    opened.page.setDefaultTimeout(patienceMs);
    return opened;
  }

  /** A window that the page has opened and may therefore close. */
  async function openWindow(page: Page, address: string): Promise<Page> {
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void window.open(url), address),
    ]);
    opened.setDefaultTimeout(patienceMs);
    return opened;
  }

  /** Like `checkPicture`, for a page without any mark of this product. */
  async function checkOpenPicture({ page }: OpenPage, name: string, title: string): Promise<void> {
    const before = page.viewportSize();
    for (const size of ['wide', 'narrow'] as const) {
      await page.setViewportSize(screens[size]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.equal(await checkAxe(page), [], `${name}, ${size}, ${colorScheme}`);
        await shoot(page, `${name}-${screens[size].width}-${colorScheme}`);
      }
      const seen = await page.evaluate(() => ({
        title: document.title,
        headings: document.querySelectorAll('h1').length,
        overhang: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
        brand: [...document.querySelectorAll('img, footer, nav, header, a')].map(
          ({ outerHTML }) => outerHTML,
        ),
        named: /lowline|pocketbase|acme/i.test(document.body.innerText),
      }));
      assert.equal(seen, { title, headings: 1, overhang: 0, brand: [], named: false }, `${name}, ${size}`);
    }
    if (before) await page.setViewportSize(before);
    await page.emulateMedia({ colorScheme: 'light' });
  }

  /** Holds the next call until the returned function responds in place of the server; 0 aborts it. */
  async function holdOnce(page: Page, kind: MailKind): Promise<(code: number) => void> {
    let answer = (_code: number) => {};
    const answered = new Promise<number>((resolve) => {
      answer = resolve;
    });
    await page.route(
      callOf(kind),
      async (route) => {
        const code = await answered;
        await (code === 0 ? route.abort() : route.fulfill({ status: code, json: { code, data: {} } }));
      },
      { times: 1 },
    );
    return answer;
  }

  async function answerOnce(page: Page, kind: MailKind, code: number): Promise<void> {
    (await holdOnce(page, kind))(code);
  }

  async function choose(page: Page, text: string, again = text): Promise<void> {
    await chosen(page).fill(text);
    await repeated(page).fill(again);
    await page.getByRole('button', { name: 'Set new password' }).click();
  }

  async function confirmWith(page: Page, text: string): Promise<void> {
    await password(page).fill(text);
    await page.getByRole('button', { name: 'Confirm new email' }).click();
  }

  /** Returns the texts that describe the control, as a screen reader reads them. */
  const describedBy = (page: Page, label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );

  test('the link of a mail verifies an address; a failure can be retried', async () => {
    const ada = await mails.createAccount('ada');
    const { link } = await mails.send('verification', ada);
    assert.match(link, `${backend.url}/_/#/auth/confirm-verification/`);
    await walk(guestPage(backend, '#/auth/oauth2-redirect-failure'), async (opened) => {
      const { page, watch } = opened;
      watch.expect(cutCall);
      watch.expect(keptWindow);
      await heading(page, 'Auth failed.').waitFor();
      const answer = await holdOnce(page, 'verification');
      await page.goto(link);
      await status(page).filter({ hasText: 'Please wait...' }).waitFor();
      await checkOpenPicture(opened, 'verification-waiting', titles.verification);
      answer(500);
      await eventually(() => alert(page).textContent(), failed);
      await checkOpenPicture(opened, 'verification-failed', titles.verification);

      await answerOnce(page, 'verification', 0);
      await tabTo(page, page.getByRole('button', { name: 'Retry' }));
      await page.keyboard.press('Enter');
      await eventually(() => alert(page).textContent(), unreachable);
      assert.is((await mails.signIn(ada)).record.verified, false);
      await tabTo(page, page.getByRole('button', { name: 'Retry' }));
      await page.keyboard.press('Space');
      await status(page).filter({ hasText: 'Your email address was verified.' }).waitFor();
      await checkOpenPicture(opened, 'verification-done', titles.verification);
      assert.is((await mails.signIn(ada)).record.verified, true);

      await page.reload();
      await status(page).filter({ hasText: 'Your email address was verified.' }).waitFor();
    });
  });

  test('a link of the older form works too, and its window can be closed', async () => {
    const bob = await mails.createAccount('bob');
    const { link } = await mails.send('verification', bob);
    await walk(guestPage(backend), async ({ page }) => {
      // Like a link in a web mail.
      const window = await openWindow(page, link.replace('/auth/', '/users/'));
      await status(window).filter({ hasText: 'Your email address was verified.' }).waitFor();
      assert.is((await mails.signIn(bob)).record.verified, true);
      await tabTo(window, window.getByRole('button', { name: 'Close' }));
      await Promise.all([window.waitForEvent('close'), window.keyboard.press('Enter').catch(() => {})]);
    });
  });

  test('an invalid token verifies nothing and shows the reason', async () => {
    const late = await mails.createAccount('late');
    const { token } = await mails.sendShortLived('verification', late);
    await walk(guestPage(backend, '#/auth/confirm-verification/garbage'), async (opened) => {
      const { page } = opened;
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request.url());
      });
      await alert(page).filter({ hasText: 'Invalid or expired verification token.' }).waitFor();
      await checkOpenPicture(opened, 'verification-refused', titles.verification);
      assert.equal(asked, [], 'the server could not even be asked');
      assert.is(await page.getByRole('button').count(), 0);

      await waitUntilExpired(token);
      await page.goto(`${backend.url}/_/#/auth/confirm-verification/${token}`);
      await eventually(() => asked.length, 1);
      await eventually(() => alert(page).textContent(), 'Invalid or expired verification token.');
      assert.is((await mails.signIn(late)).record.verified, false);
    });
  });

  test('the link of the mail resets a forgotten password once, by keys alone', async () => {
    const eve = await mails.createAccount('eve');
    const { link } = await mails.send('password-reset', eve);
    await walk(follow(link), async (opened) => {
      const { page, watch } = opened;
      watch.expect(cutCall);
      await heading(page, 'Reset your password').waitFor();
      await page.getByText(`For ${eve.email}`).waitFor();
      await eventually(() => hasFocus(chosen(page)), true);
      await checkOpenPicture(opened, 'user-password', titles['password-reset']);
      await page.keyboard.press('Enter');
      await eventually(() => describedBy(page, 'New password'), 'Cannot be blank.');
      await eventually(() => hasFocus(chosen(page)), true);

      await page.keyboard.type('short');
      await tabTo(page, page.getByRole('button', { name: 'Show password' }).first());
      await page.keyboard.press('Space');
      assert.is(await chosen(page).getAttribute('type'), 'text');
      await tabTo(page, repeated(page));
      await page.keyboard.type('shorter');
      await page.keyboard.press('Enter');
      await eventually(() => describedBy(page, 'New password'), 'The length must be between 8 and 100.');
      assert.is(await describedBy(page, 'New password confirm'), "Values don't match.");
      await checkOpenPicture(opened, 'user-password-mismatch', titles['password-reset']);

      await answerOnce(page, 'password-reset', 500);
      await choose(page, newPassword);
      await eventually(() => alert(page).textContent(), failed);
      await answerOnce(page, 'password-reset', 0);
      await choose(page, newPassword);
      await eventually(() => alert(page).textContent(), unreachable);
      await checkOpenPicture(opened, 'user-password-failed', titles['password-reset']);
      assert.is(await repeated(page).inputValue(), newPassword, 'what was typed stays');

      await tabTo(page, page.getByRole('button', { name: 'Set new password' }));
      await page.keyboard.press('Enter');
      await heading(page, 'Password changed').waitFor();
      assert.equal(await status(page).locator('p').allTextContents(), [
        'Your password was changed.',
        'You can now sign in with the new one.',
      ]);
      await checkOpenPicture(opened, 'user-password-done', titles['password-reset']);
      assert.ok((await mails.signIn({ ...eve, password: newPassword })).record.verified);
      await tabTo(page, page.getByRole('button', { name: 'Close' }));
      watch.expect(keptWindow);
      await page.keyboard.press('Enter');
    });

    await walk(follow(link.replace('/auth/', '/users/')), async (opened) => {
      const { page } = opened;
      await choose(page, 'third password');
      await eventually(() => alert(page).textContent(), 'Invalid or expired token.');
      await checkOpenPicture(opened, 'user-password-refused', titles['password-reset']);
      await mails.signIn({ ...eve, password: newPassword });
    });
  });

  test('the link of the mail and the present password change an address once', async () => {
    const tim = await mails.createAccount('tim');
    const newEmail = `${'a-rather-long-name-'.repeat(3)}@a-rather-long-name-of-a-domain.example.com`;
    const { link } = await mails.send('email-change', tim, { newEmail });
    await walk(follow(link), async (opened) => {
      const { page, watch } = opened;
      watch.expect(cutCall);
      await heading(page, 'Change your email').waitFor();
      await page.getByText(`Type your password to change your email address to ${newEmail}`).waitFor();
      await eventually(() => hasFocus(password(page)), true);
      await checkOpenPicture(opened, 'user-email', titles['email-change']);

      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      const wrong = 'Missing or invalid auth record password.';
      await eventually(() => describedBy(page, 'Password'), wrong);
      assert.is(await alert(page).count(), 0);
      await checkOpenPicture(opened, 'user-email-wrong', titles['email-change']);

      for (const [code, sentence] of [
        [500, failed],
        [0, unreachable],
      ] as const) {
        await answerOnce(page, 'email-change', code);
        await confirmWith(page, tim.password);
        await eventually(() => alert(page).textContent(), sentence);
      }
      await checkOpenPicture(opened, 'user-email-failed', titles['email-change']);

      await confirmWith(page, tim.password);
      await heading(page, 'Email changed').waitFor();
      assert.equal(await status(page).locator('p').allTextContents(), [
        'Your email address was changed.',
        'You can now sign in with the new one.',
      ]);
      await checkOpenPicture(opened, 'user-email-done', titles['email-change']);
      assert.is((await mails.signIn({ ...tim, email: newEmail })).record.email, newEmail);
    });

    await walk(follow(link.replace('/auth/', '/users/')), async (opened) => {
      const { page } = opened;
      await confirmWith(page, tim.password);
      await eventually(
        () => alert(page).textContent(),
        `The new email address is already registered: ${newEmail}.`,
      );
      assert.is(await password(page).getAttribute('aria-invalid'), null, 'the password was the right one');
      await checkOpenPicture(opened, 'user-email-refused', titles['email-change']);
    });
  });

  test('a truncated link shows no address, and an error when it is used', () =>
    walk(guestPage(backend, '#/auth/confirm-password-reset/garbage'), async (opened) => {
      const { page } = opened;
      await heading(page, 'Reset your password').waitFor();
      assert.is(await page.getByText('For ', { exact: false }).count(), 0);
      await choose(page, newPassword);
      await eventually(() => alert(page).textContent(), 'Invalid or expired token.');
      await visit(page, '#/users/confirm-email-change/a.b.c');
      await heading(page, 'Change your email').waitFor();
      await checkOpenPicture(opened, 'user-email-garbage', titles['email-change']);
      await confirmWith(page, newPassword);
      await eventually(() => alert(page).textContent(), 'Invalid or expired token.');
    }));

  test('shows the links of two mails in one window as two pages', async () => {
    const [one, two] = [await mails.createAccount('one'), await mails.createAccount('two')];
    const first = await mails.send('password-reset', one);
    const second = await mails.send('password-reset', two);
    await walk(follow(first.link), async ({ page }) => {
      await page.getByText(`For ${one.email}`).waitFor();
      await chosen(page).fill('typed for one');
      await page.goto(second.link);
      await page.getByText(`For ${two.email}`).waitFor();
      assert.is(await chosen(page).inputValue(), '');
      await choose(page, newPassword);
      await heading(page, 'Password changed').waitFor();
      await mails.signIn({ ...two, password: newPassword });
      await mails.signIn(one);
    });
  });

  test('keeps an admin of the same browser signed in, whatever the responses to these pages', async () => {
    const pam = await mails.createAccount('pam');
    const verification = await mails.send('verification', pam);
    const reset = await mails.send('password-reset', pam);
    await walk(signedInPage(backend, '#/'), async (opened) => {
      const { page } = opened;
      const openly: string[] = [];
      page.on('request', (request) => {
        if (!/\/confirm-[a-z-]+$/.test(new URL(request.url()).pathname)) return;
        openly.push(String(request.headers()['authorization'] ?? 'no token'));
      });
      await heading(page, 'users').waitFor();
      // A page that starts with a session renews it once.
      await page.waitForLoadState('networkidle');
      const before = await storedSession(page);
      for (const code of [401, 403, 500]) {
        await answerOnce(page, 'verification', code);
        await page.goto(verification.link);
        await alert(page).waitFor();
        await answerOnce(page, 'password-reset', code);
        await page.goto(reset.link);
        await choose(page, newPassword);
        await alert(page).waitFor();
        await atHash(page, new URL(reset.link).hash);
      }
      await page.goto(verification.link);
      await status(page).filter({ hasText: 'Your email address was verified.' }).waitFor();
      await page.goto(reset.link);
      await heading(page, 'Reset your password').waitFor();
      await checkOpenPicture(opened, 'user-password-beside-admin', titles['password-reset']);
      await choose(page, newPassword);
      await heading(page, 'Password changed').waitFor();
      assert.is(await storedSession(page), before);
      assert.equal(openly, Array(8).fill('no token'));

      await visit(page, new URL(reset.link).hash);
      await heading(page, 'Reset your password').waitFor();
      await visit(page, '#/');
      await heading(page, 'users').waitFor();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    });
  });

  for (const [hasSucceeded, result, line] of [
    [true, 'Auth completed.', 'You can close this window and go back to the app.'],
    [false, 'Auth failed.', 'You can close this window and go back to the app to try again.'],
  ] as const) {
    test(`a provider leads to "${result}", which closes its window, or stays if it may not`, async () => {
      await walk(guestPage(backend), async (opened) => {
        const { page, watch } = opened;
        watch.expect(keptWindow);
        await heading(page, 'Admin sign in').waitFor();
        const app = await listenForOAuth2(backend.url);
        const query = `state=${app.state}&${hasSucceeded ? 'code=abc' : 'error=denied'}`;
        await page.goto(`${backend.url}/api/oauth2-redirect?${query}`);
        await atHash(page, `#/auth/oauth2-redirect-${hasSucceeded ? 'success' : 'failure'}`);
        await heading(page, result).waitFor();
        assert.is(await status(page).textContent(), line);
        await checkOpenPicture(opened, `oauth2-${hasSucceeded ? 'success' : 'failure'}`, 'Auth');
        await app.stop();

        const again = await listenForOAuth2(backend.url);
        const popup = await openWindow(
          page,
          `${backend.url}/api/oauth2-redirect?${query.replace(app.state, again.state)}`,
        );
        await eventually(() => popup.isClosed(), true);
        await again.stop();
      });
    });
  }
}

/** Waits for a sign-in like the operator's app: the server notifies this listener by its state. */
async function listenForOAuth2(url: string): Promise<{ state: string; stop(): Promise<void> }> {
  const answer = await fetch(`${url}/api/realtime`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  let state: string | undefined;
  while (reader && !state) {
    const { value, done } = await reader.read();
    if (done) break;
    heard += value;
    state = /"clientId":"([^"]+)"/.exec(heard)?.[1];
  }
  if (!reader || !state) throw new Error(`The server gave no id to listen with: ${heard}`);
  const subscribed = await fetch(`${url}/api/realtime`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId: state, subscriptions: ['@oauth2'] }),
  });
  assert.is(subscribed.status, 204);
  return { state, stop: () => reader.cancel() };
}
