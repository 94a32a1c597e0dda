import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  advanceUnlock,
  type Clocks,
  remainingText,
  startUnlock,
  unlockedMs,
} from '../../ui/model/unlockTimer';

const minute = 60_000;
const start: Clocks = { wall: Date.parse('2026-11-22T23:55:00Z'), steady: 1_000 };
/** Each step: the minutes of the wall clock and of the steady clock since the last look. */
const cases: Array<[name: string, steps: string, leftMinutes: number | null]> = [
  ['both clocks go on, over midnight', '7,7', 3],
  ['the time is over', '10,10', null],
  ['a machine that slept, with a steady clock that rested', '480,0.1', null],
  ['a short sleep', '4,1', 6],
  ['a clock that was set back, then the rest of the time', '-60,3 7,7', null],
  ['a clock that was set back, then a sleep', '-60,3 8,0', null],
  ['a clock that was set forward', '60,1', null],
  ['a clock that was set forward a little, then back', '3,1 -3,1', 6],
  ['many looks burn as much as one', Array(60).fill('0.1,0.1').join(' '), 4],
];

for (const [name, steps, left] of cases) {
  test(`timer: ${name}`, () => {
    let timer: ReturnType<typeof advanceUnlock> = startUnlock(start);
    let { wall, steady } = start;
    for (const step of steps.split(' ')) {
      const [wallMinutes = 0, steadyMinutes = 0] = step.split(',').map(Number);
      wall += wallMinutes * minute;
      steady += steadyMinutes * minute;
      timer = timer && advanceUnlock(timer, { wall, steady });
    }
    assert.is(timer && Math.round(timer.leftMs), left === null ? null : Math.round(left * minute));
  });
}

const texts: Array<[leftMs: number, text: string]> = [
  [unlockedMs, '10:00'],
  [383_001, '6:24'],
  [61_000, '1:01'],
  [1, '0:01'],
];

for (const [leftMs, text] of texts) {
  test(`${leftMs} ms are shown as ${text}`, () => assert.is(remainingText(leftMs), text));
}

test.run();
