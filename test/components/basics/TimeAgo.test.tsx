import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TimeAgo } from '../../../ui/components/basics/TimeAgo';
import { localDateTime } from '../../../ui/platform/dates';
import { act, mount } from '../../support/render';

test.after.each(() => mock.timers.reset());

test('shows how long ago it was, updates it, and shows the moment in its tooltip', () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 10, 22, 12, 0) });
  const view = mount(<TimeAgo date="2026-11-22 11:20:05.123Z" />);
  const shown = view.find('time');
  assert.is(shown.textContent, '39 minutes ago');
  assert.is(shown.getAttribute('datetime'), '2026-11-22T11:20:05.123Z');
  const [utc, local] = (shown.getAttribute('data-tooltip') ?? '').split('\n');
  assert.is(utc, '2026-11-22 11:20:05 UTC');
  assert.ok(local?.startsWith(`${localDateTime('2026-11-22 11:20:05Z').slice(0, 19)} `), local);
  act(() => mock.timers.tick(3 * 60_000));
  assert.is(shown.textContent, '42 minutes ago');
  view.unmount();
});

test('shows N/A for an invalid date', () => {
  const view = mount(<TimeAgo date="yesterday" />);
  assert.is(view.text(), 'N/A');
  view.unmount();
});

test.run();
