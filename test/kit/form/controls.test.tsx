import fc from 'fast-check';
import { type ReactNode, useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { secondsOf } from '../../../ui/base/durations';
import { Checkbox } from '../../../ui/kit/form/Checkbox';
import { Field } from '../../../ui/kit/form/Field';
import { ListInput, listFromText, textFromList, withOriginals } from '../../../ui/kit/form/ListInput';
import { UnitInput } from '../../../ui/kit/form/NumberInput';
import { PasswordInput } from '../../../ui/kit/form/PasswordInput';
import { RadioGroup } from '../../../ui/kit/form/RadioGroup';
import { SearchInput } from '../../../ui/kit/form/SearchInput';
import { TextArea } from '../../../ui/kit/form/TextArea';
import { TextInput } from '../../../ui/kit/form/TextInput';
import { Toggle } from '../../../ui/kit/form/Toggle';
import { UnsavedCount } from '../../../ui/kit/form/UnsavedCount';
import { act, click, mount, press, type, type View } from '../../support/render';
import { runsOf } from '../../support/runsOf';

let given: unknown[] = [];
/** Changes the value of the mounted control from outside. */
let put: (value: never) => void = () => {};
test.before.each(() => {
  given = [];
});

/** Mounts a control that keeps its value, and records the values. */
function held<T>(start: T, render: (value: T, onChange: (next: T) => void) => ReactNode) {
  function Owner() {
    const [value, setValue] = useState(start);
    put = setValue as typeof put;
    return render(value, (next) => {
      given.push(next);
      setValue(next);
    });
  }
  return mount(<Owner />);
}

type FieldProps = Omit<Parameters<typeof Field>[0], 'children'>;
function mountField(props: FieldProps) {
  const view = mount(
    <Field {...props}>{(control) => <TextInput {...control} value="" onChange={() => {}} />}</Field>,
  );
  const input = view.find('input');
  const label = view.find<HTMLLabelElement>('label');
  assert.ok(label.control === input);
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  return {
    label,
    marks: ['invalid', 'required'].map((name) => input.getAttribute(`aria-${name}`)),
    notes: ids.map((id) => document.getElementById(id)?.textContent),
  };
}

test('a field is described by error, help and hint in this order, and named by its label alone', () => {
  const wrong = { isRequired: true, hint: 'UTC', help: 'Up to 100.', error: 'Too much.\nReally.' };
  const { label, marks, notes } = mountField({ label: 'A total', ...wrong });
  assert.equal(notes, ['Too much.\nReally.', 'Up to 100.', 'UTC']);
  assert.equal([marks, label.children[0]?.textContent], [['true', 'true'], 'A total*']);
  const link = <a href="#/forgotten">Forgotten password?</a>;
  assert.is(mountField({ label: 'Password', hint: link }).label.textContent, 'Password');
  assert.ok(mountField({ label: 'total', isLabelHidden: true }).label.closest('.visuallyHidden'));
  const changed = mountField({ label: 'Rule', isChanged: true, mark: 'Public: anyone' });
  assert.equal([changed.notes, changed.label.textContent], [['Public: anyone', 'Changed'], 'Rule']);
  const plain = mountField({ label: 'total', error: null });
  assert.equal([plain.marks, plain.notes], [[null, null], []]);
});

test('the eye button shows the password and hides it again', () => {
  const view = held('', (value, onChange) => (
    <PasswordInput aria-label="Password" value={value} onChange={onChange} />
  ));
  const input = view.byLabel<HTMLInputElement>('Password');
  type(input, 'secret');
  assert.equal([input.type, input.value], ['password', 'secret']);
  click(view.byLabel('Show password'));
  assert.is(input.type, 'text');
  click(view.byLabel('Hide password'));
  assert.is(input.type, 'password');
});

test('a partial checkbox is neither checked nor unchecked', () => {
  const view = mount(<Checkbox aria-label="Select all" isChecked={false} isPartial onChange={() => {}} />);
  assert.is(view.find<HTMLInputElement>('input').indeterminate, true);
});

test('a search has a name, and a button that clears it as soon as it holds a text', () => {
  const view = held('', (value, onChange) => (
    <SearchInput label="Search things" placeholder="Name..." value={value} onChange={onChange} />
  ));
  const input = view.byLabel<HTMLInputElement>('Search things');
  assert.equal([input.type, input.placeholder, view.findAll('button').length], ['search', 'Name...', 0]);
  type(input, 'a');
  click(view.byLabel('Clear'));
  assert.is(document.activeElement, view.byLabel('Search things'));
  assert.equal([input.value, view.findAll('button').length], ['', 0]);
});

for (const [changes, faults, told] of [
  [0, 0, ''],
  [1, 0, '1 unsaved change'],
  [2, undefined, '2 unsaved changes'],
  [2, 1, '1 field needs attention'],
  [0, 3, '3 fields need attention'],
] as const) {
  test(`tells ${changes} changes and ${faults} faults as "${told}"`, () => {
    const view = mount(<UnsavedCount changes={changes} faults={faults} />);
    assert.equal([view.text(), view.findAll('[role="status"]').length], [told, told === '' ? 0 : 1]);
  });
}

test('a switch is turned by its label and described by its field, unless it is disabled', () => {
  const toggle = (isDisabled: boolean) =>
    held(false, (isOn, onChange) => (
      <Toggle label="Hide controls" isOn={isOn} isDisabled={isDisabled} onChange={onChange} />
    ));
  const view = toggle(false);
  assert.is(view.byLabel('Hide controls').getAttribute('role'), 'switch');
  click(view.byLabel('Hide controls'));
  click(view.byText('Hide controls'));
  assert.equal(given, [true, false]);
  click(toggle(true).byLabel('Hide controls'));
  assert.is(given.length, 2);
  const inField = mount(
    <Field label="paid" error="Cannot be false.">
      {(control) => <Toggle {...control} isOn={false} onChange={() => {}} stateText="False" />}
    </Field>,
  );
  assert.is(inField.byLabel('paid').getAttribute('aria-invalid'), 'true');
  assert.ok(inField.byText('False').closest('[aria-hidden="true"]'), 'the state is no part of the name');
});

const choices = [
  { value: 'one', label: 'The first' },
  { value: 'two', label: 'The second' },
] as const;
const radios = (view: View) => view.findAll<HTMLInputElement>('input[type="radio"]');
const checked = (view: View) => radios(view).map((radio) => radio.checked);

test('choices have the name of their group, and one is chosen by a click on it or its label', () => {
  const view = held<'one' | 'two'>('one', (value, onChange) => (
    <RadioGroup label="Template" options={choices} value={value} onChange={onChange} />
  ));
  assert.is(view.find('fieldset legend').textContent, 'Template');
  assert.equal(checked(view), [true, false]);
  for (const element of [view.byLabel('The second'), view.byText('The first'), view.byLabel('The first')])
    click(element);
  assert.equal(
    [given, checked(view)],
    [
      ['two', 'one'],
      [true, false],
    ],
  );
});

test('two groups of the same choices are independent, and a group is disabled as a whole', () => {
  const group = (isDisabled: boolean) => (
    <RadioGroup label="a" options={choices} value="one" isDisabled={isDisabled} onChange={() => {}} />
  );
  const view = mount([true, false].map((isDisabled) => <p key={String(isDisabled)}>{group(isDisabled)}</p>));
  const [first, , third] = radios(view).map(({ name }) => name);
  assert.ok(first && first !== third);
  assert.equal(
    view.findAll<HTMLFieldSetElement>('fieldset').map(({ disabled }) => disabled),
    [true, false],
  );
});

for (const [typed, value, afterBlur] of [
  [['1', '14', '14d'], ['1', '14', '1209600'], '1209600'],
  [['14 moons'], ['14 moons'], '14 moons'],
] as const) {
  test(`${typed.at(-1)} is kept while it is typed, and given as ${value.at(-1)}`, () => {
    const view = held('60', (text, onChange) => (
      <UnitInput aria-label="Duration" read={secondsOf} value={text} onChange={onChange} />
    ));
    const input = view.byLabel<HTMLInputElement>('Duration');
    act(() => input.focus());
    for (const text of typed) {
      type(input, text);
      assert.is(input.value, text);
    }
    act(() => input.blur());
    assert.equal([given, input.value], [value, afterBlur]);
    type(input, '14d');
    act(() => put('60' as never));
    assert.is(input.value, '60', 'a value from outside replaces it');
  });
}

function mountArea(button?: 'may' | 'must not', props: Partial<Parameters<typeof TextArea>[0]> = {}) {
  const view = held('', (value, onChange) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        given.push('submit');
      }}
    >
      <TextArea aria-label="summary" {...props} value={value} onChange={onChange} />
      {button && (
        <button type="submit" disabled={button === 'must not'}>
          Save
        </button>
      )}
    </form>
  ));
  return view.find<HTMLTextAreaElement>('textarea');
}

for (const [what, button, key, isLeft, submits] of [
  ['Enter', 'may', {}, false, 1],
  ['Enter without a button', undefined, {}, false, 1],
  ['Enter beside a disabled button', 'must not', {}, false, 0],
  ['Shift+Enter', 'may', { shiftKey: true }, true, 0],
  ['Ctrl+Enter', 'may', { ctrlKey: true }, true, 0],
  ['Cmd+Enter', 'may', { metaKey: true }, true, 0],
  ['Alt+Enter', 'may', { altKey: true }, true, 0],
  ['the Enter of an input method', 'may', { isComposing: true }, true, 0],
] as const) {
  test(`${what} in a text area submits ${submits ? 'once' : 'nothing'}`, () => {
    assert.is(press(mountArea(button), 'Enter', key as object), isLeft);
    assert.is(given.length, submits);
  });
}

test('an Enter that another handler has prevented submits nothing; outside a form it adds a line', () => {
  press(mountArea('may', { onKeyDown: (event) => event.preventDefault() }), 'Enter');
  assert.equal(given, []);
  const view = mount(<TextArea aria-label="summary" value="" onChange={() => {}} />);
  assert.is(press(view.find('textarea'), 'Enter'), true);
});

test('a list keeps every typed character, and changes its text only with another list', () => {
  const view = held(['a', 'b, c'], (value, onChange) => (
    <ListInput aria-label="domains" value={value} onChange={onChange} />
  ));
  const input = view.find<HTMLInputElement>('input');
  assert.is(input.value, 'a, b\\, c');
  const typed = ' b ,,a\\, \\c , ,b';
  for (let end = 1; end <= typed.length; end += 1) {
    type(input, typed.slice(0, end));
    assert.is(input.value, typed.slice(0, end));
  }
  const list = ['b', 'a, \\c', 'b'];
  assert.equal(given.at(-1), list);
  act(() => put([...list] as never));
  assert.is(input.value, typed, 'its own list comes back');
  act(() => put(['a', 'x'] as never));
  assert.is(input.value, 'a, x');
});

for (const [text, list] of [
  ['', []],
  [' , ,, ', []],
  ['two words,\tb ,a', ['two words', 'b', 'a']],
  ['b, a, b', ['b', 'a', 'b']],
  ['a\\,b, c', ['a,b', 'c']],
  ['C:\\temp, d', ['C:\\temp', 'd']],
  ['a\\\\, b', ['a\\, b']],
  ['a\\ , b', ['a\\', 'b']],
  ['a\\', ['a\\']],
] as const) {
  test(`"${text}" is read as ${JSON.stringify(list)}`, () => assert.equal(listFromText(text), list));
}

test('a list of trimmed texts is written with commas and backslashes, and read again', () => {
  assert.is(textFromList(['a,b', 'c\\', 'd e\\']), 'a\\,b, c\\ , d e\\');
  const entry = fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom('\\', ',', ' ', 'a') }))
    .map((text) => text.trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(fc.array(entry), (list) => assert.equal(listFromText(textFromList(list)), list)),
    { numRuns: runsOf(500) },
  );
});

for (const [typed, originals, list] of [
  [
    ['xy', 'pad', 'ok', 'new'],
    ['x\ny', ' pad ', 'ok'],
    ['x\ny', ' pad ', 'ok', 'new'],
  ],
  [['pad', 'pad'], [' pad'], [' pad', 'pad']],
  [['other'], [' pad '], ['other']],
] as const) {
  test(`${JSON.stringify(originals)} typed as ${JSON.stringify(typed)} keeps what a line cannot show`, () =>
    assert.equal(withOriginals(typed, originals), list));
}

test.run();
