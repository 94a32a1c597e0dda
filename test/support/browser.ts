// A real Chromium for the browser tests, and pages that are watched.
//
//   const browser = await launch();
//   if (browser) {
//     test('the sign-in page is sound', async () => {
//       const { page, watch, close } = await openPage(`${server.url}/_/`, { theme: 'dark' });
//       await page.getByLabel('Email').fill('root@example.com');
//       assert.equal([...(await checkAxe(page)), ...watch.problems()], []);
//       await close();
//     });
//     test.after(closeBrowser);
//     test.run();
//   }

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type ConsoleMessage, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const onlyThisMachine = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]';

let launched: Promise<Browser | null> | null = null;

/** The browser of this process; null, and said so, on a machine that has none. Names elsewhere resolve to nothing. */
export function launch(hostResolverRules = onlyThisMachine): Promise<Browser | null> {
  launched ??= start(hostResolverRules);
  return launched;
}

async function start(hostResolverRules: string): Promise<Browser | null> {
  const found = await findChromium();
  if (!found) {
    console.log('# left out: the browser tests (no Chromium: set CHROMIUM_PATH, or install one on the PATH)');
    return null;
  }
  return chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: [...flags, `--host-resolver-rules=${hostResolverRules}`],
  });
}

/** Ends the browser; without it the test file never ends. */
export async function closeBrowser(): Promise<void> {
  const browser = await launched;
  launched = null;
  await browser?.close();
}

export type Theme = 'light' | 'dark';

export interface PageOptions {
  theme?: Theme;
  width?: number;
  height?: number;
  reducedMotion?: boolean;
  /** A phone: fingers and no pointer. */
  isTouch?: boolean;
}

export interface Watch {
  /**
   * What went wrong so far, a sentence each: CSP violations, console errors and warnings, errors that nobody
   * caught, requests to other hosts. An API answer with a failing status is no problem by itself.
   */
  problems(): string[];
  /** A problem that fits is part of the test. */
  expect(pattern: RegExp): void;
}

export interface OpenPage {
  readonly page: Page;
  readonly watch: Watch;
  close(): Promise<void>;
}

/** Opens the address in a browser profile of its own: nothing stored, watched from the first byte. */
export async function openPage(url: string, options: PageOptions = {}): Promise<OpenPage> {
  const browser = await launch();
  if (!browser) throw new Error('There is no browser: ask launch() before a test opens a page');
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    locale: 'en-US',
    ...(options.isTouch && { hasTouch: true, isMobile: true }),
  });
  const watch = await watchContext(context, new URL(url).host);
  const page = await context.newPage();
  await page.goto(url);
  return { page, watch, close: () => context.close() };
}

async function watchContext(context: BrowserContext, host: string): Promise<Watch> {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  context.on('weberror', (event) => seen.push(`Nobody caught: ${event.error()}`));
  context.on('console', (message) => {
    const isNews = ['error', 'warning'].includes(message.type()) && !isFailedCall(message);
    if (isNews) seen.push(`Console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('request', (request) => {
    const { protocol, host: asked } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && asked !== host)
      seen.push(`Request to another host: ${request.url()}`);
  });
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== host) seen.push(`Request to another host: ${socket.url()}`);
    }),
  );
  await context.exposeBinding('reportCspViolation', (_, text: string) => {
    seen.push(`CSP violation: ${text}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'reportCspViolation') as (text: string) => void;
      const where = `${event.sourceFile}:${event.lineNumber}`;
      report(`${event.effectiveDirective} refused ${event.blockedURI} ${event.sample} (${where})`);
    });
  });
  return {
    problems: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    expect: (pattern) => expected.push(pattern),
  };
}

/** The line that the browser itself writes for every answer of 400 and above. */
const isFailedCall = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource: the server responded with a status of') &&
  new URL(message.location().url).pathname.includes('/api/');

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/**
 * What axe finds on the page as it stands (all its default rules, best practices too), a sentence each; [] is sound.
 * It goes in by the debugger, which the page's CSP does not bind, after running transitions have ended.
 */
export async function checkAxe(page: Page, within = 'html'): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  };
  await evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)).then(() => null)`);
  await evaluate(`if (!globalThis.axe) { ${axeSource()}\n}; null`);
  const violations = (await evaluate(
    `axe.run(${JSON.stringify(within)}, { iframes: false, resultTypes: ['violations'] }).then((found) => found.violations)`,
  )) as Finding[];
  await session.detach();
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${impact}): ${help}: ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

/** Visits the address in both themes; fails with what the watch has seen when the visit is over. */
export async function inBothThemes(
  url: string,
  visit: (opened: OpenPage, theme: Theme) => Promise<void>,
  options: Omit<PageOptions, 'theme'> = {},
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    const opened = await openPage(url, { ...options, theme });
    try {
      await visit(opened, theme);
      const problems = opened.watch.problems();
      if (problems.length > 0) throw new Error(`In the ${theme} theme:\n${problems.join('\n')}`);
    } finally {
      await opened.close();
    }
  }
}
