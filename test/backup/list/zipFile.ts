// A small zip writer, so that a test controls each byte of a backup.
import { deflateRawSync } from 'node:zlib';

/** The first bytes of every SQLite database. */
export const sqliteHeader = 'SQLite format 3\0';

interface Options {
  /** False stores the file without compression. */
  isDeflated?: boolean;
}

/** Makes a zip of these files in their order. */
export function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  { isDeflated = false }: Options = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, given] of Object.entries(files)) {
    const content = Buffer.from(given as string);
    const packed = isDeflated ? deflateRawSync(content) : content;
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isDeflated ? 8 : 0, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crcOf(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(label.length, 22);
    const local = [Buffer.from('504b0304', 'hex'), common, label, packed];
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), common, place, label);
    parts.push(...local);
    at += lengthOf(local);
  }
  const end = Buffer.alloc(22);
  const count = Object.keys(files).length;
  end.write('504b0506', 'hex');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(lengthOf(directory), 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Changes one byte of a stored file, so that its checksum is wrong. */
export function damaged(zip: Buffer, within: string): Buffer {
  const copy = Buffer.from(zip);
  const at = copy.indexOf(within);
  if (at < 0) throw new Error(`There is no "${within}" in this zip`);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

const lengthOf = (buffers: readonly Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0);

const crcs = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

function crcOf(content: Buffer): number {
  let crc = ~0;
  for (const byte of content) crc = (crc >>> 8) ^ (crcs[(crc ^ byte) & 255] ?? 0);
  return ~crc >>> 0;
}
