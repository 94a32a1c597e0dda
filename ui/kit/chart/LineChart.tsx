import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from 'react';
import { hasModifier } from '../../base/keys';
import { printCount } from '../../base/text';
import { announce } from '../basics/announce';
import { Button } from '../basics/Button';
import { useModule } from '../lazy/useModule';
import tooltip from '../overlay/tooltips.module.css';
import type { LinePlot, PlotData, PlotLine, PlotPlace } from './linePlot';

export type ChartLine = PlotLine;

interface Props extends PlotData {
  label: string;
  /** In CSS pixels. */
  height: number;
  timeText: (time: number) => string;
  /** The same for the axis, where there is less space. */
  tickText: (time: number) => string;
  /** The first and the last selected time; they may be equal. */
  onSelect: (first: number, last: number) => void;
  onDoubleClick?: () => void;
  /** The end of a sentence, such as `opens its logs`: a click then selects one time, as Enter does. */
  opens?: string;
}

interface Drag {
  readonly x: number;
  readonly time: number;
}

const loadPlot = () => import('../../app/entries/linePlot');

/** A shorter drag counts as a click. */
const leastDrag = 5;

const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -24,
  PageDown: 24,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const keysText = (enter: string) =>
  `Arrow keys move between points; with Shift they select a range. Enter ${enter}, Escape cancels.`;

/**
 * Lines over time on a canvas; its code is loaded when the chart is first rendered. Pointer and keys move
 * along the points and select a range. Show the same data in a table beside it.
 */
export function LineChart(props: Props) {
  const { label, height, times, lines, timeText, onSelect, onDoubleClick, opens } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const drag = useRef<Drag | null>(null);
  // A table shows the same data, so a failed chunk needs no reload of the page.
  const { module, hasFailed, retry } = useModule(loadPlot);
  const [plot, setPlot] = useState<LinePlot | null>(null);
  /** Holds times, not indexes, because the points may be replaced under the pointer. */
  const [pointed, setPointed] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const [, placeAnew] = useReducer((round: number) => round + 1, 0);
  const keysId = useId();

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!module || !box.current) return;
    const made = module.createPlot(box.current, (time) => latest.current.tickText(time), placeAnew);
    setPlot(made);
    return () => made.destroy();
  }, [module]);

  useEffect(() => plot?.draw({ times, lines }), [plot, times, lines]);

  const index = pointed === null ? -1 : times.indexOf(pointed);
  const anchorIndex = anchor === null ? -1 : times.indexOf(anchor);

  function rest() {
    drag.current = null;
    setPointed(null);
    setAnchor(null);
  }

  function select(from: number, to: number) {
    rest();
    onSelect(Math.min(from, to), Math.max(from, to));
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (hasModifier(event) || times.length === 0) return;
    const { key, shiftKey } = event;
    const move = moves[key];
    if (move !== undefined) {
      const from = index >= 0 ? index : move < 0 ? times.length : -1;
      const to = Math.min(Math.max(from + move, 0), times.length - 1);
      const start = anchorIndex >= 0 ? anchorIndex : index >= 0 ? index : to;
      setPointed(times[to] ?? null);
      setAnchor(shiftKey ? (times[start] ?? null) : null);
      const selected = shiftKey && start !== to ? ` Selected from ${timeText(times[start] ?? 0)}.` : '';
      const counts = lines.map(({ name, values }) => `${name} ${printCount(values[to] ?? 0)}`);
      announce(`${timeText(times[to] ?? 0)}: ${counts.join(', ')}.${selected}`);
    } else if (pointed !== null && key === 'Enter') select(anchor ?? pointed, pointed);
    else if (pointed !== null && key === 'Escape') rest();
    else return;
    event.preventDefault();
  }

  const timeAt = (event: PointerEvent) => times[plot?.indexAt(event.clientX) ?? -1] ?? null;

  function handlePointerDown(event: PointerEvent) {
    const time = timeAt(event);
    if (event.button !== 0 || time === null) return;
    drag.current = { x: event.clientX, time };
    setAnchor(null);
    setPointed(time);
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function handlePointerMove(event: PointerEvent) {
    const start = drag.current;
    setPointed(timeAt(event));
    if (start && Math.abs(event.clientX - start.x) >= leastDrag) setAnchor(start.time);
  }

  function handlePointerUp() {
    const isDragged = drag.current !== null && anchor !== null && pointed !== null;
    const clicked = opens !== undefined && drag.current && pointed;
    drag.current = null;
    if (isDragged) select(anchor, pointed);
    else if (clicked) select(clicked, clicked);
  }

  const place = plot?.placeOf(index);
  const start = plot?.placeOf(anchorIndex);
  return (
    <div
      role="application"
      aria-label={`${label}, by keys`}
      aria-describedby={keysId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      style={{ position: 'relative' }}
      onKeyDown={handleKeyDown}
      onBlur={rest}
    >
      <div
        ref={box}
        role="img"
        aria-label={label}
        style={{ ...boxStyle, height }}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={handlePointerUp}
        onPointerCancel={rest}
        onPointerLeave={() => !drag.current && rest()}
        onDoubleClick={onDoubleClick}
      />
      <span id={keysId} className="visuallyHidden">
        {keysText(opens ?? 'zooms in')}
      </span>
      {hasFailed && (
        <span role="alert" style={overStyle}>
          The chart could not be loaded.{' '}
          <Button kind="link" size="small" onClick={retry}>
            Retry
          </Button>
        </span>
      )}
      {place && (
        <>
          <svg aria-hidden style={{ ...overStyle, width: '100%', height, pointerEvents: 'none' }}>
            {start && (
              <rect
                x={Math.min(start.x, place.x)}
                y={place.top}
                width={Math.max(1, Math.abs(start.x - place.x))}
                height={place.bottom - place.top}
                style={{ fill: 'var(--chart-1-fill)' }}
              />
            )}
            <line
              x1={place.x}
              x2={place.x}
              y1={place.top}
              y2={place.bottom}
              strokeDasharray="2 3"
              style={{ stroke: 'var(--chart-axis)' }}
            />
            {lines.map(({ name, colour }, at) => {
              const y = place.ys[at];
              return (
                typeof y === 'number' && (
                  <circle key={name} cx={place.x} cy={y} r="3.5" style={{ fill: `var(${colour})` }} />
                )
              );
            })}
          </svg>
          <div aria-hidden className={tooltip.root} style={besideStyle(place, box.current)}>
            {start && anchor !== null && anchor !== pointed ? (
              `${timeText(Math.min(anchor, pointed ?? 0))} to ${timeText(Math.max(anchor, pointed ?? 0))}`
            ) : (
              <>
                {timeText(pointed ?? 0)}
                {lines.map(({ name, colour, values }) => (
                  <div key={name} style={countStyle}>
                    <i style={{ ...keyStyle, background: `var(${colour})` }} />
                    {name}
                    <b style={{ marginLeft: 'auto' }}>{printCount(values[index] ?? 0)}</b>
                  </div>
                ))}
              </>
            )}
          </div>
        </>
      )}
    </div>
  );
}

// Inline styles, so that pages without a chart load no stylesheet for it.
const boxStyle: CSSProperties = { position: 'relative', touchAction: 'pan-y', userSelect: 'none' };
const overStyle: CSSProperties = { position: 'absolute', top: 0, left: 0 };

const countStyle: CSSProperties = { display: 'flex', alignItems: 'center', gap: '0.375rem' };
/** The square in the colour of a line. Outlined, because that colour may be close to the background's. */
const keyStyle: CSSProperties = {
  width: '0.5rem',
  height: '0.5rem',
  outline: '1px solid var(--text-inverse)',
};

/** Places the tooltip after the pointer, or before it in the last third of the width; above the axis. */
function besideStyle({ x, bottom }: PlotPlace, box: HTMLElement | null): CSSProperties {
  const { clientWidth: width = 0, clientHeight: height = 0 } = box ?? {};
  const side = x > (width * 2) / 3 ? { left: 'auto', right: width - x + 12 } : { left: x + 12 };
  return {
    ...overStyle,
    ...side,
    top: 'auto',
    bottom: height - bottom + 4,
    zIndex: 1,
    minWidth: '9rem',
    pointerEvents: 'none',
  };
}
