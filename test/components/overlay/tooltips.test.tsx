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

test('it comes after 150 ms under the pointer and goes a moment after it left', async () => {
  const view = mount(page);
  hover(view.find('i'));
  await tick(100);
  assert.equal(tips(), []);
  await tick(80);
  assert.equal(tips(), ['Refresh']);
  leave(view.find('i'));
  await tick(130);
  assert.equal(tips(), []);
});

test('there is one at a time, and it stays while the pointer is on it', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(180);
  hover(view.find('#cell'));
  await tick(180);
  assert.equal(tips(), ['2026-11-21\nlocal']);
  const tip = view.find('[role="tooltip"]');
  leave(view.find('#cell'), tip);
  hover(tip);
  await tick(150);
  assert.equal(tips().length, 1);
});

test('a text that is more than the name describes its element while it is shown', async () => {
  const view = mount(page);
  hover(view.find('#cell'));
  await tick(180);
  assert.is(view.find('#cell').getAttribute('aria-describedby'), view.find('[role="tooltip"]').id);
  press(document.body, 'Escape');
  assert.equal([tips().length, view.find('#cell').getAttribute('aria-describedby')], [0, null]);
  hover(view.find('button'));
  await tick(180);
  assert.equal([tips().length, view.find('button').getAttribute('aria-describedby')], [1, null]);
});

test('a press hides it, and it does not come back before the pointer does', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(180);
  act(() => {
    view.find('i').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  });
  await tick(200);
  assert.equal(tips(), []);
});

test('a finger shows none', async () => {
  const view = mount(page);
  hover(view.find('button'), 'touch');
  await tick(180);
  assert.equal(tips(), []);
});

test('it hides when what it belongs to is scrolled', async () => {
  const view = mount(<div id="list">{page}</div>);
  hover(view.find('#cell'));
  await tick(180);
  act(() => {
    view.find('#list').dispatchEvent(new Event('scroll'));
  });
  assert.equal(tips(), []);
});

test('none comes for what was scrolled away meanwhile', async () => {
  const view = mount(<div id="list">{page}</div>);
  hover(view.find('#cell'));
  await tick(50);
  act(() => {
    view.find('#list').dispatchEvent(new Event('scroll'));
  });
  await tick(180);
  assert.equal(tips(), []);
});

test('once uninstalled there are none', async () => {
  const view = mount(page);
  hover(view.find('button'));
  await tick(180);
  uninstall();
  assert.equal(tips(), []);
  hover(view.find('#cell'));
  await tick(180);
  assert.equal(tips(), []);
});

test('one that is in the way can come later', async () => {
  const view = mount(
    <button type="button" data-tooltip="Comma separated" data-tooltip-delay={300}>
      Choices
    </button>,
  );
  hover(view.find('button'));
  await tick(220);
  assert.equal(tips(), []);
  await tick(120);
  assert.equal(tips(), ['Comma separated']);
});

test.run();
