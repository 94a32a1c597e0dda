import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Checkbox } from '../../../ui/components/form/Checkbox';
import { Field } from '../../../ui/components/form/Field';
import { PasswordInput } from '../../../ui/components/form/PasswordInput';
import { TextInput } from '../../../ui/components/form/TextInput';
import { click, mount, type } from '../../support/render';

test('names the control by the label, and describes it by error, help and hint in this order', () => {
  const view = mount(
    <Field label="total" isRequired hint="UTC" help="Up to 100." error={'Too much.\nReally.'}>
      {(control) => <TextInput {...control} value="" onChange={() => {}} />}
    </Field>,
  );
  const input = view.find('input');
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
  assert.equal(
    described.map((id) => document.getElementById(id)?.textContent),
    ['Too much.\nReally.', 'Up to 100.', 'UTC'],
  );
  assert.is(view.find<HTMLLabelElement>('label').control === input, true);
  assert.is(input.getAttribute('aria-invalid'), 'true');
  assert.is(input.getAttribute('aria-required'), 'true');
});

test('puts the asterisk into the text, after its last word', () => {
  const view = mount(
    <Field label="A label of several words" isRequired>
      {(control) => <TextInput {...control} value="" onChange={() => {}} />}
    </Field>,
  );
  const [words] = view.find('label').children;
  assert.is(words?.textContent, 'A label of several words*');
});

test('a hidden label still names the control', () => {
  const view = mount(
    <Field label="total: Increase by" isLabelHidden>
      {(control) => <TextInput {...control} value="" onChange={() => {}} />}
    </Field>,
  );
  const label = view.find<HTMLLabelElement>('label');
  assert.is(label.control === view.find('input'), true);
  assert.ok(label.closest('.visuallyHidden'));
});

test('marks nothing as invalid without an error', () => {
  const view = mount(
    <Field label="total" error={null}>
      {(control) => <TextInput {...control} value="" onChange={() => {}} />}
    </Field>,
  );
  const input = view.find('input');
  assert.equal(
    ['aria-invalid', 'aria-describedby', 'aria-required'].map((name) => input.getAttribute(name)),
    [null, null, null],
  );
});

test('describes a change and the meaning of the value, but neither is part of the name', () => {
  const view = mount(
    <Field label="Create rule" isChanged mark="Public: anyone">
      {(control) => <TextInput {...control} value="" onChange={() => {}} />}
    </Field>,
  );
  const described = (view.find('input').getAttribute('aria-describedby') ?? '').split(' ');
  assert.equal(
    described.map((id) => document.getElementById(id)?.textContent),
    ['Public: anyone', 'Changed'],
  );
  assert.is(view.find('label').textContent, 'Create rule');
});

test('a link in the hint is not part of the name', () => {
  const view = mount(
    <Field label="Password" hint={<a href="#/forgotten">Forgotten password?</a>}>
      {(control) => <TextInput {...control} value="" onChange={() => {}} />}
    </Field>,
  );
  assert.is(view.find('label').textContent, 'Password');
});

test('the eye button shows the password and hides it again', () => {
  function Typed() {
    const [text, setText] = useState('');
    return <PasswordInput aria-label="Password" value={text} onChange={setText} />;
  }
  const view = mount(<Typed />);
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

test.run();
