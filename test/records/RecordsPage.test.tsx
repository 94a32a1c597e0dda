import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PanelHost } from '../../ui/app/panels';
import { useHashQuery } from '../../ui/app/useHashLocation';
import { navigate, parseHash } from '../../ui/base/hash';
import * as collections from '../../ui/page/collections';
import { listenForKeys } from '../../ui/page/commandKeys';
import * as confirm from '../../ui/page/confirm';
import * as app from '../../ui/page/pageTitle';
import * as panels from '../../ui/page/panels';
import * as preferences from '../../ui/page/preferences';
import * as connection from '../../ui/page/session/connection';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { RecordsPage } from '../../ui/records/RecordsPage';
import { type Call, type FakeBackend, failure, networkError } from '../support/backend';
import { act, click, eventually, mount, quiet, rest, tick, type, type View } from '../support/render';
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
} from '../support/samples';
import { endTable, listRoute, stage, startTable } from './tableScene';

const collectionsRoute = 'GET /api/collections';
const recordRoute = 'GET /api/collections/:collection/records/:id';
const createRoute = 'POST /api/collections/:collection/records';
const hashOf = (id: string) => `#/collections?collectionId=${id}`;
const postsHash = hashOf(postsCollection.id);
const statsHash = hashOf(statsCollection.id);

let backend: FakeBackend;

const isCount = ({ query }: Call) => query['skipTotal'] === undefined;
const listCalls = () => backend.callsTo(listRoute).filter((call) => !isCount(call));
const shownToasts = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);
const title = (view: View) => view.find('h1').textContent;
const rowsOf = (view: View) => view.findAll('[role="row"]').slice(1);
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...post, id: `post${index}` }));
const address = () => parseHash(location.hash).query;
const panelsOf = (view: View) => view.findAll('[role="dialog"]');
const firstRow = (view: View) => rowsOf(view)[0] as HTMLElement;

function Screen({ hasPanels = false }: { hasPanels?: boolean }) {
  return (
    <>
      <RecordsPage query={useHashQuery()} />
      {hasPanels && <PanelHost />}
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
const openWithPanels = (hash = postsHash) => open(hash, <Screen hasPanels />);

async function press(view: View, text: string): Promise<void> {
  click(view.byText(text));
  await rest();
}

const area = '[role="dialog"] form textarea';

/** Opens a panel with a click, and waits until the title of its record is there. */
async function openEditor(view: View, opener = firstRow(view)): Promise<HTMLTextAreaElement> {
  click(opener);
  await eventually(() => view.findAll(area).length > 0, true);
  assert.is(panelsOf(view).length, 1);
  return view.find<HTMLTextAreaElement>(area);
}

const saveByKeys = (element: HTMLElement) =>
  doing(() =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }),
    ),
  );

test.before(() => void listenForKeys());

test.before.each(() => {
  preferences.rereadFromOtherTab(null);
  backend = startTable();
  backend.answer(listRoute, listOf([post, emptyPost], 40));
  backend.answer('GET /api/collections/:collection', postsCollection);
  backend.answer(recordRoute, ({ params }: Call) => (params['id'] === emptyPost.id ? emptyPost : post));
  mock.method(console, 'error', () => {});
});
test.after.each(async () => {
  panels.closeAll();
  await endTable();
  mock.restoreAll();
});

test('the collections load, fail with a reason and Retry, and stay if a reload fails', async () => {
  const release = backend.hold(collectionsRoute);
  backend.answer(collectionsRoute, failure(500, 'The disk is full.'));
  history.replaceState(null, '', `/_/${postsHash}`);
  const view = mount(<Screen />);
  await doing(() => void collections.load());
  assert.is(view.byText('Loading collections...').closest('[role]')?.getAttribute('role'), 'status');
  assert.is(listCalls().length, 0);
  release();
  await rest();
  assert.match(view.text(), /The collections could not be loaded\..*The disk is full\./);
  assert.not.match(view.text(), /don't have any collections/);
  assert.is(view.text().split('Retry').length, 2, 'said once');
  backend.answer(collectionsRoute, listOf(sampleCollections, 200));
  await press(view, 'Retry');
  assert.equal([title(view), app.state.pageName, rowsOf(view).length], ['posts', 'posts', 2]);
  assert.match(view.text(), /The first program.*Total found: 2/);
  assert.equal(shownToasts(), []);

  backend.answerOnce(collectionsRoute, networkError);
  await doing(collections.load);
  assert.equal([title(view), rowsOf(view).length], ['posts', 2]);
  assert.match(
    view.find('[role="complementary"], aside').textContent ?? '',
    /The collections could not be loaded\./,
  );
  await press(view, 'Retry');
  assert.not.match(view.text(), /could not be loaded/);
});

test('a server without collections offers to create the first one to a person who may', async () => {
  backend.answer(collectionsRoute, listOf([], 200));
  const view = await open('#/collections');
  assert.match(view.find('main').textContent ?? '', /Create your first collection to add records!/);
  assert.is(listCalls().length, 0);
  const create = view.findAll('main button').find(({ textContent }) => textContent === 'New collection');
  click(create as HTMLElement);
  assert.equal(
    panels.state.open.map(({ name, takes }) => [name, takes]),
    [['collectionEditor', { collectionId: null, at: undefined }]],
  );
  act(() => app.setMeta({ appName: 'One', hideControls: true }));
  await tick();
  assert.match(view.text(), /You don't have any collections yet\./);
  assert.not.match(view.text(), /New collection|Create your first|From CSV/);
});

const gone = 'warning: There is no collection "gone". Showing the first one.';
for (const [query, name, shown, told] of [
  ['', 'users', { collectionId: usersCollection.id }, []],
  ['?collectionId=gone&sort=-title&filter=a%3D1', 'users', { collectionId: usersCollection.id }, [gone]],
  ['?collectionId=Posts', 'posts', { collectionId: 'Posts' }, []],
] as const) {
  test(`the address ${query || 'without a collection'} shows ${name}`, async () => {
    const steps = history.length;
    assert.is(title(await open(`#/collections${query}`)), name);
    assert.equal([address(), history.length, shownToasts()], [shown, steps, told]);
  });
}

test('an empty collection keeps its heads, and a sign says the widest of its rules', async () => {
  backend.answer(listRoute, listOf([]));
  app.setMeta({ appName: 'One', hideControls: false });
  const view = await open();
  assert.ok(view.find('[role="columnheader"][data-tooltip="title"]'));
  const sign = view.find('[aria-label^="API rules"]');
  assert.is(sign.textContent, 'Public');
  await doing(() => navigate('/collections', { collectionId: usersCollection.id }));
  assert.is(view.find('[aria-label^="API rules"]').textContent, 'Open sign-up');
  await doing(() => navigate('/collections', { collectionId: postsCollection.id }));
  assert.not.match(view.text(), /Only admins can read and write/);
  click(sign);
  await rest();
  assert.equal(panels.state.open[0]?.takes, { collectionId: postsCollection.id, at: 'listRule' });
});

test('a first load shows placeholders, and a reload or another sort keeps the old rows, dimmed', async () => {
  const release = backend.hold(listRoute);
  const view = await open();
  assert.is(view.find('[role="grid"]').getAttribute('aria-busy'), 'true');
  assert.match(view.text(), /Total found: \.\.\./);
  assert.not.match(view.text(), /No records found/);
  release();
  await rest();
  assert.is(view.find('[role="grid"]').getAttribute('aria-busy'), null);
  backend.hold(listRoute);
  for (const act of ['refresh', 'sort']) {
    if (act === 'refresh') click(view.byLabel('Refresh'));
    else await doing(() => navigate('/collections', { collectionId: postsCollection.id, sort: '+title' }));
    await rest();
    assert.equal([rowsOf(view).length, view.findAll('[data-dimmed]').length], [2, 1], act);
  }
});

test('records that fail to load show the reason; Retry and the end of an outage load them', async () => {
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  const view = await open();
  const failed = view.byText('The records could not be loaded.').closest('[role="alert"]');
  assert.match(failed?.textContent ?? '', /The disk is full\./);
  assert.not.match(view.text(), /No records found|Total found/);
  backend.answer(listRoute, networkError);
  await press(view, 'Retry');
  assert.match(view.text(), /The records could not be loaded\./);
  backend.answer(listRoute, listOf([post], 40));
  await doing(() => {
    connection.lost();
    window.dispatchEvent(new Event('online'));
  });
  assert.is(rowsOf(view).length, 1);
  backend.answer(listRoute, networkError);
  click(view.byLabel('Refresh'));
  await rest();
  assert.not.match(view.text(), /Retry/, 'the banner of the page says it');
  assert.equal([rowsOf(view).length, view.findAll('[data-dimmed]').length], [1, 1]);

  backend.answer(listRoute, failure(403, 'Only admins can perform this action.'));
  click(view.byLabel('Refresh'));
  await rest();
  assert.ok(view.byText('You are not allowed to view these records.').closest('[role="alert"]'));
  assert.match(view.text(), /Only admins can perform this action\./);
  assert.equal([location.hash, session.isSignedIn()], [postsHash, true]);
});

test('a header sorts descending first, then ascending, in the address and without a history entry', async () => {
  const view = await open();
  const steps = history.length;
  for (const [sort, state] of [
    ['-title', 'descending'],
    ['+title', 'ascending'],
    ['-title', 'descending'],
  ] as const) {
    const head = () => view.find('[role="columnheader"][data-tooltip="title"]');
    click(head().querySelector('button') ?? head());
    await rest();
    assert.equal([address()['sort'], listCalls().at(-1)?.query['sort']], [sort, sort]);
    assert.is(head().getAttribute('aria-sort'), state);
  }
  assert.is(history.length, steps);
});

test('another collection in the address shows only its own records; a view has no checkboxes', async () => {
  const view = await open();
  const release = backend.hold(listRoute);
  backend.answer(listRoute, listOf([statsRow], 40));
  await doing(() => navigate('/collections', { collectionId: statsCollection.id }));
  assert.is(title(view), 'post_stats');
  assert.not.match(view.text(), /ada@example\.com/);
  release();
  await rest();
  assert.is(rowsOf(view).length, 1);
  assert.is(view.findAll('[role="grid"] input[type="checkbox"]').length, 0);
});

test('Load more loads more records; a failed count is shown, and can be retried', async () => {
  backend.answer(listRoute, (call: Call) => {
    if (isCount(call)) return failure(500, 'No.');
    return call.query['page'] === '1'
      ? listOf(rows(40), 40)
      : { ...listOf([{ ...post, id: 'last' }], 40), page: 2 };
  });
  const view = await open();
  assert.match(view.text(), /The records could not be counted\./);
  assert.equal(shownToasts(), []);
  backend.answerOnce(listRoute, { ...listOf(rows(1), 1), totalItems: 1234 });
  await press(view, 'Retry');
  assert.match(view.text(), /Total found: 1,234/);
  await press(view, 'Load more');
  assert.is(view.find('[role="grid"]').getAttribute('aria-rowcount'), '42');
  assert.match(view.text(), /Total found: 41/);
  assert.not.match(view.text(), /Load more/);
});

test('the search changes the address and the list, and can be cleared', async () => {
  const view = await open();
  backend.answer(listRoute, listOf([], 40));
  type(view.find('form input'), 'title = "x"');
  view.find<HTMLFormElement>('form').requestSubmit();
  await rest();
  assert.is(address()['filter'], 'title = "x"');
  assert.is(listCalls().at(-1)?.query['filter'], 'title = "x"');
  assert.match(view.text(), /Nothing matches title = "x"\./);
  await press(view, 'Clear filters');
  assert.equal([address()['filter'], listCalls().at(-1)?.query['filter']], [undefined, undefined]);
});

const wentWrong = 'Something went wrong while processing your request.';
for (const [filter, message, told, button, run] of [
  ['titel = 1', wentWrong, 'There is no field titel.', 'Clear filters', undefined],
  ['title = "x"', 'Search for an order number.', 'Search for an order number.', 'Clear filters', undefined],
  ['title = "x" and id != ""', wentWrong, '', 'Correct and search', 'title = "x" && id != ""'],
] as const) {
  test(`the refused filter ${filter} is explained in place, and ${button} helps`, async () => {
    backend.answer(listRoute, failure(400, message));
    const view = await open(`${postsHash}&filter=${encodeURIComponent(filter)}`);
    assert.ok(view.find('search').textContent?.includes(told));
    const table = view.find('section[aria-label="Records of posts"]');
    assert.match(table.textContent ?? '', /updated UTC ?Clear filters/, 'only the search says why');
    assert.match(view.text(), /Total found: 0/);
    assert.ok(table.querySelector('[role="columnheader"][data-tooltip="title"]'), 'the head stays');
    assert.not.match(view.text(), /No records found/);
    assert.equal(shownToasts(), []);
    backend.answer(listRoute, listOf([post], 40));
    await press(view, button);
    assert.equal([address()['filter'], listCalls().at(-1)?.query['filter']], [run, run]);
    assert.is(rowsOf(view).length, 1);
  });
}

for (const [what, hash, row, button] of [
  ['editor', postsHash, post, 'Cancel'],
  ['preview', statsHash, statsRow, 'Close'],
] as const) {
  test(`a click opens the ${what} of a row once, also while it closes, with one history entry`, async () => {
    backend.answer(listRoute, listOf([row], 40));
    backend.answer(recordRoute, row);
    const view = await openWithPanels(hash);
    const steps = history.length;
    for (const round of ['first', 'closing', 'closing again']) {
      const [last] = panelsOf(view);
      click(firstRow(view));
      // The second click of a double click.
      if (!last) click(firstRow(view));
      await eventually(() => [last?.isConnected ?? false, panelsOf(view).length], [false, 1], round);
      if (!last) await quiet();
      assert.equal([panelsOf(view).length, address()['recordId']], [1, row.id], round);
      if (!last) assert.is(history.length, steps + 1);
      await press(view, button);
    }
    await eventually(() => [panelsOf(view).length, location.hash], [0, hash]);
  });
}

test('the editor moves to the next record in the same panel, and asks about unsaved changes before', async () => {
  const view = await openWithPanels();
  await openEditor(view);
  const [panel] = panelsOf(view);
  const steps = history.length;
  const button = (label: string) => view.find<HTMLButtonElement>(`[role="dialog"] [aria-label="${label}"]`);
  const shown = () => [address()['recordId'], view.find<HTMLTextAreaElement>(area).value];
  const altKey = (key: string) =>
    doing(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true })));
  assert.ok(button('Previous record').disabled);
  click(button('Next record'));
  await rest();
  assert.equal(shown(), [emptyPost.id, emptyPost.title]);
  assert.ok(panelsOf(view)[0] === panel, 'the panel stays');
  assert.ok(button('Next record').disabled);
  await altKey('ArrowDown');
  assert.is(address()['recordId'], emptyPost.id);
  await altKey('ArrowUp');
  assert.equal(shown(), [post.id, post.title]);
  assert.equal([history.length, panelsOf(view).length], [steps, 1]);

  type(view.find(area), 'Typed');
  click(button('Next record'));
  await rest();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to discard them?');
  await doing(confirm.no);
  assert.equal(shown(), [post.id, 'Typed']);
  await altKey('ArrowDown');
  await doing(confirm.yes);
  assert.equal(shown(), [emptyPost.id, emptyPost.title]);
});

test('a created record is in the address until its panel closes, but not after the person has left', async () => {
  let made: object = post;
  backend.answer(createRoute, ({ body }: Call) => {
    made = { ...emptyPost, ...(body as object) };
    return made;
  });
  backend.answer(recordRoute, () => made);
  const view = await openWithPanels();
  const first = await openEditor(view, view.byText('New record'));
  type(first, 'Made');
  await saveByKeys(first);
  assert.equal([address()['recordId'], panelsOf(view).length], [(made as { id: string }).id, 1]);
  assert.match(panelsOf(view)[0]?.textContent ?? '', 'Edit posts record');
  await press(view, 'Cancel');
  await eventually(() => [address()['recordId'], panelsOf(view).length], [undefined, 0]);

  const second = await openEditor(view, view.byText('New record'));
  const release = backend.hold(createRoute);
  type(second, 'Made');
  await saveByKeys(second);
  assert.is(backend.callsTo(createRoute).length, 2);
  await doing(() => navigate('/collections', { collectionId: statsCollection.id }));
  await doing(panels.closeAll);
  await doing(release);
  assert.is(address()['recordId'], undefined);
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
  const { back, release } = await comeBack(view, '#/collections');
  assert.equal([address(), title(back)], [{ collectionId: postsCollection.id }, 'posts']);
  assert.is(rowsOf(back).length, 2);
  assert.is(back.findAll('[role="row"] input:checked').length, 0);
  assert.ok(back.find('[role="grid"]').matches('[aria-busy="true"], [aria-busy="true"] *'));
  backend.answer(listRoute, listOf([emptyPost], 40));
  release();
  await rest();
  assert.is(rowsOf(back).length, 1);
});

test('on the way back in a new session no rows are there', async () => {
  const view = await open();
  assert.match(view.text(), /ada@example\.com/);
  view.unmount();
  session.end();
  session.begin({ admin, token: adminToken() });
  const { back, release } = await comeBack(view, postsHash);
  assert.not.match(back.text(), /ada@example\.com/);
  release();
  await rest();
});

test('a save by keys is heard before the bar of the first change is drawn', async () => {
  backend.answer('PATCH /api/collections/:collection/records/:id', ({ body }: Call) => ({
    ...post,
    ...(body as object),
  }));
  await open();
  stage('title', 'Mine');
  await saveByKeys(document.body);
  const sent = () =>
    backend.callsTo('PATCH /api/collections/:collection/records/:id').map(({ body }) => body);
  await eventually(sent, [{ title: 'Mine' }]);
});

test('View as shows no column that the server sends to admins alone', async () => {
  const [first, ...others] = postsCollection.schema;
  const hidden = { ...first, options: { ...first?.options, hidden: true } };
  const posts = { ...postsCollection, listRule: '', schema: [hidden, ...others] };
  backend.answer(collectionsRoute, listOf([posts]));
  const heads = (view: View) => view.findAll('[role="columnheader"]').map((head) => head.textContent);
  const view = await open();
  const all = heads(view);
  await doing(() => navigate('/collections', { collectionId: posts.id, as: 'guest' }));
  assert.equal(
    heads(view),
    all.filter((name) => name !== first?.name),
  );
  assert.is(heads(view).length, all.length - 1);
});

test.run();
