/** A bigint is an integer that a number cannot hold. Bytes are a blob. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

const sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** Returns the first `count` values of a stored row, fewer if the row is shorter. Null if the row is damaged. */
export function decodeRow(payload: Uint8Array, count: number, decoder: TextDecoder): SqliteValue[] | null {
  const header = readSize(payload, 0, payload.length);
  if (!header || header.value < header.end || header.value > payload.length) return null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const values: SqliteValue[] = [];
  let at = header.end;
  let from = header.value;
  while (at < header.value && values.length < count) {
    const type = readSize(payload, at, header.value);
    if (!type || type.value === 10 || type.value === 11) return null;
    const length = type.value < 12 ? (sizes[type.value] ?? 0) : Math.floor((type.value - 12) / 2);
    if (from + length > payload.length) return null;
    values.push(readValue(view, type.value, from, length, decoder));
    at = type.end;
    from += length;
  }
  return values;
}

function readValue(
  view: DataView,
  type: number,
  at: number,
  length: number,
  decoder: TextDecoder,
): SqliteValue {
  switch (type) {
    case 0:
      return null;
    case 1:
      return view.getInt8(at);
    case 2:
      return view.getInt16(at);
    case 3:
      return view.getInt8(at) * 65_536 + view.getUint16(at + 1);
    case 4:
      return view.getInt32(at);
    case 5:
      return view.getInt16(at) * 2 ** 32 + view.getUint32(at + 2);
    case 6:
      return toExact(view.getBigInt64(at));
    case 7: {
      const real = view.getFloat64(at);
      return Number.isNaN(real) ? null : real;
    }
    case 8:
      return 0;
    case 9:
      return 1;
    default: {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
      // Copied, so that a small blob does not keep a large part of the file in memory.
      return type % 2 === 0 ? bytes.slice() : decoder.decode(bytes);
    }
  }
}

/** An integer in 1 to 9 bytes; a bigint if a number cannot hold it. */
interface Varint {
  readonly value: number | bigint;
  readonly end: number;
}

/** Null if it is longer than `limit`. */
export function readVarint(bytes: Uint8Array, start: number, limit: number): Varint | null {
  let value = 0;
  for (let at = start; at < start + 8 && at < limit; at += 1) {
    const byte = bytes[at] ?? 0;
    // Seven bytes have 49 bits, which a number holds exactly.
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

/** Returns a number if it is exact. */
export function toExact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Reads a size or a count. Null if it is negative or huge. */
export function readSize(
  bytes: Uint8Array,
  start: number,
  limit: number,
): { value: number; end: number } | null {
  const read = readVarint(bytes, start, limit);
  if (!read || typeof read.value === 'bigint' || read.value < 0) return null;
  return { value: read.value, end: read.end };
}
