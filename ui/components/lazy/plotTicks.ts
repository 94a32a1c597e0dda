const hour = 3600;
const day = 24 * hour;

/** In hours; beyond them whole days. Each divides the day, so that every day begins on a tick. */
const hourSteps = [1, 2, 3, 4, 6, 8, 12, 24];

/** Times of whole hours from one moment to the other, in seconds: at most so many, at a step that people count in. */
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

/** Zero and at most three more whole numbers; the last is not below the highest value. */
export function valueTicks(highest: number): number[] {
  const least = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (roundSteps.find((round) => round * power >= least) ?? 10) * power;
  const count = highest === 0 ? 3 : Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** How high each layer reaches when they stand on each other, the last one on the ground. */
export function stackOf(layers: readonly (readonly number[])[]): number[][] {
  const tops: number[][] = [];
  for (const layer of layers.toReversed()) {
    const below = tops[0] ?? [];
    tops.unshift(layer.map((value, at) => value + (below[at] ?? 0)));
  }
  return tops;
}
