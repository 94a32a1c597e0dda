import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bearTranslation } from '../../ui/platform/translatedPage';
import { resetDom } from '../support/dom';
import { act, mount } from '../support/render';

let set: (isOn: boolean) => void = () => {};

/** A text beside what comes and goes, and one that goes itself. */
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
  bearTranslation();
});

for (const [what, translate] of [
  ['replaced', replaced],
  ['wrapped', wrapped],
] as const) {
  test(`a text that a translation has ${what} gives way to what comes, and nothing of it stays`, () => {
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

test('without a translation nodes are put and taken as ever', () => {
  const root = document.createElement('div');
  const [one, two] = [document.createElement('i'), document.createElement('b')];
  root.insertBefore(two, null);
  root.insertBefore(one, two);
  assert.is(root.innerHTML, '<i></i><b></b>');
  root.insertBefore(two, undefined as unknown as null);
  assert.ok(root.removeChild(one) === one);
  assert.is(root.innerHTML, '<b></b>');
});

test('where several texts were replaced none is taken for another', () => {
  const root = document.createElement('div');
  const text = document.createTextNode('a');
  root.append(fontOf('A'), fontOf('B'));
  root.removeChild(text);
  assert.is(root.textContent, 'AB');
  root.insertBefore(document.createElement('i'), text);
  assert.is(root.lastElementChild?.tagName, 'I');
});

test.run();
