import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as panels from '../../../ui/page/panels';
import { FilePickerPopup } from '../../../ui/records/pickers/FilePickerPopup';
import type { FakeBackend } from '../../support/backend';
import { act, click, eventually, mount, rest, tick, type, type View } from '../../support/render';
import { post, postsCollection } from '../../support/samples';
import { editorAnswers, endPage, listRoute, rows, saved, startPage, topPanel } from './pickerBackend';

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

const calls = () => backend.callsTo(listRoute);
const apiFiles = `http://localhost:8090/api/files/${postsCollection.id}`;

async function searchFor(view: View, text: string): Promise<void> {
  type(view.byLabel<HTMLInputElement>('Search'), text);
  await rest();
  await clickOn(view.byText('Search'));
}

test.before.each(async () => {
  backend = await startPage(rows(2));
  answers = [];
});
test.after.each(async () => {
  mount(null).unmount();
  endPage();
  await tick();
});

test('the collections with files are listed, and the first one is open, with the focus in the search', async () => {
  const view = await open();
  assert.equal(
    view.findAll('nav button').map((choice) => [choice.textContent, choice.getAttribute('aria-current')]),
    [
      ['users', 'true'],
      ['posts', null],
    ],
  );
  const query = { page: '1', perPage: '50', sort: '-created', skipTotal: '1' };
  assert.equal(
    calls().map((call) => call.query),
    [{ ...query, fields: 'avatar,*:excerpt(100)', filter: 'avatar:length>0' }],
  );
  assert.is(document.activeElement, view.byLabel('Search'));
  await clickOn(view.byText('users'));
  assert.is(calls().length, 1, 'the same collection is not read again');
  await clickOn(view.byText('posts'));
  assert.is(document.activeElement?.textContent, 'posts');
});

for (const { imagesOnly, title, names } of [
  { imagesOnly: false, title: 'Select a file', names: [...post.pictures, ...post.pictures] },
  { imagesOnly: true, title: 'Select an image', names: [post.pictures[0], post.pictures[0]] },
]) {
  test(`"${title}" shows each file as a tile with its name and record`, async () => {
    const view = await openPosts(imagesOnly);
    assert.is(view.find('h2').textContent, title);
    const records = imagesOnly ? ['row0', 'row1'] : ['row0', 'row0', 'row1', 'row1'];
    assert.equal(
      tooltips(view),
      names.map((name, at) => `${name}\n(record: ${records[at]})`),
    );
    const [picture, paper] = tiles(view);
    assert.match(picture?.querySelector('img')?.src ?? '', /\/row0\/engine_28Dq1pm6vP\.png\?thumb=100x100$/);
    if (!imagesOnly) assert.match(paper?.textContent ?? '', /notes_k3Xw0aZq9L\.pdf/);
  });
}

test('the address of the chosen file is inserted, without a token', async () => {
  const view = await openPosts();
  assert.ok(insert(view).disabled);
  await clickOn(tiles(view)[1] as Element);
  assert.equal(
    tiles(view).map((tile) => tile.getAttribute('aria-pressed')),
    ['false', 'true', 'false', 'false'],
  );
  assert.is(sizeSelect(view), undefined, 'only an image has sizes');
  await clickOn(insert(view));
  const name = 'notes_k3Xw0aZq9L.pdf';
  await eventually(() => answers, [{ address: `${apiFiles}/row0/${name}`, name }]);
});

test('an image is inserted in the chosen size; another file forgets the size, another collection all', async () => {
  const view = await openPosts();
  const chooseSmall = async () => {
    await clickOn(tiles(view)[0] as Element);
    assert.match(sizeSelect(view)?.textContent ?? '', /Original size/);
    await clickOn(sizeSelect(view) as Element);
    await clickOn(view.find('[role="listbox"] [role="option"]:nth-child(2)'));
  };
  await searchFor(view, 'views > 3');
  assert.is(calls().at(-1)?.query['filter'], '(pictures:length>0)&&(views > 3)');
  await chooseSmall();
  await clickOn(tiles(view)[1] as Element);
  await chooseSmall();
  await clickOn(view.byText('users'));
  assert.equal([view.byLabel<HTMLInputElement>('Search').value, insert(view).disabled], ['', true]);
  await clickOn(view.byText('posts'));
  await chooseSmall();
  await clickOn(insert(view));
  await eventually(() => answers.length, 1);
  assert.is(answers[0]?.address, `${apiFiles}/row0/engine_28Dq1pm6vP.png?thumb=100x100`);
});

for (const [imagesOnly, pictures, first, isChosen] of [
  [true, ['new.pdf', 'new.png'], 'new.png', true],
  [true, ['new.pdf'], 'engine_28Dq1pm6vP.png', false],
] as const) {
  test(`a new record with ${pictures.join()} ${isChosen ? `chooses ${first}` : 'chooses no image'}`, async () => {
    const view = await openPosts(imagesOnly);
    await clickOn(view.byText('New record'));
    assert.equal(topPanel('recordEditor').takes, { collectionId: postsCollection.id, recordId: null });
    act(() => editorAnswers(saved('created', { ...post, id: 'new1', pictures })));
    await rest();
    assert.match(tooltips(view)[0] ?? '', first);
    assert.is(tiles(view)[0]?.getAttribute('aria-pressed'), String(isChosen));
    assert.is(insert(view).disabled, !isChosen);
    await searchFor(view, 'first');
    assert.match(
      tooltips(view)[0] ?? '',
      'engine',
      "after a search it is at its place in the server's order",
    );
  });
}

test.run();
