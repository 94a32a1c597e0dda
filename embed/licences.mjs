import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Public domain licences, which require no text. */
const publicDomain = new Map([
  ['CC0-1.0', 'Given to the public domain: https://creativecommons.org/publicdomain/zero/1.0/'],
  ['Unlicense', 'Given to the public domain: https://unlicense.org'],
]);

/**
 * Collects the licence texts of every package that is bundled. Throws for a package without one.
 * @param {string} root the folder of `node_modules`
 * @param {string[]} inputs paths of the bundled files, relative to the root
 */
export function collectLicences(root, inputs) {
  const names = new Set(
    inputs.flatMap((input) => input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []).sort(),
  );
  /** @type {Map<string, { body: string, packages: string[] }>} */
  const groups = new Map();
  for (const name of names) {
    const { title, text } = readLicence(path.join(root, 'node_modules', name), name);
    const lines = text.split('\n');
    const body = lines
      .filter((line) => !isCopyright(line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    // Many packages have the same text with other line breaks; print it once.
    const key = body.replace(/\s+/g, ' ');
    const group = groups.get(key) ?? { body, packages: [] };
    group.packages.push([title, ...lines.filter(isCopyright)].join('\n'));
    groups.set(key, group);
  }
  const parts = [...groups.values()].map(({ body, packages }) => `${packages.join('\n\n')}\n\n${body}\n`);
  return `Lowline holds parts of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/**
 * @param {string} folder
 * @param {string} name
 */
function readLicence(folder, name) {
  const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const text =
    publicDomain.get(license) ??
    readdirSync(folder)
      .filter((file) => /^(licen[cs]e|notice)(\.|$)/i.test(file))
      .sort()
      .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
      .join('\n\n');
  if (text === '') throw new Error(`${name} is bundled but has no licence text.`);
  return { title: `${name} ${version} (${license})`, text };
}

/**
 * Recognizes a copyright line, but not a line of the licence text that begins with the same word.
 * @param {string} line
 */
function isCopyright(line) {
  return /^\s*copyright (\(c\)|©|&copy;|\d{4})/i.test(line);
}
