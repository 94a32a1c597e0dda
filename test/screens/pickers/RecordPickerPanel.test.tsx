import { EditorView } from '@codemirror/view';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RecordPickerPanel } from '../../../ui/screens/pickers/RecordPickerPanel';
import * as panels from '../../../ui/state/panels';
import { type Call, type FakeBackend, failure } from '../../support/backend';
import {
  act,
  click,
  eventually,
  focus,
  mount,
  press,
  quiet,
  rest,
  tick,
  type View,
} from '../../support/render';
import { post, postsCollection, statsCollection } from '../../support/samples';
import {
  answersOf,
  editorAnswers,
  endPage,
  isByIds,
  listRoute,
  rows,
  saved,
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

test('the title names the collection, and each record shows its distinguishing texts', async () => {
  const view = await open();
  assert.is(view.find('h2').textContent, 'Select posts records');
  assert.equal(rowTexts(view), ['Post 0', 'Post 1', 'Post 2']);
  assert.is(heading(view), '0 selected');
  assert.match(view.text(), /No selected records\./);
});

test('the panel opens with the focus in the search, whose placeholder has an example', async () => {
  const view = await open();
  const input = view.byLabel('Search');
  assert.is(document.activeElement, input);
  assert.match(
    input.textContent || input.getAttribute('placeholder') || '',
    /^Search term or filter like created/,
  );
  await search(view, '');
  assert.is(document.activeElement, view.byLabel('Search'), 'its editor takes the focus over');
});

test('the panel of a deleted collection opens with the focus on Close', async () => {
  await open({ collectionId: 'deleted' });
  assert.is(document.activeElement?.getAttribute('aria-label'), 'Close');
});

test('a click selects and deselects, and nothing is applied before Set selection', async () => {
  const view = await open({ selected: ['row2'], max: 3 });
  assert.is(heading(view), '1 of 3 selected');
  await toggle(view, 'Post 0');
  await toggle(view, 'Post 1');
  await toggle(view, 'Post 0');
  assert.is(rowOf(view, 'Post 1').getAttribute('aria-selected'), 'true');
  assert.is(rowOf(view, 'Post 0').getAttribute('aria-selected'), 'false');
  assert.equal(selectedTexts(view), ['Post 2', 'Post 1']);
  assert.equal(answers, []);
  await clickButton(view, 'Set selection');
  await eventually(() => answers, [['row2', 'row1']]);
});

test('a caller that needs one gets no empty selection, and a person has words of its own', async () => {
  const primary = (view: View, name: string) => view.byText<HTMLButtonElement>(name);
  const view = await open({ max: 1, needs: 'person' });
  assert.match(view.text(), /^Choose a person from posts/);
  assert.ok(primary(view, 'Choose person').disabled);
  await toggle(view, 'Post 1');
  await clickButton(view, 'Choose person');
  await eventually(() => answers, [['row1']]);
  const other = await open({ max: 1, needs: 'record' });
  assert.match(other.text(), /^Select posts records/);
  assert.ok(primary(other, 'Set selection').disabled);
});

test('the records of a relation may be none', async () => {
  const view = await open();
  await clickButton(view, 'Set selection');
  await eventually(() => answers, [[]]);
});

for (const [name, close] of [
  ['Cancel', (view: View) => clickButton(view, 'Cancel')],
  ['Escape', (view: View) => press(view.find('[role="dialog"]'), 'Escape')],
] as const) {
  test(`${name} answers with nothing`, async () => {
    const view = await open({ selected: ['row2'] });
    await toggle(view, 'Post 0');
    await close(view);
    await eventually(() => answers, [null]);
  });
}

test('a panel that is closed from outside answers null at once', async () => {
  await open();
  act(() => panels.closeAll({ discards: true }));
  await rest();
  assert.equal(answers, [null]);
});

test('Enter and Space toggle the focused row, and the arrow keys move to others', async () => {
  const view = await open();
  const first = rowOf(view, 'Post 0');
  focus(first);
  press(first, 'Enter');
  await rest();
  press(first, 'ArrowDown');
  assert.ok(document.activeElement === rowOf(view, 'Post 1'));
  press(rowOf(view, 'Post 1'), ' ');
  await rest();
  assert.equal(selectedTexts(view), ['Post 0', 'Post 1']);
  press(first, 'Enter');
  await rest();
  assert.equal(selectedTexts(view), ['Post 1']);
});

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

test('in a picker for one record the next choice replaces it', async () => {
  const view = await open({ selected: ['row0'], max: 1 });
  await toggle(view, 'Post 2');
  assert.equal(selectedTexts(view), ['Post 2']);
  assert.is(heading(view), '1 of 1 selected');
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

test('a double click leaves a picker for several records open', async () => {
  const view = await open({ selected: ['row0'], max: 2 });
  act(() => rowOf(view, 'Post 2').dispatchEvent(new MouseEvent('dblclick', { bubbles: true })));
  await rest();
  assert.equal([answers, selectedTexts(view)], [[], ['Post 0']]);
});

test('a picker for one record shows rings, one for several shows squares', async () => {
  const marks = (view: View) => view.findAll('[role="row"] [class*="lucide-circle"]').length;
  assert.ok(marks(await open({ max: 1 })) > 0);
  mount(null).unmount();
  assert.is(marks(await open({ max: 2 })), 0);
});

test('the order can be changed by the keyboard', async () => {
  const view = await open({ selected: ['row0', 'row1', 'row2'] });
  const grip = view.find('[aria-label="Move Post 2"]');
  focus(grip);
  // A browser sends a click when Space is pressed.
  act(() => grip.click());
  for (const key of ['ArrowLeft', 'ArrowLeft']) press(grip, key);
  act(() => grip.click());
  await rest();
  assert.equal(selectedTexts(view), ['Post 2', 'Post 0', 'Post 1']);
  await clickButton(view, 'Set selection');
  await eventually(() => answers, [['row2', 'row0', 'row1']]);
});

test('a selected id without a record is marked, and can be removed', async () => {
  const view = await open({ selected: ['lost', 'row0'] });
  assert.equal(selectedTexts(view), ['lost', 'Post 0']);
  assert.is(view.findAll('[aria-label="missing"]').length, 1);
  click(view.find('[aria-label="Remove lost"]'));
  await rest();
  assert.equal(selectedTexts(view), ['Post 0']);
});

test('the icon of each row has its data as a tooltip', async () => {
  const view = await open();
  const tooltip = rowOf(view, 'Post 0').querySelector<HTMLElement>('[aria-label="Data"]')?.dataset['tooltip'];
  assert.match(tooltip ?? '', /"title": "Post 0"/);
});

test('the pencil opens the record on top without selecting it; a save selects it', async () => {
  const view = await open();
  click(view.find('[aria-label="Edit Post 1"]'));
  await rest();
  assert.equal(panels.state.open.at(-1)?.takes, { collectionId: postsCollection.id, recordId: 'row1' });
  assert.equal(selectedTexts(view), []);
  act(() => editorAnswers(saved('updated', { ...post, id: 'row1', title: 'Better' })));
  await rest();
  assert.equal(rowTexts(view), ['Post 0', 'Better', 'Post 2']);
  assert.equal(selectedTexts(view), ['Better']);
});

test('a new record is selected', async () => {
  const view = await open();
  click(view.byText('New record'));
  await rest();
  act(() => editorAnswers(saved('created', { ...post, id: 'new1', title: 'Brand new' })));
  await rest();
  assert.equal(rowTexts(view)[0], 'Brand new');
  assert.equal(selectedTexts(view), ['Brand new']);
});

test('a view offers no new record', async () => {
  const view = await open({ collectionId: statsCollection.id });
  assert.not.match(view.text(), /New record/);
});

test('Enter applies a search, and an empty result can be cleared', async () => {
  const view = await open();
  backend.answer(listRoute, (call: Call) =>
    answersOf(call.query['filter'] && !isByIds(call) ? [] : rows(3))(call),
  );
  await search(view, 'nothing');
  click(view.byText('Search'));
  await rest();
  assert.match(view.text(), /No records found\./);
  await clickButton(view, 'Clear filters');
  assert.equal(rowTexts(view), ['Post 0', 'Post 1', 'Post 2']);
});

test('an invalid filter is explained at the search', async () => {
  const view = await open();
  backend.answer(listRoute, failure(400, 'Something went wrong while processing your request.'));
  await search(view, 'nothing = 1');
  click(view.byText('Search'));
  await rest();
  assert.match(view.text(), /This filter cannot be run\./);
  assert.match(view.find('search [role="status"]').textContent ?? '', /nothing/);
});

test('a filter that a hook refuses shows the words of the hook', async () => {
  const view = await open();
  backend.answer(listRoute, failure(400, 'Search for an order number.'));
  await search(view, 'title = "x"');
  await rest();
  click(view.byText('Search'));
  await rest();
  assert.match(view.find('search [role="status"]').textContent ?? '', /Search for an order number\./);
});

test('an empty collection shows a message and no Clear', async () => {
  backend.answer(listRoute, answersOf([]));
  const view = await open();
  assert.match(view.text(), /No records found\./);
  assert.not.match(view.text(), /Clear filters/);
});

test('a list that cannot be loaded says why, and Retry loads it', async () => {
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  const view = await open();
  assert.match(
    view.find('[role="alert"]').textContent ?? '',
    /The records could not be loaded\.The disk is full\./,
  );
  backend.answer(listRoute, answersOf(rows(3)));
  await clickButton(view, 'Retry');
  assert.equal(rowTexts(view), ['Post 0', 'Post 1', 'Post 2']);
});

test('a message is shown while the records load', async () => {
  backend.hold(listRoute);
  const view = await open();
  assert.is(view.findAll('[aria-label="Loading..."]').length, 1);
  assert.not.match(view.text(), /No records found/);
});

test('only rows near the viewport are drawn, and Load more brings the next page', async () => {
  backend.answer(listRoute, answersOf(rows(120)));
  const view = await open();
  const grid = () => view.find('[role="grid"]');
  assert.is(grid().getAttribute('aria-rowcount'), '50');
  assert.ok(view.findAll('[role="row"]').length < 45, String(view.findAll('[role="row"]').length));
  await clickButton(view, 'Load more');
  assert.is(grid().getAttribute('aria-rowcount'), '100');
  await clickButton(view, 'Load more');
  assert.is(grid().getAttribute('aria-rowcount'), '120');
  assert.not.match(view.text(), /Load more/);
});

test('the next page is read 100 px before the end', async () => {
  backend.answer(listRoute, answersOf(rows(120)));
  const view = await open();
  const scroller = view.find('[role="grid"]').parentElement;
  assert.ok(scroller);
  Object.defineProperty(scroller, 'clientHeight', { value: 400 });
  Object.defineProperty(scroller, 'scrollHeight', {
    get: () => Number(view.find('[role="grid"]').getAttribute('aria-rowcount')) * 36,
  });
  const scrollTo = (top: number) =>
    act(() => {
      Object.defineProperty(scroller, 'scrollTop', { value: top, configurable: true });
      scroller.dispatchEvent(new Event('scroll'));
    });
  scrollTo(1300);
  await quiet();
  assert.is(view.find('[role="grid"]').getAttribute('aria-rowcount'), '50');
  scrollTo(1301);
  await eventually(() => view.find('[role="grid"]').getAttribute('aria-rowcount'), '100');
});

test('a picker of a missing collection can only be closed', async () => {
  const view = await open({ collectionId: 'nowhere' });
  assert.match(view.text(), /This collection no longer exists\./);
  assert.ok(view.byText<HTMLButtonElement>('Set selection').disabled);
  await clickButton(view, 'Cancel');
  await eventually(() => answers, [null]);
});

test.run();
