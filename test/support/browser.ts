// A real Chromium for the walks; it watches its pages for problems.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, CDPSession, ConsoleMessage, Page } from '@playwright/test';
import { type Chromium, findChromium } from './chromium';
import { watchLock } from './lockedPages';

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );
/** Served by http, it is no secure context. */
export const insecureHost = 'lowline.lan';
const onlyThisMachine = `MAP ${insecureHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]`;

let launched: Promise<Browser> | null = null;

/** Returns the browser of this process. Host names of other machines do not resolve. */
export function launch(find: () => Promise<Chromium | null> = findChromium): Promise<Browser> {
  launched ??= start(find);
  return launched;
}

async function start(find: () => Promise<Chromium | null>): Promise<Browser> {
  const found = await find();
  if (!found) throw new Error('There is no Chromium: set CHROMIUM_PATH, or install one on the PATH.');
  const { chromium } = await import('@playwright/test');
  return chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: [...flags, `--host-resolver-rules=${onlyThisMachine}`],
  });
}

/** Closes the browser; without this a process outside Playwright's runner never ends. */
export async function closeBrowser(): Promise<void> {
  const browser = await launched;
  launched = null;
  await browser?.close();
}

/**
 * Does the browser request a module again after its first failure? Chromium before 154 never does; in such a browser
 * Retry reloads the page.
 */
export const requestsModulesAgain = (browser: Browser) => Number.parseInt(browser.version(), 10) >= 154;

export type Theme = 'light' | 'dark';

export interface PageOptions {
  theme?: Theme;
  width?: number;
  height?: number;
  /** True unless a test is about motion. */
  reducedMotion?: boolean;
  /** Emulates a phone: touch and no pointer. */
  isTouch?: boolean;
  /** The browser asks pages to save data, so the page fetches no code ahead. */
  savesData?: boolean;
  /** False: the browser keeps no database, like some private windows. */
  hasDatabase?: boolean;
  /** The localStorage entries of an earlier visit. */
  stored?: Readonly<Record<string, string>>;
  /** Writes are locked: one that leaves is a problem. */
  isLocked?: boolean;
}

export interface Watch {
  /**
   * Returns the problems so far, one sentence each: CSP violations, console errors and warnings, uncaught
   * errors, requests to other hosts, a lost focus. An API response with an error status is no problem by itself.
   */
  problems(): string[];
  /** Ignores problems that match, because the test expects them. */
  expect(pattern: RegExp): void;
}

export interface OpenPage {
  readonly page: Page;
  readonly watch: Watch;
  close(): Promise<void>;
}

/** Opens the URL in a new browser profile and watches it from the first byte. */
export async function openPage(url: string, options: PageOptions = {}): Promise<OpenPage> {
  const browser = await launch();
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    locale: 'en-US',
    ...(options.isTouch && { hasTouch: true, isMobile: true }),
    ...(options.stored && {
      storageState: {
        cookies: [],
        origins: [
          {
            origin: new URL(url).origin,
            localStorage: Object.entries(options.stored).map(([name, value]) => ({ name, value })),
          },
        ],
      },
    }),
  });
  if (options.savesData) {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
  }
  if (options.hasDatabase === false) {
    await context.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  }
  const watch = await watchContext(context, new URL(url).host, options);
  const page = await context.newPage();
  await page.goto(url);
  return { page, watch, close: () => context.close() };
}

async function watchContext(
  context: BrowserContext,
  host: string,
  { isLocked = false }: PageOptions,
): Promise<Watch> {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  context.on('weberror', (event) => seen.push(`Nobody caught: ${event.error()}`));
  context.on('console', (message) => {
    const isNews =
      ['error', 'warning'].includes(message.type()) && !isFailedCall(message) && !isInitScript(message);
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
  if (isLocked) await watchLock(context, (call) => seen.push(`Write while locked: ${call}`));
  await context.exposeBinding('reportProblem', (_, text: string) => {
    seen.push(text);
  });
  await context.addInitScript(() => {
    // A page that is left gets no responses, and may still warn about it.
    window.addEventListener('beforeunload', () => {
      console.warn = () => {};
    });
    const report = (text: string) => (Reflect.get(window, 'reportProblem') as (text: string) => void)(text);
    document.addEventListener('securitypolicyviolation', (event) => {
      const where = `${event.sourceFile}:${event.lineNumber}`;
      report(
        `CSP violation: ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample} (${where})`,
      );
    });
    // After an act that removes or disables its button, keys must not go to the page.
    let focused: HTMLElement | null = null;
    let ticks = 0;
    document.addEventListener('focusin', ({ target }) => {
      focused = target as HTMLElement;
    });
    setInterval(() => {
      const isLost =
        focused !== null &&
        document.activeElement === document.body &&
        document.getElementById('content')?.checkVisibility() === true &&
        !(focused.isConnected && focused.checkVisibility() && !focused.matches(':disabled, [inert] *'));
      ticks = isLost ? ticks + 1 : 0;
      if (ticks === 4) report(`The focus fell to the page from ${focused?.outerHTML.slice(0, 200)}`);
    }, 100);
  });
  return {
    problems: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    expect: (pattern) => expected.push(pattern),
  };
}

/** The line that the browser itself logs for every response of 400 and above. */
const isFailedCall = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource: the server responded with a status of') &&
  new URL(message.location().url).pathname.includes('/api/');

/** The sandboxed preview refuses every script, also the init scripts below. */
const isInitScript = (message: ConsoleMessage) =>
  /^Blocked script execution in 'about:(blank|srcdoc)' because .* sandboxed/.test(message.text());

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const colourRules = ['color-contrast', 'link-in-text-block'];

interface Finding {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** A message below the pointer pauses its countdown, which then never ends. */
const longestMoveMs = 10_000;

/** Waits until nothing moves. A panel that slides in has not reached its place before. Endless motions do not count. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async (most) => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    const late = new Promise((resolve) => setTimeout(resolve, most));
    await Promise.race([late, Promise.allSettled(moving.map(({ finished }) => finished))]);
  }, longestMoveMs);
}

/** They stay open: a session that ends takes the emulated network of another one along (Chromium 147). */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * Returns axe's findings on the current page (all default rules, with best practices), one sentence each; []
 * means none. `only` checks only the colour rules, for a second theme of the same elements. The debugger
 * injects axe, because the page's CSP does not apply to it.
 */
export async function checkAxe(page: Page, within = 'html', only?: 'colour'): Promise<string[]> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  };
  await atRest(page);
  const isThere = await evaluate('Boolean(globalThis.axe)');
  if (!isThere) await evaluate(`${axeSource()}\n; null`);
  const rules = only === 'colour' ? { runOnly: { type: 'rule', values: colourRules } } : {};
  const violations = (await evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify({ iframes: false, resultTypes: ['violations'], ...rules })})
      .then((found) => found.violations)`,
  )) as Finding[];
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${impact}): ${help}: ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

/** Visits the URL in both themes; fails with the watched problems after the visit. */
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
