// SQLite for browsers is WASM, which the security policy forbids. So this folder reads the file format: pages, the
// log and rows, without indexes and SQL. The database is a Blob that is read in parts. A damaged page loses only
// its own rows. Long work runs in slices, because the page has no workers. Tests compare the reader with sqlite3.

import type { ByteSource } from '../../base/byteSource';
import { FileFault } from '../../base/fileFault';
import { createPauses } from '../../base/slices';

/** The pages of a database, in the version of its write-ahead log. Numbers begin at 1. */
export interface Pages {
  readonly size: number;
  /** The size of a page without the bytes that an extension reserves at its end. */
  readonly usable: number;
  readonly count: number;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** Null for a missing page. The result must not be changed. */
  read(number: number, signal?: AbortSignal): Promise<Uint8Array | null>;
}

const magic = 'SQLite format 3\0';
const headerSize = 100;
const encodings = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'] as const;
const windowSize = 262_144;
const mostWindows = 16;

/** Throws a FileFault if this is no database. */
export async function openPages(
  main: ByteSource,
  log: ByteSource | null,
  signal?: AbortSignal,
): Promise<Pages> {
  const frames = log && (await readWalFrames(log, signal));
  const readMain = createWindows(main);
  const readLog = log ? createWindows(log) : null;
  const first = frames?.places.get(1);
  const mainHeader = headerIn(await readMain(0, headerSize, signal));
  const header =
    first !== undefined && readLog ? headerIn(await readLog(first, headerSize, signal)) : mainHeader;
  if (!header) throw new FileFault('This is not a database.');
  const size = pageSizeIn(header);
  const usable = size - header.getUint8(20);
  const encoding = encodings[header.getUint32(56)];
  if (!isPageSize(size) || usable < 480 || !encoding)
    throw new FileFault('The beginning of this database is damaged.');
  if (frames && (frames.pageSize !== size || (mainHeader && pageSizeIn(mainHeader) !== size)))
    throw new FileFault('The write-ahead log does not belong to this database.');
  const isCountValid = header.getUint32(24) === header.getUint32(92) && header.getUint32(28) > 0;
  const mainCount = isCountValid ? header.getUint32(28) : Math.floor(main.size / size);
  const count = frames?.pageCount ?? mainCount;
  return {
    size,
    usable,
    count,
    encoding,
    async read(number, signal) {
      if (number < 1 || number > count) return null;
      const place = frames?.places.get(number);
      return place !== undefined && readLog
        ? readLog(place, size, signal)
        : readMain((number - 1) * size, size, signal);
    },
  };
}

/** Null if it is not the beginning of a database. */
function headerIn(bytes: Uint8Array | null): DataView | null {
  if (!bytes || String.fromCharCode(...bytes.subarray(0, magic.length)) !== magic) return null;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function pageSizeIn(header: DataView): number {
  const written = header.getUint16(16);
  return written === 1 ? 65_536 : written;
}

type ReadPart = (from: number, length: number, signal?: AbortSignal) => Promise<Uint8Array | null>;

/** Reads large parts and keeps a few. Returns null for missing bytes. */
function createWindows(source: ByteSource): ReadPart {
  const windows = new Map<number, Uint8Array>();

  async function windowAt(at: number, signal?: AbortSignal): Promise<Uint8Array> {
    const known = windows.get(at);
    const from = at * windowSize;
    const found = known ?? (await source.read(from, Math.min(windowSize, source.size - from), signal));
    // The part that was used last is at the end of the map.
    windows.delete(at);
    windows.set(at, found);
    const [oldest] = windows.keys();
    if (windows.size > mostWindows && oldest !== undefined) windows.delete(oldest);
    return found;
  }

  return async (from, length, signal) => {
    if (from + length > source.size) return null;
    const at = Math.floor(from / windowSize);
    const start = from - at * windowSize;
    const found = (await windowAt(at, signal)).subarray(start, start + length);
    if (found.length === length) return found;
    if (start + length <= windowSize) return null;
    const whole = new Uint8Array(length);
    whole.set(found);
    const rest = (await windowAt(at + 1, signal)).subarray(0, length - found.length);
    whole.set(rest, found.length);
    return rest.length === length - found.length ? whole : null;
  };
}

/** The pages of a write-ahead log that belong to the database (https://www.sqlite.org/fileformat2.html, 4). */
interface WalFrames {
  readonly pageSize: number;
  /** The number of pages of the database after the last commit. */
  readonly pageCount: number;
  /** By page number: where the log has its newest content. */
  readonly places: ReadonlyMap<number, number>;
}

interface Checksum {
  first: number;
  second: number;
}

const logHeaderSize = 32;
const frameHeaderSize = 24;
const readSize = 262_144;
/** With 4,096 bytes per page, more than any database that can be opened. */
const mostFrames = 1_000_000;

/**
 * Reads the frames up to the last commit. A frame with other salts or a wrong checksum is from an earlier log, and
 * ends this one. Null if nothing is committed.
 */
async function readWalFrames(log: ByteSource, signal?: AbortSignal): Promise<WalFrames | null> {
  if (log.size < logHeaderSize) return null;
  const header = viewOf(await log.read(0, logHeaderSize, signal));
  if (header.byteLength < logHeaderSize) return null;
  const magic = header.getUint32(0);
  const pageSize = header.getUint32(8);
  if (magic >>> 1 !== 0x377f0682 >>> 1 || !isPageSize(pageSize)) return null;
  const isLittle = magic === 0x377f0682;
  const sum: Checksum = { first: 0, second: 0 };
  addToSum(sum, header, 0, 24, isLittle);
  if (sum.first !== header.getUint32(24) || sum.second !== header.getUint32(28)) return null;

  const frameSize = frameHeaderSize + pageSize;
  const framesInRead = Math.max(1, Math.floor(readSize / frameSize));
  const frameCount = Math.floor((log.size - logHeaderSize) / frameSize);
  const pause = createPauses();
  const places = new Map<number, number>();
  let uncommitted = new Map<number, number>();
  let pageCount = 0;
  for (let frame = 0; frame < frameCount; frame += framesInRead) {
    const count = Math.min(framesInRead, frameCount - frame);
    const from = logHeaderSize + frame * frameSize;
    const part = viewOf(await log.read(from, count * frameSize, signal));
    for (let at = 0; at + frameSize <= part.byteLength; at += frameSize) {
      const page = part.getUint32(at);
      const hasSalts = part.getBigUint64(at + 8) === header.getBigUint64(16);
      if (page === 0 || !hasSalts) return framesOf();
      addToSum(sum, part, at, 8, isLittle);
      addToSum(sum, part, at + frameHeaderSize, pageSize, isLittle);
      if (sum.first !== part.getUint32(at + 16) || sum.second !== part.getUint32(at + 20)) return framesOf();
      uncommitted.set(page, from + at + frameHeaderSize);
      if (places.size + uncommitted.size > mostFrames)
        throw new FileFault('The write-ahead log of this database is too large.');
      const committed = part.getUint32(at + 4);
      if (committed > 0) {
        for (const [number, place] of uncommitted) places.set(number, place);
        uncommitted = new Map();
        pageCount = committed;
      }
    }
    await pause();
  }
  return framesOf();

  function framesOf(): WalFrames | null {
    return pageCount === 0 ? null : { pageSize, pageCount, places };
  }
}

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
}

function addToSum(sum: Checksum, part: DataView, from: number, length: number, isLittle: boolean): void {
  let { first, second } = sum;
  for (let at = from; at < from + length; at += 8) {
    first = (first + part.getUint32(at, isLittle) + second) >>> 0;
    second = (second + part.getUint32(at + 4, isLittle) + first) >>> 0;
  }
  Object.assign(sum, { first, second });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
