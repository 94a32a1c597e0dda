import { useRef } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Popup } from '../../../ui/components/overlay/Popup';
import { useSaveKey } from '../../../ui/components/overlay/useSaveKey';
import { mount, press, type View } from '../../support/render';

let saved = 0;

/** A form, in a popup or not, with another popup above it. */
function Stage({ isInPopup = false }: { isInPopup?: boolean }) {
  const body = useRef<HTMLDivElement>(null);
  const handleKeyDown = useSaveKey(body, () => {
    saved += 1;
  });
  const inside = (
    <div ref={body}>
      <input aria-label="field" />
    </div>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the key as a form does
    <div onKeyDown={handleKeyDown}>
      {isInPopup ? (
        <Popup title="Form" onClose={() => {}}>
          {inside}
        </Popup>
      ) : (
        inside
      )}
      <Popup title="Above" onClose={() => {}}>
        <input aria-label="above" />
      </Popup>
    </div>
  );
}

const field = (view: View) => view.byLabel('field');

test.before.each(() => {
  saved = 0;
});

for (const isInPopup of [false, true]) {
  const where = isInPopup ? 'in a popup' : 'on the page';

  test(`${where} Ctrl+S and Cmd+S save, and the browser does not save the page`, () => {
    const view = mount(<Stage isInPopup={isInPopup} />);
    assert.not(press(field(view), 's', { ctrlKey: true }));
    assert.not(press(field(view), 's', { metaKey: true }));
    assert.is(saved, 2);
  });

  test(`${where} they save nothing from a popup above, and the browser does not save the page`, () => {
    const view = mount(<Stage isInPopup={isInPopup} />);
    assert.not(press(view.byLabel('above'), 's', { ctrlKey: true }));
    assert.is(saved, 0);
  });
}

for (const [name, key, modifiers] of [
  ['s', 's', {}],
  ['Alt+s', 's', { altKey: true }],
  ['Ctrl+Alt+s', 's', { ctrlKey: true, altKey: true }],
  ['Ctrl+a', 'a', { ctrlKey: true }],
  ['Enter', 'Enter', { ctrlKey: true }],
] as const) {
  test(`leaves ${name} to the browser`, () => {
    const view = mount(<Stage />);
    assert.ok(press(field(view), key, modifiers));
    assert.is(saved, 0);
  });
}

test.run();
