/** Page numbers, one bit each. A number may be as large as a damaged page claims. */
export interface PageSet {
  /** False if it is there already. */
  add(number: number): boolean;
}

const bitsInPart = 65_536;

export function createPageSet(): PageSet {
  const parts = new Map<number, Uint8Array>();
  return {
    add(number) {
      const key = Math.floor(number / bitsInPart);
      const part = parts.get(key) ?? new Uint8Array(bitsInPart / 8);
      parts.set(key, part);
      const at = (number % bitsInPart) >> 3;
      const bit = 1 << (number & 7);
      const byte = part[at] ?? 0;
      part[at] = byte | bit;
      return (byte & bit) === 0;
    },
  };
}
