// The rows of the page API rules.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import {
  explainCell,
  type RuleRow,
  rowsOf,
  searchRows,
  sortRows,
  stateCounts,
  stateText,
  withState,
} from '../../../ui/rules/api-rules/ruleRows';

const collection = (name: string, more: object) =>
  ({ id: `id_${name}`, name, type: 'base', schema: [], ...more }) as Collection;
const author = {
  id: 'a',
  name: 'author',
  type: 'relation',
  options: { collectionId: 'id_users', maxSelect: 1 },
};
const rows = rowsOf([
  collection('users', { type: 'auth', createRule: '', options: { manageRule: '' } }),
  collection('posts', {
    schema: [author],
    listRule: '@request.auth.role != "banned"',
    viewRule: '@request.auth.id != ""',
    updateRule: 'author = @request.auth.id || author.id = @request.auth.id',
  }),
  collection('titles', { type: 'view', listRule: '' }),
]);
const [users, posts, titles] = rows as [RuleRow, RuleRow, RuleRow];
const names = (some: readonly RuleRow[]) => some.map((row) => row.collection.name).join(' ');

test('each type has its rules, and an empty manage rule is for admins', () => {
  assert.equal(
    rows.map(({ cells }) => Object.keys(cells).length),
    [6, 5, 2],
  );
  assert.is(users.cells.manageRule?.state.kind, 'admins');
  assert.equal(stateCounts(rows), { all: 13, everyone: 2, signedIn: 1, owner: 1, other: 1, admins: 8 });
});

test('finds names, fields and parts of rules', () => {
  assert.is(names(searchRows(rows, ' TITLES ')), 'titles');
  assert.is(names(searchRows(rows, 'author')), 'posts');
  assert.is(names(searchRows(rows, '"banned"')), 'posts');
  assert.is(names(searchRows(rows, '')), 'users posts titles');
  assert.is(names(withState(rows, 'everyone')), 'users titles');
});

test('sorts by the name, by how wide a rule is, and by the count', () => {
  const sorted = (field: string, isDescending: boolean) =>
    names(sortRows(rows, { field, isDescending }, (row) => (row === posts ? 5 : -1)));
  assert.is(sorted('collection', true), 'titles posts users');
  assert.is(sorted('list', true), 'titles posts users');
  assert.is(sorted('create', true), 'users posts titles');
  assert.is(sorted('guests', true), 'posts users titles');
  assert.is(sorted('nothing', true), 'users posts titles');
});

test('says what a cell means', () => {
  const { listRule, viewRule, updateRule, deleteRule } = posts.cells;
  assert.ok(listRule && viewRule && updateRule && deleteRule && titles.cells.listRule);
  assert.is(stateText(updateRule), 'Owner author +1');
  assert.is(stateText(listRule), 'Other: @request.auth.role != "banned"');
  assert.is(listRule.warning, 'Guests pass: they have no role');
  assert.is(explainCell(titles.cells.listRule, 'listRule'), 'Everyone, guests too, can list.');
  assert.is(explainCell(viewRule, 'viewRule'), 'Every signed-in user can view.');
  assert.is(explainCell(updateRule, 'updateRule'), 'Users can update if author or author.id is theirs.');
  assert.is(explainCell(deleteRule, 'deleteRule'), 'Only admins can delete.');
});

test.run();
