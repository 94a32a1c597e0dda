import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LiveButton } from '../../../ui/components/basics/LiveButton';
import { click, mount } from '../../support/render';

test('is named by its word and tells whether it is on', () => {
  let presses = 0;
  const button = (isOn: boolean) => (
    <LiveButton isOn={isOn} tooltip="Listen for changes" onClick={() => presses++} />
  );
  const view = mount(button(false));
  const element = view.find('button');
  assert.equal([element.textContent, element.getAttribute('aria-pressed')], ['Live', 'false']);
  click(element);
  view.rerender(button(true));
  assert.equal([presses, element.getAttribute('aria-pressed')], [1, 'true']);
});

test.run();
