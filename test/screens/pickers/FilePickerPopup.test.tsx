import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FilePickerPopup } from '../../../ui/screens/pickers/FilePickerPopup';
import * as collections from '../../../ui/state/collections';
import * as panels from '../../../ui/state/panels';
import { type Call, type FakeBackend, failure } from '../../support/backend';
import { act, click, eventually, mount, rest, tick, type, type View } from '../../support/render';
import { post, postsCollection, statsCollection } from '../../support/samples';
import { answersOf, editorAnswers, endPage, listRoute, rows, saved, startPage } from './pickerBackend';

let backend: FakeBackend;
let answers: panels.Panels['filePicker']['answers'][];

async function open({ imagesOnly = false } = {}): Promise<View> {
  void panels.openPanel('filePicker', { imagesOnly }).then((answer) => answers.push(answer));
  const id = panels.state.open.at(-1)?.id ?? 0;
  const view = mount(<FilePickerPopup id={id} takes={{ imagesOnly }} />);
  await rest();
  return view;
}

async function clickOn(element: Element): Promise<void> {
  click(element);
  await rest();
}

async function openPosts(imagesOnly = false): Promise<View> {
  const view = await open({ imagesOnly });
  await clickOn(view.byText('posts'));
  return view;
}

const tiles = (view: View) => view.findAll('[aria-label^="Files of"] button');
const tooltips = (view: View) => tiles(view).map((tile) => tile.dataset['tooltip']);
const insert = (view: View) => view.byText<HTMLButtonElement>('Insert');
const sizeSelect = (view: View) => view.findAll('[aria-label="Size"]')[0];

test.before.each(async () => {
  backend = await startPage(rows(2));
  answers = [];
});
test.after.each(async () => {
  mount(null).unmount();
  endPage();
  await tick();
});

test('the title names the kind of file to choose', async () => {
  assert.is((await open()).find('h2').textContent, 'Select a file');
  assert.is((await open({ imagesOnly: true })).find('h2').textContent, 'Select an image');
});

test('the popup opens with the focus in the search; another collection leaves it on its button', async () => {
  const view = await open();
  assert.is(document.activeElement, view.byLabel('Search'));
  await clickOn(view.byText('posts'));
  assert.is(document.activeElement?.textContent, 'posts');
});

test('the collections with files are listed, and the first one is open', async () => {
  const view = await open();
  const choices = view.findAll('nav button');
  assert.equal(
    choices.map((choice) => [choice.textContent, choice.getAttribute('aria-current')]),
    [
      ['users', 'true'],
      ['posts', null],
    ],
  );
});

test('each file is a tile with its name and record in the tooltip', async () => {
  const view = await openPosts();
  assert.equal(tooltips(view).slice(0, 2), [
    'engine_28Dq1pm6vP.png\n(record: row0)',
    'notes_k3Xw0aZq9L.pdf\n(record: row0)',
  ]);
  const [picture, paper] = tiles(view);
  assert.match(picture?.querySelector('img')?.src ?? '', /\/row0\/engine_28Dq1pm6vP\.png\?thumb=100x100$/);
  assert.match(paper?.textContent ?? '', /notes_k3Xw0aZq9L\.pdf/);
});

test('a picker for images shows no other files', async () => {
  const view = await openPosts(true);
  assert.is(tiles(view).length, 2);
});

test('Insert is disabled before a file is chosen', async () => {
  const view = await openPosts();
  assert.ok(insert(view).disabled);
  await clickOn(tiles(view)[1] as Element);
  assert.not(insert(view).disabled);
  assert.is(tiles(view)[1]?.getAttribute('aria-pressed'), 'true');
  assert.is(tiles(view)[0]?.getAttribute('aria-pressed'), 'false');
  await clickOn(insert(view));
  const address = `http://localhost:8090/api/files/${postsCollection.id}/row0/notes_k3Xw0aZq9L.pdf`;
  await eventually(() => answers, [{ address, name: 'notes_k3Xw0aZq9L.pdf' }]);
});

test('only an image has sizes, and the chosen size is inserted', async () => {
  const view = await openPosts();
  await clickOn(tiles(view)[1] as Element);
  assert.is(sizeSelect(view), undefined);
  await clickOn(tiles(view)[0] as Element);
  assert.match(sizeSelect(view)?.textContent ?? '', /Original size/);
  await clickOn(sizeSelect(view) as Element);
  await clickOn(view.find('[role="listbox"] [role="option"]:nth-child(2)'));
  await clickOn(insert(view));
  await eventually(() => answers.length, 1);
  assert.match(answers[0]?.address ?? '', /engine_28Dq1pm6vP\.png\?thumb=100x100$/);
});

test('Cancel answers null even if a file is chosen', async () => {
  const view = await openPosts();
  await clickOn(tiles(view)[0] as Element);
  await clickOn(view.byText('Cancel'));
  await eventually(() => answers, [null]);
});

test('a search that finds nothing can be cleared', async () => {
  const view = await openPosts(true);
  backend.answer(listRoute, (call: Call) =>
    answersOf(call.query['filter']?.includes('nothing') ? [] : rows(2))(call),
  );
  const input = view.byLabel<HTMLInputElement>('Search');
  assert.is(input.placeholder, 'Record search term or filter...');
  type(input, 'nothing');
  await rest();
  await clickOn(view.byText('Search'));
  assert.match(view.text(), /No records with images found\./);
  await clickOn(view.byText('Clear filter'));
  assert.is(tiles(view).length, 2);
});

test('without a search there is nothing to clear', async () => {
  backend.answer(listRoute, answersOf([]));
  const view = await openPosts();
  assert.match(view.text(), /No records with files found\./);
  assert.not.match(view.text(), /Clear filter/);
});

test('a server without collections with files shows a message', async () => {
  backend.answer('GET /api/collections', { page: 1, perPage: 200, totalItems: 1, items: [statsCollection] });
  await collections.load();
  const view = await open();
  assert.match(view.text(), /You currently don't have any collection with file field\./);
  assert.ok(insert(view).disabled);
});

test('a list that fails to load shows the reason', async () => {
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  const view = await open();
  assert.match(view.text(), /The records could not be loaded\.The disk is full\./);
});

test('a new record chooses its file', async () => {
  const view = await openPosts();
  await clickOn(view.byText('New record'));
  act(() => editorAnswers(saved('created', { ...post, id: 'new1', pictures: ['new.png'] })));
  await rest();
  assert.is(tooltips(view)[0], 'new.png\n(record: new1)');
  assert.is(tiles(view)[0]?.getAttribute('aria-pressed'), 'true');
  assert.not(insert(view).disabled);
});

test('Load more shows more tiles', async () => {
  backend.answer(listRoute, answersOf(rows(60)));
  const view = await openPosts(true);
  assert.is(tiles(view).length, 50);
  await clickOn(view.byText('Load more'));
  assert.is(tiles(view).length, 60);
});

test.run();
