// Data of other people's projects, which lie outside the repository: a plain clone has none.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Returns the folder of the fixtures, or null without one; LOWLINE_FIXTURES sets another. */
export function findFixtures(): string | null {
  const folder = resolve(process.env['LOWLINE_FIXTURES'] ?? '../shared/fixtures');
  return existsSync(folder) ? folder : null;
}

let leftOut = false;

/** Like `findFixtures`, and tells the runner when this file leaves tests out. */
export function fixtures(): string | null {
  const folder = findFixtures();
  if (folder === null && !leftOut) {
    console.log('# left out: tests on the fixtures (LOWLINE_FIXTURES names their folder)');
    leftOut = true;
  }
  return folder;
}

export interface PublicSchema {
  /** The name of the file. */
  readonly name: string;
  readonly path: string;
  readonly content: unknown;
}

/** Reads the exported collections of public projects; [] without the fixtures. */
export function publicSchemas(): PublicSchema[] {
  const folder = fixtures();
  if (folder === null) return [];
  const all = join(folder, 'schemas');
  return readdirSync(all)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, path: join(all, name) }))
    .map((file) => ({ ...file, content: JSON.parse(readFileSync(file.path, 'utf8')) }));
}
