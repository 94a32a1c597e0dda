import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Panel } from '../../../ui/kit/overlay/Panel';
import { Popover } from '../../../ui/kit/overlay/Popover';
import { act, click, focus, mount, press } from '../../support/render';

let closed = 0;
test.before.each(() => {
  closed = 0;
});
test.after.each(() => mock.timers.reset());

const page = (
  <Panel title="Edit" onClose={() => closed++}>
    <Popover trigger={(props) => <button {...props}>Formats</button>}>Six of them</Popover>
    <input aria-label="next" />
  </Panel>
);

const words = () => document.querySelector('[role="status"]');

test('a press shows the text, another one hides it', () => {
  const view = mount(page);
  const button = view.byText('Formats');
  assert.is(button.getAttribute('aria-expanded'), 'false');
  click(button);
  assert.is(words()?.textContent, 'Six of them');
  assert.is(button.getAttribute('aria-controls'), words()?.id);
  assert.is(button.getAttribute('aria-expanded'), 'true');
  click(button);
  assert.not(words());
});

test('Escape closes the text and not the panel around it', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const view = mount(page);
  click(view.byText('Formats'));
  press(view.byText('Formats'), 'Escape');
  act(() => mock.timers.tick(150));
  assert.not(words());
  assert.is(closed, 0);
});

test('stays open while it is pressed, and closes when the focus leaves', () => {
  const view = mount(page);
  click(view.byText('Formats'));
  click(words() as Element);
  assert.ok(words());
  focus(view.byLabel('next'));
  assert.not(words());
});

test.run();
