import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TextArea } from '../../../ui/components/form/TextArea';
import { act, mount, press, type } from '../../support/render';

let submits = 0;
test.before.each(() => {
  submits = 0;
});

function Form({ button }: { button?: 'may' | 'must not' }) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submits++;
      }}
    >
      <TextArea aria-label="summary" value={text} onChange={setText} />
      {button && (
        <button type="submit" disabled={button === 'must not'}>
          Save
        </button>
      )}
    </form>
  );
}

const area = () => document.querySelector<HTMLTextAreaElement>('textarea') as HTMLTextAreaElement;

test('Enter submits the form once, and adds no line', () => {
  mount(<Form button="may" />);
  assert.is(press(area(), 'Enter'), false);
  assert.is(submits, 1);
});

test('Enter submits a form without a button', () => {
  mount(<Form />);
  press(area(), 'Enter');
  assert.is(submits, 1);
});

test('Enter submits nothing if the button is disabled', () => {
  mount(<Form button="must not" />);
  press(area(), 'Enter');
  assert.is(submits, 0);
});

for (const key of ['shiftKey', 'ctrlKey', 'metaKey', 'altKey']) {
  test(`leaves Enter with ${key} to the browser`, () => {
    mount(<Form button="may" />);
    assert.is(press(area(), 'Enter', { [key]: true }), true);
    assert.is(submits, 0);
  });
}

test('submits nothing on the Enter of an input method', () => {
  mount(<Form button="may" />);
  act(() => {
    area().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
  });
  assert.is(submits, 0);
});

test('does nothing if another handler has prevented Enter', () => {
  const view = mount(
    <form onSubmit={() => submits++}>
      <TextArea
        aria-label="summary"
        value=""
        onChange={() => {}}
        onKeyDown={(event) => event.preventDefault()}
      />
    </form>,
  );
  press(view.find('textarea'), 'Enter');
  assert.is(submits, 0);
});

test('outside a form Enter adds a line', () => {
  const view = mount(<TextArea aria-label="summary" value="" onChange={() => {}} />);
  assert.is(press(view.find('textarea'), 'Enter'), true);
});

test('fits its height to its text where CSS cannot', () => {
  const known = Object.getOwnPropertyDescriptor(globalThis, 'CSS') as PropertyDescriptor;
  Object.defineProperty(globalThis, 'CSS', { value: { supports: () => false }, configurable: true });
  Object.defineProperty(HTMLTextAreaElement.prototype, 'scrollHeight', {
    get() {
      return 10 + 20 * (this as HTMLTextAreaElement).value.split('\n').length;
    },
    configurable: true,
  });
  try {
    mount(<Form />);
    assert.is(area().style.height, '30px');
    type(area(), 'one\ntwo\nthree');
    assert.is(area().style.height, '70px');
    assert.is(area().style.maxHeight, '12.5rem');
  } finally {
    Object.defineProperty(globalThis, 'CSS', known);
    Reflect.deleteProperty(HTMLTextAreaElement.prototype, 'scrollHeight');
  }
});

test.run();
