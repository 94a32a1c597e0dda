import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync } from 'node:zlib';

export interface Chromium {
  readonly path: string;
  /** Additional environment variables of its process. */
  readonly env: Record<string, string>;
}

/** A headless shell has no user interface of its own, which saves a third of the CPU time. */
const shells = ['chromium-headless-shell'];
const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Returns the Chromium of CHROMIUM_PATH. Without that variable: a headless shell on the PATH, the headless shell
 * from npm for Linux x64, or a browser on the PATH. Null when there is none.
 */
export async function findChromium(): Promise<Chromium | null> {
  return namedChromium() ?? chromiumOnPath(shells) ?? (await packedShell()) ?? chromiumOnPath(wholeBrowsers);
}

/** Like `findChromium`, but prefers a browser with a window, because a headless shell paints less. */
export async function findWholeChromium(): Promise<Chromium | null> {
  return namedChromium() ?? chromiumOnPath(wholeBrowsers) ?? (await findChromium());
}

function namedChromium(): Chromium | null {
  const path = process.env['CHROMIUM_PATH'];
  if (!path) return null;
  if (!existsSync(path)) throw new Error(`CHROMIUM_PATH is ${path}, and there is no such file`);
  return { path, env: {} };
}

function chromiumOnPath(names: readonly string[]): Chromium | null {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (folder && existsSync(path)) return { path, env: {} };
    }
  }
  return null;
}

async function packedShell(): Promise<Chromium | null> {
  const packed = join(process.cwd(), 'node_modules/@sparticuz/chromium');
  const isOurs = process.platform === 'linux' && process.arch === 'x64' && existsSync(join(packed, 'bin'));
  return isOurs ? unpack(packed) : null;
}

/**
 * Unpacks the archive once and returns the result. Its own launcher is not used: it disables site isolation
 * and web security, and finds its libraries only in a cloud function.
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

/** Unpacks to a temporary folder first, so that an interrupted or parallel run leaves no partial result. */
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

/** The archive's own file names folders of another machine; without this file all text has the height 0. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;
