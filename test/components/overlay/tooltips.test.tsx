import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { installTooltips } from '../../../ui/components/overlay/tooltips';
// The timer of the other `eventually` is mocked.
import { eventually } from '../../support/eventually';
import { act, mount, press } from '../../support/render';

let now = 0;
let uninstall = () => {};
test.before.each(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(performance, 'now', () => now);
  // A tooltip of an earlier test is no neighbour.
  now += 1000;
  uninstall = installTooltips();
});
test.after.each(() => {
  uninstall();
  mount(null).unmount();
  mock.restoreAll();
  mock.timers.reset();
});

/** Lets the time pass, each timer at its own time. */
function pass(ms: number) {
  act(() => {
    for (const end = now + ms; now < end; now += 1) mock.timers.tick(1);
  });
}

const tips = () => [...document.querySelectorAll('[role="tooltip"]')].map((tip) => tip.textContent);

function hover(element: Element, pointerType = 'mouse') {
  act(() => {
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
  });
}

function leave(element: Element, to: Element | null = document.body) {
  act(() => {
    element.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: to }));
  });
}

const page = (
  <>
    <button type="button" aria-label="Refresh" data-tooltip="Refresh">
      <i>icon</i>
    </button>
    <span id="cell" data-tooltip={'2026-11-21\nlocal'}>
      2026-11-20
    </span>
  </>
);

test('appears after 500 ms under the pointer and hides a moment after it left', () => {
  const view = mount(page);
  hover(view.find('i'));
  pass(499);
  assert.equal(tips(), []);
  pass(1);
  assert.equal(tips(), ['Refresh']);
  leave(view.find('i'));
  pass(130);
  assert.equal(tips(), []);
});

test('appears at once for a neighbour, even a moment after the first has hidden', () => {
  const view = mount(page);
  hover(view.find('button'));
  pass(530);
  hover(view.find('#cell'));
  pass(20);
  assert.equal(tips(), ['2026-11-21\nlocal']);
  leave(view.find('#cell'));
  pass(150);
  assert.equal(tips(), []);
  hover(view.find('button'));
  pass(20);
  assert.equal(tips(), ['Refresh']);
  leave(view.find('button'));
  pass(450);
  hover(view.find('#cell'));
  pass(20);
  assert.equal(tips(), [], 'later it takes its time again');
});

test('stays while the pointer is on it, and lets clicks through', async () => {
  const view = mount(page);
  hover(view.find('button'));
  pass(530);
  const tip = view.find('[role="tooltip"]');
  await eventually(() => tip.style.opacity, '', 'it is placed');
  tip.getBoundingClientRect = () => new DOMRect(10, 10, 50, 20);
  const move = (clientX: number, clientY: number) =>
    act(() => {
      document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY }));
    });
  leave(view.find('button'));
  move(20, 20);
  pass(150);
  assert.equal(tips(), ['Refresh']);
  move(20, 40);
  pass(150);
  assert.equal(tips(), []);
});

test('hides from a pointer that is where the tooltip waits to be placed', () => {
  const view = mount(page);
  hover(view.find('button'));
  pass(530);
  const tip = view.find('[role="tooltip"]');
  tip.getBoundingClientRect = () => new DOMRect(0, 0, 50, 20);
  tip.style.opacity = '0';
  leave(view.find('button'));
  document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: 0, clientY: 0 }));
  pass(130);
  assert.equal(tips(), []);
});

test('shows nothing for a text that is fully visible', () => {
  const view = mount(
    <p data-tooltip={'One line\nand another'}>
      <b>One line</b> and another
    </p>,
  );
  const text = view.find('p');
  hover(text);
  pass(530);
  assert.equal(tips(), []);
  leave(text);
  text.style.overflow = 'hidden';
  Object.defineProperty(text, 'scrollWidth', { value: 200 });
  hover(text);
  pass(530);
  assert.is(tips().length, 1, 'it is cut');
});

test('shows the text of an input only while it is cut', () => {
  const input = mount(<input data-tooltip="a_name" defaultValue="a_name" />).find('input');
  hover(input);
  pass(530);
  assert.equal(tips(), []);
  leave(input);
  input.style.overflow = 'hidden';
  Object.defineProperty(input, 'scrollWidth', { value: 200 });
  hover(input);
  pass(530);
  assert.is(tips().length, 1);
});

test('describes its element while it is shown, if its text says more than the name', () => {
  const view = mount(page);
  hover(view.find('#cell'));
  pass(530);
  assert.is(view.find('#cell').getAttribute('aria-describedby'), view.find('[role="tooltip"]').id);
  press(document.body, 'Escape');
  assert.equal([tips().length, view.find('#cell').getAttribute('aria-describedby')], [0, null]);
  hover(view.find('button'));
  pass(530);
  assert.equal([tips().length, view.find('button').getAttribute('aria-describedby')], [1, null]);
});

test('hides on a press, until the pointer comes again', () => {
  const view = mount(page);
  hover(view.find('button'));
  pass(530);
  act(() => {
    view.find('i').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  });
  pass(530);
  assert.equal(tips(), []);
});

test('hides from a text that changes', () => {
  const view = mount(page);
  hover(view.find('button'));
  pass(530);
  assert.equal(tips(), ['Refresh']);
  act(() => {
    view.find('button').dispatchEvent(new Event('input', { bubbles: true }));
  });
  assert.equal(tips(), []);
});

test('does not appear on touch', () => {
  const view = mount(page);
  hover(view.find('button'), 'touch');
  pass(530);
  assert.equal(tips(), []);
});

test('hides when its element is scrolled', () => {
  const view = mount(<div id="list">{page}</div>);
  hover(view.find('#cell'));
  pass(530);
  act(() => {
    view.find('#list').dispatchEvent(new Event('scroll'));
  });
  assert.equal(tips(), []);
});

test('does not appear for an element that was scrolled away meanwhile', () => {
  const view = mount(<div id="list">{page}</div>);
  hover(view.find('#cell'));
  pass(50);
  act(() => {
    view.find('#list').dispatchEvent(new Event('scroll'));
  });
  pass(530);
  assert.equal(tips(), []);
});

test('never appears after it is uninstalled', () => {
  const view = mount(page);
  hover(view.find('button'));
  pass(530);
  uninstall();
  assert.equal(tips(), []);
  hover(view.find('#cell'));
  pass(530);
  assert.equal(tips(), []);
});

test('appears later for an element that asks for that', () => {
  const view = mount(
    <button type="button" data-tooltip="Comma separated" data-tooltip-delay={900}>
      Choices
    </button>,
  );
  hover(view.find('button'));
  pass(899);
  assert.equal(tips(), []);
  pass(1);
  assert.equal(tips(), ['Comma separated']);
});

test.run();
