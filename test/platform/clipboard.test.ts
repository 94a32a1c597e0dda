import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { copyText, onCopyRefused } from '../../ui/platform/clipboard';
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
  setClipboard(true, async (text) => {
    written.push(text);
  });
  assert.is(await copyText('id1'), true);
  assert.equal(written, ['id1']);
  assert.equal(copied, []);
});

test('without a secure context it selects a text area, and removes it afterwards', async () => {
  setClipboard(false, async () => {
    throw new Error('must not be asked');
  });
  assert.is(await copyText('line 1\nline 2'), true);
  assert.is(copied.length, 1);
  assert.is(copied[0]?.text, 'copy: line 1\nline 2');
  assert.is(copied[0]?.selected, 'line 1\nline 2');
  assert.is(copied[0]?.hasFocus, true);
  assert.is(document.querySelector('textarea'), null);
});

test('if the clipboard refuses, it uses the text area', async () => {
  setClipboard(true, async () => {
    throw new DOMException('Not allowed.', 'NotAllowedError');
  });
  assert.is(await copyText('id1'), true);
  assert.is(copied[0]?.text, 'copy: id1');
});

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

test('the focus returns to its element', async () => {
  setMarkup('<p><button id="copy">Copy</button></p>');
  needed('#copy').focus();
  await copyText('id1');
  assert.is(document.activeElement, needed('#copy'));
});

test('the text area is beside the focused element, so that no menu loses the focus', async () => {
  setMarkup('<main inert></main><div role="dialog"><div id="menu"><button>Copy</button></div></div>');
  needed('button').focus();
  await copyText('id1');
  assert.is(copied[0]?.host, needed('#menu'));
  assert.is(copied[0]?.hasFocus, true);
});

test('a menu around the focused element never loses the focus', async () => {
  setMarkup('<div id="menu"><button>Copy</button></div>');
  const left: Array<EventTarget | null> = [];
  needed('#menu').addEventListener('focusout', (event) => {
    if (!needed('#menu').contains(event.relatedTarget as Node | null)) left.push(event.target);
  });
  needed('button').focus();
  await copyText('id1');
  assert.is(copied.length, 1);
  assert.equal(left, []);
});

test('if the dialog itself has the focus, the text area is inside it', async () => {
  setMarkup('<main inert></main><div role="dialog" tabindex="-1"></div>');
  needed('[role=dialog]').focus();
  await copyText('id1');
  assert.is(copied[0]?.host, needed('[role=dialog]'));
  assert.is(document.activeElement, needed('[role=dialog]'));
});

test('without focus the text area is inside the topmost dialog that is not inert', async () => {
  setMarkup(`
    <main inert></main>
    <div role="dialog" id="below" inert></div>
    <div role="dialog" id="top"></div>
    <div inert><div role="dialog" id="leaving"></div></div>`);
  await copyText('id1');
  assert.is(copied[0]?.host, needed('#top'));
  assert.is(copied[0]?.hasFocus, true);
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

test('without focus and dialog the text area is in the body', async () => {
  await copyText('id1');
  assert.is(copied[0]?.host, document.body);
});

test.run();
