interface Goal {
  readonly text: string;
  readonly goal: number;
  /** A higher value is better. */
  readonly isFloor?: boolean;
  readonly unit?: string;
  readonly decimals?: number;
}

/** The goals in the order of the table. A figure that misses its goal is an error. */
const goals = {
  elementsWide: { text: 'elements: 1,000 rows of 28 fields', goal: 3_000 },
  elementsLong: { text: 'elements: 1,000 rows of 8 fields', goal: 1_400 },
  elementsCollections: { text: 'elements: 1,000 collections, 40 rows of 8 fields', goal: 1_400 },
  tickOne: { text: 'tick one of 1,000 wide rows, click to paint', goal: 50, unit: 'ms' },
  tickAll: { text: 'tick all of 1,000 wide rows, click to paint', goal: 100, unit: 'ms' },
  pageRatioWide: { text: 'Load more, wide rows: 25th page against the 2nd', goal: 1.3, decimals: 2 },
  pageRatioLong: { text: 'Load more, 100,000 records: 25th page against the 2nd', goal: 1.3, decimals: 2 },
  heapIdle: { text: 'heap: idle record page', goal: 8, unit: 'MB', decimals: 1 },
  heapWide: { text: 'heap: 1,000 wide rows', goal: 25, unit: 'MB', decimals: 1 },
  scroll: { text: 'scrolling 1,000 wide rows', goal: 50, isFloor: true, unit: 'frames/s' },
  elementsStaged: { text: 'elements: 1,000 wide rows, 100 changed cells', goal: 3_000 },
  tickStaged: { text: 'tick one of them, click to paint', goal: 50, unit: 'ms' },
  scrollStaged: { text: 'scrolling them', goal: 50, isFloor: true, unit: 'frames/s' },
  cursorKey: { text: 'arrow key to paint in them, the 95th', goal: 32, unit: 'ms' },
  blockKey: { text: 'Shift and arrow to paint, 30 x 10 cells, the 95th', goal: 50, unit: 'ms' },
  distinctValues: { text: 'distinct values of 1,000 rows', goal: 10, unit: 'ms', decimals: 1 },
  paletteCold: { text: 'palette, 1,000 collections: first Ctrl+K to paint', goal: 100, unit: 'ms' },
  paletteWarm: { text: 'Ctrl+K to paint, the second time', goal: 50, unit: 'ms' },
  paletteKey: { text: 'key to paint in it, the 95th', goal: 32, unit: 'ms' },
  paletteId: { text: 'search for an id, for 200 collections', goal: 1.5, unit: 's', decimals: 2 },
  calls: { text: 'API calls to open a collection', goal: 3 },
  callsGuarded: { text: 'API calls to open one with protected files', goal: 3 },
  editorOpen: { text: 'record of 30 fields: its answer to the first key', goal: 250, unit: 'ms' },
  editorKey: { text: 'key to paint in it, of 100 keys the 95th', goal: 32, unit: 'ms' },
  editorLongOpen: { text: 'record of 1.4 MB: its answer to the first key', goal: 1_000, unit: 'ms' },
  editorLongKey: { text: 'key to paint in its longest text, the 95th', goal: 50, unit: 'ms' },
  editorOpenCalls: { text: 'API calls to open it, with related records', goal: 3 },
  editorSaveCalls: { text: 'API calls to save it', goal: 3 },
  editorHeap: { text: 'opening it: heap that stays', goal: 20, unit: 'kB', decimals: 1 },
  editorNodes: { text: 'opening it: nodes that stay', goal: 2, decimals: 1 },
  editorListeners: { text: 'opening it: listeners that stay', goal: 0, decimals: 1 },
  collectionKey: { text: 'collection of 200 fields: key to paint in a name, the 95th', goal: 50, unit: 'ms' },
  importKey: { text: 'import of 5 MB, 2,000 changed fields: key to paint, the 95th', goal: 100, unit: 'ms' },
  export: { text: 'export of 100,000 records: click to file', goal: 30, unit: 's', decimals: 1 },
  exportHeap: { text: 'export of 100,000 records: heap more than before', goal: 60, unit: 'MB' },
  backupRows: {
    text: 'opened backup, 100,000 records: click to first rows',
    goal: 5,
    unit: 's',
    decimals: 1,
  },
  backupHeap: { text: 'all of them read: heap more than before', goal: 60, unit: 'MB' },
  backupKey: { text: 'key to paint in their search, the 95th', goal: 100, unit: 'ms' },
  checkRows: { text: 'check of 10,000 rows with 500 faults', goal: 5, unit: 's', decimals: 1 },
  checkTask: { text: 'longest task of the check', goal: 100, unit: 'ms' },
  logsShown: { text: 'logs, 200,000: the last answer to list and chart', goal: 150, unit: 'ms' },
  elementsLogs: { text: 'elements: 1,000 logs', goal: 2_000 },
  scrollLogs: { text: 'scrolling 1,000 logs', goal: 50, isFloor: true, unit: 'frames/s' },
  // A little more than the budgets of the build. A feature raises both, with its reason.
  scriptsLogs: { text: 'logs: JavaScript in all, gzip', goal: 198_000, unit: 'bytes' },
  scriptsRecords: { text: 'record table: JavaScript in all, gzip', goal: 171_600, unit: 'bytes' },
  scriptsSignIn: { text: 'sign-in: JavaScript, gzip', goal: 101_600, unit: 'bytes' },
  requestsSignIn: { text: 'sign-in: requests', goal: 10 },
  styles: { text: 'CSS, gzip', goal: 25_000, unit: 'bytes' },
  sqlRatio: { text: 'hostile SQL: time per character, 16 kB against 2 kB', goal: 4, decimals: 1 },
  keywordStep: { text: 'words of 1,000 collections: longest step', goal: 8, unit: 'ms', decimals: 1 },
  build: { text: 'full build', goal: 3, unit: 's', decimals: 2 },
} satisfies Record<string, Goal>;

export type FigureKey = keyof typeof goals;

export interface Figures {
  add(key: FigureKey, value: number): void;
  /** Prints the medians with the goals; true if all are met. */
  print(): boolean;
}

export function createFigures(): Figures {
  const measured = new Map<FigureKey, number[]>();

  function rowOf(key: FigureKey) {
    const { text, goal, unit, decimals = 0, isFloor = false }: Goal = goals[key];
    const values = [...(measured.get(key) ?? [])].sort((a, b) => a - b);
    const print = (value: number) =>
      value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    const median = medianOf(values);
    const isReached = isFloor ? median >= goal : median <= goal;
    const range = `${print(values[0] ?? Number.NaN)} to ${print(values.at(-1) ?? Number.NaN)}`;
    const unitText = unit ? ` ${unit}` : '';
    const verdict = isReached ? 'ok' : isFloor ? 'UNDER' : 'OVER';
    const goalText = `${isFloor ? '>=' : '<='} ${goal.toLocaleString('en-US')}${unitText}`;
    return { isReached, cells: [text, print(median) + unitText, range, goalText, verdict] };
  }

  return {
    add: (key, value) => {
      measured.set(key, [...(measured.get(key) ?? []), value]);
    },
    print() {
      const rows = (Object.keys(goals) as FigureKey[]).map(rowOf);
      printTable([
        ['figure', 'measured', 'lowest to highest', 'goal', ''],
        ...rows.map(({ cells }) => cells),
      ]);
      return rows.every(({ isReached }) => isReached);
    },
  };
}

/** Returns the median; NaN for an empty list, which meets no goal. */
export function medianOf(sorted: readonly number[]): number {
  const below = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  const above = sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN;
  return (below + above) / 2;
}

export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, place) => {
      const width = widths[place] ?? 0;
      return place === 0 || place === row.length - 1 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(cells.join('  ').trimEnd());
  }
}
