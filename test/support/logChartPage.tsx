// The page of the chart tests: only the chart of the logs page, and its events.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../ui/styles/tokens.css';
import '../../ui/styles/base.css';
import { configureClient } from '../../ui/backend/client';
import { followFocus } from '../../ui/base/focus';
import type { ChartRange } from '../../ui/logs/chartPoints';
import { LogChart } from '../../ui/logs/LogChart';
import { createLogStats } from '../../ui/logs/logStats';

interface Shown {
  filter: string;
  refreshKey: number;
  range: ChartRange | null;
}

const page = {
  /** The zoomed ranges, in order. */
  zooms: [] as [from: string, to: string][],
  resets: 0,
  /** The number of Escape keys that the chart did not handle. */
  escapes: 0,
  show: (_shown: Shown | null) => {},
};
Reflect.set(window, 'page', page);
export type LogChartPage = typeof page;

configureClient({
  apiBase: `${window.location.origin}/api/`,
  token: () => '',
  confirmSession: async () => true,
  onUnauthorized: () => {},
  onForbidden: () => {},
  onUnreachable: () => {},
});

followFocus();

const stats = createLogStats();

function Logs() {
  const [shown, setShown] = useState<Shown | null>(null);
  page.show = setShown;
  return (
    <main id="content">
      <h1>Logs</h1>
      {shown && (
        <LogChart
          stats={stats}
          filter={shown.filter}
          refreshKey={shown.refreshKey}
          range={shown.range}
          isZoomed={shown.range !== null}
          onZoom={(from, to) => {
            page.zooms.push([from, to]);
            setShown({ ...shown, range: { from, to } });
          }}
          onReset={() => {
            page.resets += 1;
            setShown({ ...shown, range: null });
          }}
        >
          <span>Default log levels</span>
        </LogChart>
      )}
    </main>
  );
}

document.addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) page.escapes += 1;
});
createRoot(document.body.appendChild(document.createElement('div'))).render(<Logs />);
