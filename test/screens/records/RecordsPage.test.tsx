import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { navigate, parseHash } from '../../../ui/platform/hash';
import { RecordsPage } from '../../../ui/screens/records/RecordsPage';
import { PanelHost } from '../../../ui/shell/panels';
import { useHashQuery } from '../../../ui/shell/useHashLocation';
import * as app from '../../../ui/state/app';
import * as collections from '../../../ui/state/collections';
import { listenForKeys } from '../../../ui/state/commandKeys';
import * as confirm from '../../../ui/state/confirm';
import * as connection from '../../../ui/state/connection';
import * as panels from '../../../ui/state/panels';
import * as preferences from '../../../ui/state/preferences';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import { type Call, type FakeBackend, failure, fakeBackend, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { act, click, eventually, mount, quiet, rest, tick, type, type View } from '../../support/render';
import {
  admin,
  adminToken,
  emptyPost,
  listOf,
  post,
  postsCollection,
  collections as sampleCollections,
  statsCollection,
  statsRow,
  usersCollection,
} from '../../support/samples';

const collectionsRoute = 'GET /api/collections';
const listRoute = 'GET /api/collections/:collection/records';
const recordRoute = 'GET /api/collections/:collection/records/:id';
const postsHash = `#/collections?collectionId=${postsCollection.id}`;

let backend: FakeBackend;

const isCount = ({ query }: Call) => query['skipTotal'] === undefined;
const listCalls = () => backend.callsTo(listRoute).filter((call) => !isCount(call));
const shownToasts = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);
const title = (view: View) => view.find('h1').textContent;
const rowsOf = (view: View) => view.findAll('[role="row"]').slice(1);
const sidebar = (view: View) => view.find('aside, nav, [role="complementary"]');
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...post, id: `post${index}` }));

function Screen() {
  return <RecordsPage query={useHashQuery()} />;
}

/** The screen with the panels that the shell draws. */
function ScreenWithPanels() {
  return (
    <>
      <Screen />
      <PanelHost />
    </>
  );
}

async function doing(run: () => unknown): Promise<void> {
  await act(async () => {
    await run();
  });
  await rest();
}

/** Opens the screen at a URL; the collections are read as in the shell. */
async function open(hash = postsHash, screen = <Screen />): Promise<View> {
  history.replaceState(null, '', `/_/${hash}`);
  const view = mount(screen);
  await doing(collections.load);
  return view;
}

async function press(view: View, text: string): Promise<void> {
  click(view.byText(text));
  await rest();
}

const namedRecord = () => parseHash(location.hash).query['recordId'];
const panelsOf = (view: View) => view.findAll('[role="dialog"]');
const firstRow = (view: View) => rowsOf(view)[0] as HTMLElement;

const area = '[role="dialog"] form textarea';

/** Opens a panel with a click, and waits until the title of its record is there. */
async function openEditor(view: View, opener = firstRow(view)): Promise<HTMLTextAreaElement> {
  click(opener);
  await eventually(() => view.findAll(area).length > 0, true);
  assert.is(panelsOf(view).length, 1);
  return view.find<HTMLTextAreaElement>(area);
}

test.before(() => void listenForKeys());

test.before.each(() => {
  resetDom();
  preferences.rereadFromOtherTab(null);
  backend = fakeBackend({
    [collectionsRoute]: listOf(sampleCollections, 200),
    [listRoute]: listOf([post, emptyPost], 40),
    [recordRoute]: post,
    'POST /api/admins/auth-refresh': { admin, token: adminToken(4102444801) },
    'GET /api/health': {},
  });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  session.adopt({ admin, token: adminToken() });
  mock.method(console, 'error', () => {});
});
test.after.each(async () => {
  mount(null).unmount();
  panels.closeAll();
  session.end();
  collections.forget();
  toasts.closeAll();
  mock.restoreAll();
  await tick();
});

test('a message is shown while the collections load', async () => {
  backend.hold(collectionsRoute);
  history.replaceState(null, '', `/_/${postsHash}`);
  const view = mount(<Screen />);
  await doing(() => void collections.load());
  assert.is(title(view), 'Collections');
  assert.is(view.byText('Loading collections...').closest('[role]')?.getAttribute('role'), 'status');
  assert.is(listCalls().length, 0);
});

test('collections that fail to load show the reason, and Retry loads them', async () => {
  backend.answer(collectionsRoute, failure(500, 'The disk is full.'));
  const view = await open();
  assert.match(view.text(), /The collections could not be loaded\./);
  assert.match(view.text(), /The disk is full\./);
  assert.not.match(view.text(), /don't have any collections/);
  assert.equal(shownToasts(), []);
  backend.answer(collectionsRoute, listOf(sampleCollections, 200));
  await press(view, 'Retry');
  assert.is(title(view), 'posts');
  assert.is(rowsOf(view).length, 2);
});

test('a failed reload of the collections keeps the screen, and the sidebar offers Retry', async () => {
  const view = await open();
  backend.answerOnce(collectionsRoute, networkError);
  await doing(collections.load);
  assert.is(title(view), 'posts');
  assert.is(rowsOf(view).length, 2);
  assert.match(sidebar(view).textContent ?? '', /The collections could not be loaded\./);
  await press(view, 'Retry');
  assert.not.match(view.text(), /could not be loaded/);
});

test('a server without collections offers to create the first one', async () => {
  backend.answer(collectionsRoute, listOf([], 200));
  const view = await open('#/collections');
  const main = view.find('main');
  assert.match(main.textContent ?? '', /Create your first collection to add records!New collection/);
  assert.is(listCalls().length, 0);
  const create = [...main.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'New collection',
  );
  click(create as HTMLElement);
  assert.equal(
    panels.state.open.map(({ name, takes }) => [name, takes]),
    [['collectionEditor', { collectionId: null }]],
  );
});

test('a person who may not edit collections sees that there are none', async () => {
  backend.answer(collectionsRoute, listOf([], 200));
  const view = await open('#/collections');
  act(() => app.adopt({ appName: 'One', hideControls: true }));
  await tick();
  assert.match(view.text(), /You don't have any collections yet\./);
  assert.not.match(view.text(), /New collection|Create your first/);
});

test('without a collection in the address the first one is shown and put into the address', async () => {
  const steps = history.length;
  const view = await open('#/collections');
  assert.is(title(view), 'users');
  assert.is(location.hash, `#/collections?collectionId=${usersCollection.id}`);
  assert.is(history.length, steps);
  assert.equal(shownToasts(), []);
});

test('an unknown collection is replaced by the first one, with a message', async () => {
  const view = await open('#/collections?collectionId=gone&sort=-title&filter=a%3D1');
  assert.is(title(view), 'users');
  assert.equal(parseHash(location.hash).query, { collectionId: usersCollection.id });
  assert.equal(shownToasts(), ['warning: There is no collection "gone". Showing the first one.']);
});

test('the address may contain the name of a collection', async () => {
  const view = await open('#/collections?collectionId=Posts');
  assert.is(title(view), 'posts');
  assert.equal(shownToasts(), []);
});

test('the records of the collection are shown, and the title of the page names it', async () => {
  const view = await open();
  assert.is(title(view), 'posts');
  assert.is(app.state.pageName, 'posts');
  assert.is(rowsOf(view).length, 2);
  assert.match(view.text(), /The first program/);
  assert.match(view.text(), /Total found: 2/);
});

test('while the first records load, placeholder rows are shown and no total', async () => {
  const release = backend.hold(listRoute);
  const view = await open();
  const table = view.find('[role="grid"]');
  assert.is(table.getAttribute('aria-busy'), 'true');
  assert.match(view.text(), /Total found: \.\.\./);
  assert.not.match(view.text(), /No records found/);
  release();
  await rest();
  assert.is(view.find('[role="grid"]').getAttribute('aria-busy'), null);
  assert.is(rowsOf(view).length, 2);
});

test('during a reload the old records stay, dimmed', async () => {
  const view = await open();
  backend.hold(listRoute);
  click(view.byLabel('Refresh'));
  await rest();
  assert.is(rowsOf(view).length, 2);
  assert.is(view.findAll('[data-dimmed]').length, 1);
});

test('an empty collection shows a message and no Clear', async () => {
  backend.answer(listRoute, listOf([], 40));
  const view = await open();
  assert.is(view.byText('No records found.').closest('[role]')?.getAttribute('role'), 'status');
  assert.not.match(view.text(), /Clear filters/);
  assert.match(view.text(), /Total found: 0/);
});

test('records that fail to load show the reason, and Retry loads them', async () => {
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  const view = await open();
  const failed = view.byText('The records could not be loaded.').closest('[role="alert"]');
  assert.match(failed?.textContent ?? '', /The disk is full\./);
  assert.not.match(view.text(), /No records found/);
  assert.not.match(view.text(), /Total found/);
  backend.answer(listRoute, listOf([post], 40));
  await press(view, 'Retry');
  assert.is(rowsOf(view).length, 1);
});

test('a refused list shows that the records are not accessible, and the address stays', async () => {
  backend.answer(listRoute, failure(403, 'Only admins can perform this action.'));
  const view = await open();
  assert.ok(view.byText('You are not allowed to view these records.').closest('[role="alert"]'));
  assert.match(view.text(), /Only admins can perform this action\./);
  assert.is(location.hash, postsHash);
  assert.is(session.isSignedIn(), true);
});

test('when the server is back, records that had failed are loaded again', async () => {
  backend.answer(listRoute, networkError);
  const view = await open();
  assert.match(view.text(), /The records could not be loaded\./);
  backend.answer(listRoute, listOf([post], 40));
  await doing(() => {
    connection.lost();
    window.dispatchEvent(new Event('online'));
  });
  assert.is(rowsOf(view).length, 1);
});

test('the first click on a header sorts descending, the next ascending, in the address and without a history entry', async () => {
  const view = await open();
  const steps = history.length;
  for (const [sort, state] of [
    ['-title', 'descending'],
    ['+title', 'ascending'],
    ['-title', 'descending'],
  ] as const) {
    const head = view.find('[role="columnheader"][data-tooltip="title"]');
    click(head.querySelector('button') ?? head);
    await rest();
    assert.is(parseHash(location.hash).query['sort'], sort);
    assert.is(listCalls().at(-1)?.query['sort'], sort);
    assert.is(view.find('[role="columnheader"][data-tooltip="title"]').getAttribute('aria-sort'), state);
  }
  assert.is(history.length, steps);
});

test('another collection in the address shows only its own records', async () => {
  const view = await open();
  const release = backend.hold(listRoute);
  backend.answer(listRoute, listOf([statsRow], 40));
  await doing(() => navigate('/collections', { collectionId: statsCollection.id }));
  assert.is(title(view), 'post_stats');
  assert.not.match(view.text(), /ada@example\.com/);
  release();
  await rest();
  assert.is(rowsOf(view).length, 1);
});

test('a view has no checkboxes', async () => {
  backend.answer(listRoute, listOf([statsRow], 40));
  const view = await open(`#/collections?collectionId=${statsCollection.id}`);
  assert.is(rowsOf(view).length, 1);
  assert.is(view.findAll('[role="grid"] input[type="checkbox"]').length, 0);
});

test('Load more loads more records', async () => {
  backend.answer(listRoute, (call: Call) => {
    if (isCount(call)) return { ...listOf([], 1), totalItems: 41 };
    return call.query['page'] === '1'
      ? listOf(rows(40), 40)
      : { ...listOf([{ ...post, id: 'last' }], 40), page: 2 };
  });
  const view = await open();
  assert.match(view.text(), /Total found: 41/);
  await press(view, 'Load more');
  assert.is(view.find('[role="grid"]').getAttribute('aria-rowcount'), '42');
  assert.not.match(view.text(), /Load more/);
});

test('a failed count is shown, and can be retried', async () => {
  backend.answer(listRoute, (call: Call) => (isCount(call) ? failure(500, 'No.') : listOf(rows(40), 40)));
  const view = await open();
  assert.match(view.text(), /The records could not be counted\./);
  backend.answer(listRoute, { ...listOf(rows(40), 40), totalItems: 1234 });
  await press(view, 'Retry');
  assert.match(view.text(), /Total found: 1,234/);
});

test('the search changes the address and the list, and can be cleared', async () => {
  const view = await open();
  backend.answer(listRoute, listOf([], 40));
  const input = view.find<HTMLInputElement>('form input');
  type(input, 'title = "x"');
  view.find<HTMLFormElement>('form').requestSubmit();
  await rest();
  assert.is(parseHash(location.hash).query['filter'], 'title = "x"');
  assert.is(listCalls().at(-1)?.query['filter'], 'title = "x"');
  assert.match(view.text(), /Nothing matches title = "x"\./);
  await press(view, 'Clear filters');
  assert.is(parseHash(location.hash).query['filter'], undefined);
  assert.is(listCalls().at(-1)?.query['filter'], undefined);
});

test('a refused filter is explained without a toast', async () => {
  backend.answer(listRoute, failure(400, 'Something went wrong while processing your request.'));
  const view = await open(`${postsHash}&filter=titel%20%3D%201`);
  assert.match(view.find('search').textContent ?? '', /There is no field titel\./);
  const table = view.find('section[aria-label="Records of posts"]');
  assert.match(table.textContent ?? '', /This filter cannot be run\.There is no field titel\.Clear filters/);
  assert.ok(
    table.querySelector('[role="columnheader"][data-tooltip="title"]'),
    'the head of the table stays',
  );
  assert.not.match(view.text(), /No records found/);
  assert.equal(shownToasts(), []);
  backend.answer(listRoute, listOf([post], 40));
  await press(view, 'Clear filters');
  assert.is(parseHash(location.hash).query['filter'], undefined);
  assert.match(view.text(), new RegExp(post.id));
});

test('a filter that a hook refuses shows the words of the hook', async () => {
  backend.answer(listRoute, failure(400, 'Search for an order number.'));
  const view = await open(`${postsHash}&filter=title%20%3D%20%22x%22`);
  assert.match(view.find('search').textContent ?? '', /Search for an order number\. ?$/);
  const table = view.find('section[aria-label="Records of posts"]');
  assert.match(
    table.textContent ?? '',
    /This filter cannot be run\.Search for an order number\.Clear filters/,
  );
  assert.equal(shownToasts(), []);
});

test('a filter with words for operators is corrected and run with one click', async () => {
  backend.answer(listRoute, failure(400, 'Something went wrong while processing your request.'));
  const view = await open(`${postsHash}&filter=${encodeURIComponent('title = "x" and title != ""')}`);
  backend.answer(listRoute, listOf([post], 40));
  await press(view, 'Correct and search');
  assert.is(listCalls().at(-1)?.query['filter'], 'title = "x" && title != ""');
  assert.not.match(view.text(), /cannot be run/);
});

test('a click on a row opens its record with a history entry, until its panel closes', async () => {
  const view = await open(postsHash, <ScreenWithPanels />);
  const steps = history.length;
  await openEditor(view);
  assert.is(namedRecord(), post.id);
  assert.is(history.length, steps + 1);
  await press(view, 'Cancel');
  await eventually(() => [panelsOf(view).length, location.hash], [0, postsHash]);
  assert.is(history.length, steps + 1);
});

for (const [what, hash, row, button] of [
  ['editor', postsHash, post, 'Cancel'],
  ['preview', `#/collections?collectionId=${statsCollection.id}`, statsRow, 'Close'],
] as const) {
  test(`a click on a row while the ${what} of its record closes opens it again`, async () => {
    backend.answer(listRoute, listOf([row], 40));
    backend.answer(recordRoute, row);
    const view = await open(hash, <ScreenWithPanels />);
    for (const round of ['first', 'closing', 'closing again']) {
      const [last] = panelsOf(view);
      click(firstRow(view));
      await eventually(() => [last?.isConnected ?? false, panelsOf(view).length], [false, 1], round);
      assert.is(namedRecord(), row.id, round);
      await press(view, button);
    }
    await eventually(() => [panelsOf(view).length, location.hash], [0, hash]);
  });
}

const buttonOf = (view: View, label: string) =>
  view.find<HTMLButtonElement>(`[role="dialog"] [aria-label="${label}"]`);
const editorTitle = (view: View) => view.find<HTMLTextAreaElement>(area).value;
const altKey = (key: string) =>
  doing(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true })));

test('the editor moves to the next and previous record in the same panel, and the address follows', async () => {
  backend.answer(recordRoute, ({ params }: Call) => (params['id'] === post.id ? post : emptyPost));
  const view = await open(postsHash, <ScreenWithPanels />);
  await openEditor(view);
  const [panel] = panelsOf(view);
  const steps = history.length;
  assert.ok(buttonOf(view, 'Previous record').disabled);
  click(buttonOf(view, 'Next record'));
  await rest();
  assert.equal([namedRecord(), editorTitle(view)], [emptyPost.id, emptyPost.title]);
  assert.ok(panelsOf(view)[0] === panel, 'the panel stays');
  assert.ok(buttonOf(view, 'Next record').disabled);
  await altKey('ArrowDown');
  assert.is(namedRecord(), emptyPost.id);
  await altKey('ArrowUp');
  assert.equal([namedRecord(), editorTitle(view)], [post.id, post.title]);
  assert.is(history.length, steps);
  assert.is(panelsOf(view).length, 1);
});

test('the editor asks about unsaved changes before it moves to another record', async () => {
  backend.answer(recordRoute, ({ params }: Call) => (params['id'] === post.id ? post : emptyPost));
  const view = await open(postsHash, <ScreenWithPanels />);
  await openEditor(view);
  type(view.find(area), 'Typed');
  click(buttonOf(view, 'Next record'));
  await rest();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to discard them?');
  await doing(confirm.no);
  assert.equal([namedRecord(), editorTitle(view)], [post.id, 'Typed']);
  await altKey('ArrowDown');
  await doing(confirm.yes);
  assert.equal([namedRecord(), editorTitle(view)], [emptyPost.id, emptyPost.title]);
});

test('a record created in an open panel is in the address until the panel closes', async () => {
  let made: object = post;
  backend.answer('GET /api/collections/:collection', postsCollection);
  backend.answer('POST /api/collections/:collection/records', ({ body }: Call) => {
    made = { ...emptyPost, ...(body as object) };
    return made;
  });
  backend.answer(recordRoute, () => made);
  const view = await open(postsHash, <ScreenWithPanels />);
  const title = await openEditor(view, view.byText('New record'));
  type(title, 'Made');
  await doing(() =>
    title.dispatchEvent(
      new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }),
    ),
  );
  const { id } = made as { id: string };
  assert.is(namedRecord(), id);
  assert.is(panelsOf(view).length, 1);
  assert.match(panelsOf(view)[0]?.textContent ?? '', 'Edit posts record');
  await press(view, 'Cancel');
  await eventually(() => [namedRecord(), panelsOf(view).length], [undefined, 0]);
});

test('a record that is stored after the person has left does not change the address', async () => {
  backend.answer('GET /api/collections/:collection', postsCollection);
  const createRoute = 'POST /api/collections/:collection/records';
  backend.answer(createRoute, ({ body }: Call) => ({ ...emptyPost, ...(body as object) }));
  const view = await open(postsHash, <ScreenWithPanels />);
  const title = await openEditor(view, view.byText('New record'));
  const release = backend.hold(createRoute);
  type(title, 'Made');
  await doing(() =>
    title.dispatchEvent(
      new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }),
    ),
  );
  assert.is(backend.callsTo(createRoute).length, 1);
  await doing(() => navigate('/collections', { collectionId: statsCollection.id }));
  await doing(panels.closeAll);
  await doing(release);
  assert.is(namedRecord(), undefined);
});

test('a click on the original while its duplicate closes opens the original', async () => {
  const view = await open(postsHash, <ScreenWithPanels />);
  await openEditor(view);
  click(view.find('[role="dialog"] [aria-label="More actions"]'));
  await press(view, 'Duplicate');
  const [duplicate] = panelsOf(view);
  assert.match(duplicate?.textContent ?? '', /^New posts record/);
  await press(view, 'Cancel');
  await doing(confirm.yes);
  click(firstRow(view));
  await eventually(() => [duplicate?.isConnected, panelsOf(view).length], [false, 1]);
  assert.match(panelsOf(view)[0]?.textContent ?? '', /^Edit posts record/);
  assert.is(namedRecord(), post.id);
});

test('a double click on a row opens its record once', async () => {
  const view = await open(postsHash, <ScreenWithPanels />);
  const steps = history.length;
  click(firstRow(view));
  await openEditor(view);
  await quiet();
  assert.is(panelsOf(view).length, 1);
  assert.is(history.length, steps + 1);
});

test('a closed screen ignores its responses', async () => {
  backend.hold(listRoute);
  const view = await open();
  view.unmount();
  await tick();
  assert.is(listCalls()[0]?.signal?.aborted, true);
  assert.equal(shownToasts(), []);
});

/** Leaves the page and opens it at this URL; its reads wait until the result is called. */
async function comeBack(view: View, hash: string): Promise<{ back: View; release: () => void }> {
  view.unmount();
  await tick();
  const release = backend.hold(listRoute);
  history.replaceState(null, '', `/_/${hash}`);
  const back = mount(<Screen />);
  await rest();
  return { back, release };
}

test('on the way back the rows of the last visit are there until they are read again', async () => {
  const view = await open();
  click(firstRow(view).querySelector('input') as HTMLElement);
  await rest();
  const { back, release } = await comeBack(view, postsHash);
  assert.is(rowsOf(back).length, 2);
  assert.is(back.findAll('[role="row"] input:checked').length, 0);
  assert.ok(back.find('[role="grid"]').matches('[aria-busy="true"], [aria-busy="true"] *'));
  backend.answer(listRoute, listOf([emptyPost], 40));
  release();
  await rest();
  assert.is(rowsOf(back).length, 1);
});

test('the way back without a collection in the address leads to the last one', async () => {
  backend.answer(listRoute, listOf([statsRow], 40));
  const view = await open(`#/collections?collectionId=${statsCollection.id}`);
  const { back, release } = await comeBack(view, '#/collections');
  assert.is(parseHash(location.hash).query['collectionId'], statsCollection.id);
  assert.is(title(back), 'post_stats');
  assert.is(rowsOf(back).length, 1);
  release();
  await rest();
});

test('on the way back to another collection no rows are there', async () => {
  const view = await open();
  const { back, release } = await comeBack(view, `#/collections?collectionId=${statsCollection.id}`);
  assert.not.match(back.text(), /ada@example\.com/);
  release();
  await rest();
});

test('a new session starts without rows', async () => {
  const view = await open();
  assert.match(view.text(), /ada@example\.com/);
  view.unmount();
  session.end();
  session.adopt({ admin, token: adminToken() });
  const { back, release } = await comeBack(view, postsHash);
  assert.not.match(back.text(), /ada@example\.com/);
  release();
  await rest();
  assert.match(back.text(), /ada@example\.com/);
});

test.run();
