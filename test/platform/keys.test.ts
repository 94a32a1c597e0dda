import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isComposing, isPlainClick } from '../../ui/platform/keys';

const presses: Array<[what: string, init: KeyboardEventInit, expected: boolean]> = [
  ['Enter by itself', { key: 'Enter', keyCode: 13 }, false],
  ['Enter that chooses a word', { key: 'Enter', keyCode: 13, isComposing: true }, true],
  ['Enter that ends composing in Safari', { key: 'Enter', keyCode: 229, isComposing: false }, true],
];

for (const [what, init, expected] of presses) {
  test(`${what} ${expected ? 'belongs' : 'does not belong'} to the input method`, () => {
    const event = new KeyboardEvent('keydown', init);
    // happy-dom does not set keyCode.
    Object.defineProperty(event, 'keyCode', { value: init.keyCode });
    assert.is(isComposing(event), expected);
    assert.is(isComposing({ nativeEvent: event }), expected);
  });
}

const clicks: Array<[what: string, init: MouseEventInit, expected: boolean]> = [
  ['the primary button', {}, true],
  ['the middle button', { button: 1 }, false],
  ['the secondary button', { button: 2 }, false],
  ['Ctrl', { ctrlKey: true }, false],
  ['Cmd', { metaKey: true }, false],
  ['Shift', { shiftKey: true }, false],
  ['Alt', { altKey: true }, false],
];

for (const [what, init, expected] of clicks) {
  test(`a click with ${what} is ${expected ? 'ours' : "the browser's"}`, () => {
    assert.is(isPlainClick(new MouseEvent('click', init)), expected);
  });
}

test.run();
