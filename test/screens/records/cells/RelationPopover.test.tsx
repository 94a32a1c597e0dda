// The popover of a relation cell, as a person with a keyboard and a screen reader meets it.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CellEditor } from '../../../../ui/screens/records/cells/CellEditor';
import * as unsaved from '../../../../ui/state/forms/unsaved';
import * as panels from '../../../../ui/state/panels';
import * as staged from '../../../../ui/state/staged/staged';
import { type FakeBackend, failure } from '../../../support/backend';
import { act, click, mount, press, rest, tick, type, type View } from '../../../support/render';
import { endPage, listRoute, startPage, topPanel } from '../../pickers/pickerBackend';
import { orderRow, orders, people, peopleAnswer, stagedValue } from './relationScene';

let backend: FakeBackend;
let view: View;
let cell: HTMLElement;
let hasClosed: boolean;

async function open(name: string, values: object = {}, ahead = ''): Promise<void> {
  cell = document.body.appendChild(document.createElement('div'));
  cell.tabIndex = -1;
  cell.focus();
  hasClosed = false;
  const edited = { row: orderRow(values), column: name, element: cell, start: null, ahead, arrow: '' };
  const close = () => {
    hasClosed = true;
    view.rerender(null);
  };
  view = mount(<CellEditor collection={orders} edited={edited} onClose={close} />);
  await rest();
}

const search = () => view.find<HTMLInputElement>('[role="combobox"]');
const options = () => view.findAll('[role="option"]');
const optionTexts = () => options().map(({ textContent }) => textContent);
const ticked = () =>
  options()
    .filter((one) => one.getAttribute('aria-selected') === 'true')
    .map(({ id }) => id);
const activeText = () =>
  document.getElementById(search().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
const chosen = () =>
  view.findAll('[aria-label="Selected"] [aria-label^="Remove"]').map((one) => one.getAttribute('aria-label'));

async function write(text: string): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  type(search(), text);
  // The pause of the search.
  await act(async () => mock.timers.tick(250));
  mock.timers.reset();
  await rest();
}

async function pressKey(key: string, modifiers = {}): Promise<void> {
  press(search(), key, modifiers);
  await rest();
}

/** The edit has ended, and the cell has the focus again. */
function hasEnded(): void {
  assert.ok(hasClosed);
  assert.ok(document.activeElement === cell, 'the cell has the focus');
}

test.before.each(async () => {
  backend = await startPage(people);
  backend.answer(listRoute, peopleAnswer);
});
test.after.each(async () => {
  mount(null).unmount();
  cell.remove();
  staged.discard('orders');
  unsaved.forget();
  endPage();
  await tick();
});

test('a dialog named by the field has a search with the focus and the records as a list', async () => {
  await open('one', { one: 'p3' });
  const dialog = view.find('[role="dialog"]');
  assert.is(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent, 'one');
  assert.ok(document.activeElement === search());
  const list = view.find('[role="listbox"]');
  assert.is(search().getAttribute('aria-controls'), list.id);
  assert.is(list.getAttribute('aria-label'), 'Records of posts');
  assert.is(list.getAttribute('aria-multiselectable'), null);
  assert.equal(optionTexts(), ['Grace Okaforp0', 'Granary Hotelp1', 'Ines Moreaup2', 'Olga Lindp3']);
  assert.equal(chosen(), ['Remove Olga Lind']);
  assert.is(ticked().length, 1);
  assert.equal(
    view.findAll('[role="option"] span').map((one) => one.getAttribute('translate')),
    Array(8).fill('no'),
    'names and ids are not translated',
  );
});

test('Enter without a word keeps the value: no record is chosen unseen', async () => {
  await open('one', { one: 'p3' });
  assert.is(activeText(), null);
  await pressKey('Enter');
  hasEnded();
  assert.is(stagedValue('one'), undefined);
});

test('the first match of a word is active, arrows move, and Enter chooses and keeps a single record', async () => {
  await open('one', { one: 'p3' });
  await write('gra');
  assert.equal(optionTexts(), ['Grace Okaforp0', 'Granary Hotelp1']);
  assert.is(activeText(), 'Grace Okaforp0');
  await pressKey('ArrowDown');
  assert.is(activeText(), 'Granary Hotelp1');
  await pressKey('ArrowDown');
  assert.is(activeText(), 'Granary Hotelp1', 'the list does not go around');
  await pressKey('ArrowUp');
  await pressKey('Enter');
  hasEnded();
  assert.is(stagedValue('one'), 'p0');
});

test('what was typed before the popover was there is searched', async () => {
  await open('one', { one: '' }, 'ines');
  assert.is(search().value, 'ines');
  assert.equal(optionTexts(), ['Ines Moreaup2']);
});

test('Enter chooses no record of an older word', async () => {
  await open('one', { one: 'p3' });
  await write('gra');
  type(search(), 'gran');
  await pressKey('Enter');
  assert.not(hasClosed);
  assert.is(stagedValue('one'), undefined);
  assert.equal(optionTexts(), ['Granary Hotelp1'], 'it searches at once');
  await pressKey('Enter');
  assert.is(stagedValue('one'), 'p1');
});

test('Enter chooses the record that the arrows reached, also while an answer is on the way', async () => {
  await open('one', { one: 'p3' });
  await write('gra');
  type(search(), 'gran');
  await pressKey('ArrowDown');
  assert.is(activeText(), 'Grace Okaforp0');
  await pressKey('Enter');
  hasEnded();
  assert.is(stagedValue('one'), 'p0');
});

test('Enter with a word that finds nothing changes nothing', async () => {
  await open('one', { one: 'p3' });
  await write('nobody');
  assert.match(view.text(), /No records found\./);
  await pressKey('Enter');
  assert.not(hasClosed);
});

test('the chosen record of a single relation stays when it is chosen again', async () => {
  await open('one', { one: 'p3' });
  await write('olga');
  await pressKey('Enter');
  hasEnded();
  assert.is(stagedValue('one'), undefined);
});

test('several records are ticked and taken out; Ctrl+Enter keeps them', async () => {
  await open('any', { any: ['p3'] });
  assert.is(view.find('[role="listbox"]').getAttribute('aria-multiselectable'), 'true');
  assert.match(view.text(), /1 selected/);
  await write('gra');
  await pressKey('Enter');
  assert.equal(stagedValue('any'), ['p3', 'p0'], 'staged at once');
  await pressKey('ArrowDown');
  await pressKey('Enter');
  assert.is(ticked().length, 2);
  await pressKey('Enter');
  assert.equal(chosen(), ['Remove Olga Lind', 'Remove Grace Okafor']);
  click(view.find('[aria-label="Remove Olga Lind"]'));
  await rest();
  assert.ok(document.activeElement === search(), 'the search has the focus again');
  await pressKey('Enter', { ctrlKey: true });
  hasEnded();
  assert.equal(stagedValue('any'), ['p0']);
});

test('Backspace in an empty search takes out the last record, once a press', async () => {
  await open('any', { any: ['p0', 'p1', 'p2'] });
  await write('x');
  await pressKey('Backspace');
  assert.is(stagedValue('any'), undefined, 'it belongs to the word');
  await write('');
  await pressKey('Backspace');
  assert.equal(stagedValue('any'), ['p0', 'p1']);
  act(() => {
    search().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Backspace', repeat: true, bubbles: true, cancelable: true }),
    );
  });
  assert.equal(stagedValue('any'), ['p0', 'p1']);
});

test('at the maximum other records cannot be chosen', async () => {
  await open('two', { two: ['p0', 'p3'] });
  assert.match(view.text(), /2 of 2 selected/);
  assert.equal(
    options().map((one) => one.getAttribute('aria-disabled')),
    [null, 'true', 'true', null],
  );
  click(options()[1] as Element);
  await write('ines');
  await pressKey('Enter');
  assert.is(stagedValue('two'), undefined);
});

for (const [name, cancel] of [
  ['Escape', () => pressKey('Escape')],
  ['Cancel', async () => click(view.byText('Cancel'))],
  ['Close', async () => click(view.find('[aria-label="Close"]'))],
] as const) {
  test(`${name} puts the cell back`, async () => {
    await open('any', { any: ['p3'] });
    await write('gra');
    await pressKey('Enter');
    assert.equal(stagedValue('any'), ['p3', 'p0']);
    await cancel();
    await rest();
    hasEnded();
    assert.is(stagedValue('any'), undefined);
  });
}

test('the keys of an input method neither choose nor close', async () => {
  await open('one', { one: 'p3' });
  await write('gra');
  for (const key of ['Enter', 'Escape']) {
    act(() => {
      const init = { key, isComposing: true, bubbles: true, cancelable: true };
      search().dispatchEvent(new KeyboardEvent('keydown', init));
    });
  }
  assert.not(hasClosed);
  assert.is(stagedValue('one'), undefined);
});

test('Keep and a press elsewhere keep; the pressed element has the focus', async () => {
  await open('any', { any: [] });
  await write('ines');
  await pressKey('Enter');
  click(view.byText('Keep'));
  await rest();
  hasEnded();
  assert.equal(stagedValue('any'), ['p2']);
  staged.discard('orders');

  await open('any', { any: [] });
  await write('olga');
  click(options()[0] as Element);
  await rest();
  const elsewhere = document.body.appendChild(document.createElement('button'));
  click(elsewhere);
  await rest();
  assert.ok(hasClosed);
  assert.ok(document.activeElement === elsewhere);
  assert.equal(stagedValue('any'), ['p3']);
  elsewhere.remove();
});

test('a press on the cell keeps, too', async () => {
  await open('any', { any: [] });
  await write('olga');
  await pressKey('Enter');
  click(cell);
  await rest();
  assert.ok(hasClosed);
  assert.equal(stagedValue('any'), ['p3']);
});

test('a page that is left in the middle keeps what was chosen', async () => {
  await open('any', { any: [] });
  await write('olga');
  await pressKey('Enter');
  view.unmount();
  assert.equal(stagedValue('any'), ['p3']);
});

test('a missing record is shown by its id and marked', async () => {
  await open('any', { any: ['gone', 'p0'] });
  assert.equal(chosen(), ['Remove gone', 'Remove Grace Okafor']);
  assert.match(view.find('[aria-label="Selected"]').textContent ?? '', /gonemissing/);
});

test('a required relation that was emptied says so', async () => {
  await open('needed', { needed: 'p3' });
  await pressKey('Backspace');
  assert.match(view.find('[role="alert"]').textContent ?? '', /Missing required value/);
});

test('loading, a failure and its Retry are told apart', async () => {
  const release = backend.hold(listRoute);
  await open('one', { one: '' });
  assert.match(view.text(), /Loading\.\.\./);
  assert.is(view.find('[role="listbox"]').getAttribute('aria-busy'), 'true');
  release();
  await rest();
  assert.not.match(view.text(), /Loading\.\.\./);
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  await write('gra');
  assert.is(
    view.find('[role="alert"]').textContent,
    'The records could not be loaded. The disk is full.Retry',
  );
  backend.answer(listRoute, peopleAnswer);
  click(view.byText('Retry'));
  await rest();
  assert.equal(optionTexts(), ['Grace Okaforp0', 'Granary Hotelp1']);
  assert.is(view.findAll('[role="alert"]').length, 0);
});

test('more records than the list shows are told', async () => {
  const many = Array.from({ length: 10 }, (_, at) => ({ ...people[0], id: `m${at}` }));
  backend.answer(listRoute, () => ({ page: 1, perPage: 10, totalItems: -1, totalPages: -1, items: many }));
  await open('one', { one: '' });
  assert.match(view.text(), /The first 10 are shown\./);
});

test('without its collection there are a sentence, Retry and the picker', async () => {
  await open('lost', { lost: ['p0'] });
  assert.is(view.find('[role="alert"]').textContent, 'This collection no longer exists. Retry');
  assert.equal(chosen(), ['Remove p0']);
  click(view.byText('Open picker'));
  await rest();
  assert.equal(topPanel('recordPicker').takes, { collectionId: 'nowhere', selected: ['p0'], max: null });
});

test('the picker answers for the popover; when it is cancelled, the popover is there again', async () => {
  await open('any', { any: ['p3'] });
  await write('gra');
  await pressKey('Enter');
  click(view.byText('Open picker'));
  await rest();
  assert.is(view.findAll('[role="dialog"]').length, 0, 'the popover does not cover the picker');
  const { id, takes } = topPanel('recordPicker');
  assert.equal(takes.selected, ['p3', 'p0']);
  await act(async () => panels.answerPanel(id, null));
  await rest();
  assert.equal([search().value, chosen()], ['gra', ['Remove Olga Lind', 'Remove Grace Okafor']]);
  assert.ok(document.activeElement === search());
  click(view.byText('Open picker'));
  await rest();
  await act(async () => panels.answerPanel(topPanel('recordPicker').id, ['p1']));
  await rest();
  hasEnded();
  assert.equal(stagedValue('any'), ['p1']);
});

test.run();
