import type { StreamSource } from './byteSource';
import { FileFault } from './fileFault';
import { createPauses } from './slices';

/** A file in a zip, as the zip's directory describes it. All of it may be wrong. */
export interface ZipEntry {
  readonly name: string;
  /** In bytes, unpacked. */
  readonly size: number;
  readonly packedSize: number;
  /** Milliseconds since 1970. A zip without time zones counts as UTC. */
  readonly modified: number;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** The place of its local header. */
  readonly place: number;
  /** The length of the variable part of its header. */
  readonly headerExtra: number;
}

interface Reading {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes that are unpacked. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

const unreadable = 'This is not a readable zip file. It may be incomplete.';
const endSize = 22;
const longestComment = 65_535;
const largestDirectory = 256 * 1024 ** 2;
const mostEntries = 1_000_000;
const largestEntry = 2 * 1024 ** 3;
const localHeaderSize = 30;
/** A local header may be longer than the directory says. */
const moreHeader = 1024;
/** A browser may unpack a whole piece at once, to a thousand times its size. */
const pieceSize = 65_536;

/** Reads the directory: by two reads, or one if it is small. Throws a FileFault with the reason if it cannot. */
export async function readZip(source: StreamSource, signal?: AbortSignal): Promise<Map<string, ZipEntry>> {
  const tailSize = Math.min(source.size, endSize + longestComment);
  const tailFrom = source.size - tailSize;
  const tail = await readExactly(source, tailFrom, tailSize, signal);
  const end = await findEnd(source, tail, tailFrom, signal);
  if (end.size > largestDirectory || end.from + end.size > source.size) throw new FileFault(unreadable);
  const isInTail = end.from >= tailFrom;
  const directory = isInTail
    ? tail.subarray(end.from - tailFrom, end.from - tailFrom + end.size)
    : await readExactly(source, end.from, end.size, signal);
  return readDirectory(directory, end.count, signal);
}

/** Unpacks the file into a Blob, which the browser may keep on the disk. Reads that part of the zip once. */
export function unpackEntry(source: StreamSource, entry: ZipEntry, reading: Reading = {}): Promise<Blob> {
  return openEntry(source, entry, reading, blobOf);
}

/** Returns the first bytes of the file; fewer if it is shorter. */
export function readEntryStart(
  source: StreamSource,
  entry: ZipEntry,
  count: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return openEntry(source, entry, { signal }, async (stream) => {
    const start = new Uint8Array(count);
    let length = 0;
    const reader = stream.getReader();
    while (length < count) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, count - length);
      start.set(part, length);
      length += part.length;
    }
    await reader.cancel().catch(() => {});
    return start.subarray(0, length);
  });
}

async function readExactly(
  source: StreamSource,
  from: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // A request cannot ask for no bytes.
  if (length <= 0 || from < 0) throw new FileFault(unreadable);
  const bytes = await source.read(from, length, signal);
  if (bytes.length !== length) throw new FileFault(unreadable);
  return bytes;
}

interface DirectoryPlace {
  readonly from: number;
  readonly size: number;
  readonly count: number;
}

async function findEnd(
  source: StreamSource,
  tail: Uint8Array,
  tailFrom: number,
  signal: AbortSignal | undefined,
): Promise<DirectoryPlace> {
  const view = viewOf(tail);
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    if (view.getUint32(at) !== 0x504b0506 || view.getUint16(at + 20, true) !== tail.length - at - endSize)
      continue;
    const found = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      from: view.getUint32(at + 16, true),
    };
    const isLarge = found.count === 0xffff || found.size === 0xffffffff || found.from === 0xffffffff;
    return isLarge ? findLargeEnd(source, tailFrom + at, signal) : found;
  }
  throw new FileFault(unreadable);
}

/** A zip of more than 65,535 files or 4 GB has a larger end record; 20 bytes before the usual one say where. */
async function findLargeEnd(
  source: StreamSource,
  endAt: number,
  signal: AbortSignal | undefined,
): Promise<DirectoryPlace> {
  const locator = viewOf(await readExactly(source, endAt - 20, 20, signal));
  const place = longAt(locator, 8);
  if (locator.getUint32(0) !== 0x504b0607 || place + 56 > source.size) throw new FileFault(unreadable);
  const end = viewOf(await readExactly(source, place, 56, signal));
  if (end.getUint32(0) !== 0x504b0606) throw new FileFault(unreadable);
  return { count: longAt(end, 32), size: longAt(end, 40), from: longAt(end, 48) };
}

async function readDirectory(
  bytes: Uint8Array,
  count: number,
  signal: AbortSignal | undefined,
): Promise<Map<string, ZipEntry>> {
  if (count > mostEntries)
    throw new FileFault(`This zip holds more than ${mostEntries / 1e6} million files.`);
  const entries = new Map<string, ZipEntry>();
  const view = viewOf(bytes);
  const decoder = new TextDecoder();
  const pause = createPauses();
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    signal?.throwIfAborted();
    if (at + 46 > bytes.length || view.getUint32(at) !== 0x504b0102) throw new FileFault(unreadable);
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const extraAt = at + 46 + nameLength;
    const end = extraAt + extraLength + view.getUint16(at + 32, true);
    if (end > bytes.length) throw new FileFault(unreadable);
    const name = decoder.decode(bytes.subarray(at + 46, extraAt));
    checkName(name, entries);
    entries.set(name, entryAt(view, at, name, readExtras(view, extraAt, extraLength)));
    at = end;
    await pause();
  }
  return entries;
}

/** A name outside of the zip, or one for two files, is made to deceive a reader. */
function checkName(name: string, others: ReadonlyMap<string, ZipEntry>): void {
  if (/[\\\0]|^\/|(?:^|\/)\.\.(?:\/|$)/.test(name))
    throw new FileFault('This zip holds a file with a forbidden name.');
  if (others.has(name)) throw new FileFault('This zip holds two files with the same name.');
}

function entryAt(view: DataView, at: number, name: string, extras: ReadonlyMap<number, DataView>): ZipEntry {
  const large = extras.get(0x0001);
  let largeAt = 0;
  // The extra field of large files holds only the values that do not fit into 32 bits, in this order.
  const [size = 0, packedSize = 0, place = 0] = [at + 24, at + 20, at + 42].map((field) => {
    const value = view.getUint32(field, true);
    if (value !== 0xffffffff || !large) return value;
    if (largeAt + 8 > large.byteLength) throw new FileFault(unreadable);
    largeAt += 8;
    return longAt(large, largeAt - 8);
  });
  const time = extras.get(0x5455);
  const hasTime = time && time.byteLength >= 5 && (time.getUint8(0) & 1) === 1;
  return {
    name,
    size,
    packedSize,
    modified: hasTime
      ? time.getInt32(1, true) * 1000
      : dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    place,
    headerExtra: view.getUint16(at + 28, true) + view.getUint16(at + 30, true),
  };
}

function readExtras(view: DataView, from: number, length: number): Map<number, DataView> {
  const extras = new Map<number, DataView>();
  for (let at = from; at + 4 <= from + length; ) {
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size > from + length) break;
    extras.set(view.getUint16(at, true), new DataView(view.buffer, view.byteOffset + at + 4, size));
    at += 4 + size;
  }
  return extras;
}

function dosTime(date: number, time: number): number {
  const [year, month, day] = [(date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31];
  return Date.UTC(year, month, day, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}

/** Returns a position behind the file, with room for a local header that is longer than the directory says. */
export function endOf({ place, headerExtra, packedSize }: ZipEntry): number {
  return place + localHeaderSize + headerExtra + moreHeader + packedSize;
}

/** Opens the file by one read of the zip: its local header comes first, then its content. */
async function openEntry<T>(
  source: StreamSource,
  entry: ZipEntry,
  { signal, onProgress }: Reading,
  consume: (stream: ReadableStream<Uint8Array>) => Promise<T>,
): Promise<T> {
  if (entry.isEncrypted) throw new FileFault(`The ${entry.name} in this zip is encrypted.`);
  if (entry.method !== 0 && entry.method !== 8)
    throw new FileFault(`The ${entry.name} in this zip is packed in an unknown way.`);
  if (entry.size > largestEntry) throw new FileFault(`The ${entry.name} in this zip is larger than 2 GB.`);
  const length = Math.min(source.size, endOf(entry)) - entry.place;
  if (length < localHeaderSize + entry.packedSize) throw damagedEntry(entry);

  // A stream reports errors of its parts in other words, so the first one is kept.
  let failure: unknown = null;
  const fail = (error: unknown): never => {
    failure ??= error;
    throw error;
  };
  return source.stream(
    entry.place,
    length,
    async (bytes) => {
      const packed = contentStream(bytes, entry.packedSize, fail);
      const content = entry.method === 0 ? packed : packed.pipeThrough(inflation());
      const counted = content.pipeThrough(
        exactSize(entry.size, fail, (unpacked) => {
          signal?.throwIfAborted();
          onProgress?.(unpacked);
        }),
      );
      try {
        return await consume(counted);
      } catch {
        signal?.throwIfAborted();
        throw failure === null || failure === wrongSize ? damagedEntry(entry) : failure;
      }
    },
    signal,
  );
}

/** Thrown when the content contradicts the directory. */
const wrongSize = new Error('wrong size');

const damagedEntry = ({ name }: ZipEntry) =>
  new FileFault(`The ${name} in this zip is damaged and cannot be unpacked.`);

const inflation = () =>
  new DecompressionStream('deflate-raw') as ReadableWritablePair<Uint8Array, Uint8Array>;

/** Passes on the content behind a local header, in small pieces. */
function contentStream(
  bytes: ReadableStream<Uint8Array>,
  packedSize: number,
  fail: (error: unknown) => never,
): ReadableStream<Uint8Array> {
  const reader = bytes.getReader();
  let part = new Uint8Array();
  let left = packedSize;
  let isBehindHeader = false;

  async function readMore(): Promise<void> {
    const { done, value } = await reader.read().catch(fail);
    if (done) return fail(wrongSize);
    const joined = new Uint8Array(part.length + value.length);
    joined.set(part);
    joined.set(value, part.length);
    part = part.length === 0 ? new Uint8Array(value) : joined;
  }

  async function skipHeader(): Promise<void> {
    while (part.length < localHeaderSize) await readMore();
    const header = viewOf(part);
    if (header.getUint32(0) !== 0x504b0304) fail(wrongSize);
    const length = localHeaderSize + header.getUint16(26, true) + header.getUint16(28, true);
    while (part.length < length) await readMore();
    part = part.subarray(length);
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBehindHeader) await skipHeader();
        isBehindHeader = true;
        while (left > 0 && part.length === 0) await readMore();
        const piece = part.subarray(0, Math.min(left, pieceSize));
        part = part.subarray(piece.length);
        left -= piece.length;
        if (piece.length > 0) controller.enqueue(piece);
        if (left > 0) return;
        controller.close();
        await reader.cancel().catch(() => {});
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Fails as soon as more bytes come than the directory says, and at the end if fewer came. */
function exactSize(
  size: number,
  fail: (error: unknown) => never,
  onRead: (bytes: number) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let read = 0;
  return new TransformStream({
    transform(part, controller) {
      read += part.length;
      if (read > size) fail(wrongSize);
      onRead(read);
      controller.enqueue(part);
    },
    flush() {
      if (read < size) fail(wrongSize);
    },
  });
}

function blobOf(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A place or size of 64 bits. One beyond 53 bits is outside of every file. */
function longAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
