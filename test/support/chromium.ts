import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync } from 'node:zlib';

export interface Chromium {
  readonly path: string;
  /** What its process needs beside our own environment. */
  readonly env: Record<string, string>;
}

/**
 * A Chromium: the one that CHROMIUM_PATH names, one on the PATH, or on Linux x64 the one that comes with npm.
 * Null when there is none.
 */
export async function findChromium(): Promise<Chromium | null> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, and there is no such file`);
    return { path: named, env: {} };
  }
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (folder && existsSync(path)) return { path, env: {} };
    }
  }
  const packed = join(process.cwd(), 'node_modules/@sparticuz/chromium');
  const isOurs = process.platform === 'linux' && process.arch === 'x64' && existsSync(join(packed, 'bin'));
  return isOurs ? unpack(packed) : null;
}

/**
 * Unpacks the archive once, and gives what is there afterwards. Its own starter is not used: it switches off
 * site isolation and web security, and finds its libraries only on a cloud function.
 */
async function unpack(packed: string): Promise<Chromium> {
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string };
  const home = join(process.cwd(), 'node_modules/.cache', `lowline-chromium-${version}`);
  if (!existsSync(home)) await unpackInto(home, packed);
  return {
    path: join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(home, 'al2023/lib'),
      FONTCONFIG_PATH: join(home, 'fonts'),
      HOME: home,
      LANG: 'en_US.UTF-8',
    },
  };
}

/** Into a folder beside it first: a run that is cut off, or another at the same time, leaves no half. */
async function unpackInto(home: string, packed: string): Promise<void> {
  const draft = `${home}.${process.pid}`;
  const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, 'bin', `${name}.br`)));
  const { extract } = createRequire(import.meta.url)('tar-fs') as {
    extract: (folder: string) => NodeJS.WritableStream;
  };
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'chromium'), read('chromium'), { mode: 0o755 });
  for (const name of ['al2023', 'fonts']) {
    await pipeline(Readable.from([read(`${name}.tar`)]), extract(join(draft, name)));
  }
  writeFileSync(join(draft, 'fonts/fonts.conf'), fontsConf(join(home, 'fonts')));
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** The one in the archive names folders of another machine; without this one all text has the height 0. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;
