import { closeBrowser, launch } from '../support/browser';
import { findWholeChromium } from '../support/chromium';
import {
  firstVisits,
  type MeasuredVisit,
  makeFirstVisits,
  startVisitedBackend,
} from '../support/firstVisits';
import { describeExchanges } from '../support/lateServer';
import { backends } from '../support/server';
import { medianOf, printTable } from './figures';

interface Measured extends MeasuredVisit {
  readonly backend: string;
}

/**
 * Opens each screen for the first time, `runs` times, with every request late by this time. Prints the times
 * divided by it, once per backend. Returns true if all goals are met. `isVerbose` also prints the requests.
 */
export async function benchLatency(lateMs: number, runs: number, isVerbose: boolean): Promise<boolean> {
  const browser = await launch(findWholeChromium);
  if (!browser) throw new Error('The bench needs a Chromium.');
  const measured: Measured[] = [];
  try {
    for (const program of backends()) {
      // The older server is not built with the page, so a hook serves it.
      const backend = await startVisitedBackend(program);
      for (let run = 1; run <= runs; run += 1) {
        console.log(`${program.name}: run ${run} of ${runs}`);
        for (const visit of await makeFirstVisits(browser, backend, lateMs)) {
          measured.push({ ...visit, backend: program.name });
          if (isVerbose) {
            console.log(`\n${visit.visit.name}: shown after ${visit.time.toFixed(2)}`);
            console.log(describeExchanges(visit.exchanges));
          }
        }
      }
      await backend.stop();
    }
  } finally {
    await closeBrowser();
  }
  console.log(
    `\nMedians of ${runs} runs, Chromium ${browser.version()}, every request late by ${lateMs} ms:`,
  );
  console.log(
    `the time until it is shown / ${lateMs} ms, and the server's hash of the password in it, which no goal counts; ` +
      'the requests that wait for each other; API calls\n',
  );
  const rows = [...new Set(measured.map(({ backend }) => backend))].flatMap((backend) =>
    firstVisits.map(({ name, goal }) => {
      const own = measured.filter((one) => one.backend === backend && one.visit.name === name);
      const times = own.map(({ time }) => time).sort((a, b) => a - b);
      const median = medianOf(times);
      const hashing = medianOf(own.map((one) => one.hashing).sort((a, b) => a - b));
      const isReached = median - hashing <= goal;
      const most = (count: (one: Measured) => number) => String(Math.max(...own.map(count)));
      return {
        isReached,
        cells: [
          `${backend}  ${name}`,
          median.toFixed(1),
          hashing > 0 ? hashing.toFixed(1) : '',
          `${times[0]?.toFixed(1)} to ${times.at(-1)?.toFixed(1)}`,
          `<= ${goal}`,
          most(({ trips }) => trips),
          most(({ calls }) => calls.length),
          isReached ? 'ok' : 'OVER',
        ],
      };
    }),
  );
  printTable([
    ['first visit', 'time', 'of it hashing', 'lowest to highest', 'goal', 'trips', 'calls', ''],
    ...rows.map(({ cells }) => cells),
  ]);
  return rows.every(({ isReached }) => isReached);
}
