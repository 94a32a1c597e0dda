import { mock } from 'node:test';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Field } from '../../../ui/kit/form/Field';
import { Select } from '../../../ui/kit/form/Select';
import { keptValues, matchingOptions, toggledValues, valuesWithout } from '../../../ui/kit/form/selectValues';
import { Panel } from '../../../ui/kit/overlay/Panel';
import { act, click, eventually, focus, mount, press, type } from '../../support/render';

const few = ['draft', 'paid', 'packed', 'shipped'].map((value, at) => ({ value, mark: at + 1 }));
const many = Array.from({ length: 8 }, (_, at) => ({ value: `choice ${at + 1}` }));

const given: unknown[] = [];
test.before.each(() => {
  given.length = 0;
});
test.after.each(() => mock.timers.reset());

interface OneProps {
  options?: { value: string; label?: string }[];
  start?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
}

function One({ options = few, start = '', ...props }: OneProps) {
  const [value, setValue] = useState(start);
  const change = (next: string) => {
    given.push(next);
    setValue(next);
  };
  return (
    <Field label="status">
      {(control) => <Select {...control} {...props} options={options} value={value} onChange={change} />}
    </Field>
  );
}

function Several({ start = [], max }: { start?: string[]; max?: number }) {
  const [values, setValues] = useState(start);
  const change = (next: string[]) => {
    given.push(next);
    setValues(next);
  };
  return <Select isMultiple aria-label="channels" max={max} options={few} value={values} onChange={change} />;
}

const combobox = () =>
  document.querySelector<HTMLButtonElement>('button[role="combobox"]') as HTMLButtonElement;
const search = () => document.querySelector<HTMLInputElement>('input[role="combobox"]');
const list = () => document.querySelector<HTMLElement>('[role="listbox"]');
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
const option = (text: string) => options().find(({ textContent }) => textContent === text) as HTMLElement;
const pointedAt = () =>
  document.getElementById((search() ?? combobox()).getAttribute('aria-activedescendant') ?? '')?.textContent;

test('is named by its label, tells the choice, and opens and closes on a click on the label', () => {
  const view = mount(
    <Panel title="Edit" onClose={() => {}}>
      <One />
    </Panel>,
  );
  const label = view.find<HTMLLabelElement>('label');
  assert.ok(label.control === combobox());
  assert.is(combobox().textContent, '- Select -');
  assert.is(combobox().getAttribute('aria-expanded'), 'false');
  click(label);
  assert.is(combobox().getAttribute('aria-expanded'), 'true');
  assert.is(combobox().getAttribute('aria-controls'), list()?.id);
  // As in a browser between press and click: the panel gets the focus of a press on plain text.
  focus(view.find('[role="dialog"]'));
  assert.ok(list(), 'the focus has not gone elsewhere');
  click(label);
  assert.not(list());
});

test('arrows, Home and End move within the list; Enter chooses, and the list closes a moment later', async () => {
  mount(<One start="draft" />);
  focus(combobox());
  assert.is(press(combobox(), 'ArrowDown'), false);
  assert.is(pointedAt(), 'draft', 'it opens on the chosen option');
  assert.equal(
    options().map((each) => each.getAttribute('aria-selected')),
    ['true', 'false', 'false', 'false'],
  );
  const walk = (key: string) => {
    press(combobox(), key);
    return pointedAt();
  };
  assert.equal(['ArrowUp', 'ArrowDown', 'End', 'ArrowDown', 'Home', 'PageDown', 'ArrowUp'].map(walk), [
    ...['draft', 'paid', 'shipped', 'shipped', 'draft', 'shipped', 'packed'],
  ]);
  assert.is(press(combobox(), 'Enter'), false, 'it submits nothing');
  assert.equal(given, ['packed']);
  assert.ok(list(), 'the choice is seen');
  await eventually(() => list() === null, true);
  assert.ok(document.activeElement === combobox());
});

test('chooses and closes at once by pointer', () => {
  mount(<One />);
  click(combobox());
  click(option('paid'));
  assert.equal(given, ['paid']);
  assert.not(list());
  assert.ok(document.activeElement === combobox());
});

test('a typed character opens the list at its first match; more characters continue', () => {
  mount(<One />);
  focus(combobox());
  const typed = ['p', 'p'].map((key) => {
    press(combobox(), key);
    return pointedAt();
  });
  press(combobox(), 's', { ctrlKey: true });
  assert.equal([...typed, pointedAt()], ['paid', 'packed', 'packed'], 'a shortcut is no search');
});

test('Escape closes the list and not the panel around it', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let closed = 0;
  mount(
    <Panel title="Edit" onClose={() => closed++}>
      <One />
    </Panel>,
  );
  click(combobox());
  press(combobox(), 'Escape');
  assert.not(list());
  act(() => mock.timers.tick(150));
  assert.is(closed, 0);
  press(combobox(), 'Escape');
  act(() => mock.timers.tick(150));
  assert.is(closed, 1);
});

test('shows no search for five options; shows one for six, with the focus in it', () => {
  mount(<One options={many.slice(0, 5)} />);
  click(combobox());
  assert.not(search());
  mount(<One options={many.slice(0, 6)} start="choice 4" />);
  click(combobox());
  assert.ok(document.activeElement === search());
  assert.is(search()?.getAttribute('aria-controls'), list()?.id);
  assert.is(pointedAt(), 'choice 4');
});

test('activates the first match of a search, chooses it on Enter, and starts empty the next time', async () => {
  mount(<One options={many} />);
  focus(combobox());
  press(combobox(), 'C');
  assert.is(search()?.value, 'C');
  type(search() as Element, 'CHOICE7');
  assert.equal(
    options().map(({ textContent }) => textContent),
    ['choice 7'],
  );
  assert.is(press(search() as Element, ' '), true, 'a blank is typed');
  assert.is(press(search() as Element, 'Home'), true, 'the caret moves');
  press(search() as Element, 'Enter');
  assert.equal(given, ['choice 7']);
  assert.ok(document.activeElement === combobox());
  await eventually(() => list() === null, true);
  click(combobox());
  assert.equal([search()?.value, options().length, pointedAt()], ['', 8, 'choice 7']);
});

test('when nothing matches, Enter neither chooses nor submits; nor does the key of an input method', () => {
  const view = mount(<One options={many} />);
  click(combobox());
  press(search() as Element, 'Enter', { isComposing: true } as object);
  type(search() as Element, 'zebra');
  assert.is(view.byText('No options found').getAttribute('role'), 'status');
  assert.is(press(search() as Element, 'Enter'), false);
  assert.equal(given, []);
});

test('clears an optional choice by its button or by Backspace; a required one has neither', () => {
  let view = mount(<One start="paid" />);
  click(view.byLabel('Clear'));
  assert.equal(given, ['']);
  assert.is(combobox().textContent, '- Select -');
  assert.ok(document.activeElement === combobox());
  assert.not(list());

  view = mount(<One start="paid" />);
  press(combobox(), 'Backspace');
  assert.equal(given, ['', '']);

  view = mount(<One start="paid" isRequired />);
  assert.is(view.findAll('[aria-label="Clear"]').length, 0);
  press(combobox(), 'Backspace');
  assert.is(given.length, 2);
});

test('a multiple select stays open until the maximum, and keeps the newest', () => {
  mount(<Several start={['draft']} max={2} />);
  click(combobox());
  click(option('draft'));
  assert.ok(list(), 'taking back is not the last choice');
  click(option('paid'));
  assert.ok(list());
  click(option('packed'));
  assert.not(list());
  click(combobox());
  click(option('shipped'));
  assert.equal(given, [[], ['paid'], ['paid', 'packed'], ['packed', 'shipped']]);
});

test('a multiple select without a maximum stays open', () => {
  mount(<Several />);
  click(combobox());
  for (const { value } of few) click(option(value));
  assert.is(list()?.getAttribute('aria-multiselectable'), 'true');
  assert.is(combobox().textContent, 'draft, paid, packed, shipped');
});

test('shows values that are no longer offered, and drops them only on a change', () => {
  const view = mount(<Several start={['gone', 'paid', 'lost']} />);
  assert.is(combobox().textContent, 'gone, paid, lost');
  click(combobox());
  press(combobox(), 'Escape');
  assert.equal(given, []);
  click(view.byLabel('Remove lost'));
  assert.equal(given, [['paid']]);
  assert.is(mount(<One start="gone" />).find('button[role="combobox"]').textContent, 'gone');
});

test('closes on a press outside, but not on one on its chips', () => {
  const view = mount(<Several start={['paid']} />);
  click(combobox());
  act(() => {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  });
  assert.not(list());
  const chip = view.byLabel('Remove paid').previousElementSibling as Element;
  click(chip);
  assert.ok(list());
  click(chip);
  assert.not(list());
});

test('Tab closes it and moves on from the select, even from the search', () => {
  mount(<One options={many} />);
  click(combobox());
  assert.is(press(search() as Element, 'Tab'), true);
  assert.not(list());
  assert.ok(document.activeElement === combobox());
});

test('a disabled select has no remove buttons and does not open', () => {
  const view = mount(<One start="paid" isDisabled />);
  assert.is(view.findAll('[aria-label="Clear"]').length, 0);
  click(view.byText('paid'));
  assert.not(list());
  mount(<One options={[{ value: '', label: 'All' }, { value: 'paid' }]} isRequired />);
  assert.is(combobox().textContent, 'All', 'an empty value may be an ordinary choice');
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
      action={{ label: 'New type', onSelect: () => given.push('act') }}
      end={
        <button type="button" onClick={() => given.push('end')}>
          Presets
        </button>
      }
    />
  );
}

test('the action closes the list and returns the focus before it runs', () => {
  const view = mount(<Picker />);
  click(combobox());
  click(view.byText('New type'));
  assert.equal(given, ['act']);
  assert.not(list());
  assert.is(combobox().textContent, '- Select -', 'nothing was chosen');
});

test('Tab and ArrowDown lead to the action; from it Escape, Tab and ArrowUp lead back', () => {
  const view = mount(<Picker />);
  const act = () => view.byText('New type');
  for (const [steps, key, isLeft, isOpen] of [
    [['Tab'], 'Escape', false, false],
    [['Tab'], 'Tab', true, false],
    [['End', 'ArrowDown'], 'ArrowUp', false, true],
  ] as const) {
    focus(combobox());
    press(combobox(), 'ArrowDown');
    for (const step of steps) press(combobox(), step);
    assert.ok(document.activeElement === act(), steps.join());
    assert.is(press(act(), key), isLeft, key);
    assert.ok(document.activeElement === combobox());
    assert.is(list() !== null, isOpen, key);
  }
});

test('a button at the end of the frame does not open the list', () => {
  const view = mount(<Picker />);
  click(view.byText('Presets'));
  assert.equal(given, ['end']);
  assert.not(list());
});

const words = [{ value: 'draft' }, { value: 'paid' }, { value: 'packed', label: 'In the box' }];

for (const [typed, found] of [
  ['  ', 'draft,paid,packed'],
  ['PA', 'paid,packed'],
  ['p a i d', 'paid'],
  ['IN THE B', 'packed'],
  ['nothing', ''],
] as const) {
  test(`"${typed}" finds ${found || 'nothing'}`, () =>
    assert.is(
      matchingOptions(words, typed)
        .map(({ value }) => value)
        .join(),
      found,
    ));
}

test('the oldest values beyond the limit go, and those that are no longer offered', () => {
  const limits = { options: words, max: 2 };
  assert.equal(keptValues(['paid', 'gone', 'draft'], { options: words }), ['paid', 'draft']);
  assert.equal(keptValues(['draft', 'gone', 'paid'], limits), ['draft', 'paid']);
  assert.equal(toggledValues(['draft', 'paid'], 'packed', limits), ['paid', 'packed']);
  assert.equal(toggledValues(['draft', 'paid'], 'draft', limits), ['paid']);
  assert.equal(toggledValues(['gone'], 'draft', limits), ['draft']);
  assert.equal(valuesWithout(['draft', 'gone', 'paid'], 0, { options: words }), ['paid']);
});

test.run();
