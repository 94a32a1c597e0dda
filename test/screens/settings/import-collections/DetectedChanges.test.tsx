import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionImportForm } from '../../../../ui/screens/settings/import-collections/collectionImportForm';
import { DetectedChanges } from '../../../../ui/screens/settings/import-collections/DetectedChanges';
import { act, mount, rest, type View } from '../../../support/render';
import { postsCollection, statsCollection, usersCollection } from '../../../support/samples';
import { open } from '../pages';
import { closeScene, give, openForm, startScene, stored } from './importScene';

const { id: postsId } = postsCollection;
const copyOf = (id: string, name: string) => ({ ...postsCollection, id, name, indexes: [] });
const lines = (view: View) =>
  view.findAll('li').map(({ childNodes }) => [...childNodes].map(({ textContent }) => textContent).join('|'));

async function shown(imported: readonly object[]): Promise<{ view: View; form: CollectionImportForm }> {
  const form = await openForm();
  await give(form, imported);
  return { view: await open(<DetectedChanges form={form} />), form };
}

test.before.each(() => {
  startScene([...stored, copyOf('gone00000000001', 'aardvark')]);
});
test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await rest();
});

test('what goes comes first, then what changes, then what is new; each by name, with its id', async () => {
  const { view } = await shown([
    copyOf('new000000000002', 'zebra'),
    copyOf('new000000000001', 'Ape'),
    { ...postsCollection, listRule: null },
    { ...usersCollection, name: 'people' },
  ]);
  assert.equal(lines(view), [
    'Deleted|aardvark|gone00000000001',
    `Deleted|post_stats|${statsCollection.id}`,
    'Changed|users| →|people|_pb_users_auth_',
    `Changed|posts|${postsId}`,
    'Added|Ape|new000000000001',
    'Added|zebra|new000000000002',
  ]);
  assert.is(view.find('li del').textContent, 'users');
  assert.is(view.findAll('del').length, 1);
});

test('dates, the order of fields and what is missing in the import are no changes', async () => {
  const { view } = await shown([
    { ...postsCollection, created: '', updated: 'now', schema: postsCollection.schema.toReversed() },
    { ...usersCollection, system: undefined },
    statsCollection,
    copyOf('gone00000000001', 'aardvark'),
  ]);
  assert.equal([lines(view), view.text()], [[], 'Your collections configuration is already up-to-date!']);
});

test('without a plan there is nothing, and the list follows it', async () => {
  const { view, form } = await shown(stored);
  assert.is(lines(view).length, 1);
  await act(async () => form.setDeletesMissing(false));
  assert.match(view.text(), /already up-to-date!/);
  await act(async () => form.clear());
  assert.is(view.text(), '');
});

test('a name with tags is text', async () => {
  const { view } = await shown([{ ...postsCollection, name: '<b class="hostile">x</b>' }]);
  assert.is(view.findAll('.hostile').length, 0);
  assert.match(view.text(), /posts →<b class="hostile">x<\/b>/);
});

test.run();
