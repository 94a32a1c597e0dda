import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { logFileName, newestFirst } from '../../ui/logs/logExport';
import type { Log } from '../../ui/model/log';

const at = (created: string, id = created): Log => ({ id, created, level: 0, message: '', data: {} });
const [first, second, third] = ['20', '21', '22'].map((day) => at(`2026-11-${day} 18:41:52.480Z`)) as [
  Log,
  Log,
  Log,
];

test('the file name of one log contains its time', () => {
  assert.is(logFileName([first]), 'log_20261120184152480Z.json');
});

test('the file name of several logs contains their number and the first and last time', () => {
  assert.is(logFileName([second, first, third]), '3_logs_20261120184152480Z_to_20261122184152480Z.json');
});

test('an invalid time cannot make a path of the file name', () => {
  assert.is(logFileName([at('../../etc/passwd\\:*?"<>|\n')]), 'log_etcpasswd.json');
});

test('logs are sorted by time, newest first, and equal times keep their order', () => {
  const [a, b] = [at(first.created, 'a'), at(first.created, 'b')];
  const given = [a, third, b, second];
  assert.equal(
    newestFirst(given).map(({ id }) => id),
    [third.id, second.id, 'a', 'b'],
  );
  assert.is(given[0], a, 'the list that was given is not changed');
});

test.run();
