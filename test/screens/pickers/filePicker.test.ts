import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { type FileTile, pickableFields, tilesOf } from '../../../ui/screens/pickers/fileChoices';
import { createFilePicker, type FilePicker } from '../../../ui/screens/pickers/filePicker';
import * as collections from '../../../ui/state/collections';
import { settle } from '../../api/connect';
import type { FakeBackend } from '../../support/backend';
import { post, postsCollection, statsCollection, usersCollection } from '../../support/samples';
import {
  answersOf,
  editorAnswers,
  endPage,
  listRoute,
  rows,
  saved,
  startPage,
  topPanel,
} from './pickerBackend';

const posts = postsCollection as unknown as Collection;
const users = usersCollection as unknown as Collection;
const apiFiles = `http://localhost:8090/api/files/${posts.id}`;

let backend: FakeBackend;
let picker: FilePicker;

const calls = () => backend.callsTo(listRoute);
const tiles = (): FileTile[] =>
  tilesOf(
    [...picker.state.added, ...picker.source.list.state.items],
    pickableFields(picker.state.collection as Collection, picker.imagesOnly),
    picker.imagesOnly,
  );
const chosenName = () => picker.state.chosen?.name ?? null;

async function open(imagesOnly = false) {
  picker = createFilePicker({ imagesOnly });
  await picker.open();
}

test.before.each(async () => {
  backend = await startPage(rows(2));
});
test.after.each(() => {
  picker.close();
  endPage();
});

test('the files of the first collection with files are shown', async () => {
  await open();
  assert.is(picker.state.collection?.id, users.id);
  assert.equal(calls()[0]?.query, {
    page: '1',
    perPage: '50',
    sort: '-created',
    fields: 'avatar,*:excerpt(100)',
    filter: 'avatar:length>0',
    skipTotal: '1',
  });
});

test('another collection starts without a search and a choice', async () => {
  await open();
  await picker.show(posts);
  await picker.search('first');
  const [tile] = tiles();
  if (tile) picker.choose(tile);
  picker.setSize('100x100');
  await picker.show(users);
  assert.is(picker.source.state.search, '');
  assert.is(picker.state.chosen, null);
  assert.is(picker.state.size, 'original');
  assert.is(calls().at(-1)?.params['collection'], users.id);
});

test('the same collection is not read again', async () => {
  await open();
  await picker.show(users);
  assert.is(calls().length, 1);
});

test('a search finds only records with files', async () => {
  await open();
  await picker.show(posts);
  await picker.search('views > 3');
  assert.is(calls().at(-1)?.query['filter'], '(pictures:length>0)&&(views > 3)');
});

test('the answer is the full URL of the chosen file, in the chosen size and without a token', async () => {
  await open();
  await picker.show(posts);
  assert.is(picker.answer(), null);
  const [picture, paper] = tiles();
  assert.is(paper?.name, 'notes_k3Xw0aZq9L.pdf');
  if (picture) picker.choose(picture);
  assert.equal(picker.answer(), {
    address: `${apiFiles}/row0/engine_28Dq1pm6vP.png`,
    name: 'engine_28Dq1pm6vP.png',
  });
  picker.setSize('100x100');
  assert.is(picker.answer()?.address, `${apiFiles}/row0/engine_28Dq1pm6vP.png?thumb=100x100`);
  if (paper) picker.choose(paper);
  assert.is(picker.answer()?.address, `${apiFiles}/row0/notes_k3Xw0aZq9L.pdf`);
});

test('for an image only images are offered', async () => {
  await open(true);
  await picker.show(posts);
  assert.equal(
    tiles().map(({ name }) => name),
    ['engine_28Dq1pm6vP.png', 'engine_28Dq1pm6vP.png'],
  );
});

test('a new record is first, and its first file is chosen', async () => {
  await open();
  await picker.show(posts);
  const creating = picker.create();
  assert.equal(topPanel('recordEditor').takes, { collectionId: posts.id, recordId: null });
  editorAnswers(saved('created', { ...post, id: 'new1', pictures: ['new.pdf', 'new.png'] }));
  await creating;
  assert.is(tiles()[0]?.name, 'new.pdf');
  assert.is(chosenName(), 'new.pdf');
  assert.is(picker.answer()?.address, `${apiFiles}/new1/new.pdf`);
});

test("a picker for images chooses a new record's first image, and nothing without one", async () => {
  await open(true);
  await picker.show(posts);
  for (const [pictures, chosen] of [
    [['new.pdf'], null],
    [['new.pdf', 'new.png'], 'new.png'],
  ] as const) {
    const creating = picker.create();
    editorAnswers(saved('created', { ...post, id: 'new1', pictures }));
    await creating;
    assert.is(chosenName(), chosen);
  }
});

test("after a search new records are at their place in the server's order", async () => {
  await open();
  await picker.show(posts);
  const creating = picker.create();
  editorAnswers(saved('created', { ...post, id: 'new1' }));
  await creating;
  await picker.search('first');
  assert.equal(picker.state.added, []);
});

test('without a collection with files no call is sent', async () => {
  backend.answer('GET /api/collections', { page: 1, perPage: 200, totalItems: 1, items: [statsCollection] });
  await collections.load();
  await open();
  assert.is(picker.state.collection, null);
  assert.is(calls().length, 0);
  await picker.search('x');
  assert.is(calls().length, 0);
});

test('another collection cancels the running calls', async () => {
  await open();
  const release = backend.hold(listRoute);
  const first = picker.show(posts);
  await settle();
  const second = picker.show(users);
  await settle();
  release();
  await Promise.all([first, second]);
  assert.is(picker.state.collection?.id, users.id);
  assert.ok(calls()[1]?.signal?.aborted);
  backend.answer(listRoute, answersOf([]));
});

test.run();
