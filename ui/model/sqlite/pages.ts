import type { ByteSource } from '../../platform/byteSource';
import { FileFault } from '../../platform/fileFault';
import { isPageSize, readWalFrames } from './walFrames';

/** The pages of a database, with the committed ones of its write-ahead log. Their numbers begin at 1. */
export interface Pages {
  readonly size: number;
  /** The size without the bytes that an extension reserves at the end of each page. */
  readonly usable: number;
  readonly count: number;
  readonly freeCount: number;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** Null for a page that is not there. Nobody may write into the result. */
  read(number: number, signal?: AbortSignal): Promise<Uint8Array | null>;
}

const magic = 'SQLite format 3\0';
const headerSize = 100;
const encodings = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'] as const;
const windowSize = 262_144;
const mostWindows = 16;

/** Throws a FileFault when this is no database. */
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
    freeCount: header.getUint32(36),
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

/** Reads through a small cache of large parts. Returns null for bytes that are not there. */
function createWindows(source: ByteSource): ReadPart {
  const windows = new Map<number, Uint8Array>();

  async function windowAt(at: number, signal?: AbortSignal): Promise<Uint8Array> {
    const known = windows.get(at);
    const from = at * windowSize;
    const found = known ?? (await source.read(from, Math.min(windowSize, source.size - from), signal));
    // The last one of the map is the one that was used last.
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
