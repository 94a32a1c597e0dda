import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { handleTranslation } from '../../ui/base/translatedPage';
import { resetDom } from '../support/dom';
import { act, mount } from '../support/render';

let set: (isOn: boolean) => void = () => {};

/** A text beside a conditional element, and a conditional text. */
function Saving() {
  const [isOn, setOn] = useState(false);
  set = setOn;
  return (
    <p>
      {isOn && <i>*</i>}
      {isOn ? <b>Saving</b> : 'Save'}
    </p>
  );
}

const fontOf = (text: string) => {
  const font = document.createElement('font');
  font.textContent = text;
  return font;
};
const replaced = (text: ChildNode) => text.replaceWith(fontOf('SPEICHERN'));
const wrapped = (text: ChildNode) => {
  const font = fontOf('');
  text.replaceWith(font);
  font.append(text);
};

test.before(() => {
  resetDom();
  handleTranslation();
});

for (const [what, translate] of [
  ['replaced', replaced],
  ['wrapped', wrapped],
] as const) {
  test(`a text that a translation has ${what} is replaced completely by the new one`, () => {
    const view = mount(<Saving />);
    const line = view.find('p');
    translate(line.firstChild as ChildNode);
    act(() => set(true));
    assert.is(line.innerHTML, '<i>*</i><b>Saving</b>');
    act(() => set(false));
    assert.is(line.textContent, 'Save');
    view.unmount();
  });
}

test('several replaced texts are not confused', () => {
  const root = document.createElement('div');
  const text = document.createTextNode('a');
  root.append(fontOf('A'), fontOf('B'));
  root.removeChild(text);
  assert.is(root.textContent, 'AB');
  root.insertBefore(document.createElement('i'), text);
  assert.is(root.lastElementChild?.tagName, 'I');
});

test.run();
