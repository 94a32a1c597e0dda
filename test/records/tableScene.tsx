// The page of records for tests of its table: two posts and a view, and the cells under the hands of a test.

import * as assert from 'uvu/assert';
import { useHashQuery } from '../../ui/app/useHashLocation';
import type { Collection } from '../../ui/model/collection';
import type { FormValue } from '../../ui/model/field';
import * as collections from '../../ui/page/collections';
import * as confirm from '../../ui/page/confirm';
import * as unsaved from '../../ui/page/forms/unsaved';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import * as edits from '../../ui/records/edits';
import { RecordsPage } from '../../ui/records/RecordsPage';
import { cellFieldOf } from '../../ui/records/values/cellField';
import { connect } from '../backend/connect';
import { type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { act, focus, mount, rest, tick, type View } from '../support/render';
import {
  admin,
  adminToken,
  emptyPost,
  listOf,
  post,
  collections as sampleCollections,
  postsCollection as samplePosts,
} from '../support/samples';

export const posts = samplePosts as Collection;
export const listRoute = 'GET /api/collections/:collection/records';
export const choices = ['C:\\', 'a, b', 'plain'];

function Screen() {
  return <RecordsPage query={useHashQuery()} />;
}

/** Signs in at a backend with the collections and two posts. */
export function startTable(): FakeBackend {
  resetDom();
  const backend = fakeBackend({
    'GET /api/collections': listOf(sampleCollections, 200),
    [listRoute]: listOf([{ ...post, tags: choices }, emptyPost], 40),
    'POST /api/admins/auth-refresh': { admin, token: adminToken(4102444801) },
    'GET /api/health': {},
  });
  connect(backend);
  session.begin({ admin, token: adminToken() });
  return backend;
}

export async function endTable(): Promise<void> {
  mount(null).unmount();
  confirm.no();
  edits.discard(posts.id);
  unsaved.forget();
  session.end();
  collections.forget();
  toasts.closeAll();
  await tick();
}

export async function openTable(collectionId = posts.id): Promise<View> {
  history.replaceState(null, '', `/_/#/collections?collectionId=${collectionId}`);
  const view = mount(<Screen />);
  await act(() => collections.load());
  await rest();
  return view;
}

/** The cell of a row, by the name of its column. */
export function cellOf(index: number, name: string): HTMLElement {
  const heads = [...document.querySelectorAll('thead th')];
  const at = heads.findIndex((head) => head instanceof HTMLElement && head.dataset['column'] === name);
  const cell = document.querySelector(`tr[data-index="${index}"]`)?.children[at];
  if (!(cell instanceof HTMLElement)) throw new Error(`${name} of row ${index} is not drawn`);
  return cell;
}

/** Puts the cursor on a cell, and waits for the code of blocks and menus. */
export async function goTo(index: number, name: string): Promise<HTMLElement> {
  const cell = cellOf(index, name);
  cell.tabIndex = -1;
  focus(cell);
  await rest();
  return cell;
}

/** Changes a cell of the first post. */
export function stage(name: string, mine: FormValue): void {
  const cell = cellFieldOf(posts, name);
  assert.ok(cell);
  edits.set(posts, [{ row: post, cell, mine }]);
}

/** The changes that are not saved: id, column and value. */
export const changed = () =>
  [...edits.of(posts.id).values()].flatMap(({ id, changes }) =>
    [...changes.values()].map(({ name, mine }) => `${id} ${name} ${JSON.stringify(mine)}`),
  );

export const blockSize = () => document.querySelectorAll('[data-block]').length;
