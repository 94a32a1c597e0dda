import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Thumb } from '../../../ui/records/display/Thumb';
import { resetDom } from '../../support/dom';
import { click, mount } from '../../support/render';

test.before.each(resetDom);

test('is a picture without a button if nothing opens it', () => {
  const view = mount(<Thumb name="a.png" address="/a.png" />);
  assert.is(view.findAll('button').length, 0);
  assert.is(view.find('img').getAttribute('alt'), 'a.png');
});

for (const name of ['a.png', 'a.pdf']) {
  test(`${name} that can be opened is a button of its name`, () => {
    let opened = 0;
    const view = mount(<Thumb name={name} address="/a" onOpen={() => opened++} />);
    const button = view.find<HTMLButtonElement>('button');
    assert.is(button.type, 'button');
    assert.is(
      button.querySelector('[alt], [aria-label]')?.getAttribute(name === 'a.png' ? 'alt' : 'aria-label'),
      name,
    );
    click(button);
    assert.is(opened, 1);
  });
}

test('the tooltip is the name, another text, or none', () => {
  const tooltip = () => document.querySelector<HTMLElement>('[data-tooltip]')?.dataset['tooltip'];
  mount(<Thumb name="a.png" address="/a" />);
  assert.is(tooltip(), 'a.png');
  mount(<Thumb name="a.png" address="/a" tooltip="More of it" />);
  assert.is(tooltip(), 'More of it');
  mount(<Thumb name="a.pdf" address="/a" tooltip="" />);
  assert.is(tooltip(), undefined);
});

test.run();
