import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const title = `${name}-${version}`;

/**
 * The packages that the bundle is made of, as CycloneDX. npm tells of all that is installed and adds a random number,
 * the time, its own version and the folders of this machine: number and time are made from the version instead (the
 * time only tells which came later), and what is not in the bundle is left out.
 * `licences` is the text of THIRD-PARTY-LICENSES.txt, which names all that is in it.
 */
export function billOfMaterials(licences) {
  const bill = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'optional'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    }),
  );
  const isBundled = ({ name, version }) => licences.includes(`\n${name} ${version} (`);
  const components = bill.components.filter(isBundled).map(withoutMachine);
  const kept = new Set([title, ...components.map((component) => component['bom-ref'])]);
  const main = bill.metadata.component['bom-ref'];
  const hash = createHash('sha256').update(title).digest('hex');
  const [major, minor, patch] = version.split(/[.-]/).map(Number);
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
        // Not of npm, where another package has the name.
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

/** Where a package lies and was fetched from is a matter of the machine; its hash and purl say which it is. */
function withoutMachine({ externalReferences = [], properties: _, ...component }) {
  return {
    ...component,
    externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
  };
}
