import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DateInput } from '../../../ui/components/form/DateInput';
import { click, focus, mount, press, type, type View } from '../../support/render';

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
const leave = () => focus(document.querySelector('button:last-of-type') as Element);

test('shows a stored date without Z and fraction, and never rewrites it on focus', () => {
  mount(<Ships start={stored} />);
  assert.is(input().value, '2026-11-24 08:00:00');
  focus(input());
  leave();
  assert.equal(given, []);
});

test('keeps what is typed unchanged, and completes it on blur', () => {
  mount(<Ships />);
  for (const text of ['2026', '2026-11-24T', '2026-11-24T07:30Z']) {
    type(input(), text);
    assert.is(input().value, text);
  }
  leave();
  assert.equal(given, ['2026', '2026-11-24T', '2026-11-24T07:30Z', '2026-11-24 07:30:00']);
  assert.is(input().value, '2026-11-24 07:30:00');
});

test('keeps an invalid date as typed', () => {
  mount(<Ships />);
  type(input(), 'next week');
  leave();
  assert.equal(given, ['next week']);
});

test('is the stored text again when it is typed back', () => {
  mount(<Ships start={stored} />);
  focus(input());
  type(input(), '2026-11-24 08:00:0');
  type(input(), '2026-11-24 08:00:00');
  assert.equal(given, ['2026-11-24 08:00:0', stored]);
});

test('clearing gives an empty text and moves the focus to the input; a required date has no Clear', () => {
  let view = mount(<Ships start={stored} />);
  click(view.byLabel('Clear'));
  assert.equal(given, ['']);
  assert.ok(document.activeElement === input());
  assert.is(view.findAll('[aria-label="Clear"]').length, 0, 'nothing is left to clear');

  view = mount(<Ships start={stored} isRequired />);
  assert.is(view.findAll('[aria-label="Clear"]').length, 0);
});

const isOpen = (view: View) => view.findAll('[role="dialog"]').length > 0;
const focusedDay = () => (document.activeElement as HTMLElement).dataset['day'];

test('opens the calendar at the date in UTC, with the focus on its day', () => {
  const view = mount(<Ships start="2026-11-24 23:59:58.500Z" />);
  click(view.byLabel('Pick a date'));
  assert.match(view.find('[role="dialog"]').textContent ?? '', /^November 2026Mo/);
  assert.equal(
    [focusedDay(), view.find<HTMLInputElement>('[role="dialog"] input').value],
    ['2026-11-24', '23:59:58.500'],
  );
  assert.is(view.findAll('td[aria-selected="true"]').length, 1);
  click(view.find('[data-day="2026-12-01"]'));
  assert.equal(
    [given, isOpen(view)],
    [['2026-12-01 23:59:58.500'], true],
    'a click leaves the time to be set',
  );
});

test('Enter picks the day and closes; without a date the time is midnight', () => {
  const view = mount(<Ships />);
  click(view.byLabel('Pick a date'));
  const today = new Date().toISOString().slice(0, 10);
  assert.is(focusedDay(), today);
  press(document.activeElement as Element, 'Enter');
  assert.equal([given, isOpen(view)], [[`${today} 00:00:00`], false]);
  assert.ok(document.activeElement === view.byLabel('Pick a date'));
});

test('moves the focus by the keys of a date grid and changes nothing', () => {
  const view = mount(<Ships start={stored} />);
  click(view.byLabel('Pick a date'));
  for (const [key, day] of [
    ['ArrowLeft', '2026-11-23'],
    ['End', '2026-11-29'],
    ['PageDown', '2026-12-29'],
    ['ArrowDown', '2027-01-05'],
  ] as const) {
    press(document.activeElement as Element, key);
    assert.is(focusedDay(), day);
  }
  assert.equal(view.findAll('[data-day][tabindex="0"]').length, 1);
  press(document.activeElement as Element, 'Escape');
  assert.equal([given, isOpen(view)], [[], false]);
  assert.ok(document.activeElement === view.byLabel('Pick a date'));
});

test('changes the month by buttons, which keep the focus', () => {
  const view = mount(<Ships start="2026-01-31 08:00:00.000Z" />);
  click(view.byLabel('Pick a date'));
  const next = view.byLabel('Next month');
  focus(next);
  click(next);
  assert.match(view.text(), /February 2026/);
  assert.ok(document.activeElement === next);
  click(view.byLabel('Previous month'));
  click(view.byLabel('Previous month'));
  assert.match(view.text(), /December 2025/);
  assert.equal(given, []);
});

test('takes a time of 24 hours; marks an invalid time and changes nothing', () => {
  const view = mount(<Ships start={stored} />);
  click(view.byLabel('Pick a date'));
  const time = view.find<HTMLInputElement>('[role="dialog"] input');
  type(time, '9:');
  assert.equal([time.getAttribute('aria-invalid'), given], ['true', []]);
  press(time, 'Enter');
  assert.ok(isOpen(view));
  type(time, '21:5');
  assert.equal(
    [time.getAttribute('aria-invalid'), time.value, given],
    [null, '21:5', ['2026-11-24 21:05:00']],
  );
  press(time, 'Enter');
  assert.not(isOpen(view));
  assert.is(input().value, '2026-11-24 21:05:00');
});

test('Now sets the moment in UTC, to the second', () => {
  const view = mount(<Ships />);
  click(view.byLabel('Pick a date'));
  click(view.findAll('[role="dialog"] button').find(({ textContent }) => textContent === 'Now') as Element);
  const [now = ''] = given;
  assert.match(now, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.ok(Math.abs(Date.parse(`${now.replace(' ', 'T')}Z`) - Date.now()) < 60_000);
});

test('a disabled date has no buttons', () => {
  const view = mount(<Ships start={stored} disabled />);
  assert.is(view.findAll('button').length, 1);
});

test.run();
