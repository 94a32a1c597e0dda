import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PageSidebar } from '../../../ui/kit/layout/PageSidebar';
import { click, eventually, focus, mount, press } from '../../support/render';

const original = window.matchMedia;
let isNarrow = false;
test.before.each(() => {
  isNarrow = false;
  Object.defineProperty(window, 'matchMedia', {
    value: (media: string) => ({ media, matches: isNarrow, addEventListener() {}, removeEventListener() {} }),
    configurable: true,
    writable: true,
  });
});
test.after(() => {
  window.matchMedia = original;
});

const sizes: number[] = [];

function Stage({ startWidth = 232 }: { startWidth?: number }) {
  const [width, setWidth] = useState(startWidth);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <PageSidebar
        label="Collections"
        width={width}
        onResize={(next) => {
          sizes.push(next);
          setWidth(next);
        }}
        isDrawerOpen={isOpen}
        onDrawerClose={() => setIsOpen(false)}
      >
        <a href="#/orders">orders</a>
      </PageSidebar>
      <main>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
      </main>
    </div>
  );
}

test('resizes by keys within its limits, and tells the page to measure again', async () => {
  sizes.length = 0;
  let resizes = 0;
  const count = () => resizes++;
  window.addEventListener('resize', count);
  const view = mount(<Stage />);
  const edge = view.find('[role="separator"]');
  for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'End', 'ArrowRight']) press(edge, key);
  assert.equal(sizes, [248, 232, 176, 176, 416, 416]);
  assert.is(edge.getAttribute('aria-valuenow'), '416');
  await eventually(() => resizes, 6);
  window.removeEventListener('resize', count);
});

test('limits a stored width', () => {
  const view = mount(<Stage startWidth={900} />);
  assert.is(view.find('[role="separator"]').getAttribute('aria-valuenow'), '416');
});

test('is a modal drawer on a narrow screen; Escape and the backdrop close it', () => {
  isNarrow = true;
  const view = mount(<Stage />);
  const opener = view.byText('Open');
  assert.is(view.findAll('[role="separator"], [role="dialog"]').length, 0);
  focus(opener);
  click(opener);
  const drawer = view.find('[role="dialog"]');
  assert.is(drawer.getAttribute('aria-label'), 'Collections');
  assert.ok(document.activeElement === drawer);
  assert.is(view.find('main').inert, true);
  press(drawer, 'Escape');
  assert.is(view.findAll('[role="dialog"]').length, 0);
  assert.is(view.find('main').inert, false);
  assert.ok(document.activeElement === opener);

  click(opener);
  click(view.find('[role="dialog"]').previousElementSibling as Element);
  assert.is(view.findAll('[role="dialog"]').length, 0);
});

test.run();
