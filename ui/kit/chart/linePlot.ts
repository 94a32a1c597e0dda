import uPlot from 'uplot';
import { printCount } from '../../base/text';
import { debounce } from '../../base/timers';
import { isDayStart, stackOf, timeTicks, valueTicks } from './plotTicks';

export interface PlotLine {
  readonly name: string;
  /** Names of tokens, such as `--chart-1`. */
  readonly colour: string;
  readonly fill: string;
  readonly values: readonly number[];
  /** Bars are stacked, the last one at the bottom; below lines they stand in a strip, on a scale of their own. */
  readonly kind?: 'dashed' | 'bar';
}

export interface PlotData {
  /** In seconds since 1970; ascending. */
  readonly times: readonly number[];
  readonly lines: readonly PlotLine[];
}

/** In CSS pixels from the top left corner of the chart. */
export interface PlotPlace {
  readonly x: number;
  /** One for each line; null where no point is marked. */
  readonly ys: readonly (number | null)[];
  readonly top: number;
  readonly bottom: number;
}

export interface LinePlot {
  draw(data: PlotData): void;
  /** Returns the point nearest to a position in the window. */
  indexAt(clientX: number): number;
  placeOf(index: number): PlotPlace | null;
  destroy(): void;
}

const resizeAfterMs = 250;
const mostTimes = 15;
/** In CSS pixels: the width of a label with its margins. */
const labelWidth = 72;
const digitWidth = 6.5;
const fontSize = 11;
/** In CSS pixels above the highest value. */
const headroom = 8;
const timesHeight = 22;
/** In CSS pixels: the strip of bars, and the space above it. */
const stripHeight = 40;
const stripGap = 20;
const hour = 3600;

/**
 * Creates a chart of steps, one for each hour. It fills the element, and follows its size, the theme and the screen's
 * resolution.
 */
export function createPlot(
  parent: HTMLElement,
  tickText: (time: number) => string,
  onDrawn: () => void,
): LinePlot {
  let data: PlotData = { times: [], lines: [] };
  let plot: uPlot | null = null;

  function build(): void {
    plot?.destroy();
    plot = null;
    // A hidden element cannot be measured; the chart is built when it becomes visible.
    if (parent.clientWidth === 0) return;
    plot = new uPlot(optionsOf(parent, data, tickText, onDrawn), columnsOf(data), parent);
    placeParts(plot);
  }

  const resize = debounce(() => {
    if (!plot) build();
    else if (plot.width !== parent.clientWidth && parent.clientWidth > 0)
      plot.setSize({ width: parent.clientWidth, height: plot.height });
  }, resizeAfterMs);
  const sizes = new ResizeObserver(resize);
  sizes.observe(parent);
  const themes = new MutationObserver(build);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const systemTheme = window.matchMedia('(prefers-color-scheme: dark)');
  systemTheme.addEventListener('change', build);

  return {
    draw(given) {
      data = given;
      build();
    },
    indexAt(clientX) {
      if (!plot) return 0;
      const x = clientX - parent.getBoundingClientRect().left - plot.bbox.left / uPlot.pxRatio;
      return Math.min(plot.valToIdx(plot.posToVal(x, 'x') - hour / 2), data.times.length - 1);
    },
    placeOf(index) {
      const time = data.times[index];
      if (!plot || time === undefined) return null;
      const { left, top, height } = plot.bbox;
      const start = { x: left / uPlot.pxRatio, y: top / uPlot.pxRatio };
      const yOf = (value: number) => (plot?.valToPos(value, 'y') ?? 0) + start.y;
      return {
        x: plot.valToPos(time + hour / 2, 'x') + start.x,
        ys: topsOf(data.lines).map((tops, at) => (data.lines[at]?.kind ? null : yOf(tops[index] ?? 0))),
        top: start.y,
        bottom: start.y + height / uPlot.pxRatio,
      };
    },
    destroy() {
      resize.cancel();
      sizes.disconnect();
      themes.disconnect();
      systemTheme.removeEventListener('change', build);
      plot?.destroy();
    },
  };
}

/**
 * Adds an end to the last hour, so that it has its width. Without points it passes an empty day, because uPlot would
 * draw no grid.
 */
function columnsOf({ times, lines }: PlotData): uPlot.AlignedData {
  const drawn = topsOf(lines);
  const last = times.at(-1);
  if (last !== undefined) {
    const ends = drawn.map((tops, at) => (lines[at]?.kind === 'bar' ? null : tops.at(-1)));
    return [[...times, last + hour], ...drawn.map((tops, at) => [...tops, ends[at]])] as uPlot.AlignedData;
  }
  const now = Math.floor(Date.now() / 1000 / hour) * hour;
  return [[now - 24 * hour, now], ...lines.map(() => [null, null])] as uPlot.AlignedData;
}

/** Returns the top of each line at each time. */
function topsOf(lines: readonly PlotLine[]): readonly (readonly number[])[] {
  const bars = stackOf(lines.filter(({ kind }) => kind === 'bar').map(({ values }) => values));
  return lines.map(({ kind, values }) => (kind === 'bar' ? (bars.shift() ?? values) : values));
}

function optionsOf(
  parent: HTMLElement,
  { lines }: PlotData,
  tickText: (time: number) => string,
  onDrawn: () => void,
): uPlot.Options {
  const colourOf = coloursIn(parent);
  const colours = {
    axis: colourOf('--chart-axis'),
    grid: colourOf('--chart-grid'),
    strong: colourOf('--text'),
  };
  const { fontFamily } = getComputedStyle(parent);
  const font = `${fontSize}px ${fontFamily}`;
  const tops = topsOf(lines).map(highestOf);
  const highestIn = (isBar: boolean) =>
    Math.max(0, ...tops.filter((_, at) => (lines[at]?.kind === 'bar') === isBar));
  const hasLines = lines.some(({ kind }) => kind !== 'bar');
  const hasStrip = hasLines && lines.some(({ kind }) => kind === 'bar');
  const strip = hasStrip ? stripHeight + stripGap : 0;
  const highest = highestIn(!hasLines);
  const highestBar = Math.max(1, highestIn(true));
  const ticks = valueTicks(highest);
  const padding = 8;
  const wholeHeight = parent.clientHeight - padding - timesHeight;
  const plotHeight = wholeHeight - strip;
  const top = Math.max(ticks.at(-1) ?? 1, (highest * plotHeight) / (plotHeight - headroom));
  const longest = Math.max(4, ...[ticks.at(-1) ?? 0, highestBar].map((value) => printCount(value).length));

  /** Draws the time axis: days are emphasized, and no label crosses the edge. */
  function drawTimes({ ctx, scales, bbox, valToPos, width }: uPlot): void {
    const ratio = uPlot.pxRatio;
    const { min = 0, max = 0 } = scales['x'] ?? {};
    const most = Math.min(mostTimes, Math.floor(bbox.width / ratio / labelWidth));
    ctx.save();
    ctx.fillStyle = colours.axis;
    ctx.fillRect(bbox.left, Math.round(bbox.top + bbox.height), bbox.width, Math.max(1, Math.round(ratio)));
    if (hasStrip) {
      ctx.fillRect(bbox.left, Math.round(valToPos(0, 'y', true)), bbox.width, Math.max(1, Math.round(ratio)));
      ctx.font = `${fontSize * ratio}px ${fontFamily}`;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      ctx.fillText(printCount(highestBar), bbox.left - 8 * ratio, valToPos(highestBar, 'bar', true));
    }
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    for (const time of timeTicks(min ?? 0, max ?? 0, most)) {
      const x = Math.round(valToPos(time, 'x', true));
      const isDay = isDayStart(time);
      const text = tickText(time);
      if (isDay) {
        ctx.fillStyle = colours.grid;
        ctx.fillRect(x, bbox.top, Math.max(1, Math.round(ratio)), bbox.height);
      }
      ctx.fillStyle = isDay ? colours.strong : colours.axis;
      ctx.font = `${isDay ? '500 ' : ''}${fontSize * ratio}px ${fontFamily}`;
      const half = ctx.measureText(text).width / 2;
      const middle = Math.min(Math.max(x, half), width * ratio - half);
      ctx.fillText(text, middle, bbox.top + bbox.height + 7 * ratio);
    }
    ctx.restore();
  }

  return {
    width: parent.clientWidth,
    height: parent.clientHeight,
    padding: [padding, 8, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: {
        time: false,
        range: (_, min, max) => [min, max],
      },
      y: { range: () => [(-top * strip) / plotHeight, top] },
      bar: { range: () => [0, (highestBar * wholeHeight) / stripHeight] },
    },
    axes: [
      {
        size: timesHeight,
        splits: () => [],
        values: () => [],
        grid: { show: false },
        ticks: { show: false },
      },
      {
        size: longest * digitWidth + 12,
        splits: () => ticks,
        values: (_, splits) => splits.map(printCount),
        stroke: colours.axis,
        font,
        gap: 8,
        grid: { stroke: colours.grid, width: 1 },
        ticks: { show: false },
      },
    ],
    series: [
      {},
      ...lines.map(({ name, colour, fill, kind }) => ({
        label: name,
        stroke: colourOf(colour),
        points: { show: false },
        ...(kind !== 'dashed' && { fill: colourOf(fill) }),
        ...(kind === 'bar'
          ? {
              scale: hasLines ? 'bar' : 'y',
              width: colour === fill ? 0 : 1,
              ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.8], align: 1 }) }),
            }
          : {
              width: kind ? 1 : 1.75,
              ...(kind && { dash: [3, 3] }),
              ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
            }),
      })),
    ],
    hooks: { drawAxes: [drawTimes], draw: [onDrawn] },
  };
}

/** Resolves tokens, because a canvas needs plain colours and a token may be `light-dark(...)`. */
function coloursIn(parent: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = parent.appendChild(document.createElement('i'));
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

/** Replaces uPlot's stylesheet; the cursor, the keys and the legend are our own. */
function placeParts({ root, ctx: { canvas } }: uPlot): void {
  root.style.position = 'absolute';
  for (const part of canvas.parentElement?.children ?? []) {
    (part as HTMLElement).style.display = part === canvas ? 'block' : 'none';
  }
  canvas.style.width = '100%';
  canvas.style.height = '100%';
}

const highestOf = (values: readonly number[]) =>
  values.reduce((highest, value) => Math.max(highest, value), 0);
