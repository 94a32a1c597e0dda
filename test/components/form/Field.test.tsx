import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Checkbox } from '../../../ui/components/form/Checkbox';
import { Field } from '../../../ui/components/form/Field';
import { PasswordInput } from '../../../ui/components/form/PasswordInput';
import { TextInput } from '../../../ui/components/form/TextInput';
import { click, mount, type } from '../../support/render';

test('the label names the control, and error, help and hint describe it in this order', () => {
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

test('the asterisk stands in the text, behind its last word', () => {
  const view = mount(
    <Field label="A label of several words" isRequired>
      {(control) => <TextInput {...control} value="" onChange={() => {}} />}
    </Field>,
  );
  const [words] = view.find('label').children;
  assert.is(words?.textContent, 'A label of several words*');
});

test('without an error nothing is said to be wrong', () => {
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

test('what is changed is said to be so, and what the value means; neither is part of the name', () => {
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

test('a link in the hint is no part of the name', () => {
  const view = mount(
    <Field label="Password" hint={<a href="#/forgotten">Forgotten password?</a>}>
      {(control) => <TextInput {...control} value="" onChange={() => {}} />}
    </Field>,
  );
  assert.is(view.find('label').textContent, 'Password');
});

test('the eye shows the password and hides it again', () => {
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

test('a partial checkbox is neither ticked nor empty', () => {
  const view = mount(<Checkbox aria-label="Select all" isChecked={false} isPartial onChange={() => {}} />);
  assert.is(view.find<HTMLInputElement>('input').indeterminate, true);
});

test.run();
