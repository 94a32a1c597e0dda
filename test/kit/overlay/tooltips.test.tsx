import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { installTooltips } from '../../../ui/kit/overlay/tooltips';
// The timer of the other `eventually` is mocked.
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

/** Comes with the pointer, and waits until a tooltip would be there. */
function show(element: Element, pointerType?: string) {
  hover(element, pointerType);
  pass(530);
}

for (const [delay, ms] of [
  [undefined, 500],
  [900, 900],
] as const) {
  test(`appears after ${ms} ms under the pointer and hides a moment after it left`, () => {
    const view = mount(
      <button type="button" data-tooltip="Refresh" data-tooltip-delay={delay}>
        <i>icon</i>
      </button>,
    );
    hover(view.find('i'));
    pass(ms - 1);
    assert.equal(tips(), []);
    pass(1);
    assert.equal(tips(), ['Refresh']);
    leave(view.find('i'));
    pass(130);
    assert.equal(tips(), []);
  });
}

test('hides from a pointer that is where the tooltip waits to be placed', () => {
  const view = mount(page);
  show(view.find('button'));
  const tip = view.find('[role="tooltip"]');
  tip.getBoundingClientRect = () => new DOMRect(0, 0, 50, 20);
  tip.style.opacity = '0';
  leave(view.find('button'));
  document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: 0, clientY: 0 }));
  pass(130);
  assert.equal(tips(), []);
});

for (const [what, text] of [
  [
    'a text',
    <p key="p" className="text" data-tooltip={'One line\nand another'}>
      <b>One line</b> and another
    </p>,
  ],
  ['an input', <input key="input" className="text" data-tooltip="a_name" defaultValue="a_name" />],
] as const) {
  test(`shows nothing for ${what} that is fully visible, and all when it is cut`, () => {
    const element = mount(text).find('.text');
    show(element);
    assert.equal(tips(), []);
    leave(element);
    element.style.overflow = 'hidden';
    Object.defineProperty(element, 'scrollWidth', { value: 200 });
    show(element);
    assert.is(tips().length, 1);
  });
}

test('describes its element while it is shown, if its text says more than the name', () => {
  const view = mount(page);
  show(view.find('#cell'));
  assert.is(view.find('#cell').getAttribute('aria-describedby'), view.find('[role="tooltip"]').id);
  press(document.body, 'Escape');
  assert.equal([tips().length, view.find('#cell').getAttribute('aria-describedby')], [0, null]);
  show(view.find('button'));
  assert.equal([tips().length, view.find('button').getAttribute('aria-describedby')], [1, null]);
});

for (const [what, name, event] of [
  ['a press', 'i', () => new PointerEvent('pointerdown', { bubbles: true })],
  ['a text that changes', 'button', () => new Event('input', { bubbles: true })],
  ['a scroll of its element', '#list', () => new Event('scroll')],
] as const) {
  test(`hides on ${what}, or does not appear after it`, () => {
    const view = mount(<div id="list">{page}</div>);
    const happen = () => act(() => void view.find(name).dispatchEvent(event()));
    show(view.find('button'));
    assert.equal(tips(), ['Refresh']);
    happen();
    pass(530);
    assert.equal(tips(), []);
    leave(view.find('button'));
    pass(1000);
    hover(view.find('button'));
    pass(50);
    happen();
    if (name !== 'button') pass(530);
    assert.equal(tips(), []);
  });
}

test('does not appear on touch', () => {
  show(mount(page).find('button'), 'touch');
  assert.equal(tips(), []);
});

test('never appears after it is uninstalled', () => {
  const view = mount(page);
  show(view.find('button'));
  uninstall();
  assert.equal(tips(), []);
  show(view.find('#cell'));
  assert.equal(tips(), []);
});

test.run();
