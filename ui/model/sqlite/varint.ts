/** A number of 1 to 9 bytes with a sign, as a bigint when a number cannot hold it. */
export interface Varint {
  readonly value: number | bigint;
  readonly end: number;
}

/** Null when it goes beyond `limit`. */
export function readVarint(bytes: Uint8Array, start: number, limit: number): Varint | null {
  let value = 0;
  for (let at = start; at < start + 8 && at < limit; at += 1) {
    const byte = bytes[at] ?? 0;
    // Seven bytes hold 49 bits, which a number holds exactly.
    if (at === start + 7) return readLong(bytes, start, limit);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + 1 };
  }
  return null;
}

function readLong(bytes: Uint8Array, start: number, limit: number): Varint | null {
  let value = 0n;
  for (let at = start; at < start + 8; at += 1) {
    const byte = bytes[at] ?? 0;
    value = (value << 7n) | BigInt(byte & 127);
    if (byte < 128) return { value: toExact(value), end: at + 1 };
  }
  if (start + 9 > limit) return null;
  value = BigInt.asIntN(64, (value << 8n) | BigInt(bytes[start + 8] ?? 0));
  return { value: toExact(value), end: start + 9 };
}

/** Returns a number if it holds the value exactly. */
export function toExact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The same for sizes and counts: null for a negative or huge one. */
export function readSize(
  bytes: Uint8Array,
  start: number,
  limit: number,
): { value: number; end: number } | null {
  const read = readVarint(bytes, start, limit);
  if (!read || typeof read.value === 'bigint' || read.value < 0) return null;
  return { value: read.value, end: read.end };
}
