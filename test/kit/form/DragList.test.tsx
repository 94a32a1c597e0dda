import { mock } from 'node:test';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DragList, placeAt } from '../../../ui/kit/form/DragList';
import { Panel } from '../../../ui/kit/overlay/Panel';
import { act, click, eventually, focus, mount, press } from '../../support/render';

const given: unknown[][] = [];
test.before.each(() => {
  given.length = 0;
});
test.after.each(() => mock.timers.reset());

function Files({ start = ['a', 'b', 'c'], isDisabled }: { start?: string[]; isDisabled?: boolean }) {
  const [files, set] = useState(start);
  return (
    <DragList
      label="files"
      items={files}
      keyOf={(file) => file}
      nameOf={(file) => `${file}.png`}
      isDisabled={isDisabled}
      onReorder={(next, from, to) => {
        given.push([next.join(''), from, to]);
        set(next);
      }}
      renderItem={(file, grip) => (
        <div>
          {grip}
          <b>{file}</b>
        </div>
      )}
    />
  );
}

const order = () => [...document.querySelectorAll('li b')].map(({ textContent }) => textContent).join('');
const grip = (file: string) =>
  document.querySelector<HTMLElement>(`[aria-label="Move ${file}.png"]`) as HTMLElement;
/** Clicks as Space and Enter on a button do in a browser. */
const pressButton = (file: string) => act(() => grip(file).click());
const said = () => document.querySelector('body > [role="status"]')?.textContent;

test('Space lifts, arrows move, Space drops, and each place is announced', async () => {
  mount(<Files />);
  focus(grip('a'));
  pressButton('a');
  assert.is(grip('a').getAttribute('aria-pressed'), 'true');
  await eventually(said, 'a.png lifted, place 1 of 3.');
  assert.is(press(grip('a'), 'ArrowDown'), false, 'nothing scrolls');
  await eventually(said, 'a.png, place 2 of 3.');
  press(grip('a'), 'ArrowRight');
  press(grip('a'), 'ArrowDown');
  assert.is(order(), 'bca', 'the end is the end');
  assert.equal(given, [], 'it is not dropped yet');
  assert.ok(document.activeElement === grip('a'), 'the focus goes with it');
  pressButton('a');
  await eventually(said, 'a.png dropped, place 3 of 3.');
  assert.equal(given, [['bca', 0, 2]]);
  assert.is(grip('a').getAttribute('aria-pressed'), 'false');
});

test('Escape puts the item back and does not reach the panel around it', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let closed = 0;
  mount(
    <Panel title="Edit" onClose={() => closed++}>
      <Files />
    </Panel>,
  );
  focus(grip('a'));
  pressButton('a');
  press(grip('a'), 'ArrowDown');
  assert.is(press(grip('a'), 'Escape'), false);
  assert.is(order(), 'abc');
  act(() => mock.timers.tick(150));
  assert.is(said(), 'a.png put back, place 1 of 3.');
  assert.equal([given, closed], [[], 0]);
  assert.is(press(grip('a'), 'Escape'), true, 'the next one is the panel’s');
});

test('drops the item where it is shown when the focus leaves, or on a shortcut such as Ctrl+S', () => {
  mount(<Files />);
  focus(grip('a'));
  pressButton('a');
  press(grip('a'), 'ArrowDown');
  focus(grip('c'));
  assert.equal(given, [['bac', 0, 1]]);
  pressButton('c');
  press(grip('c'), 'ArrowUp');
  assert.is(press(grip('c'), 's', { ctrlKey: true }), true);
  assert.equal(given[1], ['bca', 2, 1]);
});

const heights = () => {
  Object.defineProperty(HTMLElement.prototype, 'getBoundingClientRect', {
    value(this: HTMLElement) {
      const at = this.parentElement ? [...this.parentElement.children].indexOf(this) : 0;
      const isItem = this.localName === 'li';
      return new DOMRect(0, isItem ? 40 * at : 0, 300, isItem ? 40 : 120);
    },
    configurable: true,
  });
};
const point = (element: Element, type: string, y: number) =>
  act(() => {
    element.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        button: 0,
        isPrimary: true,
        pointerId: 1,
        clientX: 5,
        clientY: y,
      }),
    );
  });

test('ignores a small movement of the pointer, moves the item beyond it, and drops it on release', () => {
  heights();
  try {
    const view = mount(<Files />);
    const list = view.find('ul');
    point(grip('a'), 'pointerdown', 20);
    point(list, 'pointermove', 22);
    assert.is(grip('a').getAttribute('aria-pressed'), 'false');
    point(list, 'pointermove', 70);
    assert.is(order(), 'bac');
    point(list, 'pointermove', 119);
    assert.is(order(), 'bca');
    assert.equal(given, []);
    point(list, 'pointerup', 119);
    assert.equal(given, [['bca', 0, 2]]);
    assert.is(view.find('li:last-child').style.translate ?? '', '', 'nothing stays shifted');
    point(list, 'pointermove', 10);
    assert.is(order(), 'bca', 'it is let go');
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'getBoundingClientRect');
  }
});

for (const end of ['Escape', 'pointercancel']) {
  test(`puts a dragged item back: ${end}`, () => {
    heights();
    try {
      const list = mount(<Files />).find('ul');
      point(grip('a'), 'pointerdown', 20);
      point(list, 'pointermove', 70);
      assert.is(order(), 'bac');
      if (end === 'Escape') press(grip('a'), 'Escape');
      else point(list, end, 70);
      for (const type of ['pointermove', 'pointerup']) point(list, type, 119);
      assert.equal([order(), given], ['abc', []]);
    } finally {
      Reflect.deleteProperty(HTMLElement.prototype, 'getBoundingClientRect');
    }
  });
}

// Two lines: a and b, below them c.
const chips = [
  { left: 0, top: 0, width: 100, height: 20 },
  { left: 104, top: 0, width: 60, height: 20 },
  { left: 0, top: 24, width: 80, height: 20 },
];
test('in lines of chips the place is before or behind the nearest chip', () => {
  const places = '20,10,0 80,10,1 160,10,2 20,30,2 60,30,3 20,90,3 500,-20,0';
  for (const each of places.split(' ')) {
    const [x = 0, y = 0, place] = each.split(',').map(Number);
    assert.is(placeAt(x, y, chips, 'wrap'), place, each);
  }
});

test('shows no grips in a disabled list, and a disabled one for a single item', () => {
  let view = mount(<Files isDisabled />);
  assert.is(view.findAll('button').length, 0);
  view = mount(<Files start={['a']} />);
  click(grip('a'));
  assert.is((grip('a') as HTMLButtonElement).disabled, true);
});

test.run();
