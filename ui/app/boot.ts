import { subscribeKey } from 'valtio/vanilla/utils';
import type { ApiError } from '../backend/ApiError';
import { apiBaseOf } from '../backend/addresses';
import { cancelReads, configureClient } from '../backend/client';
import * as dialect from '../backend/dialect';
import * as health from '../backend/health';
import { fetchDoor } from '../backend/newer/door';
import { fetchChunk, savesData } from '../base/chunkFiles';
import { onCopyRefused } from '../base/clipboard';
import { followFocus } from '../base/focus';
import {
  currentLocation,
  guardLeaving,
  type HashLocation,
  navigate,
  subscribeToLocation,
} from '../base/hash';
import { metaContent, reloadPage } from '../base/pageAddress';
import { setOwnTitle } from '../base/servedPage';
import { onChangeInOtherTab } from '../base/storage';
import { handleTranslation } from '../base/translatedPage';
import type { Admin } from '../model/admin';
import * as collections from '../page/collections';
import * as confirm from '../page/confirm';
import * as unsaved from '../page/forms/unsaved';
import * as app from '../page/pageTitle';
import * as panels from '../page/panels';
import * as preferences from '../page/preferences';
import * as connection from '../page/session/connection';
import * as environment from '../page/session/environment';
import * as fileToken from '../page/session/fileToken';
import * as session from '../page/session/session';
import * as theme from '../page/theme';
import * as toasts from '../page/toasts';
import { loadPermit } from './loadLock';
import { mayDiscard } from './mayDiscard';
import * as reauthentication from './sign-in/reauthentication';

const sessionOver = 'Your session has ended. Sign in to continue.';
/** The start page redirects to one of these, so after a 403 there is no better page to go to. */
const homePaths = ['/', '/collections', '/overview'];

/**
 * Connects the layers. Every effect of one part of the page on another is set up here. Resolves when the page can be
 * shown: at once, unless a browser has a session and does not know the server yet.
 */
export async function boot(): Promise<void> {
  handleTranslation();
  followFocus();
  setOwnTitle('Lowline');
  dialect.onRecognized(() => {
    // After an upgrade of the server, nothing fits that the page has read.
    if (dialect.isOutdated()) reloadPage();
    else if (dialect.isNewer()) fetchDoor();
  });
  configureClient({
    apiBase: apiBaseOf(window.location.href, metaContent('backend')),
    pageOrigin: window.location.origin,
    token: session.token,
    onUnauthorized: session.expire,
    confirmSession: session.confirm,
    onForbidden: (error) => void leaveForbidden(error),
    onUnreachable: connection.lost,
    onStoredOtherwise: (names) =>
      toasts.error(`The server has stored these otherwise than they were sent: ${names.join(', ')}.`),
    permitWrite: (...write) => !environment.state.current?.locks || permitLater(write),
  });
  onCopyRefused((hint) => toasts.error(`The browser did not allow copying. ${hint}`.trim()));
  environment.open();
  followOtherTabs();
  followAddress();
  guardLeaving(mayLeave);
  reauthentication.onLeave(() => {
    forgetSession();
    // Another admin may have signed in in another tab.
    session.restore();
  });
  subscribeKey(session.state, 'token', followSession);
  subscribeKey(session.state, 'admin', (admin) => {
    if (admin) lastAdmin = admin;
  });
  session.onExpiry(() => {
    // If the screen must stay, the sign-in popup gives the reason itself.
    if (!unsaved.holdsScreen()) toasts.info(sessionOver);
  });
  connection.onReturn(() => {
    if (!session.isSignedIn()) return;
    if (collections.state.loadError) void collections.load();
    if (app.state.appName === '') void app.loadMeta();
  });
  // A guest who types is about to sign in.
  document.addEventListener('input', fetchAfterSignIn, { once: true });
  dialect.onDoubted(() => void health.recognize());
  const isRecognized = health.recognize();
  if (session.isStored() && !dialect.isRecognized()) await isRecognized;
  if (session.restore()) {
    // Its calls go before the confirmation: a browser opens at most six connections, and scripts take most of them.
    followSession();
    // In the background: the page works with the stored token.
    void session.confirm();
  }
}

type WriteCall = Parameters<NonNullable<Parameters<typeof configureClient>[0]['permitWrite']>>;

/** Asks the write lock. If its code cannot be loaded, nothing is written. */
const permitLater = async (write: WriteCall) => (await loadPermit())?.(...write) ?? false;

/** A failure is silent: the sign-in loads the same files. */
function fetchAfterSignIn(): void {
  if (!session.isSignedIn() && !savesData()) void fetchChunk('table').catch(() => {});
}

let wasSignedIn = false;
/** The current admin, or the one of the last session. */
let lastAdmin: Pick<Admin, 'id' | 'email'> = { id: '', email: '' };

function followSession(): void {
  const isSignedIn = session.isSignedIn();
  if (isSignedIn === wasSignedIn) return;
  wasSignedIn = isSignedIn;
  if (isSignedIn) {
    reauthentication.resume();
    void collections.load();
    void app.loadMeta();
  } else {
    cancelReads();
    confirm.no();
    // Keep the screen and its data until the user signs in again or leaves, if there are unsaved changes.
    if (!reauthentication.suspend(lastAdmin)) forgetSession();
  }
}

function forgetSession(): void {
  unsaved.forget();
  fileToken.forget();
  collections.forget();
  app.forget();
}

/** Leaves the page after a 403, with its message. The token may be expired; if it is not, only this page is forbidden. */
async function leaveForbidden(error: ApiError): Promise<void> {
  const { path } = currentLocation();
  const isAlive = await session.confirm();
  const isBusy = unsaved.hasAny() || panels.state.open.length > 0;
  if (!isAlive || isBusy || homePaths.includes(path) || currentLocation().path !== path) return;
  // The page that is left cancels its reads, and so their errors.
  toasts.error(error.message);
  navigate('/');
}

function followOtherTabs(): void {
  onChangeInOtherTab((key) => {
    session.rereadFromOtherTab(key);
    theme.rereadFromOtherTab(key);
    preferences.rereadFromOtherTab(key);
    environment.rereadFromOtherTab(key);
    collections.rereadFromOtherTab(key);
  });
}

/** The location of the visible page. The URL changes earlier while the back button waits for an answer. */
let here = currentLocation();

/** Closes an open question when the path changes. */
function followAddress(): void {
  here = currentLocation();
  subscribeToLocation(() => {
    const { path } = here;
    here = currentLocation();
    if (here.path !== path) confirm.no();
  });
}

/**
 * Panels belong to the path, the collection and the record of the URL. Asks before unsaved changes are lost.
 */
function mayLeave(to: HashLocation): boolean {
  const isSameThing =
    !panels.isLeft() &&
    to.path === here.path &&
    ['collectionId', 'recordId'].every((key) => to.query[key] === here.query[key]);
  if (isSameThing || panels.isFollowed()) return true;
  if (unsaved.losesByNavigation() && !isDiscarding) {
    void leaveAfterQuestion(to);
    return false;
  }
  panels.closeAll();
  return true;
}

/**
 * True while the user has agreed to discard: a form that is a whole page is unmounted only after the URL
 * change.
 */
let isDiscarding = false;

async function leaveAfterQuestion({ path, query }: HashLocation): Promise<void> {
  if (!(await mayDiscard())) return;
  panels.closeAll({ discards: true });
  isDiscarding = true;
  try {
    navigate(path, query);
  } finally {
    isDiscarding = false;
  }
}
