import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Field } from '../../../ui/components/form/Field';
import { SecretInput, type SecretInputProps } from '../../../ui/components/form/SecretInput';
import { act, click, mount, type, type View } from '../../support/render';

const mask = '******';
const given: string[] = [];

function open(start: string, props: Partial<SecretInputProps> = {}): View {
  function Owner() {
    const [value, setValue] = useState(start);
    return (
      <Field label="Secret">
        {(control) => (
          <SecretInput
            {...control}
            isStored
            {...props}
            value={value}
            onChange={(text) => {
              given.push(text);
              setValue(text);
            }}
          />
        )}
      </Field>
    );
  }
  return mount(<Owner />);
}

const input = (view: View) => view.byLabel<HTMLInputElement>('Secret');
const buttons = (view: View) => view.findAll('button').map((button) => button.getAttribute('aria-label'));
const hasFocus = (element: Element) => document.activeElement === element;

test.before.each(() => {
  given.length = 0;
});

test('shows a stored secret as six asterisks that cannot be read or edited', () => {
  const view = open(mask);
  assert.equal([input(view).value, input(view).readOnly, input(view).type], [mask, true, 'text']);
  assert.equal(buttons(view), ['Set new value']);
});

test('Set new value empties it, turns it into a password input and focuses it', () => {
  const view = open(mask);
  click(view.byLabel('Set new value'));
  assert.equal(given, ['']);
  assert.equal([input(view).value, input(view).readOnly, input(view).type], ['', false, 'password']);
  assert.is(input(view).autocomplete, 'new-password');
  assert.ok(hasFocus(input(view)));
  assert.equal(buttons(view), ['Keep the stored value', 'Show password']);
});

test('Keep the stored value restores the mask and keeps the focus', () => {
  const view = open(mask);
  click(view.byLabel('Set new value'));
  type(input(view), 'typed');
  click(view.byLabel('Keep the stored value'));
  assert.equal(given, ['', 'typed', mask]);
  assert.equal([input(view).value, input(view).readOnly], [mask, true]);
  assert.ok(hasFocus(input(view)));
  assert.equal(buttons(view), ['Set new value']);
});

test('the eye button shows what is typed, and hides it again', () => {
  const view = open('');
  type(input(view), 'typed');
  click(view.byLabel('Show password'));
  assert.equal([input(view).type, input(view).value], ['text', 'typed']);
  click(view.byLabel('Hide password'));
  assert.is(input(view).type, 'password');
});

test('shows no mask and nothing to restore without a stored secret', () => {
  const view = open('', { isStored: false });
  assert.equal([input(view).type, buttons(view)], ['password', ['Show password']]);
  type(input(view), mask);
  assert.equal(
    [input(view).type, input(view).readOnly, buttons(view)],
    ['password', false, ['Show password']],
  );
});

test('is unchanged during a save', () => {
  const stored = open(mask, { readOnly: true });
  click(stored.byLabel('Set new value'));
  const typed = open('typed', { readOnly: true });
  assert.ok(input(typed).readOnly);
  click(typed.byLabel('Keep the stored value'));
  assert.equal(given, []);
});

test('takes no focus at the first render', () => {
  for (const start of [mask, '']) {
    open(start);
    assert.ok(hasFocus(document.body));
  }
});

test('puts the attributes of its field on both the mask and the input', () => {
  const view = mount(
    <Field label="Secret" isRequired error="Cannot be blank.">
      {(control) => <SecretInput {...control} isStored value={mask} onChange={() => {}} />}
    </Field>,
  );
  const described = () => {
    const control = view.find<HTMLInputElement>('input');
    const error = document.getElementById(control.getAttribute('aria-describedby') ?? '');
    return [control.getAttribute('aria-invalid'), control.getAttribute('aria-required'), error?.textContent];
  };
  assert.equal(described(), ['true', 'true', 'Cannot be blank.']);
  view.rerender(
    <Field label="Secret" isRequired error="Cannot be blank.">
      {(control) => <SecretInput {...control} isStored value="" onChange={() => {}} />}
    </Field>,
  );
  assert.equal(described(), ['true', 'true', 'Cannot be blank.']);
});

test('keeps the focus when the mask returns, as after a save by Enter', () => {
  let show = (_: string) => {};
  function Owner() {
    const [value, setValue] = useState('typed');
    show = setValue;
    return (
      <Field label="Secret">
        {(control) => <SecretInput {...control} isStored value={value} onChange={setValue} />}
      </Field>
    );
  }
  const view = mount(<Owner />);
  input(view).focus();
  act(() => show(mask));
  assert.is(input(view).value, mask);
  assert.ok(hasFocus(input(view)));
});

test.run();
