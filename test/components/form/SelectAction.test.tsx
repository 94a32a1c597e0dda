import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Select } from '../../../ui/components/form/Select';
import { click, focus, mount, press, tick, type, type View } from '../../support/render';

let acts = 0;
let ends = 0;
test.before.each(() => {
  acts = 0;
  ends = 0;
});

const notes = ['.png', '.jpg', '.gif', '.svg', '.webp', '.bmp'];

function Picker({ count = 3 }: { count?: number }) {
  const [value, setValue] = useState('');
  return (
    <Select
      aria-label="type"
      options={notes.slice(0, count).map((note, at) => ({ value: `type ${at + 1}`, note }))}
      value={value}
      onChange={setValue}
      action={{ label: 'New type', onSelect: () => acts++ }}
      end={
        <button type="button" onClick={() => ends++}>
          Presets
        </button>
      }
    />
  );
}

const combobox = (view: View) => view.find('button[role="combobox"]');
const isOpen = (view: View) => view.findAll('[role="listbox"]').length > 0;
const focused = () => document.activeElement?.textContent;

test('the action closes the list and returns the focus before it runs', () => {
  const view = mount(<Picker />);
  click(combobox(view));
  click(view.byText('New type'));
  assert.is(acts, 1);
  assert.not(isOpen(view));
  assert.is(combobox(view).textContent, '- Select -', 'nothing was chosen');
});

test('Tab moves to the action, and from it out of the list', () => {
  const view = mount(<Picker />);
  focus(combobox(view));
  press(combobox(view), 'ArrowDown');
  assert.is(press(combobox(view), 'Tab'), false);
  assert.is(focused(), 'New type');
  assert.is(press(view.byText('New type'), 'Tab'), true, 'the browser continues from the select');
  assert.not(isOpen(view));
  assert.ok(document.activeElement === combobox(view));
});

test('ArrowDown after the last option moves to the action, ArrowUp back', () => {
  const view = mount(<Picker />);
  focus(combobox(view));
  press(combobox(view), 'ArrowDown');
  press(combobox(view), 'End');
  assert.is(press(combobox(view), 'ArrowDown'), false);
  assert.is(focused(), 'New type');
  press(view.byText('New type'), 'ArrowUp');
  assert.ok(document.activeElement === combobox(view));
  assert.ok(isOpen(view));
});

test('Escape on the action closes only the list', () => {
  const view = mount(<Picker />);
  click(combobox(view));
  press(combobox(view), 'Tab');
  assert.is(press(view.byText('New type'), 'Escape'), false);
  assert.not(isOpen(view));
  assert.ok(document.activeElement === combobox(view));
});

test('ArrowDown from a search without a match moves to the action, Shift+Tab back', async () => {
  const view = mount(<Picker count={6} />);
  click(combobox(view));
  const search = view.byLabel('Search');
  type(search, 'nothing like it');
  await tick();
  press(search, 'ArrowDown');
  assert.is(focused(), 'New type');
  press(view.byText('New type'), 'Tab', { shiftKey: true });
  assert.ok(document.activeElement === search);
});

test('shows a note after its option, and finds it by search', async () => {
  const view = mount(<Picker count={6} />);
  click(combobox(view));
  type(view.byLabel('Search'), '.svg');
  await tick();
  assert.equal(
    view.findAll('[role="option"]').map(({ textContent }) => textContent),
    ['type 4.svg'],
  );
  click(view.find('[role="option"]'));
  assert.is(combobox(view).textContent, 'type 4');
});

test('a button at the end of the frame does not open the list', () => {
  const view = mount(<Picker />);
  click(view.byText('Presets'));
  assert.is(ends, 1);
  assert.not(isOpen(view));
});

test.run();
