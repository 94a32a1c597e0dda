// How many requests wait for each other until a screen is shown. support/firstVisits.ts has the limits.
// takes: 140 s
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { launch } from '../support/browser';
import {
  firstVisits,
  type MeasuredVisit,
  makeFirstVisits,
  startVisitedBackend,
} from '../support/firstVisits';
import { describeExchanges } from '../support/lateServer';
import { backends } from '../support/server';

/** Longer than a busy machine needs between two requests that do not wait for each other. */
const lateMs = 800;

const newest = backends().at(-1);

if (newest) {
  let measured: readonly MeasuredVisit[];

  test('all screens open from a server far away', async () => {
    const backend = await startVisitedBackend(newest);
    try {
      measured = await makeFirstVisits(await launch(), backend, lateMs);
    } finally {
      await backend.stop();
    }
  });

  for (const { name, trips: most } of firstVisits) {
    test(`${name}: at most ${most} trips in a row`, () => {
      const visit = measured.find((one) => one.visit.name === name);
      assert.ok(visit);
      assert.ok(visit.trips <= most, `${visit.trips} trips:\n${describeExchanges(visit.exchanges)}`);
    });

    test(`${name}: makes no call twice`, () => {
      const calls = measured.find((one) => one.visit.name === name)?.calls ?? [];
      const repeated = calls.filter((call, at) => calls.indexOf(call) !== at);
      assert.equal(repeated, []);
    });
  }
}
