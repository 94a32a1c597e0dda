import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Field } from '../../../ui/components/form/Field';
import { Toggle } from '../../../ui/components/form/Toggle';
import { click, mount } from '../../support/render';

test('is a switch that its label turns on and off', () => {
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

test('has the name of its field; its state text is not part of the name', () => {
  const view = mount(
    <Field label="paid" error="Cannot be false.">
      {(control) => <Toggle {...control} isOn={false} onChange={() => {}} stateText="False" />}
    </Field>,
  );
  const input = view.byLabel<HTMLInputElement>('paid');
  assert.is(input.getAttribute('aria-invalid'), 'true');
  assert.is(view.byText('False').closest('[aria-hidden="true"]') !== null, true);
});

test('a disabled switch cannot be turned', () => {
  let turned = 0;
  const view = mount(<Toggle label="Off" isOn={false} isDisabled onChange={() => turned++} />);
  click(view.byLabel('Off'));
  assert.is(turned, 0);
});

test.run();
