import Mail from 'lucide-react/icons/mail';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Accordion, AccordionFrame, type AccordionProps } from '../../../ui/components/page/Accordion';
import { click, mount, press } from '../../support/render';

function open(props: Partial<AccordionProps> = {}) {
  function Owner() {
    const [isOpen, setOpen] = useState(false);
    return (
      <AccordionFrame>
        <Accordion icon={Mail} title="Mail" {...props} isOpen={isOpen} onToggle={setOpen}>
          Inside
        </Accordion>
      </AccordionFrame>
    );
  }
  const view = mount(<Owner />);
  return { view, head: view.find('button') };
}

test('renders its content while it is open, as a region named by its header', () => {
  const { view, head } = open();
  assert.is(view.text(), 'Mail');
  assert.is(head.getAttribute('aria-expanded'), 'false');
  assert.is(head.getAttribute('aria-controls'), null);
  click(head);
  const region = document.getElementById(head.getAttribute('aria-controls') ?? '');
  assert.is(region?.textContent, 'Inside');
  assert.is(region?.getAttribute('aria-labelledby'), head.id);
  assert.is(head.getAttribute('aria-expanded'), 'true');
  click(head);
  assert.is(view.text(), 'Mail');
});

test('shows in its header its state, and whether it has errors', () => {
  assert.is(open({ status: 'Enabled' }).view.text(), 'MailEnabled');
  const { head } = open({ hasErrors: true, status: 'Enabled' });
  assert.is(head.textContent, 'MailHas errorsEnabled');
  assert.is(head.querySelector<HTMLElement>('[data-tooltip]')?.dataset['tooltip'], 'Has errors');
});

test('its heading has the given level', () => {
  assert.is(open().head.parentElement?.localName, 'h3');
  assert.is(open({ level: 4 }).head.parentElement?.localName, 'h4');
});

test('arrow keys, Home and End lead from header to header', () => {
  const names = ['One', 'Two', 'Three'];
  const view = mount(
    <AccordionFrame>
      {names.map((title) => (
        <Accordion key={title} icon={Mail} title={title} isOpen={title === 'Two'} onToggle={() => {}}>
          <button type="button">Inside</button>
        </Accordion>
      ))}
    </AccordionFrame>,
  );
  view.find('button').focus();
  const steps = [
    ['ArrowDown', 'Two'],
    ['ArrowDown', 'Three'],
    ['ArrowDown', 'Three'],
    ['Home', 'One'],
    ['ArrowUp', 'One'],
    ['End', 'Three'],
    ['ArrowUp', 'Two'],
  ];
  for (const [key = '', name] of steps) {
    press(document.activeElement as HTMLElement, key);
    assert.is(document.activeElement?.textContent, name, key);
  }
});

test.run();
