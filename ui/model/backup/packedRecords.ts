import type { BackupRecord } from './recordSource';

/** In bytes. */
const blockSize = 1_048_576;
/** UTF-8 needs at most three bytes for a unit of a JavaScript text. */
const bytesPerUnit = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns a function that packs records. The source of a packed record is bytes outside the JavaScript heap, and is
 * decoded whenever it is read: a hundred thousand texts would slow down each garbage collection.
 */
export function createPacking(): (record: BackupRecord) => BackupRecord {
  let block = new Uint8Array(0);
  let end = 0;
  return ({ id, updated, source }) => {
    const most = source.length * bytesPerUnit;
    if (most > blockSize) return new PackedRecord(id, updated, encoder.encode(source));
    if (end + most > block.length) {
      block = new Uint8Array(blockSize);
      end = 0;
    }
    const from = end;
    end += encoder.encodeInto(source, block.subarray(from)).written;
    return new PackedRecord(id, updated, block, from, end);
  };
}

/** A class, because its records share one getter. */
class PackedRecord implements BackupRecord {
  readonly id: string;
  readonly updated: string;
  readonly #bytes: Uint8Array;
  readonly #from: number;
  readonly #end: number;

  constructor(id: string, updated: string, bytes: Uint8Array, from = 0, end = bytes.length) {
    this.id = id;
    this.updated = updated;
    this.#bytes = bytes;
    this.#from = from;
    this.#end = end;
  }

  get source(): string {
    return decoder.decode(this.#bytes.subarray(this.#from, this.#end));
  }
}
