import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CodeBlock } from '../../../ui/components/basics/CodeBlock';
import { mount } from '../../support/render';

test('colours code by its parts and keeps its text', () => {
  const code = '{\n  "<b>": "\\"x\\" & <i>",\n  "n": -1.5,\n  "no": null\n}';
  const view = mount(<CodeBlock code={code} language="json" label="data.details" />);
  const box = view.find('pre');
  assert.is(box.textContent, code);
  assert.equal(
    [...box.querySelectorAll('span')].map(({ textContent }) => textContent),
    ['"<b>"', '"\\"x\\" & <i>"', '"n"', '-1.5', '"no"', 'null'],
  );
  assert.is(box.querySelectorAll('b, i').length, 0);
});

test('makes a scrolling block focusable and gives it a name', () => {
  const box = mount(<CodeBlock code="{}" language="json" label="data.details" />).find('pre');
  assert.is(box.tabIndex, 0);
  assert.is(box.getAttribute('role'), 'group');
  assert.is(box.getAttribute('aria-label'), 'data.details');
});

test('renders very long code as one text without elements', () => {
  const code = JSON.stringify(Array.from({ length: 50_000 }, (_, at) => `"${at}`));
  const view = mount(<CodeBlock code={code} language="json" label="data.details" />);
  assert.is(view.find('pre').textContent, code);
  assert.is(view.findAll('pre span').length, 0);
});

test.run();
