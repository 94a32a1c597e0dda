import type { ByteSource } from '../../platform/byteSource';
import { FileFault } from '../../platform/fileFault';
import { createPauses } from '../../platform/slices';

/** The pages in a write-ahead log that belong to the database (https://www.sqlite.org/fileformat2.html, 4). */
export interface WalFrames {
  readonly pageSize: number;
  /** The size of the database in pages after the last commit. */
  readonly pageCount: number;
  /** Page number -> the place of its newest content in the log. */
  readonly places: ReadonlyMap<number, number>;
}

interface Checksum {
  first: number;
  second: number;
}

const headerSize = 32;
const frameHeaderSize = 24;
const readSize = 262_144;
/** At 4,096 bytes a page this is more than a database that can be opened. */
const mostFrames = 1_000_000;

/**
 * Reads the frames up to the last commit. A frame with other salts or a wrong checksum is left of an earlier log
 * and ends the reading. Null if nothing is committed.
 */
export async function readWalFrames(log: ByteSource, signal?: AbortSignal): Promise<WalFrames | null> {
  if (log.size < headerSize) return null;
  const header = viewOf(await log.read(0, headerSize, signal));
  if (header.byteLength < headerSize) return null;
  const magic = header.getUint32(0);
  const pageSize = header.getUint32(8);
  if (magic >>> 1 !== 0x377f0682 >>> 1 || !isPageSize(pageSize)) return null;
  const isLittle = magic === 0x377f0682;
  const sum: Checksum = { first: 0, second: 0 };
  addToSum(sum, header, 0, 24, isLittle);
  if (sum.first !== header.getUint32(24) || sum.second !== header.getUint32(28)) return null;

  const frameSize = frameHeaderSize + pageSize;
  const framesInRead = Math.max(1, Math.floor(readSize / frameSize));
  const frameCount = Math.floor((log.size - headerSize) / frameSize);
  const pause = createPauses();
  const places = new Map<number, number>();
  let uncommitted = new Map<number, number>();
  let pageCount = 0;
  for (let frame = 0; frame < frameCount; frame += framesInRead) {
    const count = Math.min(framesInRead, frameCount - frame);
    const from = headerSize + frame * frameSize;
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

export function isPageSize(size: number): boolean {
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
