import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Field } from '../../../ui/components/form/Field';
import { NumberInput } from '../../../ui/components/form/NumberInput';
import { Toggle } from '../../../ui/components/form/Toggle';
import { click, mount, type } from '../../support/render';

test('it is a switch that its label turns on and off', () => {
  function Both() {
    const [isOn, setIsOn] = useState(false);
    return <Toggle label="Hide controls" isOn={isOn} onChange={setIsOn} />;
  }
  const view = mount(<Both />);
  const input = view.byLabel<HTMLInputElement>('Hide controls');
  assert.is(input.getAttribute('role'), 'switch');
  click(input);
  assert.is(input.checked, true);
  click(view.byText('Hide controls'));
  assert.is(input.checked, false);
});

test('in a field it bears the field’s name; what it says now is no part of it', () => {
  const view = mount(
    <Field label="paid" error="Cannot be false.">
      {(control) => <Toggle {...control} isOn={false} onChange={() => {}} stateText="False" />}
    </Field>,
  );
  const input = view.byLabel<HTMLInputElement>('paid');
  assert.is(input.getAttribute('aria-invalid'), 'true');
  assert.is(view.byText('False').closest('[aria-hidden="true"]') !== null, true);
});

test('a disabled one cannot be turned', () => {
  let turned = 0;
  const view = mount(<Toggle label="Off" isOn={false} isDisabled onChange={() => turned++} />);
  click(view.byLabel('Off'));
  assert.is(turned, 0);
});

test('a number stays the text that was typed, with its unit beside it', () => {
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

test.run();
