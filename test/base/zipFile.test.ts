import fc from 'fast-check';
import { zipSync } from 'fflate';
import { unzip } from 'unzipit';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { blobSource, type StreamSource } from '../../ui/base/byteSource';
import { FileFault } from '../../ui/base/fileFault';
import { readEntryStart, readZip, unpackEntry, type ZipEntry } from '../../ui/base/zipFile';
import { zipOf } from '../backup/list/zipFile';
import { runsOf } from '../support/runsOf';

/** A source that records the parts asked for: place and length. */
function sourceOf(bytes: Uint8Array) {
  const source = blobSource(new Blob([new Uint8Array(bytes)]));
  const asked: [from: number, length: number][] = [];
  const counted: StreamSource = {
    size: source.size,
    read(from, length, signal) {
      asked.push([from, length]);
      return source.read(from, length, signal);
    },
    stream(from, length, consume, signal) {
      asked.push([from, length]);
      return source.stream(from, length, consume, signal);
    },
  };
  return { ...counted, asked };
}

async function entryOf(source: StreamSource, name: string): Promise<ZipEntry> {
  const entry = (await readZip(source)).get(name);
  if (!entry) throw new Error(`There is no ${name}`);
  return entry;
}

async function unpack(zip: Uint8Array, name: string): Promise<Uint8Array> {
  const source = sourceOf(zip);
  return new Uint8Array(await (await unpackEntry(source, await entryOf(source, name))).arrayBuffer());
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It was read.'),
    (thrown: unknown) => thrown,
  );
  assert.instance(error, FileFault, String(error));
  return (error as FileFault).message;
}

const incomplete = 'This is not a readable zip file. It may be incomplete.';
const broken = 'The a in this zip is damaged and cannot be unpacked.';

const anyFiles = fc.dictionary(
  fc.stringMatching(/^[a-zü_/]{1,10}$/).filter((name) => !/^\/|^__proto__$/.test(name)),
  fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.integer({ min: 0, max: 200_000 }).map((size) => new Uint8Array(size)),
  ),
  { noNullPrototype: true },
);

test('names, sizes and contents are those of another reader', async () => {
  await fc.assert(
    fc.asyncProperty(anyFiles, fc.constantFrom(0, 6), async (files, level) => {
      const zip = zipSync(files, { level });
      const { entries: expected } = await unzip(new Uint8Array(zip));
      const source = sourceOf(zip);
      const entries = await readZip(source);
      assert.equal([...entries.keys()].sort(), Object.keys(expected).sort());
      for (const [name, entry] of entries) {
        assert.is(entry.size, expected[name]?.size);
        const content = new Uint8Array(await (await unpackEntry(source, entry)).arrayBuffer());
        assert.equal(content, files[name]);
        assert.equal(await readEntryStart(source, entry, 20), files[name]?.slice(0, 20));
      }
    }),
    { numRuns: runsOf(60) },
  );
});

for (const [what, count, reads] of [
  ['small', 1, 1],
  ['large', 3000, 2],
] as const) {
  test(`a ${what} directory is ${reads} reads, and a file is one more`, async () => {
    const names = Array.from({ length: count }, (_, at) => [`storage/film${at}`, Buffer.alloc(9_000, 1)]);
    const source = sourceOf(zipOf({ a: 'x'.repeat(5000), ...Object.fromEntries(names) }));
    const entry = await entryOf(source, 'a');
    assert.is(source.asked.length, reads);
    await unpackEntry(source, entry);
    assert.equal(source.asked.slice(reads), [
      [entry.place, Math.min(source.size - entry.place, 30 + 1 + 1024 + entry.packedSize)],
    ]);
  });
}

test('the progress ends with the size', async () => {
  const source = sourceOf(zipOf({ a: Buffer.alloc(300_000, 7) }, { isDeflated: true }));
  const told: number[] = [];
  await unpackEntry(source, await entryOf(source, 'a'), { onProgress: (bytes) => told.push(bytes) });
  assert.is(told.at(-1), 300_000);
  for (const [at, bytes] of told.entries()) assert.ok(bytes >= (told[at - 1] ?? 0));
});

test('unpacking stops when its signal aborts', async () => {
  const source = sourceOf(zipOf({ a: Buffer.alloc(3_000_000, 7) }));
  const controller = new AbortController();
  const unpacking = unpackEntry(source, await entryOf(source, 'a'), {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  assert.is(await unpacking.catch(({ name }) => name), 'AbortError');
});

test('a time in UTC counts, else the time without a zone', async () => {
  const plain = sourceOf(zipSync({ a: [new Uint8Array(1), { mtime: new Date(2026, 10, 21, 1, 2, 4) }] }));
  assert.is((await entryOf(plain, 'a')).modified, Date.UTC(2026, 10, 21, 1, 2, 4));
  const extra = { 21589: new Uint8Array([1, 0x10, 0x20, 0x30, 0x40]) };
  const zoned = sourceOf(zipSync({ a: [new Uint8Array(1), { extra }] }));
  assert.is((await entryOf(zoned, 'a')).modified, 0x40302010 * 1000);
});

/** Changes the fields of the directory's only entry, called `a`. */
function lying(zip: Buffer, change: (directory: DataView) => void): Buffer {
  const copy = Buffer.from(zip);
  const at = copy.indexOf(Buffer.from('504b0102', 'hex'));
  change(new DataView(copy.buffer, copy.byteOffset + at));
  return copy;
}

const packed = zipOf({ a: 'text '.repeat(400) }, { isDeflated: true });
const stored = zipOf({ a: 'text '.repeat(400) });

const isNot = (what: string) => `The a in this zip is ${what}.`;

/** Which number of the directory lies: its place, its length in bytes, and the lie. */
for (const [what, zip, place, bytes, lie, message] of [
  ['a smaller size than its content', packed, 24, 4, 1999, broken],
  ['a smaller packed size', packed, 20, 4, 9, broken],
  ['a packed size beyond the file', packed, 20, 4, 1e9, broken],
  ['no local header', stored, 42, 4, 3, broken],
  ['a password', stored, 8, 2, 1, isNot('encrypted')],
  ['an unknown method', stored, 10, 2, 12, isNot('packed in an unknown way')],
  ['3 GB', stored, 24, 4, 3e9, isNot('larger than 2 GB')],
] as const) {
  test(`a file with ${what} ends in a sentence`, async () => {
    const lies = lying(zip, (view) =>
      bytes === 2 ? view.setUint16(place, lie, true) : view.setUint32(place, lie, true),
    );
    assert.is(await faultOf(unpack(lies, 'a')), message);
  });
}

test('a zip bomb is unpacked up to the size that it claims', async () => {
  const bomb = lying(zipOf({ a: Buffer.alloc(50_000_000) }, { isDeflated: true }), (view) =>
    view.setUint32(24, 1000, true),
  );
  const source = sourceOf(bomb);
  let most = 0;
  const onProgress = (bytes: number) => {
    most = bytes;
  };
  assert.is(await faultOf(unpackEntry(source, await entryOf(source, 'a'), { onProgress })), broken);
  assert.ok(most <= 1000);
});

const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
const pair = zipOf({ 'one/a.txt': '1', 'two/a.txt': '2' });

const forbidden = 'This zip holds a file with a forbidden name.';
const twice = 'This zip holds two files with the same name.';

for (const [what, zip, message] of [
  ['two files with the same name', renamed(pair, 'two/', 'one/'), twice],
  ['a name that leads outside', renamed(pair, 'one/', '/../'), forbidden],
  ['a name that leads upwards', renamed(pair, 'one/a', 'b/../'), forbidden],
  ['a name with a backslash', renamed(pair, 'one/', '..\\x'), forbidden],
  ['no end', pair.subarray(0, -1), incomplete],
  ['nothing', Buffer.alloc(0), incomplete],
  ['a directory that is too short', withEnd(pair, (end) => end.setUint32(12, 50, true)), incomplete],
  ['more files than its directory', withEnd(pair, (end) => end.setUint16(10, 9, true)), incomplete],
  ['a larger end that is missing', withEnd(pair, (end) => end.setUint16(10, 0xffff, true)), incomplete],
] as const) {
  test(`a zip with ${what} ends in a sentence`, async () =>
    assert.is(await faultOf(readZip(sourceOf(zip))), message));
}

function withEnd(zip: Buffer, change: (end: DataView) => void): Buffer {
  const copy = Buffer.from(zip);
  change(new DataView(copy.buffer, copy.byteOffset + copy.length - 22));
  return copy;
}

test('a zip of the larger form', async () => {
  const zip = zipOf({ a: 'text' });
  const end = zip.subarray(-22);
  const directory = zip.subarray(end.readUInt32LE(16), -22);
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(4n, 4);
  extra.writeBigUInt64LE(4n, 12);
  const large = Buffer.concat([directory, extra]);
  for (const at of [20, 24, 42]) large.writeUInt32LE(0xffffffff, at);
  large.writeUInt16LE(28, 30);
  const content = zip.subarray(0, end.readUInt32LE(16));
  const largeEnd = Buffer.alloc(56 + 20);
  largeEnd.write('504b0606', 0, 'hex');
  largeEnd.writeBigUInt64LE(1n, 32);
  largeEnd.writeBigUInt64LE(BigInt(large.length), 40);
  largeEnd.writeBigUInt64LE(BigInt(content.length), 48);
  largeEnd.write('504b0607', 56, 'hex');
  largeEnd.writeBigUInt64LE(BigInt(content.length + large.length), 56 + 8);
  const smallEnd = Buffer.from(end);
  smallEnd.writeUInt32LE(0xffffffff, 16);
  const whole = Buffer.concat([content, large, largeEnd, smallEnd]);
  assert.is(Buffer.from(await unpack(whole, 'a')).toString(), 'text');
});

test('1,000 damaged zips end in a sentence or in a content', async () => {
  const zip = zipOf({ a: 'text '.repeat(90), 'b/c': 'more' }, { isDeflated: true });
  const change = fc.tuple(fc.nat(zip.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const copy = Buffer.from(zip);
      for (const [at, byte] of changes) copy[at] = byte;
      const source = sourceOf(copy);
      try {
        for (const entry of (await readZip(source)).values()) await unpackEntry(source, entry);
      } catch (error) {
        assert.instance(error, FileFault, String(error));
        assert.match((error as FileFault).message, /\.$/);
      }
    }),
    { numRuns: runsOf(1000) },
  );
});

test.run();
