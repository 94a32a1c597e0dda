import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionImportForm } from '../../../ui/collections/import/collectionImportForm';
import { ImportReviewPopup } from '../../../ui/collections/import/ImportReviewPopup';
import type { Collection } from '../../../ui/model/collection';
import { button, input, open, openDialogs, press } from '../../settings/pages';
import { type FakeBackend, failure } from '../../support/backend';
import {
  act,
  click,
  eventually,
  mount,
  press as pressKey,
  rest,
  type as typeInto,
  type View,
} from '../../support/render';
import { postsCollection, statsCollection, usersCollection } from '../../support/samples';
import { closeScene, give, openForm, routes, type Server, startScene, told } from './importScene';

let backend: FakeBackend;
let server: Server;
let closed = 0;

const { id: postsId, schema: fields } = postsCollection;
const title = 'Side-by-side diff';
const confirming = 'Confirm and import';
/** Changes only a rule, so nothing is lost. */
const harmless = [usersCollection, { ...postsCollection, listRule: 'views > 1' }, statsCollection];
/** Contains only posts, without the field `views`. */
const lossy = [{ ...postsCollection, schema: fields.filter(({ name }) => name !== 'views') }];

async function reviewing(imported: readonly object[]): Promise<{ view: View; form: CollectionImportForm }> {
  const form = await openForm();
  await give(form, imported);
  await form.review();
  backend.calls.length = 0;
  return { view: await open(<ImportReviewPopup form={form} onClose={() => closed++} />), form };
}

const dialogs = (view: View) => view.findAll('[role="dialog"] h2').map(({ textContent }) => textContent);
const section = (view: View, name: string) => view.find(`section[aria-label="${name}"]`);
const alerts = (view: View) => view.findAll('[role="alert"]').map(({ textContent }) => textContent);
/** Returns the cells of all rows, with marked parts in brackets. */
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
/** Returns the losses with a count: collections, and fields of the remaining collections. */
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

test('each removed, changed and added collection has a table', async () => {
  const { view } = await reviewing([
    { ...usersCollection, name: 'people' },
    { ...postsCollection, id: 'new000000000001', name: 'news', indexes: [] },
  ]);
  assert.equal(dialogs(view), [title]);
  assert.equal(
    view.findAll('section h3').map(({ textContent }) => textContent),
    ['Changedusers →people', 'Addednews', 'Deletedpost_stats', 'Deletedposts'],
  );
  assert.match(view.find('footer').textContent ?? '', /^1 added1 changed2 deletedClose/);
});

test('each changed property has a row with marked words, and fields come below', async () => {
  const [first, second, ...others] = fields;
  const { view } = await reviewing([
    usersCollection,
    {
      ...postsCollection,
      listRule: 'views > 1',
      schema: [{ ...first, name: 'headline' }, ...others, { id: 'new00001', name: 'status', type: 'bool' }],
    },
    statsCollection,
  ]);
  const rows = rowsOf(section(view, 'posts'));
  assert.equal(rows.slice(0, 5), [
    'listRule |  | [views > 1]',
    '9 unchanged properties',
    `field: ${second?.name} Deleted All stored data related to body will be deleted! (0 values)`,
    'id | n3kq7vxd |',
    'name | body |',
  ]);
  assert.equal(rows.slice(11, 16), [
    'field: headline Changed',
    'name | [title] | [headline]',
    '7 unchanged properties',
    'field: status Added',
    'id |  | new00001',
  ]);
  assert.is(rows.at(-1), '9 unchanged fields');
});

test('losses show their counts once known, and no number before that or after a failure', async () => {
  server.counts = { _pb_users_auth_: 1204, [statsCollection.id]: 1, [`${postsId} views != 0`]: 7 };
  const release = backend.hold(routes.count);
  const { view } = await reviewing(lossy);
  assert.equal(losses(view), [
    'field: views Deleted All stored data related to views will be deleted! (counting...)',
    'DeletedusersAll its records will be deleted.',
  ]);
  release();
  await rest();
  assert.equal(losses(view), [
    'field: views Deleted All stored data related to views will be deleted! (7 values)',
    'Deletedusers1,204 records will be deleted.',
  ]);
  assert.equal(told(), []);
});

test('an import without losses is sent at once, and the busy popup then closes', async () => {
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
  await rest();
  assert.equal([closed, openDialogs(), backend.callsTo(routes.send).length], [0, 1, 1]);
  await act(async () => release());
  await eventually(openDialogs, 0);
  assert.ok(view.find('section[aria-label="posts"]'));
  await eventually(() => [closed, form.state.text], [1, '']);
  assert.equal(told(), ['success: Successfully imported collections configuration.']);
});

test('an import without the schema of a collection shows the reason and cannot be confirmed', async () => {
  const { view } = await reviewing([usersCollection, { id: postsId, name: 'posts' }, statsCollection]);
  assert.is(button(confirming)?.disabled, true);
  assert.match(
    view.find('[role="dialog"] [role="status"]').textContent ?? '',
    /^This cannot be imported as it is:The collection "posts" has no schema/,
  );
  press(confirming);
  await rest();
  assert.equal([dialogs(view), backend.callsTo(routes.send).length], [[title], 0]);
});

test('an import with losses is sent only after a typed confirmation', async () => {
  const { view } = await reviewing([usersCollection, ...lossy, statsCollection]);
  press(confirming);
  await rest();
  assert.equal(dialogs(view), [title, 'Delete data and import']);
  assert.is(backend.callsTo(routes.send).length, 0);
  press('Cancel');
  await eventually(() => [dialogs(view), openDialogs(), closed], [[title], 1, 0]);
  press(confirming);
  await rest();
  typeInto(input(view, 'Type delete to confirm*'), 'delete');
  act(() => view.find<HTMLFormElement>('form').requestSubmit());
  await eventually(() => [backend.callsTo(routes.send).length, closed], [1, 1]);
});

test('a refusal is at its collection and field, and the popup stays open', async () => {
  const { view } = await reviewing(harmless);
  backend.answerOnce(routes.send, invalid('posts', postsId, { schema: { 0: { name: 'is wrong' } } }));
  press(confirming);
  await rest();
  assert.equal([closed, openDialogs(), told()], [0, 1, []]);
  assert.is(section(view, 'posts').querySelector('[role="alert"]')?.textContent, 'title: name: Is wrong.');
  assert.is(alerts(view).length, 1);
  assert.equal([button('Close')?.disabled, button(confirming)?.getAttribute('aria-busy')], [false, null]);
  press(confirming);
  await eventually(() => [alerts(view), backend.callsTo(routes.send).length, closed], [[], 2, 1]);
});

test('if someone else has changed the collections meanwhile, the new changes are shown and counted', async () => {
  const { view } = await reviewing(harmless);
  server.collections.push({
    ...postsCollection,
    id: 'tags00000000001',
    name: 'tags',
    indexes: [],
  } as Collection);
  server.counts = { tags00000000001: 3 };
  press(confirming);
  await rest();
  assert.equal([closed, openDialogs(), backend.callsTo(routes.send).length], [0, 1, 0]);
  assert.is(told().length, 1);
  assert.equal(losses(view), ['Deletedtags3 records will be deleted.']);
  press(confirming);
  await rest();
  assert.equal(dialogs(view), [title, 'Delete data and import']);
});

test('names, rules and messages with tags are shown as text', async () => {
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
  // In the list, the title, two names, a rule.
  assert.is(view.text().split(tag).length - 1, 6);
});

test.run();
