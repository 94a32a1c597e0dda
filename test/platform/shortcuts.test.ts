import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ariaKeys, printKeys } from '../../ui/platform/keys';
import { matchesKeys } from '../../ui/platform/shortcuts';

function withPlatform(platform: string, run: () => void): void {
  const before = Object.getOwnPropertyDescriptor(navigator, 'platform');
  Object.defineProperty(navigator, 'platform', { value: platform, configurable: true });
  try {
    run();
  } finally {
    if (before) Object.defineProperty(navigator, 'platform', before);
    else Reflect.deleteProperty(navigator, 'platform');
  }
}

const presses: [platform: string, keys: string, init: KeyboardEventInit, expected: boolean][] = [
  ['Linux x86_64', 'Mod+K', { key: 'k', ctrlKey: true }, true],
  ['Linux x86_64', 'Mod+K', { key: 'K', ctrlKey: true }, true],
  ['Linux x86_64', 'Mod+K', { key: 'k', metaKey: true }, false],
  ['Linux x86_64', 'Mod+K', { key: 'k', ctrlKey: true, shiftKey: true }, false],
  ['Linux x86_64', 'Mod+K', { key: 'k', ctrlKey: true, altKey: true }, false],
  ['Linux x86_64', 'Mod+K', { key: 'k' }, false],
  ['Linux x86_64', 'Mod+K', { key: 'л', code: 'KeyK', ctrlKey: true }, true],
  ['Linux x86_64', 'Mod+K', { key: 't', code: 'KeyK', ctrlKey: true }, false],
  ['MacIntel', 'Mod+K', { key: 'k', metaKey: true }, true],
  ['MacIntel', 'Mod+K', { key: 'k', ctrlKey: true }, false],
  ['Win32', '?', { key: '?', shiftKey: true }, true],
  ['Win32', '?', { key: '?' }, true],
  ['Win32', '?', { key: '?', ctrlKey: true }, false],
  ['Win32', '/', { key: '/', shiftKey: true }, true],
  ['Win32', '/', { key: '7', shiftKey: true }, false],
  ['Win32', 'Alt+ArrowUp', { key: 'ArrowUp', altKey: true }, true],
  ['Win32', 'Alt+ArrowUp', { key: 'ArrowUp' }, false],
];

for (const [platform, keys, init, expected] of presses) {
  test(`on ${platform}, ${JSON.stringify(init)} is ${expected ? '' : 'not '}${keys}`, () =>
    withPlatform(platform, () => {
      assert.is(matchesKeys(new KeyboardEvent('keydown', init), keys), expected);
    }));
}

const prints: [platform: string, keys: string, aria: string, names: string[]][] = [
  ['Linux x86_64', 'Mod+K', 'Control+K', ['Ctrl', 'K']],
  ['MacIntel', 'Mod+K', 'Meta+K', ['⌘', 'K']],
  ['MacIntel', 'Control+Home', 'Control+Home', ['Ctrl', 'Home']],
  ['Win32', 'Alt+ArrowDown', 'Alt+ArrowDown', ['Alt', 'Down']],
  ['Win32', '?', '?', ['?']],
];

for (const [platform, keys, aria, names] of prints) {
  test(`${keys} is printed for ${platform}`, () =>
    withPlatform(platform, () => {
      assert.is(ariaKeys(keys), aria);
      assert.equal(printKeys(keys), names);
      // Tooltips read this.
      assert.equal(printKeys(aria), names);
    }));
}

test.run();
