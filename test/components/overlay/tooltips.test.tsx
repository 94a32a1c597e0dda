import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { installTooltips } from '../../../ui/components/overlay/tooltips';
import { act, mount, press, tick } from '../../support/render';

let uninstall = () => {};
test.before.each(() => {
  uninstall = installTooltips();
});
test.after.each(() => uninstall());

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

test('appears after 500 ms under the pointer and hides a moment after it left', async () => {
  const view = mount(page);
  hover(view.find('i'));
  await tick(400);
  assert.equal(tips(), []);
  await tick(130);
  assert.equal(tips(), ['Refresh']);
  leave(view.find('i'));
  await tick(130);
  assert.equal(tips(), []);
});

test('appears at once for a neighbour, even a moment after the first has hidden', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(530);
  hover(view.find('#cell'));
  await tick(20);
  assert.equal(tips(), ['2026-11-21\nlocal']);
  leave(view.find('#cell'));
  await tick(150);
  assert.equal(tips(), []);
  hover(view.find('button'));
  await tick(20);
  assert.equal(tips(), ['Refresh']);
  leave(view.find('button'));
  await tick(450);
  hover(view.find('#cell'));
  await tick(20);
  assert.equal(tips(), [], 'later it takes its time again');
});

test('stays while the pointer is on it, and lets clicks through', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(530);
  const tip = view.find('[role="tooltip"]');
  tip.getBoundingClientRect = () => new DOMRect(10, 10, 50, 20);
  const move = (clientX: number, clientY: number) =>
    act(() => {
      document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY }));
    });
  leave(view.find('button'));
  move(20, 20);
  await tick(150);
  assert.equal(tips(), ['Refresh']);
  move(20, 40);
  await tick(150);
  assert.equal(tips(), []);
});

test('hides from a pointer that is where the tooltip waits to be placed', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(530);
  const tip = view.find('[role="tooltip"]');
  tip.getBoundingClientRect = () => new DOMRect(0, 0, 50, 20);
  tip.style.opacity = '0';
  leave(view.find('button'));
  document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: 0, clientY: 0 }));
  await tick(130);
  assert.equal(tips(), []);
});

test('shows nothing for a text that is fully visible', async () => {
  const view = mount(
    <p data-tooltip={'One line\nand another'}>
      <b>One line</b> and another
    </p>,
  );
  const text = view.find('p');
  hover(text);
  await tick(530);
  assert.equal(tips(), []);
  leave(text);
  text.style.overflow = 'hidden';
  Object.defineProperty(text, 'scrollWidth', { value: 200 });
  hover(text);
  await tick(530);
  assert.is(tips().length, 1, 'it is cut');
});

test('shows the text of an input only while it is cut', async () => {
  const input = mount(<input data-tooltip="a_name" defaultValue="a_name" />).find('input');
  hover(input);
  await tick(530);
  assert.equal(tips(), []);
  leave(input);
  input.style.overflow = 'hidden';
  Object.defineProperty(input, 'scrollWidth', { value: 200 });
  hover(input);
  await tick(530);
  assert.is(tips().length, 1);
});

test('describes its element while it is shown, if its text says more than the name', async () => {
  const view = mount(page);
  hover(view.find('#cell'));
  await tick(530);
  assert.is(view.find('#cell').getAttribute('aria-describedby'), view.find('[role="tooltip"]').id);
  press(document.body, 'Escape');
  assert.equal([tips().length, view.find('#cell').getAttribute('aria-describedby')], [0, null]);
  hover(view.find('button'));
  await tick(530);
  assert.equal([tips().length, view.find('button').getAttribute('aria-describedby')], [1, null]);
});

test('hides on a press, until the pointer comes again', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(530);
  act(() => {
    view.find('i').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  });
  await tick(530);
  assert.equal(tips(), []);
});

test('hides from a text that changes', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(530);
  assert.equal(tips(), ['Refresh']);
  act(() => {
    view.find('button').dispatchEvent(new Event('input', { bubbles: true }));
  });
  assert.equal(tips(), []);
});

test('does not appear on touch', async () => {
  const view = mount(page);
  hover(view.find('button'), 'touch');
  await tick(530);
  assert.equal(tips(), []);
});

test('hides when its element is scrolled', async () => {
  const view = mount(<div id="list">{page}</div>);
  hover(view.find('#cell'));
  await tick(530);
  act(() => {
    view.find('#list').dispatchEvent(new Event('scroll'));
  });
  assert.equal(tips(), []);
});

test('does not appear for an element that was scrolled away meanwhile', async () => {
  const view = mount(<div id="list">{page}</div>);
  hover(view.find('#cell'));
  await tick(50);
  act(() => {
    view.find('#list').dispatchEvent(new Event('scroll'));
  });
  await tick(530);
  assert.equal(tips(), []);
});

test('never appears after it is uninstalled', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(530);
  uninstall();
  assert.equal(tips(), []);
  hover(view.find('#cell'));
  await tick(530);
  assert.equal(tips(), []);
});

test('appears later for an element that asks for that', async () => {
  const view = mount(
    <button type="button" data-tooltip="Comma separated" data-tooltip-delay={900}>
      Choices
    </button>,
  );
  hover(view.find('button'));
  await tick(800);
  assert.equal(tips(), []);
  await tick(130);
  assert.equal(tips(), ['Comma separated']);
});

test.run();
