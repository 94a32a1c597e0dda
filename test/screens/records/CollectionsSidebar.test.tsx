import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CollectionsSidebar } from '../../../ui/screens/records/CollectionsSidebar';
import * as collections from '../../../ui/state/collections';
import * as preferences from '../../../ui/state/preferences';
import { connect } from '../../api/connect';
import { type FakeBackend, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { act, click, mount, tick, type, type View } from '../../support/render';
import {
  listOf,
  postsCollection,
  collections as sampleCollections,
  statsCollection,
} from '../../support/samples';

const route = 'GET /api/collections';
let backend: FakeBackend;
let followed = 0;

async function open(activeId = postsCollection.id): Promise<View> {
  const view = mount(
    <CollectionsSidebar
      activeId={activeId}
      isDrawerOpen={false}
      onDrawerClose={() => {
        followed += 1;
      }}
    />,
  );
  await act(() => collections.load());
  await tick();
  return view;
}

const links = (view: View) => view.findAll<HTMLAnchorElement>('li a[href]');
const names = (view: View) =>
  view.findAll('h2, li a[href]').map((one) => one.dataset['tooltip'] ?? one.textContent);

async function search(view: View, text: string): Promise<void> {
  type(view.byLabel('Search collections'), text);
  await tick();
}

test.before.each(() => {
  resetDom();
  preferences.rereadFromOtherTab(null);
  followed = 0;
  backend = fakeBackend({ [route]: listOf(sampleCollections, 200) });
  connect(backend, 't');
});
test.after.each(() => {
  mount(null).unmount();
  collections.forget();
});

test('collections are links, and the current one is marked', async () => {
  const view = await open();
  assert.equal(names(view), ['users', 'posts', 'post_stats']);
  assert.equal(
    links(view).map((link) => link.getAttribute('href')),
    sampleCollections.map(({ id }) => `#/collections?collectionId=${id}`),
  );
  assert.equal(
    links(view).map((link) => link.getAttribute('aria-current')),
    [null, 'page', null],
  );
});

test('following a link closes the drawer', async () => {
  const view = await open();
  const [first] = links(view);
  if (first) click(first);
  assert.is(followed, 1);
});

test('the search finds collections by name or full id, and can be cleared', async () => {
  const view = await open();
  await search(view, 'STATS');
  assert.equal(names(view), ['post_stats']);
  await search(view, postsCollection.id);
  assert.equal(names(view), ['posts']);
  await search(view, 'nothing');
  assert.match(view.text(), /No collections found\./);
  click(view.byLabel('Clear'));
  await tick();
  assert.equal(names(view), ['users', 'posts', 'post_stats']);
});

test('pinned collections are in a group of their own before the others', async () => {
  const view = await open();
  const pin = view.findAll('[aria-label="Pin collection"]')[2];
  if (pin) click(pin);
  await tick();
  assert.equal(names(view), ['Pinned', 'post_stats', 'Others', 'users', 'posts']);
  assert.equal(preferences.state.pinnedCollections, [statsCollection.id]);
  click(view.byLabel('Unpin collection'));
  await tick();
  assert.equal(names(view), ['users', 'posts', 'post_stats']);
});

test('no message is shown before the collections have loaded', async () => {
  backend.hold(route);
  const view = mount(<CollectionsSidebar activeId="" isDrawerOpen={false} onDrawerClose={() => {}} />);
  await act(async () => void collections.load());
  await tick();
  assert.not.match(view.text(), /No collections found|could not be loaded/);
});

test('only the visible ones of a thousand collections are rendered', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...postsCollection,
    id: `id${index}`,
    name: `c${index}`,
  }));
  backend.answer(route, ({ query }: { query: Readonly<Record<string, string>> }) => {
    const page = Number(query['page']);
    return { ...listOf(many.slice((page - 1) * 200, page * 200), 200), page, totalItems: 1000 };
  });
  const view = await open('id0');
  assert.ok(links(view).length > 10 && links(view).length < 100, `${links(view).length} links`);
});

test.run();
