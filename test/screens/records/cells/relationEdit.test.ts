// A relation cell while it is edited: what is staged, what is asked of the server, what comes back.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ListedRecord } from '../../../../ui/model/record';
import { cellFieldOf } from '../../../../ui/model/records/cellField';
import { type CellEdit, createCellEdit } from '../../../../ui/screens/records/cells/cellEdit';
import { createRelationEdit, type RelationEdit } from '../../../../ui/screens/records/cells/relationEdit';
import * as collections from '../../../../ui/state/collections';
import * as unsaved from '../../../../ui/state/forms/unsaved';
import * as panels from '../../../../ui/state/panels';
import * as staged from '../../../../ui/state/staged/staged';
import * as toasts from '../../../../ui/state/toasts';
import { settle } from '../../../api/connect';
import { type FakeBackend, failure } from '../../../support/backend';
import { eventually } from '../../../support/eventually';
import { listOf, postsCollection, collections as sampleCollections } from '../../../support/samples';
import { endPage, isByIds, listRoute, shownToasts, startPage, topPanel } from '../../pickers/pickerBackend';
import { orderRow, orders, people, peopleAnswer, stagedValue } from './relationScene';

let backend: FakeBackend;
let edit: CellEdit;
let relation: RelationEdit;

const searches = () =>
  backend
    .callsTo(listRoute)
    .filter((call) => !isByIds(call))
    .map(({ query }) => query['filter'] ?? '');
const foundIds = () => relation.state.found.map(({ id }) => id);

async function open(name: string, values: object = {}, typed = ''): Promise<void> {
  const row = orderRow(values);
  const cell = cellFieldOf(orders, name);
  if (!cell) throw new Error(`There is no field ${name}.`);
  edit = createCellEdit(orders, row, cell);
  relation = createRelationEdit(cell, edit, row, typed);
  await relation.open();
}

async function answerPicker(ids: readonly string[] | null): Promise<boolean> {
  const answer = relation.pick();
  panels.answerPanel(topPanel('recordPicker').id, ids);
  return answer;
}

test.before.each(async () => {
  backend = await startPage(people);
  backend.answer(listRoute, peopleAnswer);
});
test.after.each(() => {
  relation.close();
  staged.discard('orders');
  unsaved.forget();
  endPage();
});

test('the search asks for the id and the displayed fields of the target, and begins with what was typed', async () => {
  await open('one', { one: '' }, 'gra');
  assert.equal(foundIds(), ['p0', 'p1']);
  assert.equal(searches(), ['id~"gra"||title~"gra"']);
});

test('one search follows the last key, and an older answer is dropped', async () => {
  await open('one', { one: '' });
  const release = backend.hold(listRoute);
  relation.search('gr');
  void relation.searchNow();
  await settle();
  relation.search('i');
  relation.search('in');
  relation.search('ines');
  assert.is(searches().length, 2);
  release();
  await eventually(() => [foundIds(), relation.state.searched], [['p2'], 'ines']);
  assert.equal(searches().slice(2), ['id~"ines"||title~"ines"']);
});

test('a refused search is told apart from one without a result, and tried again', async () => {
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  await open('one', { one: '' }, 'gra');
  assert.is(relation.state.status, 'failed');
  assert.is(relation.state.loadError?.message, 'The disk is full.');
  assert.is(relation.state.searched, null);
  backend.answer(listRoute, peopleAnswer);
  await relation.retry();
  assert.is(relation.state.status, 'ready');
  assert.equal(foundIds(), ['p0', 'p1']);
  relation.search('nobody');
  await relation.searchNow();
  assert.equal([relation.state.status, relation.state.searched, foundIds()], ['ready', 'nobody', []]);
});

test('a collection that is not known yet is looked for by Retry', async () => {
  await open('lost', { lost: ['p0'] });
  assert.is(relation.collection(), undefined);
  assert.is(backend.callsTo(listRoute).length, 0, 'nothing is asked of a collection that is not there');
  const nowhere = { ...postsCollection, id: 'nowhere', name: 'nowhere' };
  backend.answer('GET /api/collections', listOf([...sampleCollections, nowhere], 200));
  await relation.retry();
  assert.is(relation.collection()?.name, 'nowhere');
  assert.equal(foundIds(), ['p0', 'p1', 'p2', 'p3']);
  assert.ok(relation.related.state.found.has('p0'));
});

test('names that the row brings are not asked for; the others are, and missing records are known', async () => {
  const known = { ...people[0], title: 'As the row says' } as unknown as ListedRecord;
  await open('any', { any: ['p0', 'p1', 'gone'], expand: { any: [known] } });
  const asked = backend.callsTo(listRoute).filter(isByIds);
  assert.equal(
    asked.map(({ query }) => query['filter']),
    ['id="p1"||id="gone"'],
  );
  assert.equal([...relation.related.state.found.keys()], ['p0', 'p1']);
  assert.equal([...relation.related.state.missing], ['gone']);
});

test('each choice is staged at once; Keep makes them one step for undo', async () => {
  await open('any', { any: ['p3'] });
  relation.toggle('p0');
  assert.equal(stagedValue('any'), ['p3', 'p0']);
  relation.toggle('p1');
  relation.remove('p3');
  assert.equal(stagedValue('any'), ['p0', 'p1']);
  edit.keep();
  staged.undo(orders);
  assert.is(stagedValue('any'), undefined);
  staged.redo(orders);
  assert.equal(stagedValue('any'), ['p0', 'p1']);
});

test('Cancel puts the cell back', async () => {
  await open('one', { one: 'p3' });
  relation.toggle('p0');
  assert.is(stagedValue('one'), 'p0');
  edit.cancel();
  assert.is(stagedValue('one'), undefined);
});

test('a single relation replaces its record and can be emptied', async () => {
  await open('one', { one: 'p3' });
  relation.toggle('p0');
  assert.is(stagedValue('one'), 'p0');
  relation.remove('p0');
  assert.is(stagedValue('one'), '');
  relation.toggle('p3');
  assert.is(stagedValue('one'), undefined, 'the stored value is no change');
});

test('no more records are chosen than the field takes', async () => {
  await open('two', { two: ['p0', 'p1'] });
  relation.toggle('p2');
  assert.is(stagedValue('two'), undefined);
  relation.toggle('p0');
  relation.toggle('p2');
  assert.equal(stagedValue('two'), ['p1', 'p2']);
});

test('the first change takes out missing records and says so, also in the picker', async () => {
  const warning =
    'warning: The following relation ids were removed from the list because they are missing or invalid: gone';
  await open('any', { any: ['gone', 'p0'] });
  relation.toggle('p1');
  assert.equal([stagedValue('any'), shownToasts()], [['p0', 'p1'], [warning]]);
  edit.cancel();
  relation.close();
  toasts.closeAll();
  await open('any', { any: ['gone', 'p0'] });
  assert.is(await answerPicker(['gone', 'p0', 'p2']), true);
  assert.equal([stagedValue('any'), shownToasts()], [['p0', 'p2'], [warning]]);
});

test('a missing record can be taken out by hand', async () => {
  await open('any', { any: ['gone', 'p0'] });
  relation.remove('gone');
  assert.equal([stagedValue('any'), shownToasts()], [['p0'], []]);
});

for (const [name, value, max] of [
  ['one', 'p1', 1],
  ['two', ['p1'], 2],
  ['any', ['p1'], null],
] as const) {
  test(`the picker of "${name}" gets the present choice and the maximum ${max}`, async () => {
    await open(name, { [name]: 'p3' });
    edit.set(value);
    const answer = relation.pick();
    assert.ok(relation.state.isPicking);
    const { id, takes } = topPanel('recordPicker');
    assert.equal(takes, { collectionId: postsCollection.id, selected: ['p1'], max });
    panels.answerPanel(id, ['p2']);
    assert.is(await answer, true);
    assert.equal(stagedValue(name), max === 1 ? 'p2' : ['p2']);
    assert.not(relation.state.isPicking);
  });
}

test('a cancelled picker changes nothing, and the search is read again', async () => {
  await open('any', { any: ['p3'] }, 'gra');
  relation.toggle('p0');
  const before = searches().length;
  assert.is(await answerPicker(null), false);
  assert.equal(stagedValue('any'), ['p3', 'p0']);
  assert.is(searches().length, before + 1);
  assert.equal(foundIds(), ['p0', 'p1']);
});

test('the collections stay as they are when all are known', async () => {
  await open('one', { one: '' });
  const before = collections.state.all;
  await relation.retry();
  assert.is(collections.state.all, before);
});

test.run();
