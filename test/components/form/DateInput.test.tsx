import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DateInput } from '../../../ui/components/form/DateInput';
import { click, focus, mount, type } from '../../support/render';

const given: string[] = [];
test.before.each(() => {
  given.length = 0;
});

function Ships({ start = '', ...props }: { start?: string; isRequired?: boolean; disabled?: boolean }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <DateInput
        {...props}
        aria-label="ships"
        value={value}
        onChange={(next) => {
          given.push(next);
          setValue(next);
        }}
      />
      <button type="button">Next</button>
    </>
  );
}

const stored = '2026-11-24 08:00:00.000Z';
const input = () => document.querySelector<HTMLInputElement>('[aria-label="ships"]') as HTMLInputElement;
const picker = () => document.querySelector<HTMLInputElement>('[type="datetime-local"]') as HTMLInputElement;
const leave = () => focus(document.querySelector('button:last-of-type') as Element);

test('a stored date is shown tidily and never rewritten by a look', () => {
  mount(<Ships start={stored} />);
  assert.is(input().value, '2026-11-24 08:00:00');
  focus(input());
  leave();
  assert.equal(given, []);
});

test('what is typed is kept letter by letter, and completed when it is left', () => {
  mount(<Ships />);
  for (const text of ['2026', '2026-11-24T', '2026-11-24T07:30Z']) {
    type(input(), text);
    assert.is(input().value, text);
  }
  leave();
  assert.equal(given, ['2026', '2026-11-24T', '2026-11-24T07:30Z', '2026-11-24 07:30:00']);
  assert.is(input().value, '2026-11-24 07:30:00');
});

test('what is no date stays as it was typed', () => {
  mount(<Ships />);
  type(input(), 'next week');
  leave();
  assert.equal(given, ['next week']);
});

test('typed back, it is the stored text again', () => {
  mount(<Ships start={stored} />);
  focus(input());
  type(input(), '2026-11-24 08:00:0');
  type(input(), '2026-11-24 08:00:00');
  assert.equal(given, ['2026-11-24 08:00:0', stored]);
});

test('clearing gives an empty text and the focus to the input; a required date is not cleared', () => {
  let view = mount(<Ships start={stored} />);
  click(view.byLabel('Clear'));
  assert.equal(given, ['']);
  assert.ok(document.activeElement === input());
  assert.is(view.findAll('[aria-label="Clear"]').length, 0, 'nothing is left to clear');

  view = mount(<Ships start={stored} isRequired />);
  assert.is(view.findAll('[aria-label="Clear"]').length, 0);
});

test('the browser’s calendar opens at the date, in UTC, and gives seconds', () => {
  const view = mount(<Ships start="2026-11-24 23:59:58.500Z" />);
  let shown = 0;
  picker().showPicker = () => {
    shown++;
  };
  click(view.byLabel('Pick a date'));
  assert.equal([shown, picker().value, picker().step], [1, '2026-11-24T23:59:58', '1']);
  type(picker(), '2026-12-01T06:07');
  assert.equal(given, ['2026-12-01 06:07:00']);
});

test('without a calendar the text takes the focus', () => {
  const view = mount(<Ships />);
  picker().showPicker = () => {
    throw new DOMException('not here', 'SecurityError');
  };
  click(view.byLabel('Pick a date'));
  assert.ok(document.activeElement === input());
});

test('the calendar’s own input is met by no Tab and read by no screen reader', () => {
  mount(<Ships />);
  assert.equal([picker().tabIndex, picker().getAttribute('aria-hidden')], [-1, 'true']);
});

test('a disabled date has no buttons', () => {
  const view = mount(<Ships start={stored} disabled />);
  assert.is(view.findAll('button').length, 1);
});

test.run();
