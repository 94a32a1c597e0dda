// 1,000 random databases, each read as SQLite reads it: as a file, and as a file with a log of the last changes.
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anySqlite, firstStatements } from '../../support/anySqlite';
import { runsOf } from '../../support/runsOf';
import { changed, databaseOf, logOf, readTable, rowsBySqlite, valuesIn } from '../../support/sqliteOracle';

for (const part of [1, 2, 3, 4]) {
  test(`part ${part} of the random databases is read as by SQLite`, async () => {
    await fc.assert(
      fc.asyncProperty(anySqlite, fc.boolean(), fc.boolean(), async (steps, isBig, isLost) => {
        const first = databaseOf(firstStatements(steps));
        const versions: Uint8Array[] = [];
        for (const statements of steps.transactions.slice(1))
          versions.push(changed(versions.at(-1) ?? first, statements));
        const middle = Math.floor(versions.length / 2);
        const main = versions[middle - 1] ?? first;
        const last = versions.at(-1) ?? first;
        const whole = await readTable(last, 't');
        assert.equal([valuesIn(whole), whole.damage], [rowsBySqlite(last).get('t'), null]);

        const committed = isLost ? versions.slice(0, -1) : versions;
        const log = logOf(main, versions.slice(middle), { isBig });
        // Without the end of its last frame, the last transaction is not committed.
        const kept = isLost ? log.subarray(0, log.length - 1) : log;
        const expected = committed.length > middle ? (committed.at(-1) ?? main) : main;
        const read = await readTable(main, 't', kept);
        assert.equal([valuesIn(read), read.damage], [rowsBySqlite(expected).get('t'), null]);
      }),
      { numRuns: runsOf(250), seed: part },
    );
  });
}

test.run();
