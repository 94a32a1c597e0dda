import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { detectEncoding, type Encoding, readText } from '../../ui/base/fileText';

async function textIn(file: Blob, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const part of readText(file, encoding)) text += part;
  return text;
}

const sliceSize = 1_000_000;

const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
};
const windows1252: Readonly<Record<string, number>> = { '€': 0x80, '“': 0x93, Ÿ: 0x9f, é: 0xe9, ÿ: 0xff };

const bytesOf: Readonly<Record<Encoding, (text: string) => Uint8Array<ArrayBuffer>>> = {
  'utf-8': (text) => new TextEncoder().encode(text),
  'utf-16le': (text) => utf16(text, true),
  'utf-16be': (text) => utf16(text, false),
  'windows-1252': (text) => Uint8Array.from(text, (sign) => windows1252[sign] ?? sign.charCodeAt(0)),
};
const encodings = Object.keys(bytesOf) as Encoding[];

const files: [name: string, bytes: number[], expected: Encoding][] = [
  ['nothing', [], 'utf-8'],
  ['ASCII', [0x61, 0x2c], 'utf-8'],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x61], 'utf-8'],
  ['UTF-16 the other way round', [0xfe, 0xff, 0, 0x61], 'utf-16be'],
  ['a letter of Windows-1252', [0x63, 0x61, 0x66, 0xe9], 'windows-1252'],
  ['a character that the end cuts', [0x61, 0xf0, 0x9f, 0x98], 'windows-1252'],
];
for (const [name, bytes, expected] of files) {
  test(`finds ${expected} for ${name}`, async () =>
    assert.is(await detectEncoding(new Blob([Uint8Array.from(bytes)])), expected));
}

test('one wrong byte at the end of a long file decides', async () => {
  const long = 'é'.repeat(sliceSize);
  assert.is(await detectEncoding(new Blob([long])), 'utf-8');
  assert.is(await detectEncoding(new Blob([long, Uint8Array.of(0xe9)])), 'windows-1252');
});

for (const encoding of encodings) {
  const letters = encoding === 'windows-1252' ? 'a€“Ÿéÿ' : 'aé€漢😀';
  const mark = encoding === 'windows-1252' ? '' : '\uFEFF';

  test(`reads characters of ${encoding} across slices, without the mark`, async () => {
    const bytesOfLetter = bytesOf[encoding]('a').length;
    for (let shift = 0; shift < 16; shift += 1) {
      const text = 'a'.repeat(sliceSize / bytesOfLetter - shift) + letters;
      const file = new Blob([bytesOf[encoding](mark + text)]);
      assert.is(await textIn(file, encoding), text);
    }
  });
}

test('the text comes in parts, and other work continues between them', async () => {
  assert.is(await textIn(new Blob([Uint8Array.of(0x61, 0xe9)]), 'utf-8'), 'a\uFFFD', 'bytes that do not fit');
  let works = 0;
  const timer = setInterval(() => {
    works += 1;
  });
  const lengths: number[] = [];
  for await (const part of readText(new Blob(['a'.repeat(3 * sliceSize + 1)]), 'utf-8'))
    lengths.push(part.length);
  clearInterval(timer);
  assert.equal(lengths, [sliceSize, sliceSize, sliceSize, 1]);
  assert.ok(works >= 3);
});

test('a signal stops the reading', async () => {
  const file = new Blob(['a'.repeat(3 * sliceSize)]);
  const stop = new AbortController();
  const parts: string[] = [];
  try {
    for await (const part of readText(file, 'utf-8', stop.signal)) {
      parts.push(part);
      stop.abort();
    }
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).name, 'AbortError');
  }
  assert.is(parts.length, 1);
  await detectEncoding(file, stop.signal).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.name, 'AbortError'),
  );
});

test.run();
