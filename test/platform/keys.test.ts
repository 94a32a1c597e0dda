import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasModifier, isComposing, isPlainClick } from '../../ui/platform/keys';

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

const none = { altKey: false, ctrlKey: false, metaKey: false };
const held = (...names: string[]) => ({ getModifierState: (name: string) => names.includes(name) });

const modifiers: Array<[what: string, event: Parameters<typeof hasModifier>[0], expected: boolean]> = [
  ['no key', none, false],
  ['Alt', { ...none, altKey: true }, true],
  ['Ctrl', { ...none, ctrlKey: true }, true],
  ['Cmd', { ...none, metaKey: true }, true],
  ['Ctrl and Alt', { ...none, ctrlKey: true, altKey: true, ...held('Control', 'Alt') }, true],
  [
    'AltGr on Windows',
    { ...none, ctrlKey: true, altKey: true, ...held('Control', 'Alt', 'AltGraph') },
    false,
  ],
  ['Option in a browser that calls it AltGr', { ...none, altKey: true, ...held('Alt', 'AltGraph') }, true],
  ['AltGr on Linux', { ...none, ...held('AltGraph') }, false],
];

for (const [what, event, expected] of modifiers) {
  test(`with ${what} a key ${expected ? 'belongs to a shortcut' : 'writes a character'}`, () => {
    assert.is(hasModifier(event), expected);
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
