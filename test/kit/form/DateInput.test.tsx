import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DateInput } from '../../../ui/kit/form/DateInput';
import { completeDate, shownDate } from '../../../ui/kit/form/DatePicker';
import { click, focus, mount, press, type, type View } from '../../support/render';

const given: string[] = [];
test.before.each(() => {
  given.length = 0;
});

function Ships({ start = '', ...props }: { start?: string; isRequired?: boolean; disabled?: boolean }) {
  const [value, setValue] = useState(start);
  const change = (next: string) => {
    given.push(next);
    setValue(next);
  };
  return (
    <>
      <DateInput {...props} aria-label="ships" value={value} onChange={change} />
      <button type="button">Next</button>
    </>
  );
}

const stored = '2026-11-24 08:00:00.000Z';
const focused = () => document.activeElement as HTMLElement;
const input = () => document.querySelector<HTMLInputElement>('[aria-label="ships"]') as HTMLInputElement;
const leave = () => focus(document.querySelector('button:last-of-type') as Element);
const isOpen = (view: View) => view.findAll('[role="dialog"]').length > 0;
const focusedDay = () => focused().dataset['day'];
const timeOf = (view: View) => view.find<HTMLInputElement>('[role="dialog"] input');

function open(start?: string) {
  const view = mount(start === undefined ? <Ships /> : <Ships start={start} />);
  click(view.byLabel('Pick a date'));
  return view;
}

for (const [text, shown, normal] of [
  ['', '', ''],
  [stored, '2026-11-24 08:00:00', '2026-11-24 08:00:00'],
  ['2026-11-24 08:00:09.120Z', '2026-11-24 08:00:09.120', '2026-11-24 08:00:09.120'],
  ['2026-11-24', '2026-11-24', '2026-11-24 00:00:00'],
  ['2026-11-24 08:05', '2026-11-24 08:05', '2026-11-24 08:05:00'],
  ['2026-11-24T08:05:06', '2026-11-24 08:05:06', '2026-11-24 08:05:06'],
  ['2026-02-30', '2026-02-30', '2026-02-30'],
  ['tomorrow', 'tomorrow', 'tomorrow'],
  ['2026-11-24 08:00:00+02:00', '2026-11-24 08:00:00+02:00', '2026-11-24 08:00:00+02:00'],
] as const) {
  test(`"${text}" is shown as "${shown}" and becomes "${normal}"`, () => {
    assert.equal([shownDate(text), completeDate(` ${text} `)], [shown, normal]);
  });
}

test('keeps what is typed and completes it on blur; the stored text again is no change', () => {
  mount(<Ships start={stored} />);
  focus(input());
  leave();
  assert.equal(given, [], 'a stored date is not rewritten');
  const typed = ['2026-11-24 08:00:0', '2026-11-24 08:00:00', '2026', 'next week', '2026-11-24T07:30Z'];
  for (const text of typed) {
    type(input(), text);
    assert.is(input().value, text);
    if (text === 'next week') leave();
  }
  leave();
  assert.equal(given, [typed[0], stored, ...typed.slice(2), '2026-11-24 07:30:00']);
});

test('clearing gives an empty text and moves the focus to the input, where it is allowed', () => {
  let view = mount(<Ships start={stored} />);
  click(view.byLabel('Clear'));
  assert.equal(given, ['']);
  assert.ok(focused() === input());
  assert.is(view.findAll('[aria-label="Clear"]').length, 0, 'nothing is left to clear');
  view = mount(<Ships start={stored} isRequired />);
  assert.is(view.findAll('[aria-label="Clear"]').length, 0);
  view = mount(<Ships start={stored} disabled />);
  assert.is(view.findAll('button').length, 1);
});

test('opens the calendar at the date in UTC, with the focus on its day', () => {
  const view = open('2026-11-24 23:59:58.500Z');
  assert.match(view.find('[role="dialog"]').textContent ?? '', /^November 2026Mo/);
  assert.equal([focusedDay(), timeOf(view).value], ['2026-11-24', '23:59:58.500']);
  assert.is(view.findAll('td[aria-selected="true"]').length, 1);
  const days = view.findAll('[data-day]').map(({ dataset }) => dataset['day']);
  assert.equal([days.length, days[0], days[6], days[41]], [42, '2026-10-26', '2026-11-01', '2026-12-06']);
  assert.is(view.find('[data-day="2026-11-24"]').getAttribute('aria-label'), 'Tuesday, November 24, 2026');
  click(view.find('[data-day="2026-12-01"]'));
  assert.equal([given, isOpen(view)], [['2026-12-01 23:59:58.500'], true], 'the time is still to be set');
});

test('Enter picks the day and closes; without a date the time is midnight', () => {
  const view = open();
  const today = new Date().toISOString().slice(0, 10);
  assert.is(focusedDay(), today);
  press(focused(), 'Enter');
  assert.equal([given, isOpen(view)], [[`${today} 00:00:00`], false]);
  assert.ok(focused() === view.byLabel('Pick a date'));
});

for (const [day, key, to] of [
  ['2026-11-30', 'ArrowRight', '2026-12-01'],
  ['2026-01-01', 'ArrowLeft', '2025-12-31'],
  ['2026-03-01', 'ArrowUp', '2026-02-22'],
  ['2026-11-24', 'ArrowDown', '2026-12-01'],
  ['2026-11-24', 'Home', '2026-11-23'],
  ['2026-11-23', 'Home', '2026-11-23'],
  ['2026-11-24', 'End', '2026-11-29'],
  ['2024-03-31', 'PageUp', '2024-02-29'],
  ['2026-12-31', 'PageDown', '2027-01-31'],
  ['2024-02-29', 'Shift+PageDown', '2025-02-28'],
  ['2026-11-24', 'Shift+PageUp', '2025-11-24'],
  ['0000-01-01', 'ArrowLeft', '0000-01-01'],
  ['0000-02-10', 'Shift+PageUp', '0000-01-01'],
  ['9999-12-31', 'ArrowDown', '9999-12-31'],
  ['9999-12-31', 'Shift+PageDown', '9999-12-31'],
  ['2026-11-24', 'x', '2026-11-24'],
] as const) {
  test(`${key} moves the focus from ${day} to ${to}, and changes nothing`, () => {
    const view = open(`${day} 08:00:00.000Z`);
    const [name = '', hasShift] = key.split('+').reverse();
    press(focused(), name, { shiftKey: hasShift !== undefined });
    assert.equal([focusedDay(), view.findAll('[data-day][tabindex="0"]').length], [to, 1]);
    press(focused(), 'Escape');
    assert.equal([given, isOpen(view)], [[], false]);
    assert.ok(focused() === view.byLabel('Pick a date'));
  });
}

test('changes the month by buttons, which keep the focus', () => {
  const view = open('2026-01-31 08:00:00.000Z');
  const next = view.byLabel('Next month');
  focus(next);
  click(next);
  assert.match(view.text(), /February 2026/);
  assert.ok(focused() === next);
  click(view.byLabel('Previous month'));
  click(view.byLabel('Previous month'));
  assert.match(view.text(), /December 2025/);
  assert.equal(given, []);
});

for (const [text, time] of [
  ['21:5', '21:05:00'],
  [' 23:59:59 ', '23:59:59'],
  ['00:00', '00:00:00'],
  ['08:05:09.120', '08:05:09.120'],
  ['24:00', null],
  ['12:60', null],
  ['12:00:60', null],
  ['9:', null],
  ['8 pm', null],
] as const) {
  test(`the time ${text} ${time ? `becomes ${time}` : 'is marked, and changes nothing'}`, () => {
    const view = open(stored);
    type(timeOf(view), text);
    const isWrong = timeOf(view).getAttribute('aria-invalid');
    assert.equal([isWrong, timeOf(view).value], [time ? null : 'true', text]);
    press(timeOf(view), 'Enter');
    assert.equal([given, isOpen(view)], [time ? [`2026-11-24 ${time}`] : [], time === null]);
  });
}

test('Now sets the moment in UTC, to the second', () => {
  const view = open();
  click(view.byText('Now'));
  const [now = ''] = given;
  assert.match(now, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.ok(Math.abs(Date.parse(`${now.replace(' ', 'T')}Z`) - Date.now()) < 60_000);
});

test.run();
