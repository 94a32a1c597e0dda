/** Prints `84.2 KB`: in units of 1,024, with at most two decimals. */
export function byteSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), sizeUnits.length - 1);
  return `${Math.round((bytes / 1024 ** step) * 100) / 100} ${sizeUnits[step]}`;
}

const sizeUnits = ['B', 'KB', 'MB', 'GB'];

/**
 * Parses a size such as `5 MB`, `1.5mb` or `20k` into bytes, by units of 1,024; null for text without a unit.
 */
export function bytesOf(text: string): number | null {
  const [, count = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kmg]b?|b)\s*$/i.exec(text) ?? [];
  const step = sizeUnits.findIndex((name) => name.startsWith(unit.charAt(0).toUpperCase()));
  return unit === '' ? null : Math.round(Number(count) * 1024 ** step);
}
