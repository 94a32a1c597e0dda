// The text of a file, in parts, so that a large file neither fills the memory nor stops the page.

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** In bytes. */
const sliceSize = 1_000_000;

/** A byte order mark decides. Without one it is UTF-8 if every byte of the file fits, else Windows-1252. */
export async function detectEncoding(file: Blob, signal?: AbortSignal): Promise<Encoding> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return (await isUtf8(file, signal)) ? 'utf-8' : 'windows-1252';
}

async function isUtf8(file: Blob, signal?: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of slicesOf(file, signal)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Yields the text in parts of about 1 MB, without the byte order mark. Bytes that do not fit become U+FFFD. */
export async function* readText(
  file: Blob,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of slicesOf(file, signal)) yield decoder.decode(bytes, { stream: true });
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** The page can render and handle keys between two slices. */
async function* slicesOf(file: Blob, signal?: AbortSignal): AsyncGenerator<ArrayBuffer, void, undefined> {
  for (let at = 0; at < file.size; at += sliceSize) {
    signal?.throwIfAborted();
    yield await file.slice(at, at + sliceSize).arrayBuffer();
    await new Promise((done) => setTimeout(done));
  }
  signal?.throwIfAborted();
}
