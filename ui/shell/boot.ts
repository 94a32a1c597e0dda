import { subscribeKey } from 'valtio/vanilla/utils';
import { apiBaseOf } from '../api/apiBase';
import { cancelReads, configureClient } from '../api/client';
import {
  currentLocation,
  guardLeaving,
  type HashLocation,
  navigate,
  subscribeToLocation,
} from '../platform/hash';
import { serverElsewhere } from '../platform/pageAddress';
import { onChangeInOtherTab } from '../platform/storage';
import { bearTranslation } from '../platform/translatedPage';
import * as app from '../state/app';
import * as collections from '../state/collections';
import * as confirm from '../state/confirm';
import * as connection from '../state/connection';
import * as fileToken from '../state/fileToken';
import * as filterRules from '../state/filterRules';
import * as panels from '../state/panels';
import * as preferences from '../state/preferences';
import * as queryLimit from '../state/queryLimit';
import * as session from '../state/session';
import * as theme from '../state/theme';
import * as toasts from '../state/toasts';
import * as unsaved from '../state/unsaved';
import { mayDiscard } from './mayDiscard';
import * as suspension from './suspension';

const sessionOver = 'Your session has ended. Sign in to continue.';
/** The start leads to the collections, so a refusal there has nowhere better to go. */
const homePaths = ['/', '/collections'];

/** Ties the floors together; everything that one part of the page does because of another stands here. */
export function boot(): void {
  bearTranslation();
  configureClient({
    apiBase: apiBaseOf(window.location.href, serverElsewhere()),
    pageOrigin: window.location.origin,
    token: session.token,
    onUnauthorized: session.expire,
    onForbidden: () => void leaveForbidden(),
    onUnreachable: connection.lost,
  });
  followOtherTabs();
  followAddress();
  guardLeaving(mayLeave);
  suspension.onLeave(forgetSession);
  subscribeKey(session.state, 'token', followSession);
  subscribeKey(session.state, 'admin', (admin) => {
    if (admin) email = admin.email;
  });
  session.onExpiry(() => {
    // On top of what must stay the sign-in itself says so.
    if (!unsaved.holdsScreen()) toasts.info(sessionOver);
  });
  connection.onReturn(() => {
    if (!session.isSignedIn()) return;
    if (collections.state.loadError) void collections.load();
    if (app.state.appName === '') void app.loadMeta();
  });
  // In the background: the page works with the token it has.
  if (session.restore()) void session.confirm();
}

let wasSignedIn = false;
/** Of whoever is signed in, or was last. */
let email = '';

function followSession(): void {
  const isSignedIn = session.isSignedIn();
  if (isSignedIn === wasSignedIn) return;
  wasSignedIn = isSignedIn;
  if (isSignedIn) {
    suspension.resume();
    void app.loadMeta();
    void collections.load();
  } else {
    cancelReads();
    confirm.no();
    // What is unsaved stays on the screen, with all that it needs, until the person has signed in again or leaves.
    if (!suspension.suspend(email)) forgetSession();
  }
}

function forgetSession(): void {
  fileToken.forget();
  filterRules.forget();
  queryLimit.forget();
  collections.forget();
  app.forget();
}

/** A refusal may mean that the token is dead; if it is not, only what was asked for is out of reach. */
async function leaveForbidden(): Promise<void> {
  const { path } = currentLocation();
  const isAlive = await session.confirm();
  const isBusy = unsaved.hasAny() || panels.state.open.length > 0;
  if (isAlive && !isBusy && !homePaths.includes(path) && currentLocation().path === path) navigate('/');
}

function followOtherTabs(): void {
  onChangeInOtherTab((key) => {
    session.rereadFromOtherTab(key);
    theme.rereadFromOtherTab(key);
    preferences.rereadFromOtherTab(key);
    collections.rereadFromOtherTab(key);
  });
}

/** Where the page is. The address itself is ahead of it while the back button asks whether it may leave. */
let here = currentLocation();

/** A question belongs to the page it was asked on. */
function followAddress(): void {
  here = currentLocation();
  subscribeToLocation(() => {
    const { path } = here;
    here = currentLocation();
    if (here.path !== path) confirm.no();
  });
}

/** Panels belong to the page, the collection and the record of the address; what is unsaved in them is asked for. */
function mayLeave(to: HashLocation): boolean {
  const isSameThing =
    to.path === here.path && ['collectionId', 'recordId'].every((key) => to.query[key] === here.query[key]);
  if (isSameThing || panels.isFollowed()) return true;
  if (unsaved.hasAny() && !isDiscarding) {
    void leaveAfterQuestion(to);
    return false;
  }
  panels.closeAll();
  return true;
}

/** A form that is a page of its own goes with its page, not before. */
let isDiscarding = false;

async function leaveAfterQuestion({ path, query }: HashLocation): Promise<void> {
  if (!(await mayDiscard())) return;
  panels.closeAll({ discards: true });
  isDiscarding = true;
  navigate(path, query);
  isDiscarding = false;
}
