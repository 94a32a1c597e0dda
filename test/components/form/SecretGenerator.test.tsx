import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SecretGenerator } from '../../../ui/components/form/SecretGenerator';
import { Panel } from '../../../ui/components/overlay/Panel';
import { act, click, focus, mount, press } from '../../support/render';

const made: string[] = [];
test.before.each(() => {
  made.length = 0;
});
test.after.each(() => mock.timers.reset());

const generator = (length = 15) => (
  <SecretGenerator length={length} onGenerate={(secret) => made.push(secret)} />
);
const shown = () => document.querySelector<HTMLInputElement>('[aria-label="Secret"]');
const selected = (input: HTMLInputElement) =>
  input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);

test('passes a secret of the length on and shows it selected', () => {
  const view = mount(generator(32));
  assert.not(shown());
  click(view.byLabel('Generate'));
  const input = shown() as HTMLInputElement;
  assert.match(made[0] ?? '', /^[-_0-9A-Za-z]{32}$/);
  assert.equal([input.value, selected(input), input.readOnly], [made[0], made[0], true]);
  assert.ok(document.activeElement === input);
  assert.is(view.byLabel('Generate').getAttribute('aria-expanded'), 'true');
});

test('a refresh passes another secret on, selected too', () => {
  const view = mount(generator());
  click(view.byLabel('Generate'));
  click(view.byLabel('Refresh'));
  assert.is(made.length, 2);
  assert.is.not(made[0], made[1]);
  assert.is(selected(shown() as HTMLInputElement), made[1]);
});

test('Escape closes only the popover, and returns the focus to the button', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let closed = 0;
  const view = mount(
    <Panel title="New admin" onClose={() => closed++}>
      {generator()}
    </Panel>,
  );
  click(view.byLabel('Generate'));
  press(shown() as Element, 'Escape');
  assert.not(shown());
  assert.ok(document.activeElement === view.byLabel('Generate'));
  act(() => mock.timers.tick(150));
  assert.is(closed, 0);
});

test('its button closes it without a new secret; so does a lost focus', () => {
  const view = mount(
    <>
      {generator()}
      <button type="button">Next</button>
    </>,
  );
  click(view.byLabel('Generate'));
  click(view.byLabel('Generate'));
  assert.equal([shown() === null, made.length], [true, 1]);
  click(view.byLabel('Generate'));
  focus(view.byText('Next'));
  assert.equal([shown() === null, made.length], [true, 2]);
  assert.ok(document.activeElement === view.byText('Next'));
});

test.run();
