import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { focusableIn, focusFirstInvalid, followFocus } from '../../ui/base/focus';
import { ariaKeys, hasModifier, isComposing, isPlainClick, matchesKeys, printKeys } from '../../ui/base/keys';
import { resetDom, setMarkup } from '../support/dom';

test.before(followFocus);
test.before.each(resetDom);

function namesIn(html: string): string[] {
  setMarkup(`<div id="root" tabindex="0">${html}</div><button id="outside"></button>`);
  const root = document.querySelector<HTMLElement>('#root');
  return root ? focusableIn(root).map((element) => element.id) : [];
}

test('controls are found in document order, without the root and elements outside it', () => {
  const names = namesIn(`
    <a id="link" href="#/logs">x</a>
    <button id="button"></button>
    <div><input id="input"><select id="select"></select></div>
    <textarea id="area"></textarea>
    <details open><summary id="summary">x</summary></details>
    <div id="editable" contenteditable="true"></div>
    <div id="tab" tabindex="0"></div>`);
  assert.equal(names, ['link', 'button', 'input', 'select', 'area', 'summary', 'editable', 'tab']);
});

for (const html of [
  '<a id="x">x</a>',
  '<div id="x"></div>',
  '<input id="x" type="hidden">',
  '<button id="x" disabled></button>',
  '<button id="x" tabindex="-1"></button>',
  '<p id="x" contenteditable="true" tabindex="-1"></p>',
  '<p id="x" contenteditable="false"></p>',
  '<summary id="x"></summary>',
  '<div inert><button id="x"></button></div>',
  '<div style="display: none"><button id="x"></button></div>',
  '<div hidden><button id="x"></button></div>',
  '<div style="visibility: hidden"><button id="x"></button></div>',
]) {
  test(`no control can be reached in ${html}`, () => {
    assert.equal(namesIn(`${html}<button id="last"></button>`), ['last']);
  });
}

const wrong = (id: string) => `<input id="${id}" aria-invalid="true">`;
for (const [what, html, focused] of [
  ['none that is fine', `<input id="a">${wrong('b')}`, 'b'],
  ['none that is hidden', `<p hidden>${wrong('a')}</p>${wrong('b')}`, 'b'],
  ['the first control of a field', '<div data-invalid="true"><i></i><button id="a"></button></div>', 'a'],
  ['nothing where all is fine', '<input id="a" aria-invalid="false">', ''],
] as const) {
  test(`of the invalid controls ${what} gets the focus`, () => {
    setMarkup(`<div id="root">${html}</div>`);
    focusFirstInvalid(document.querySelector('#root'));
    focusFirstInvalid(null);
    assert.is(document.activeElement?.id ?? '', focused);
  });
}

const part = (id: string) => document.getElementById(id) as HTMLElement;
const line = (name: string) =>
  `<li id="${name}" class="line"><input id="${name}-name"><button id="${name}-x"></button></li>`;
for (const [what, focused, act, heir] of [
  ['the same control of the next line', 'b-x', () => part('b').remove(), 'c-x'],
  ['what stands behind the last line', 'c-x', () => part('c').remove(), 'add'],
  ['the one before a button that is full', 'add', () => part('add').setAttribute('disabled', ''), 'c-x'],
  ['what takes its place', 'b-name', () => [part('b-name').remove(), part('b-x').before(part('a-x'))], 'a-x'],
  ['the line that is left of several', 'b-x', () => ['c', 'b'].map((id) => part(id).remove()), 'add'],
  ['what is beside a list that is hidden', 'b-x', () => part('list').setAttribute('hidden', ''), 'save'],
  ['the list of a bar that has gone', 'save', () => part('bar').remove(), 'content'],
  ['what had it before a message', 'undo', () => part('toast').remove(), 'b-x'],
  ['nothing, if it was given up', 'b-x', () => part('b-x').blur(), ''],
] as const) {
  test(`when its element has gone, the focus goes to: ${what}`, async () => {
    setMarkup(`<main id="content" tabindex="-1"><button id="head"></button>
      <ul id="list">${line('a')}${line('b')}${line('c')}<button id="add"></button></ul>
      <div id="bar" data-bar><button id="save"></button></div></main>
      <div id="toast"><button id="undo"></button></div>`);
    part('b-x').focus();
    part(focused).focus();
    await Promise.resolve();
    act();
    await new Promise((resolve) => setTimeout(resolve));
    assert.is(document.activeElement?.id ?? '', heir);
  });
}

for (const [what, keyCode, isInWord, expected] of [
  ['Enter by itself', 13, false, false],
  ['Enter that chooses a word', 13, true, true],
  ['Enter that ends composing in Safari', 229, false, true],
] as const) {
  test(`${what} ${expected ? 'belongs' : 'does not belong'} to the input method`, () => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', isComposing: isInWord });
    // happy-dom does not set keyCode.
    Object.defineProperty(event, 'keyCode', { value: keyCode });
    assert.equal([isComposing(event), isComposing({ nativeEvent: event })], [expected, expected]);
  });
}

for (const [what, keys, states, expected] of [
  ['Alt', 'alt', '', true],
  ['AltGr on Windows', 'ctrl alt', 'Control Alt AltGraph', false],
  ['Option in a browser that calls it AltGr', 'alt', 'Alt AltGraph', true],
  ['AltGr on Linux', '', 'AltGraph', false],
] as const) {
  test(`with ${what} a key ${expected ? 'belongs to a shortcut' : 'writes a character'}`, () => {
    const [altKey, ctrlKey, metaKey] = ['alt', 'ctrl', 'meta'].map((key) => keys.split(' ').includes(key));
    const getModifierState = (name: string) => states.split(' ').includes(name);
    assert.is(hasModifier({ altKey, ctrlKey, metaKey, getModifierState } as KeyboardEvent), expected);
  });
}

test('only a click with the primary button and no key is ours', () => {
  const others = [1, 2].map((button) => ({ button }));
  const held = ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'].map((key) => ({ [key]: true }));
  assert.ok(isPlainClick(new MouseEvent('click')));
  for (const init of [...others, ...held]) assert.not(isPlainClick(new MouseEvent('click', init)));
});

function withPlatform(platform: string, run: () => void): void {
  const before = Object.getOwnPropertyDescriptor(navigator, 'platform');
  Object.defineProperty(navigator, 'platform', { value: platform, configurable: true });
  run();
  if (before) Object.defineProperty(navigator, 'platform', before);
  else Reflect.deleteProperty(navigator, 'platform');
}

const ctrl = { ctrlKey: true };
const shift = { shiftKey: true };
for (const [platform, keys, init, expected] of [
  ['Linux', 'Mod+K', { key: 'k', ...ctrl }, true],
  ['Linux', 'Mod+K', { key: 'k', metaKey: true }, false],
  ['Linux', 'Mod+K', { key: 'k', ...ctrl, ...shift }, false],
  ['Linux', 'Mod+K', { key: 'л', code: 'KeyK', ...ctrl }, true],
  ['Linux', 'Mod+K', { key: 't', code: 'KeyK', ...ctrl }, false],
  ['MacIntel', 'Mod+K', { key: 'k', metaKey: true }, true],
  ['Win32', '?', { key: '?', ...shift }, true],
  ['Win32', '/', { key: '/', ...shift }, true],
  ['Win32', '/', { key: '7', ...shift }, false],
] as const) {
  test(`on ${platform}, ${JSON.stringify(init)} is ${expected ? '' : 'not '}${keys}`, () =>
    withPlatform(platform, () => assert.is(matchesKeys(new KeyboardEvent('keydown', init), keys), expected)));
}

for (const [platform, keys, aria, names] of [
  ['Linux', 'Mod+K', 'Control+K', ['Ctrl', 'K']],
  ['MacIntel', 'Mod+K', 'Meta+K', ['⌘', 'K']],
  ['MacIntel', 'Control+Home', 'Control+Home', ['Ctrl', 'Home']],
  ['Win32', 'Alt+ArrowDown', 'Alt+ArrowDown', ['Alt', 'Down']],
] as const) {
  // Tooltips print the name for screen readers.
  test(`${keys} is printed for ${platform}`, () =>
    withPlatform(platform, () =>
      assert.equal([ariaKeys(keys), printKeys(keys), printKeys(aria)], [aria, names, names]),
    ));
}

test.run();
