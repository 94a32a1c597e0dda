import { EditorView } from '@codemirror/view';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as panels from '../../../ui/page/panels';
import type { RecordOutcome } from '../../../ui/records/editor/recordEditor';
import { RecordPickerPanel } from '../../../ui/records/pickers/RecordPickerPanel';
import { type Call, type FakeBackend, failure } from '../../support/backend';
import { act, click, eventually, mount, press, quiet, rest, tick, type View } from '../../support/render';
import { post, postsCollection } from '../../support/samples';
import {
  answersOf,
  editorAnswers,
  endPage,
  isByIds,
  listRoute,
  rows,
  saved,
  shownToasts,
  startPage,
} from './pickerBackend';

let backend: FakeBackend;
let answers: (readonly string[] | null)[];

interface Opening {
  needs?: 'person' | 'record';
  selected?: readonly string[];
  max?: number | null;
  collectionId?: string;
}

async function open({
  selected = [],
  max = null,
  collectionId = postsCollection.id,
  needs,
}: Opening = {}): Promise<View> {
  const takes = { collectionId, selected, max, ...(needs && { needs }) };
  void panels.openPanel('recordPicker', takes).then((answer) => answers.push(answer));
  const id = panels.state.open.at(-1)?.id ?? 0;
  const view = mount(<RecordPickerPanel id={id} takes={takes} />);
  await rest();
  return view;
}

const nameOf = (row: Element) => row.querySelector('[role="gridcell"]')?.textContent;
const rowOf = (view: View, text: string) => {
  const row = view.findAll('[role="row"]').find((one) => nameOf(one) === text);
  if (!row) throw new Error(`There is no row "${text}" in: ${view.text()}`);
  return row;
};
const rowTexts = (view: View) => view.findAll('[role="row"]').map(nameOf);
const selectedTexts = (view: View) =>
  view.findAll('[aria-label="Selected records"] > li').map((one) => one.textContent);
const heading = (view: View) => view.find('[aria-label="Selected"] h3').textContent;

const rowCount = (view: View) => view.find('[role="grid"]').getAttribute('aria-rowcount');
const pageCalls = () => backend.callsTo(listRoute).filter((call) => !isByIds(call));
const idCalls = () => backend.callsTo(listRoute).filter(isByIds);

async function toggle(view: View, text: string): Promise<void> {
  click(rowOf(view, text));
  await rest();
}

/** Types into the search, whose editor loads when the panel opens. */
async function search(view: View, text: string): Promise<void> {
  await eventually(() => view.findAll('.cm-editor').length, 1);
  const editor = EditorView.findFromDOM(view.find('.cm-editor'));
  act(() => editor?.dispatch({ ...editor.state.replaceSelection(text), userEvent: 'input.type' }));
  await rest();
}

async function searchFor(view: View, text: string): Promise<void> {
  await search(view, text);
  await clickButton(view, 'Search');
}

async function clickButton(view: View, text: string): Promise<void> {
  click(view.byText(text));
  await rest();
}

test.before.each(async () => {
  backend = await startPage(rows(3));
  answers = [];
});
test.after.each(async () => {
  mount(null).unmount();
  endPage();
  await tick();
});

test('the newest fifty are read without a count, and each shows its distinguishing texts', async () => {
  const view = await open();
  assert.equal(
    backend.callsTo(listRoute).map(({ query }) => query),
    [{ page: '1', perPage: '50', sort: '-created', fields: '*:excerpt(200)', skipTotal: '1' }],
  );
  assert.is(view.find('h2').textContent, 'Select posts records');
  assert.equal(rowTexts(view), ['Post 0', 'Post 1', 'Post 2']);
  assert.equal([heading(view), selectedTexts(view)], ['0 selected', []]);
  assert.match(view.text(), /No selected records\./);
  const data = rowOf(view, 'Post 0').querySelector<HTMLElement>('[aria-label="Data"]');
  assert.match(data?.dataset['tooltip'] ?? '', /"title": "Post 0"/);
});

test('the selected records come first, in their order, once, and are read before any row is shown', async () => {
  backend.answer(listRoute, answersOf(rows(120)));
  const release = backend.hold(listRoute);
  const view = await open({ selected: ['row99', 'row1', 'row70', 'row1'] });
  assert.is(view.findAll('[aria-label="Loading..."]').length, 1);
  assert.equal([rowTexts(view), view.text().includes('No records found')], [[], false]);
  release();
  await eventually(() => rowTexts(view).slice(0, 4), ['Post 99', 'Post 1', 'Post 70', 'Post 0']);
  assert.is(rowCount(view), '52');
  assert.equal(selectedTexts(view), ['Post 99', 'Post 1', 'Post 70']);
  assert.equal(
    idCalls().map(({ query }) => query['fields']),
    ['*:excerpt(200)'],
  );
});

test('a click selects and deselects, no row moves, and nothing is applied before Set selection', async () => {
  const view = await open({ selected: ['row2'], max: 3 });
  assert.is(heading(view), '1 of 3 selected');
  for (const text of ['Post 0', 'Post 1', 'Post 0']) await toggle(view, text);
  assert.is(rowOf(view, 'Post 1').getAttribute('aria-selected'), 'true');
  assert.is(rowOf(view, 'Post 0').getAttribute('aria-selected'), 'false');
  assert.equal(rowTexts(view), ['Post 2', 'Post 0', 'Post 1']);
  assert.equal([selectedTexts(view), answers], [['Post 2', 'Post 1'], []]);
  await clickButton(view, 'Set selection');
  await eventually(() => answers, [['row2', 'row1']]);
});

test('a caller that needs one gets no empty selection, and a person has words of its own', async () => {
  const primary = (view: View, name: string) => view.byText<HTMLButtonElement>(name);
  const view = await open({ max: 1, needs: 'person' });
  assert.match(view.text(), /^Choose a user from posts/);
  assert.ok(primary(view, 'Choose user').disabled);
  assert.equal([heading(view), view.findAll('[aria-label="Data"]').length], ['Selected', 0]);
  assert.not.match(view.text(), /No selected records|row1/);
  await toggle(view, 'Post 1');
  await clickButton(view, 'Choose user');
  await eventually(() => answers, [['row1']]);
  const other = await open({ max: 1, needs: 'record' });
  assert.match(other.text(), /^Select posts records/);
  assert.ok(primary(other, 'Set selection').disabled);
  await clickButton(await open(), 'Set selection');
  await eventually(() => answers, [['row1'], []]);
});

for (const [name, close] of [
  ['Cancel', (view: View) => clickButton(view, 'Cancel')],
  ['a close from outside', () => act(() => panels.closeAll({ discards: true }))],
] as const) {
  test(`${name} answers with nothing`, async () => {
    const view = await open({ selected: ['row2'] });
    await toggle(view, 'Post 0');
    await close(view);
    await eventually(() => answers, [null]);
  });
}

test('at the maximum the other rows are disabled', async () => {
  const view = await open({ selected: ['row0', 'row1'], max: 2 });
  const other = rowOf(view, 'Post 2');
  assert.is(other.getAttribute('aria-disabled'), 'true');
  assert.is(rowOf(view, 'Post 0').getAttribute('aria-disabled'), null);
  await toggle(view, 'Post 2');
  press(other, 'Enter');
  await rest();
  assert.equal(selectedTexts(view), ['Post 0', 'Post 1']);
  click(view.find('[aria-label="Remove Post 0"]'));
  await rest();
  await toggle(view, 'Post 2');
  assert.equal(selectedTexts(view), ['Post 1', 'Post 2']);
});

test('a double click or Enter chooses a single record and closes', async () => {
  for (const take of [
    (row: Element) => act(() => row.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))),
    (row: Element) => press(row, 'Enter'),
  ]) {
    answers = [];
    const view = await open({ selected: ['row0'], max: 1 });
    take(rowOf(view, 'Post 2'));
    await eventually(() => answers, [['row2']]);
  }
});

test('a selected id without a record is marked, and stays until it is removed', async () => {
  const view = await open({ selected: ['lost', 'row0'] });
  assert.equal(selectedTexts(view), ['lost', 'Post 0']);
  assert.is(view.findAll('[aria-label="missing"]').length, 1);
  click(view.find('[aria-label="Remove lost"]'));
  await rest();
  assert.equal(selectedTexts(view), ['Post 0']);
});

for (const { what, outcome, shown, now } of [
  {
    what: 'saved on top is updated and selected',
    outcome: saved('updated', { ...post, id: 'row1', title: 'Better' }),
    shown: ['Post 2', 'Post 0', 'Better'],
    now: ['Post 2', 'Better'],
  },
  {
    what: 'deleted on top leaves the list',
    outcome: { kind: 'deleted', recordId: 'row1' } as RecordOutcome,
    shown: ['Post 2', 'Post 0'],
    now: ['Post 2'],
  },
]) {
  test(`a record ${what}`, async () => {
    const view = await open({ selected: ['row2'] });
    click(view.find('[aria-label="Edit Post 1"]'));
    await rest();
    assert.equal(panels.state.open.at(-1)?.takes, { collectionId: postsCollection.id, recordId: 'row1' });
    assert.equal(selectedTexts(view), ['Post 2']);
    act(() => editorAnswers(outcome));
    await rest();
    assert.equal([rowTexts(view), selectedTexts(view)], [shown, now]);
  });
}

for (const [selected, max, now] of [
  [['row1'], null, ['Post 1', 'Brand new']],
  [['row1'], 1, ['Brand new']],
  [['row0', 'row1'], 2, ['Post 0', 'Post 1']],
] as const) {
  test(`of at most ${max ?? 'any number'}, ${selected.length} selected and a new record make ${now.length}`, async () => {
    const view = await open({ selected, max });
    await clickButton(view, 'New record');
    act(() => editorAnswers(saved('created', { ...post, id: 'new1', title: 'Brand new' })));
    await rest();
    assert.equal([rowTexts(view)[0], rowTexts(view).length], ['Brand new', 4]);
    assert.equal(selectedTexts(view), now);
  });
}

test('a search shows only matches; without it the present selection comes first', async () => {
  const view = await open({ selected: ['row2'] });
  await toggle(view, 'Post 1');
  backend.answer(listRoute, (call: Call) =>
    answersOf(call.query['filter'] && !isByIds(call) ? [] : rows(3))(call),
  );
  await searchFor(view, 'nothing');
  assert.match(pageCalls()[1]?.query['filter'] ?? '', /title~"nothing"/);
  assert.match(view.text(), /No records found\./);
  assert.equal(selectedTexts(view), ['Post 2', 'Post 1']);
  await clickButton(view, 'Clear filters');
  assert.ok(document.activeElement?.closest('search'), 'the focus is where one searches again');
  assert.equal(rowTexts(view), ['Post 2', 'Post 1', 'Post 0']);
  assert.is(idCalls().length, 1);
});

for (const [what, sentence, said] of [
  ['an invalid filter', 'Something went wrong while processing your request.', /nothing/],
  ['a filter that a hook refuses', 'Search for an order number.', /Search for an order number\./],
] as const) {
  test(`${what} is explained at the search, without a message`, async () => {
    const view = await open();
    backend.answer(listRoute, failure(400, sentence));
    await searchFor(view, 'nothing = 1');
    assert.match(view.find('search [role="status"]').textContent ?? '', said);
    assert.equal(shownToasts(), []);
  });
}

test('a list that cannot be loaded says why, keeps the selection, and Retry loads it', async () => {
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  const view = await open({ selected: ['row1'] });
  assert.match(
    view.find('[role="alert"]').textContent ?? '',
    /The records could not be loaded\.The disk is full\./,
  );
  assert.is(heading(view), '1 selected');
  backend.answer(listRoute, answersOf(rows(3)));
  await clickButton(view, 'Retry');
  assert.equal(rowTexts(view), ['Post 1', 'Post 0', 'Post 2']);
});

test('the next page is read 100 px before the end; after a failure only on request', async () => {
  backend.answer(listRoute, answersOf(rows(120)));
  const view = await open();
  assert.ok(view.findAll('[role="row"]').length < 45, 'only rows near the viewport are drawn');
  const scroller = view.find('[role="grid"]').parentElement;
  assert.ok(scroller);
  Object.defineProperty(scroller, 'clientHeight', { value: 400 });
  Object.defineProperty(scroller, 'scrollHeight', { get: () => Number(rowCount(view)) * 36 });
  const scrollTo = (top: number) =>
    act(() => {
      Object.defineProperty(scroller, 'scrollTop', { value: top, configurable: true });
      scroller.dispatchEvent(new Event('scroll'));
    });
  scrollTo(1300);
  await quiet();
  assert.is(rowCount(view), '50');
  scrollTo(1301);
  await eventually(() => rowCount(view), '100');
  backend.answerOnce(listRoute, failure(500, 'Too hot.'));
  scrollTo(3101);
  await eventually(shownToasts, ['error: Too hot.']);
  scrollTo(3102);
  await quiet();
  assert.equal([pageCalls().length, rowCount(view)], [3, '100']);
  await clickButton(view, 'Load more');
  await eventually(() => rowCount(view), '120');
  assert.not.match(view.text(), /Load more/);
});

test.run();
