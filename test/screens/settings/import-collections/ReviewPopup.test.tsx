import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import type { ImportForm } from '../../../../ui/screens/settings/import-collections/importForm';
import { ReviewPopup } from '../../../../ui/screens/settings/import-collections/ReviewPopup';
import { type FakeBackend, failure } from '../../../support/backend';
import {
  act,
  click,
  mount,
  press as pressKey,
  tick,
  type as typeInto,
  type View,
} from '../../../support/render';
import { postsCollection, statsCollection, usersCollection } from '../../../support/samples';
import { button, input, open, press, rest } from '../pages';
import { closeScene, give, openForm, routes, type Server, startScene, stored, told } from './importScene';

let backend: FakeBackend;
let server: Server;
let closed = 0;

const { id: postsId, schema: fields } = postsCollection;
const title = 'Side-by-side diff';
const confirming = 'Confirm and import';
/** Changes a rule, so that nothing is lost. */
const harmless = [usersCollection, { ...postsCollection, listRule: 'views > 1' }, statsCollection];
/** Posts without the field `views`, and no other collection. */
const lossy = [{ ...postsCollection, schema: fields.filter(({ name }) => name !== 'views') }];

async function reviewing(imported: readonly object[]): Promise<{ view: View; form: ImportForm }> {
  const form = await openForm();
  await give(form, imported);
  await form.review();
  backend.calls.length = 0;
  return { view: await open(<ReviewPopup form={form} onClose={() => closed++} />), form };
}

const dialogs = (view: View) => view.findAll('[role="dialog"] h2').map(({ textContent }) => textContent);
const section = (view: View, name: string) => view.find(`section[aria-label="${name}"]`);
const alerts = (view: View) => view.findAll('[role="alert"]').map(({ textContent }) => textContent);
/** The cells of all rows, with what is marked in brackets. */
const rowsOf = (element: Element) =>
  [...element.querySelectorAll('tbody tr')].map((row) =>
    [...row.children]
      .map((cell) =>
        [...cell.childNodes]
          .map((node) => (node.nodeName === 'MARK' ? `[${node.textContent}]` : node.textContent))
          .join(''),
      )
      .join(' | ')
      .trim(),
  );
/** What is told with a count: of collections, and of fields of those that stay. */
const losses = (view: View) =>
  view
    .findAll('section h3, section th[scope="rowgroup"]')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => /will be deleted(\.|!.*\))$/.test(text));

const invalid = (name: string, id: string, wrong: object) =>
  failure(400, 'Failed to import the submitted collections.', {
    collections: {
      code: 'collections_import_validate_failure',
      message: `Data validations failed for collection "${name}" (${id}):\n${JSON.stringify(wrong)}.`,
    },
  });

test.before.each(() => {
  ({ backend, server } = startScene());
  closed = 0;
});
test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await rest();
});

test('one table for each collection: those that go, change and come', async () => {
  const { view } = await reviewing([
    { ...usersCollection, name: 'people' },
    { ...postsCollection, id: 'new000000000001', name: 'news', indexes: [] },
  ]);
  assert.equal(dialogs(view), [title]);
  assert.equal(
    view.findAll('section h3').map(({ textContent }) => textContent),
    ['Deletedpost_stats', 'Deletedposts0 records will be deleted.', 'Changedusers →people', 'Addednews'],
  );
  assert.equal(
    view.findAll('nav button').map(({ textContent }) => textContent),
    ['post_statsDeleted', 'postsDeleted', 'peopleChanged', 'newsAdded'],
  );
  assert.match(view.find('footer').textContent ?? '', /^1 added1 changed2 deletedClose/);
  assert.equal(
    [...section(view, 'people').querySelectorAll('thead th')].map(({ textContent }) => textContent),
    ['Props', 'Old', 'New'],
  );
});

test('a row for each property that differs, with the changed words marked, and fields below', async () => {
  const [first, second, ...others] = fields;
  const { view } = await reviewing([
    usersCollection,
    {
      ...postsCollection,
      listRule: 'views > 1',
      viewRule: null,
      schema: [{ ...first, name: 'headline' }, ...others, { id: 'new00001', name: 'status', type: 'bool' }],
    },
    statsCollection,
  ]);
  assert.equal(rowsOf(section(view, 'posts')), [
    'listRule |  | [views > 1]',
    'viewRule |  | [null]',
    '8 unchanged properties',
    `field: ${second?.name} Deleted All stored data related to body will be deleted! (0 values)`,
    'id | n3kq7vxd |',
    'name | body |',
    'type | editor |',
    'required | false |',
    'presentable | false |',
    'unique | false |',
    'system | false |',
    'options | {\n  "convertUrls": false\n} |',
    'field: headline Changed',
    'name | [title] | [headline]',
    '7 unchanged properties',
    'field: status Added',
    ...['id |  | new00001', 'name |  | status', 'type |  | bool', 'required |  | false'],
    ...['presentable |  | false', 'unique |  | false', 'system |  | false', 'options |  | {}'],
    '9 unchanged fields',
  ]);
});

test('what is missing on a side looks different from what has changed', async () => {
  const { view } = await reviewing([usersCollection, { ...lossy[0], listRule: 'id = 1' }, statsCollection]);
  const cells = (name: string) =>
    [...section(view, 'posts').querySelectorAll('tr')]
      .filter((row) => row.querySelector('th')?.textContent === name)
      .map((row) => [...row.querySelectorAll('td')].map(({ className }) => className));
  const [changed] = cells('listRule');
  const [gone] = cells('presentable');
  assert.is(gone?.[0], changed?.[0]);
  assert.is.not(gone?.[1], changed?.[1]);
  press('9 unchanged properties');
  const [equal] = cells('type');
  assert.equal(equal, ['', '']);
});

test('equal properties unfold, and fold again', async () => {
  const { view } = await reviewing(harmless);
  const posts = section(view, 'posts');
  const folded = rowsOf(posts);
  assert.equal(folded, ['listRule |  | [views > 1]', '9 unchanged properties', '11 unchanged fields']);
  assert.is(button('9 unchanged properties')?.getAttribute('aria-expanded'), 'false');
  press('9 unchanged properties');
  assert.is(button('9 unchanged properties')?.getAttribute('aria-expanded'), 'true');
  assert.equal(rowsOf(posts).slice(0, 5), [
    'name | posts | posts',
    `id | ${postsId} | ${postsId}`,
    'type | base | base',
    'system | false | false',
    'listRule |  | [views > 1]',
  ]);
  press('9 unchanged properties');
  assert.equal(rowsOf(posts), folded);
});

test('what goes is counted when the counts come; until then, and where they fail, no number is said', async () => {
  server.counts = { _pb_users_auth_: 1204, [statsCollection.id]: 1, [`${postsId} views != 0`]: 7 };
  const release = backend.hold(routes.count);
  const { view } = await reviewing(lossy);
  assert.equal(losses(view), [
    'DeletedusersAll its records will be deleted.',
    'field: views Deleted All stored data related to views will be deleted! (counting...)',
  ]);
  release();
  await rest();
  assert.equal(losses(view), [
    'Deletedusers1,204 records will be deleted.',
    'field: views Deleted All stored data related to views will be deleted! (7 values)',
  ]);
  assert.equal(told(), []);
});

test('the fields of a collection that goes are not counted one by one', async () => {
  await reviewing([usersCollection, statsCollection]);
  assert.equal(
    backend.callsTo(routes.count).map(({ params, query }) => [params['id'], query['filter']]),
    [[postsId, undefined]],
  );
});

test('an import that loses nothing is sent at once; the popup is busy and then closes', async () => {
  const { view, form } = await reviewing(harmless);
  const release = backend.hold(routes.send);
  press(confirming);
  await rest();
  const dialog = view.find('[role="dialog"]');
  assert.equal(
    [
      dialog.getAttribute('aria-busy'),
      button('Close')?.disabled,
      view.byLabel<HTMLButtonElement>('Close').disabled,
    ],
    ['true', true, true],
  );
  press(confirming);
  pressKey(dialog, 'Escape');
  click(button('Close') as Element);
  await tick(200);
  assert.equal([closed, backend.callsTo(routes.send).length], [0, 1]);
  await act(async () => release());
  await rest();
  assert.ok(view.find('section[aria-label="posts"]'));
  await tick(200);
  assert.equal([closed, form.state.text], [1, '']);
  assert.equal(told(), ['success: Successfully imported collections configuration.']);
});

test('an import that the server is sure to refuse cannot be confirmed, and the review says why', async () => {
  // The collection of users goes, to which posts are related.
  const { view } = await reviewing([...lossy, statsCollection]);
  assert.is(button(confirming)?.disabled, true);
  assert.match(
    view.find('[role="dialog"] [role="status"]').textContent ?? '',
    /^This cannot be imported as it is:The collection "posts" has the field "author"/,
  );
  press(confirming);
  await rest();
  assert.equal([dialogs(view), backend.callsTo(routes.send).length], [[title], 0]);
});

test('what would be lost wants a word first, and only then is sent', async () => {
  const { view } = await reviewing([usersCollection, ...lossy, statsCollection]);
  press(confirming);
  await rest();
  assert.equal(dialogs(view), [title, 'Delete data and import']);
  assert.is(backend.callsTo(routes.send).length, 0);
  press('Cancel');
  await tick(200);
  assert.equal([dialogs(view), closed], [[title], 0]);
  press(confirming);
  await rest();
  typeInto(input(view, 'Type delete to confirm*'), 'delete');
  act(() => view.find<HTMLFormElement>('form').requestSubmit());
  await tick(200);
  await tick(200);
  assert.equal([backend.callsTo(routes.send).length, closed], [1, 1]);
});

test('a refusal stands at its collection and field, and the popup stays for another try', async () => {
  const { view } = await reviewing(harmless);
  backend.answerOnce(routes.send, invalid('posts', postsId, { schema: { 0: { name: 'is wrong' } } }));
  press(confirming);
  await tick(200);
  assert.equal([closed, told()], [0, []]);
  assert.is(section(view, 'posts').querySelector('[role="alert"]')?.textContent, 'title: name: Is wrong.');
  assert.is(alerts(view).length, 1);
  assert.equal([button('Close')?.disabled, button(confirming)?.getAttribute('aria-busy')], [false, null]);
  press(confirming);
  await tick(200);
  assert.equal([alerts(view), backend.callsTo(routes.send).length, closed], [[], 2, 1]);
});

test('what the server says of nothing, or of a collection without a table, stands above the tables', async () => {
  const { view } = await reviewing(harmless);
  backend.answerOnce(routes.send, failure(413, 'Request entity too large.'));
  backend.answerOnce(
    routes.send,
    invalid('users', usersCollection.id, { schema: { 0: { name: 'is wrong' } } }),
  );
  press(confirming);
  await rest();
  assert.equal(alerts(view), ['Request entity too large.']);
  assert.is(section(view, 'posts').querySelector('[role="alert"]'), null);
  press(confirming);
  await rest();
  assert.equal(alerts(view), ['users.name: name: Is wrong.']);
});

test('when the server is away the popup stays', async () => {
  const { view } = await reviewing(harmless);
  const comeBack = backend.goOffline();
  press(confirming);
  await tick(200);
  assert.equal([closed, dialogs(view), alerts(view), told().length], [0, [title], [], 1]);
  comeBack();
  press(confirming);
  await tick(200);
  assert.is(closed, 1);
});

test('when someone else has changed the collections meanwhile, the new changes are shown and counted', async () => {
  const { view } = await reviewing(harmless);
  server.collections.push({
    ...postsCollection,
    id: 'tags00000000001',
    name: 'tags',
    indexes: [],
  } as Collection);
  server.counts = { tags00000000001: 3 };
  press(confirming);
  await tick(200);
  assert.equal([closed, backend.callsTo(routes.send).length, told().length], [0, 0, 1]);
  assert.equal(losses(view), ['Deletedtags3 records will be deleted.']);
  press(confirming);
  await rest();
  assert.equal(dialogs(view), [title, 'Delete data and import']);
});

test('a click beside it leaves it open; Close, Escape and the cross close it', async () => {
  const { view } = await reviewing(harmless);
  const place = view.find('[role="dialog"]').parentElement as Element;
  click(place);
  await tick(200);
  assert.equal([closed, dialogs(view)], [0, [title]]);
  press('Close');
  await tick(200);
  assert.is(closed, 1);
  await open(null);
  for (const close of [
    () => void pressKey(document.activeElement as Element, 'Escape'),
    () => click(view.byLabel('Close')),
  ]) {
    closed = 0;
    await reviewing(harmless);
    close();
    await tick(200);
    assert.is(closed, 1);
  }
});

test('after it is closed nothing more is counted', async () => {
  const release = backend.hold(routes.count);
  const { view } = await reviewing(lossy);
  view.unmount();
  assert.ok(backend.callsTo(routes.count).every(({ signal }) => signal?.aborted));
  release();
  await rest();
  assert.is(backend.callsTo(routes.count).length, 2);
});

test('names, rules and messages with tags are text', async () => {
  const tag = '<img src="x" class="hostile">';
  const { view } = await reviewing([
    usersCollection,
    {
      ...postsCollection,
      name: tag,
      listRule: tag,
      schema: [{ ...fields[0], name: tag }, ...fields.slice(1)],
    },
    statsCollection,
  ]);
  assert.equal([view.findAll('img').length, view.findAll('.hostile').length], [0, 0]);
  // In the list, the head, two names, a rule, and three times in the reasons why the server will refuse it.
  assert.is(view.text().split(tag).length - 1, 9);
});

test('a message of the server with tags is text', async () => {
  const tag = '<img src="x" class="hostile">';
  const { view } = await reviewing(harmless);
  backend.answerOnce(routes.send, failure(400, tag));
  press(confirming);
  await rest();
  assert.equal([view.findAll('img').length, view.findAll('.hostile').length], [0, 0]);
  assert.equal(alerts(view), [tag]);
});

test('without a plan there is no popup', async () => {
  const form = await openForm();
  const view = await open(<ReviewPopup form={form} onClose={() => closed++} />);
  assert.is(view.text(), '');
});

test('a long rule is shown whole on both sides', async () => {
  const long = `id = "${'a '.repeat(3000)}"`;
  server.collections = stored.map((one) => (one.id === postsId ? { ...one, listRule: long } : one));
  const { view } = await reviewing([
    usersCollection,
    { ...postsCollection, listRule: `${long}b` },
    statsCollection,
  ]);
  assert.is(rowsOf(section(view, 'posts'))[0], `listRule | ${long} | ${long}b`);
});

test.run();
