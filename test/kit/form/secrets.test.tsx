import { mock } from 'node:test';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Field } from '../../../ui/kit/form/Field';
import { SecretGenerator } from '../../../ui/kit/form/SecretGenerator';
import { SecretInput, type SecretInputProps } from '../../../ui/kit/form/SecretInput';
import { Panel } from '../../../ui/kit/overlay/Panel';
import { act, click, focus, mount, press, type, type View } from '../../support/render';

const mask = '******';
const given: string[] = [];
test.before.each(() => {
  given.length = 0;
});
test.after.each(() => mock.timers.reset());

function open(start: string, props: Partial<SecretInputProps> = {}, error?: string): View {
  function Owner() {
    const [value, setValue] = useState(start);
    const change = (text: string) => {
      given.push(text);
      setValue(text);
    };
    return (
      <Field label="Secret" isRequired={error !== undefined} error={error}>
        {(control) => <SecretInput {...control} isStored {...props} value={value} onChange={change} />}
      </Field>
    );
  }
  return mount(<Owner />);
}

const input = (view: View) => view.find<HTMLInputElement>('input');
const state = (view: View) => [input(view).value, input(view).readOnly, input(view).type];
const buttons = (view: View) => view.findAll('button').map((button) => button.getAttribute('aria-label'));
const hasFocus = (element: Element) => document.activeElement === element;

test('a stored secret is a mask that cannot be read or edited, until a new value is wanted', () => {
  const view = open(mask);
  assert.equal([state(view), buttons(view)], [[mask, true, 'text'], ['Set new value']]);
  assert.ok(hasFocus(document.body), 'the first render takes no focus');
  click(view.byLabel('Set new value'));
  assert.equal([given, state(view)], [[''], ['', false, 'password']]);
  assert.ok(hasFocus(input(view)));
  assert.is(input(view).autocomplete, 'new-password');
  assert.equal(buttons(view), ['Keep the stored value', 'Show password']);
  type(input(view), 'typed');
  click(view.byLabel('Show password'));
  assert.equal(state(view), ['typed', false, 'text']);
  click(view.byLabel('Hide password'));
  assert.is(input(view).type, 'password');
  click(view.byLabel('Keep the stored value'));
  assert.equal(
    [given, state(view)],
    [
      ['', 'typed', mask],
      [mask, true, 'text'],
    ],
  );
  assert.ok(hasFocus(input(view)));
});

test('without a stored secret there is no mask and nothing to restore', () => {
  const view = open('', { isStored: false });
  assert.ok(hasFocus(document.body));
  type(input(view), mask);
  assert.equal([state(view), buttons(view)], [[mask, false, 'password'], ['Show password']]);
});

test('is unchanged during a save', () => {
  const stored = open(mask, { readOnly: true });
  click(stored.byLabel('Set new value'));
  const typed = open('typed', { readOnly: true });
  assert.ok(input(typed).readOnly);
  click(typed.byLabel('Keep the stored value'));
  assert.equal(given, []);
});

const generator = (length = 15) => (
  <SecretGenerator length={length} onGenerate={(secret) => given.push(secret)} />
);
const shown = () => document.querySelector<HTMLInputElement>('[aria-label="Secret"]') as HTMLInputElement;
const selected = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0);

test('passes a secret of the length on and shows it selected; a refresh makes another', () => {
  const view = mount(generator(32));
  click(view.byLabel('Generate'));
  assert.match(given[0] ?? '', /^[-_0-9A-Za-z]{32}$/);
  assert.equal([shown().value, selected(shown()), shown().readOnly], [given[0], given[0], true]);
  assert.ok(hasFocus(shown()));
  assert.is(view.byLabel('Generate').getAttribute('aria-expanded'), 'true');
  click(view.byLabel('Refresh'));
  assert.is.not(given[0], given[1]);
  assert.equal([given.length, selected(shown())], [2, given[1]]);
});

test('Escape, its button and a lost focus close the generator, and no panel around it', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let closed = 0;
  const view = mount(
    <Panel title="New admin" onClose={() => closed++}>
      {generator()}
      <button type="button">Next</button>
    </Panel>,
  );
  click(view.byLabel('Generate'));
  press(shown(), 'Escape');
  assert.not(shown());
  assert.ok(hasFocus(view.byLabel('Generate')));
  click(view.byLabel('Generate'));
  click(view.byLabel('Generate'));
  assert.equal([shown(), given.length], [null, 2]);
  click(view.byLabel('Generate'));
  focus(view.byText('Next'));
  assert.not(shown());
  assert.ok(hasFocus(view.byText('Next')));
  act(() => mock.timers.tick(150));
  assert.equal([closed, given.length], [0, 3]);
});

test.run();
