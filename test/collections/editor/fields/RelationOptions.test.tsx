import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionOutcome } from '../../../../ui/collections/editor/collectionEditor';
import type { Collection } from '../../../../ui/model/collection';
import * as collections from '../../../../ui/page/collections';
import * as panels from '../../../../ui/page/panels';
import { act, click, tick, type, type View } from '../../../support/render';
import { postsCollection, usersCollection } from '../../../support/samples';
import { closeFields, openField, openStoredField } from './openField';

test.after.each(closeFields);

const input = (view: View, label: string) => view.byLabel<HTMLInputElement>(label);
const target = (view: View) => view.byLabel<HTMLButtonElement>('Collection*');
const choices = (view: View) => view.findAll('[role="option"]').map(({ textContent }) => textContent);
const made = (name: string, type = 'base'): Collection => ({
  ...(postsCollection as Collection),
  id: `made_${name}`,
  name,
  type,
});

test('all collections except views can be chosen', async () => {
  const { view, options } = await openField('relation');
  assert.is(target(view).textContent, 'Select collection *');
  click(target(view));
  assert.equal(choices(view), ['users', 'posts']);
  click(view.byText('users'));
  await tick();
  assert.is(options()['collectionId'], usersCollection.id);
  assert.is(target(view).textContent, 'users');
});

test('a stored relation has a fixed target, and its other options can change', async () => {
  const { view, options } = await openStoredField('author');
  assert.is(target(view).disabled, true);
  assert.is(target(view).textContent, 'users');
  assert.ok(view.byText('The collection of a saved relation cannot be changed.'));
  click(view.byLabel('Cascade delete'));
  click(view.byText('True'));
  await tick();
  assert.is(options()['cascadeDelete'], true);
});

async function choosesNew(view: View, outcome: CollectionOutcome | null): Promise<void> {
  click(target(view));
  click(view.byText('New collection'));
  const [panel] = panels.state.open;
  assert.is(panel?.name, 'collectionEditor');
  assert.equal(panel?.takes, { collectionId: null });
  act(() => {
    if (outcome && outcome.kind !== 'deleted') collections.adopt(outcome.collection);
    panels.answerPanel<'collectionEditor'>(panel?.id ?? 0, outcome);
  });
  await tick();
}

test('a new collection opens in a second panel and becomes the target', async () => {
  const { view, options } = await openField('relation');
  await choosesNew(view, { kind: 'created', collection: made('tags') });
  assert.is(options()['collectionId'], 'made_tags');
  assert.is(target(view).textContent, 'tags');
});

test('a new view, a collection deleted again, or a cancelled panel is not chosen', async () => {
  const { view, options } = await openField('relation', { options: { collectionId: postsCollection.id } });
  await choosesNew(view, { kind: 'created', collection: made('sums', 'view') });
  await choosesNew(view, { kind: 'deleted', collectionId: 'made_gone' });
  await choosesNew(view, null);
  assert.is(options()['collectionId'], postsCollection.id);
});

test('only a multiple relation has minimum and maximum, and empty means no limit', async () => {
  const { view, options, becomeMultiple } = await openField('relation');
  assert.throws(() => view.byLabel('Min select'));
  assert.throws(() => view.byLabel('Max select'));
  await becomeMultiple();
  assert.is(input(view, 'Min select').placeholder, 'No min limit');
  assert.is(input(view, 'Max select').placeholder, 'No max limit');
  type(input(view, 'Min select'), '1');
  type(input(view, 'Max select'), '1');
  await tick();
  assert.is(options()['maxSelect'], '1', 'not single while it is typed');
  type(input(view, 'Max select'), '10');
  await tick();
  assert.is(options()['minSelect'], 1);
  assert.is(options()['maxSelect'], 10);
  type(input(view, 'Max select'), '');
  assert.is(options()['maxSelect'], null);
});

test.run();
