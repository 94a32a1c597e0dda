import { type KeywordGroup, keywordsOf } from '../../ui/model/filter/filterKeywords';
import { hostileSql, readAll } from '../support/hostileSql';
import { largest } from '../support/manyRelations';
import type { Figures } from './figures';

const groups: KeywordGroup[] = ['fields', 'request', 'collections'];

/** Measures the parsers and the words of the completion, in this process. */
export function measureText(figures: Figures): void {
  figures.add('sqlRatio', Math.max(...hostileSql.map(([, sqlOf]) => ratioOf(sqlOf))));
  figures.add('keywordStep', Math.max(...groups.map(longestStepOf)));
}

/** Returns the time per character of a long text, divided by that of a short one. */
function ratioOf(sqlOf: Parameters<typeof readAll>[1]): number {
  const short = timeOf(() => {
    for (let count = 0; count < 8; count += 1) readAll(2_000, sqlOf);
  });
  return timeOf(() => readAll(16_000, sqlOf)) / short;
}

function longestStepOf(group: KeywordGroup): number {
  // Garbage collection varies: the shortest time of each step counts.
  const shortest: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const work = keywordsOf(largest, group);
    for (let at = 0, isDone = false; !isDone; at += 1) {
      const ms = timeOnce(() => {
        isDone = work.next().done === true;
      });
      shortest[at] = Math.min(shortest[at] ?? Infinity, ms);
    }
  }
  return Math.max(...shortest);
}

const timeOf = (work: () => void) => Math.min(...[0, 1, 2].map(() => timeOnce(work)));

/** Returns the processor time of this process in ms. */
function timeOnce(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}
