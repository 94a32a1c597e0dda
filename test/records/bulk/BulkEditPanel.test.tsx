// The panel that changes selected records together: what it offers, and what it says before it changes anything.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as unsaved from '../../../ui/page/forms/unsaved';
import { BulkEditPanel } from '../../../ui/records/bulk/BulkEditPanel';
import * as edits from '../../../ui/records/edits';
import * as history from '../../../ui/records/history/history';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { type Call, type FakeBackend, fakeBackend } from '../../support/backend';
import { click, eventually, mount, quiet, rest, tick, type View } from '../../support/render';
import { listOf, post, postsCollection } from '../../support/samples';
import { signIn, signOut } from '../history/historyScene';

const posts = postsCollection as Collection;
const patchRoute = 'PATCH /api/collections/:collection/records/:id';
const rows = ['a', 'b', 'c', 'd'].map((id) => ({ ...post, id }));

let backend: FakeBackend;

// Nothing is kept: test/records/history tells how an act is.
history.state.keptDays = 0;

test.before.each(() => {
  backend = fakeBackend({
    'GET /api/collections': listOf([postsCollection], 200),
    'GET /api/collections/:collection': postsCollection,
    'GET /api/collections/:collection/records': listOf(rows, 40),
    'GET /api/collections/:collection/records/:id': ({ params }: Call) => ({ ...post, id: params['id'] }),
    [patchRoute]: ({ params }: Call) => ({ ...post, id: params['id'], pictures: [] }),
    'GET /api/health': {},
  });
  signIn(backend);
  collections.adopt(posts);
});
test.after.each(async () => {
  mount(null).unmount();
  edits.discard(posts.id);
  unsaved.forget();
  signOut();
  await tick();
});

async function open(): Promise<View> {
  const takes = { collectionId: posts.id, ids: rows.map(({ id }) => id), onChange() {} };
  const view = mount(<BulkEditPanel id={1} takes={takes} />);
  await rest();
  return view;
}

async function press(view: View, text: string): Promise<void> {
  click(view.byText(text));
  await rest();
}

async function add(view: View, name: string): Promise<void> {
  await press(view, 'Field to change');
  await press(view, name);
}

test('the files of all records can be removed, and only that', async () => {
  const view = await open();
  await add(view, 'pictures');
  assert.is(view.byLabel('pictures').textContent, 'Remove all');
  assert.match(view.text(), /The files of every record are deleted\./);
  await press(view, 'Change 4 records');
  assert.match(confirm.state.question?.text ?? '', /remove all files of pictures in 4 records/);
  void confirm.yes();
  await eventually(
    () => backend.callsTo(patchRoute).map(({ params, body }) => [params['id'], body]),
    rows.map(({ id, pictures }) => [id, { 'pictures-': pictures }]),
  );
});

test('the focus goes where the new value is typed', async () => {
  const view = await open();
  await add(view, 'title');
  await eventually(() => document.activeElement?.matches('textarea'), true);
});

test('records with changes of the table are counted, and nothing is sent before these are saved', async () => {
  const cell = cellFieldOf(posts, 'title');
  assert.ok(cell);
  edits.set(
    posts,
    [...rows.slice(0, 3), { ...post, id: 'elsewhere' }].map((row) => ({ row, cell, mine: 'Mine' })),
  );
  const said = '3 of these have staged changes. Save or discard them first.';
  const view = await open();
  assert.is(view.find('[role="alert"]').textContent, said);
  await add(view, 'pictures');
  await press(view, 'Change 4 records');
  await quiet();
  assert.is(view.find('[role="alert"]').textContent, said);
  assert.equal(backend.callsTo(patchRoute), []);

  edits.discard(posts.id);
  await press(view, 'Change 4 records');
  void confirm.yes();
  await eventually(() => backend.callsTo(patchRoute).length, 4);
});

test.run();
