import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UnitInput } from '../../../ui/components/form/UnitInput';
import { secondsOf } from '../../../ui/platform/durationText';
import { act, mount, type } from '../../support/render';

let values: string[] = [];

function Duration() {
  const [value, setValue] = useState('60');
  return (
    <>
      <UnitInput
        aria-label="Duration"
        read={secondsOf}
        value={value}
        onChange={(text) => {
          values.push(text);
          setValue(text);
        }}
      />
      <button type="button" onClick={() => setValue('60')}>
        Reset
      </button>
    </>
  );
}

function opened() {
  values = [];
  const view = mount(<Duration />);
  const input = view.byLabel<HTMLInputElement>('Duration');
  act(() => input.focus());
  return { view, input };
}

test('what is typed with a unit stays as it is typed, and its value is the plain number', () => {
  const { input } = opened();
  assert.is(input.value, '60');
  for (const text of ['1', '14', '14d']) {
    type(input, text);
    assert.is(input.value, text);
  }
  assert.equal(values, ['1', '14', '1209600']);
});

test('once it is left the plain number stands there, and nothing is changed by that', () => {
  const { input } = opened();
  type(input, '1h 30m');
  act(() => input.blur());
  assert.equal([input.value, values], ['5400', ['5400']]);
});

test('what cannot be read stays for the person to mend', () => {
  const { input } = opened();
  type(input, '14 moons');
  act(() => input.blur());
  assert.equal([input.value, values], ['14 moons', ['14 moons']]);
});

test('a value from elsewhere takes the place of what is typed', () => {
  const { input, view } = opened();
  type(input, '14d');
  act(() => view.byText('Reset').click());
  assert.is(input.value, '60');
});

test.run();
