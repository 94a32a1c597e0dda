import os from 'node:os';
import { closeBrowser, launch } from '../support/browser';
import { findWholeChromium } from '../support/chromium';
import { backends, startBackend } from '../support/server';
import { benchAdmin, benchData } from './data/benchData';
import { long, wide } from './data/collections';
import { createFigures } from './figures';
import { measureBackup } from './measureBackup';
import { measureBuild } from './measureBuild';
import { measureCollectionEditor } from './measureCollectionEditor';
import { measureEditor } from './measureEditor';
import { measureImport } from './measureImport';
import { measureCalls, measureDownloads } from './measureLoading';
import { measureLogs } from './measureLogs';
import { measurePalette } from './measurePalette';
import { measureRecords } from './measureRecords';
import { measureTable } from './measureTable';
import { measureText } from './measureText';
import { measureTransfers } from './measureTransfers';

/** Measures everything `runs` times and prints the table. Returns true if all goals are met. */
export async function bench(runs: number): Promise<boolean> {
  const program = backends().at(-1);
  const browser = await launch(findWholeChromium);
  if (!program || !browser) throw new Error('The bench needs a backend and a Chromium.');
  try {
    const data = await benchData(program);
    const backend = await startBackend(program.binary, { bundle: true, data, admin: benchAdmin });
    const figures = createFigures();
    // Other work on the machine makes every time longer.
    const [load = 0] = os.loadavg();
    for (let run = 1; run <= runs; run += 1) {
      console.log(`Run ${run} of ${runs}`);
      measureBuild(figures);
      measureText(figures);
      await measureDownloads(browser, backend, figures);
      await measureCalls(browser, backend, figures);
      await measureRecords(browser, backend, wide, figures);
      await measureRecords(browser, backend, long, figures);
      await measureTable(browser, backend, figures);
      await measurePalette(browser, backend, figures);
      await measureEditor(browser, backend, figures);
      await measureCollectionEditor(browser, backend, figures);
      await measureImport(browser, backend, figures);
      await measureTransfers(browser, backend, figures);
      await measureBackup(browser, backend, figures);
      await measureLogs(browser, backend, figures);
    }
    await backend.stop();
    console.log(`\nMedians of ${runs} runs at 1366 x 768, kB and MB by thousands`);
    console.log(`Chromium ${browser.version()}, PocketBase ${program.name}, Node ${process.versions.node}`);
    console.log(`${machine()}, load before the first run ${load.toFixed(1)}\n`);
    return figures.print();
  } finally {
    await closeBrowser();
  }
}

function machine(): string {
  const cpus = os.cpus();
  return `${cpus.length} cores (${cpus[0]?.model.trim()}), ${Math.round(os.totalmem() / 1e9)} GB`;
}
