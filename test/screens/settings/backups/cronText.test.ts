import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cronFault, cronMacros, cronPresets } from '../../../../ui/screens/settings/backups/cronText';

for (const cron of [
  ...cronMacros,
  ...cronPresets.map((preset) => preset.cron),
  '* * * * *',
  '0 0 1 1 0',
  '59 23 31 12 6',
  '*/5 */2 */3 */4 */6',
  '0-59 0-23 1-31 1-12 0-6',
  '5-10/2 0 * * *',
  '1,3,5-9,20-30/5,*/15 0 * * *',
  '7-7 0 * * *',
  '007 0 * * *',
  '*/59 */23 */31 */12 *',
  '0 0 31 2 *',
  '0 0 13 * 5',
]) {
  test(`"${cron}" is fine`, () => {
    assert.is(cronFault(cron), null);
  });
}

const shape = /^Use a macro, or five segments separated by single spaces/;
const grammar = /: use numbers, lists, ranges and steps/;

const wrong: [cron: string, words: RegExp][] = [
  ['', shape],
  ['daily', shape],
  ['@reboot', shape],
  ['@Daily', shape],
  ['@daily ', shape],
  ['* * * *', shape],
  ['* * * * * *', shape],
  [' * * * * *', shape],
  ['* * * * * ', shape],
  ['*  * * * *', shape],
  ['* *  * *', shape],
  [' * * * *', shape],
  ['* * * *  ', shape],
  ['*\t* * * *', shape],
  ['60 * * * *', /^The minute "60": must be from 0 to 59\.$/],
  ['* 24 * * *', /^The hour "24": must be from 0 to 23\.$/],
  ['* * 0 * *', /^The day of the month "0": must be from 1 to 31\.$/],
  ['* * 32 * *', /^The day of the month "32": must be from 1 to 31\.$/],
  ['* * * 0 *', /^The month "0": must be from 1 to 12\.$/],
  ['* * * 13 *', /^The month "13": must be from 1 to 12\.$/],
  ['* * * * 7', /^The day of the week "7": must be from 0 to 6\.$/],
  ['0-60 * * * *', /^The minute "0-60": must be from 0 to 59\.$/],
  ['5-4 * * * *', /^The minute "5-4": the end of a range must not come before its start\.$/],
  ['1,60 * * * *', /^The minute "60": must be from 0 to 59\.$/],
  ['5/2 * * * *', /^The minute "5\/2": a step needs a range or \* before it\.$/],
  ['*/0 * * * *', /^The minute "\*\/0": the step must be from 1 to 59\.$/],
  ['*/60 * * * *', /^The minute "\*\/60": the step must be from 1 to 59\.$/],
  ['* 1-5/24 * * *', /^The hour "1-5\/24": the step must be from 1 to 23\.$/],
  ['* * * * */7', /^The day of the week "\*\/7": the step must be from 1 to 6\.$/],
  ['* * * * SUN', grammar],
  ['* * * JAN *', grammar],
  ['* * L * *', grammar],
  ['? * * * *', grammar],
  ['*/2/3 * * * *', grammar],
  ['1-2-3 * * * *', grammar],
  ['-5 * * * *', grammar],
  ['1- * * * *', grammar],
  ['*/ * * * *', grammar],
  ['*-5 * * * *', grammar],
  ['1, * * * *', grammar],
  [',1 * * * *', grammar],
  ['1.5 * * * *', grammar],
  ['0x5 * * * *', grammar],
  ['٣ * * * *', grammar],
];
for (const [cron, words] of wrong) {
  test(`"${cron}" is wrong`, () => {
    assert.match(cronFault(cron) ?? 'no fault', words);
  });
}

test('the first fault is told, from left to right', () => {
  assert.match(cronFault('60 24 * * 7') ?? '', /^The minute "60"/);
  assert.match(cronFault('* 24 * * 7') ?? '', /^The hour "24"/);
});

test('the presets say when they run', () => {
  assert.equal(
    cronPresets.map(({ text }) => text),
    [
      'Every day at 00:00',
      'Every Sunday at 00:00',
      'Every Mon and Wed at 00:00',
      'Every first day of the month at 00:00',
    ],
  );
});

test.run();
