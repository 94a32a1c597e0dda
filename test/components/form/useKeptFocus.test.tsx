import { useRef, useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { useKeptFocus } from '../../../ui/components/form/useKeptFocus';
import { act, click, focus, mount } from '../../support/render';

let show: (names: readonly string[], isFull?: boolean) => void;

/** Lines that remove themselves, and a button at the end that may be full. */
function Lines() {
  const [names, setNames] = useState<readonly string[]>(['a', 'b', 'c']);
  const [isFull, setFull] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(root);
  show = (next, full = false) =>
    act(() => {
      setNames(next);
      setFull(full);
    });
  return (
    <>
      <div ref={root} {...keptFocus}>
        {names.map((name) => (
          <button key={name} type="button" onClick={() => setNames(names.filter((one) => one !== name))}>
            {name}
          </button>
        ))}
        <button type="button" disabled={isFull}>
          Add
        </button>
      </div>
      <button type="button">Outside</button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

test('moves the focus of a line that removes itself to the one that takes its place', () => {
  const view = mount(<Lines />);
  click(view.byText('b'));
  assert.is(focused(), 'c');
  click(view.byText('c'));
  assert.is(focused(), 'Add');
});

test('moves the focus of a button that is full to the element before it', () => {
  const view = mount(<Lines />);
  focus(view.byText('Add'));
  show(['a', 'b', 'c'], true);
  assert.is(focused(), 'c');
  show(['c', 'd']);
  show(['d', 'e']);
  assert.is(focused(), 'd', 'the last place counts');
});

test('leaves a focus that has moved elsewhere', () => {
  const view = mount(<Lines />);
  focus(view.byText('a'));
  focus(view.byText('Outside'));
  show(['b']);
  assert.is(focused(), 'Outside');
  act(() => (document.activeElement as HTMLElement).blur());
  show([]);
  assert.is(focused(), document.body.textContent, 'and one that was given up is not taken again');
});

test.run();
