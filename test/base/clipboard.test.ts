import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { copyText, onCopyRefused } from '../../ui/base/clipboard';
import { resetDom, setMarkup } from '../support/dom';

interface Copied {
  text: string;
  selected: string;
  hasFocus: boolean;
  host: Element | null;
}

let copied: Copied[] = [];

/** Adds the execCommand that happy-dom lacks; it records what a browser would copy. */
function allowCommand(answer: () => boolean): void {
  Reflect.set(document, 'execCommand', (command: string) => {
    const area = document.querySelector('textarea[readonly]') as HTMLTextAreaElement;
    copied.push({
      text: `${command}: ${area.value}`,
      selected: area.value.slice(area.selectionStart, area.selectionEnd),
      hasFocus: document.activeElement === area,
      host: area.parentElement,
    });
    return answer();
  });
}

function setClipboard(isSecure: boolean, writeText?: (text: string) => Promise<void>): void {
  Object.defineProperty(window, 'isSecureContext', { value: isSecure, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: writeText && { writeText }, configurable: true });
}

function needed<E extends Element = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element;
}

test.before.each(() => {
  resetDom();
  copied = [];
  setClipboard(false);
  allowCommand(() => true);
});

test('in a secure context it uses the clipboard, and adds nothing to the page', async () => {
  const written: string[] = [];
  setClipboard(true, async (text) => void written.push(text));
  assert.is(await copyText('id1'), true);
  assert.equal([written, copied], [['id1'], []]);
});

for (const isSecure of [false, true]) {
  test(`it selects a text area ${isSecure ? 'if the clipboard refuses' : 'without a secure context'}`, async () => {
    setClipboard(isSecure, async () => {
      throw new DOMException('Not allowed.', 'NotAllowedError');
    });
    const text = 'line 1\nline 2';
    assert.is(await copyText(text), true);
    assert.equal(copied, [{ text: `copy: ${text}`, selected: text, hasFocus: true, host: document.body }]);
    assert.is(document.querySelector('textarea'), null);
  });
}

test('returns false if the browser cannot copy, says so, and leaves nothing in the page', async () => {
  const hints: string[] = [];
  onCopyRefused((hint) => void hints.push(hint));
  allowCommand(() => false);
  assert.is(await copyText('id1'), false);
  allowCommand(() => {
    throw new Error('refused');
  });
  assert.is(await copyText('id1'), false);
  Reflect.deleteProperty(document, 'execCommand');
  assert.is(await copyText('id1', 'Select it.'), false);
  assert.equal(hints, ['', '', 'Select it.']);
  assert.is(document.querySelector('textarea'), null);
});

for (const [what, html, focused, host] of [
  ['a button', '<p id="p"><button id="copy">Copy</button></p>', '#copy', '#p'],
  [
    'a menu',
    '<main inert></main><div role="dialog"><p id="p"><button>Copy</button></p></div>',
    'button',
    '#p',
  ],
  ['a dialog', '<div role="dialog" tabindex="-1"></div>', '[role=dialog]', '[role=dialog]'],
] as const) {
  test(`the text area is beside the focus, which never leaves ${what}`, async () => {
    setMarkup(html);
    const left: Array<EventTarget | null> = [];
    needed(host).addEventListener('focusout', (event) => {
      if (!needed(host).contains(event.relatedTarget as Node | null)) left.push(event.target);
    });
    needed(focused).focus();
    await copyText('id1');
    assert.ok(copied[0]?.hasFocus && copied[0].host === needed(host));
    assert.equal(left, []);
    assert.ok(document.activeElement === needed(focused));
  });
}

test('without focus the text area is inside the topmost dialog that is not inert', async () => {
  setMarkup(`
    <main inert></main>
    <div role="dialog" id="below" inert></div>
    <div role="dialog" id="top"></div>
    <div inert><div role="dialog" id="leaving"></div></div>`);
  await copyText('id1');
  assert.ok(copied[0]?.hasFocus && copied[0].host === needed('#top'));
});

test('an element that has become inert under a dialog does not count as focused', async () => {
  setMarkup('<main><button>Open</button></main>');
  needed('button').focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>');
  needed('main').inert = true;
  await copyText('id1');
  assert.is(copied[0]?.host, needed('[role=dialog]'));
  assert.is(copied[0]?.hasFocus, true);
});

test.run();
