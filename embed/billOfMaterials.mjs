import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const title = `${name}-${version}`;

/**
 * @typedef {{ type: string }} Reference
 * @typedef {{ name: string, version: string, 'bom-ref': string, licenses?: unknown, properties?: unknown,
 *   externalReferences?: Reference[] }} Component
 * @typedef {{ metadata: { lifecycles: unknown, component: Component }, components: Component[],
 *   dependencies: { ref: string, dependsOn?: string[] }[] }} Bill
 */

/**
 * Lists the packages of the bundle in the CycloneDX format. The output of npm contains all installed
 * packages, a random number, the time, npm's version and local folders. This replaces the number and the time
 * by values made from the version, so the time only shows the order of versions. It drops packages outside
 * the bundle, npm's version and the folders.
 * @param {string} licences the text of THIRD-PARTY-LICENSES.txt, which names all that is in the bundle
 */
export function billOfMaterials(licences) {
  /** @type {Bill} */
  const bill = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'optional'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    }),
  );
  const isBundled = (/** @type {Component} */ { name, version }) =>
    licences.includes(`\n${name} ${version} (`);
  const components = bill.components.filter(isBundled).map(withoutMachine);
  const kept = new Set([title, ...components.map((component) => component['bom-ref'])]);
  const main = bill.metadata.component['bom-ref'];
  const hash = createHash('sha256').update(title).digest('hex');
  const [major = 0, minor = 0, patch = 0] = /** @type {string} */ (version).split(/[.-]/).map(Number);
  return {
    ...bill,
    serialNumber: `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
    metadata: {
      timestamp: new Date(Date.UTC(2000 + major, 0, 1 + minor, 0, 0, patch)).toISOString(),
      lifecycles: bill.metadata.lifecycles,
      component: {
        'bom-ref': title,
        type: 'application',
        name,
        version,
        // Not an npm URL, because npm has another package of this name.
        purl: `pkg:generic/${name}@${version}`,
        licenses: bill.metadata.component.licenses,
      },
    },
    components,
    dependencies: bill.dependencies
      .map(({ ref, dependsOn = [] }) => ({
        ref: ref === main ? title : ref,
        dependsOn: dependsOn.filter((on) => kept.has(on)),
      }))
      .filter(({ ref }) => kept.has(ref)),
  };
}

/**
 * Removes the local folder and the download URL, because they differ between machines. The hash and the purl
 * identify the package.
 * @param {Component} component
 */
function withoutMachine({ externalReferences = [], properties: _, ...component }) {
  return {
    ...component,
    externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
  };
}
