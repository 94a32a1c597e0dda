import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NumberInput, UnitInput } from '../../../ui/components/form/NumberInput';
import { secondsOf } from '../../../ui/platform/durationSeconds';
import { act, mount, type } from '../../support/render';

test('keeps a number as the typed text, with its unit beside it', () => {
  function Total() {
    const [text, setText] = useState('1.10');
    return <NumberInput aria-label="total" unit="bytes" value={text} onChange={setText} />;
  }
  const view = mount(<Total />);
  const input = view.byLabel<HTMLInputElement>('total');
  assert.equal([input.type, input.inputMode, input.value], ['text', 'decimal', '1.10']);
  for (const text of ['-', '1e', '123456789012345678901234567890', '007.50']) {
    type(input, text);
    assert.is(input.value, text);
  }
  assert.match(view.text(), 'bytes');
});

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

test('keeps what is typed with a unit; its value is the plain number', () => {
  const { input } = opened();
  assert.is(input.value, '60');
  for (const text of ['1', '14', '14d']) {
    type(input, text);
    assert.is(input.value, text);
  }
  assert.equal(values, ['1', '14', '1209600']);
});

test('shows the plain number on blur, which changes nothing', () => {
  const { input } = opened();
  type(input, '1h 30m');
  act(() => input.blur());
  assert.equal([input.value, values], ['5400', ['5400']]);
});

test('keeps an invalid text for correction', () => {
  const { input } = opened();
  type(input, '14 moons');
  act(() => input.blur());
  assert.equal([input.value, values], ['14 moons', ['14 moons']]);
});

test('a value from outside replaces what is typed', () => {
  const { input, view } = opened();
  type(input, '14d');
  act(() => view.byText('Reset').click());
  assert.is(input.value, '60');
});

test.run();
