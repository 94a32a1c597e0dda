import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as collections from '../../ui/page/collections';
import * as preferences from '../../ui/page/preferences';
import { CollectionsSidebar } from '../../ui/records/CollectionsSidebar';
import { connect } from '../backend/connect';
import { type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { act, click, mount, tick, type, type View } from '../support/render';
import {
  listOf,
  postsCollection,
  collections as sampleCollections,
  statsCollection,
  usersCollection,
} from '../support/samples';

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

test('collections are links, the current one is marked, and following one closes the drawer', async () => {
  const view = await open();
  assert.equal(names(view), ['users', 'posts', 'post_stats']);
  assert.equal(
    links(view).map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')]),
    sampleCollections.map(({ id }) => [
      `#/collections?collectionId=${id}`,
      id === postsCollection.id ? 'page' : null,
    ]),
  );
  click(links(view)[0] as Element);
  assert.is(followed, 1);
});

const searches: [search: string, found: string][] = [
  ['POST', 'posts post_stats'],
  ['post _ stats', 'post_stats'],
  ['8hrfqm64nk2yu1z', 'posts'],
  ['.*', ''],
  ['   ', 'users posts post_stats'],
];

test('the search finds collections by a part of the name or the full id, and can be cleared', async () => {
  const view = await open();
  for (const [text, found] of searches) {
    type(view.byLabel('Search collections'), text);
    await tick();
    assert.is(names(view).join(' '), found, text);
    assert.is(/No collections found\./.test(view.text()), found === '', text);
  }
  click(view.byLabel('Clear'));
  await tick();
  assert.equal(names(view), ['users', 'posts', 'post_stats']);
});

test('pinned collections are in a group before the others, in the order of the list', async () => {
  const view = await open();
  for (const name of ['post_stats', 'users']) {
    const link = links(view).find((one) => one.dataset['tooltip'] === name || one.textContent === name);
    click(link?.closest('li')?.querySelector('[aria-label="Pin collection"]') as Element);
    await tick();
  }
  assert.equal(names(view), ['Pinned', 'users', 'post_stats', 'Others', 'posts']);
  assert.equal(preferences.state.pinnedCollections, [statsCollection.id, usersCollection.id]);
  type(view.byLabel('Search collections'), 'post');
  await tick();
  assert.equal(names(view), ['Pinned', 'post_stats', 'Others', 'posts']);
  click(view.byLabel('Unpin collection'));
  await tick();
  assert.equal(names(view), ['posts', 'post_stats']);
});

test.run();
