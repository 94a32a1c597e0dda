// How many requests wait for each other until a screen is shown. support/firstVisits.ts has the limits.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { launch } from '../support/browser';
import { firstVisits, makeFirstVisits, startVisitedBackend } from '../support/firstVisits';
import { describeExchanges } from '../support/lateServer';
import { backends } from '../support/server';

/** Longer than a busy machine needs between two requests that do not wait for each other. */
const lateMs = 800;

const newest = backends().at(-1);

if (newest) {
  test('all screens open from a server far away in few trips, and make no call twice', async () => {
    test.setTimeout(400_000);
    const backend = await startVisitedBackend(newest);
    try {
      const measured = await makeFirstVisits(await launch(), backend, lateMs);
      assert.is(measured.length, firstVisits.length);
      const slow = measured
        .filter(({ visit, trips }) => trips > visit.trips)
        .map((one) => `${one.visit.name}: ${one.trips} trips:\n${describeExchanges(one.exchanges)}`);
      const repeated = measured.flatMap(({ visit, calls }) =>
        calls.filter((call, at) => calls.indexOf(call) !== at).map((call) => `${visit.name}: ${call}`),
      );
      assert.ok(slow.length + repeated.length === 0, [...slow, ...repeated].join('\n'));
    } finally {
      await backend.stop();
    }
  });
}
