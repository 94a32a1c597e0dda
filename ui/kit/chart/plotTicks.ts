const hour = 3600;
const day = 24 * hour;

/** In hours, followed by whole days. Each step divides the day, so that every day starts on a tick. */
const hourSteps = [1, 2, 3, 4, 6, 8, 12, 24];

/** Returns the whole hours between two moments, in seconds: at most `most`, at a common step. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const least = (to - from) / Math.max(1, most - 1);
  const step = (hourSteps.find((hours) => hours * hour >= least) ?? Math.ceil(least / day) * 24) * hour;
  const first = Math.ceil(from / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  );
}

export const isDayStart = (time: number) => time % day === 0;

const roundSteps = [1, 2, 3, 4, 5, 6, 8, 10];

/** Returns zero and at most three more whole numbers; the last is at least the highest value. */
export function valueTicks(highest: number): number[] {
  const least = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (roundSteps.find((round) => round * power >= least) ?? 10) * power;
  const count = highest === 0 ? 3 : Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** Returns the top of each layer when they are stacked, the last one at the bottom. */
export function stackOf(layers: readonly (readonly number[])[]): number[][] {
  const tops: number[][] = [];
  for (const layer of layers.toReversed()) {
    const below = tops[0] ?? [];
    tops.unshift(layer.map((value, at) => value + (below[at] ?? 0)));
  }
  return tops;
}
