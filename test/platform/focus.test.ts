import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { focusableIn, focusFirstInvalid } from '../../ui/platform/focus';
import { resetDom, setMarkup } from '../support/dom';

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

const unreachable: Array<[what: string, html: string]> = [
  ['a link without an address', '<a id="x">x</a>'],
  ['plain elements', '<div id="x"></div>'],
  ['a hidden input', '<input id="x" type="hidden">'],
  ['a disabled button', '<button id="x" disabled></button>'],
  ['a button taken out of the order', '<button id="x" tabindex="-1"></button>'],
  ['editable text taken out of the order', '<p id="x" contenteditable="true" tabindex="-1"></p>'],
  ['a summary without details', '<summary id="x"></summary>'],
  ['an inert element', '<div inert><button id="x"></button></div>'],
  ['an element with display: none', '<div style="display: none"><button id="x"></button></div>'],
  ['a hidden element', '<div hidden><button id="x"></button></div>'],
  ['an element with visibility: hidden', '<div style="visibility: hidden"><button id="x"></button></div>'],
  ['text that cannot be edited', '<p id="x" contenteditable="false"></p>'],
];

for (const [what, html] of unreachable) {
  test(`${what} is not focusable`, () => {
    assert.equal(namesIn(`${html}<button id="last"></button>`), ['last']);
  });
}

for (const [what, html, focused] of [
  ['the first control', '<input id="a" aria-invalid="true"><input id="b" aria-invalid="true">', 'a'],
  ['none that is fine', '<input id="a"><input id="b" aria-invalid="true">', 'b'],
  [
    'none that is hidden',
    '<p hidden><input id="a" aria-invalid="true"></p><input id="b" aria-invalid="true">',
    'b',
  ],
  ['the first control of a field', '<div data-invalid="true"><i></i><button id="a"></button></div>', 'a'],
  ['nothing where all is fine', '<input id="a" aria-invalid="false">', ''],
] as const) {
  test(`of the invalid controls ${what} gets the focus`, () => {
    setMarkup(`<div id="root">${html}</div>`);
    focusFirstInvalid(document.querySelector('#root'));
    assert.is(document.activeElement?.id ?? '', focused);
    focusFirstInvalid(null);
    assert.is(document.activeElement?.id ?? '', focused);
  });
}

test.run();
