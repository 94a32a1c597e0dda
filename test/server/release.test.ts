import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { unzip } from 'unzipit';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ask } from '../support/ask';
import { buildBundle, builtBundle, hasGo, root } from '../support/server';
import { endWithTest, freePort, temporaryFolder } from '../support/serverProcess';
import { eventually } from '../support/walk';

const out = temporaryFolder();
const unpacked = temporaryFolder();
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const folder = path.join(unpacked, `lowline-${version}`);

/** Even seconds, as in a zip; in a clone it is the time of the newest commit. */
const commitTime = 1_795_000_000;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const filesBelow = (below: string) =>
  readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(below, path.join(entry.parentPath, entry.name)));

function makeRelease(into: string): { hash: string; file: string } {
  const said = execFileSync(process.execPath, ['embed/release.mjs', '--out', into], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: `${commitTime}` },
  });
  const [hash = '', file = ''] = said.trim().split('  ');
  return { hash, file };
}

// The release builds everything twice itself, and ends with an error unless both have the same bytes.
test('names the zip after the version and stores its hash beside it', async () => {
  const { hash, file } = makeRelease(out);
  assert.is(file, path.join(out, `lowline-${version}.zip`));
  const bytes = readFileSync(file);
  assert.is(sha256(bytes), hash);
  assert.is(readFileSync(`${file}.sha256`, 'utf8'), `${hash}  lowline-${version}.zip\n`);
  const { entries } = await unzip(new Uint8Array(bytes));
  for (const [name, entry] of Object.entries(entries)) {
    assert.equal(entry.lastModDate, new Date(2026, 10, 18, 11, 6, 40), name);
    const target = path.join(unpacked, name);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, new Uint8Array(await entry.arrayBuffer()));
  }
});

test('contains the bundle, also as a Go package, the hook, the handler, the licences and all checksums', () => {
  const names = filesBelow(folder);
  const wanted = `CHANGELOG.md LICENSE README.md SHA256SUMS THIRD-PARTY-LICENSES.txt dist/index.html
    dist/index.html.br embed/README.md embed/dist/dist.go embed/dist/manifest.json embed/lowline.pb.js
    embed/go.mod embed/lowline.go lowline.pb.js sbom.cdx.json`;
  for (const name of wanted.split(/\s+/)) assert.ok(names.includes(name), name);
  assert.not.ok(names.some((name) => name.includes('node_modules') || name.includes('server')));
  const sums = text('SHA256SUMS').trim().split('\n');
  assert.is(sums.length, names.length - 1);
  for (const line of sums) {
    const [hash, name = ''] = line.split('  ');
    assert.is(sha256(readFileSync(path.join(folder, name))), hash, name);
  }
  const bundle = builtBundle();
  for (const name of filesBelow(bundle).filter((file) => file !== 'manifest.json')) {
    for (const copy of ['dist', 'embed/dist']) {
      assert.equal(readFileSync(path.join(folder, copy, name)), readFileSync(path.join(bundle, name)), name);
    }
  }
});

test('the manifest names the compressed files too, and they decode to the originals', () => {
  const { files } = JSON.parse(text('dist/manifest.json')) as {
    files: Record<string, { bytes: number; sha256: string }>;
  };
  const names = Object.keys(files);
  assert.equal(
    [...names, 'manifest.json'].sort(),
    filesBelow(path.join(folder, 'dist'))
      .map((name) => name.split(path.sep).join('/'))
      .sort(),
  );
  for (const [name, { bytes, sha256: hash }] of Object.entries(files)) {
    const body = readFileSync(path.join(folder, 'dist', name));
    assert.equal([body.length, sha256(body)], [bytes, hash], name);
    const plain = readFileSync(path.join(folder, 'dist', name.replace(/\.(br|gz)$/, '')));
    if (name.endsWith('.br')) assert.equal(brotliDecompressSync(body), plain, name);
    if (name.endsWith('.gz')) assert.equal(gunzipSync(body), plain, name);
    if (/\.(br|gz)$/.test(name)) assert.ok(bytes < plain.length, name);
  }
  assert.ok(names.filter((name) => name.endsWith('.br')).length > names.length / 4);
});

test('the bill of materials names every package of the bundle, and neither machine nor download', () => {
  const bill = JSON.parse(text('sbom.cdx.json'));
  assert.equal([bill.bomFormat, bill.metadata.component.name], ['CycloneDX', 'lowline']);
  assert.match(
    bill.serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  const listed = bill.components.map(
    (part: { name: string; version: string }) => `${part.name} ${part.version}`,
  );
  const bundled = [...text('THIRD-PARTY-LICENSES.txt').matchAll(/^((?:@[\w-]+\/)?[\w.-]+ \d\S*) \(/gm)];
  assert.ok(bundled.length > 20);
  assert.equal(listed.sort(), bundled.map(([, part]) => part).sort());
  assert.not.match(JSON.stringify(bill), /https?:\/\/[^"]*\.tgz/);
  assert.not.ok(JSON.stringify(bill).includes(root));
});

const program = `package main

import (
	"log"
	"net/http"
	"os"

	"lowline"
	"lowline/dist"
)

func main() {
	dashboard, err := lowline.New(dist.FS, lowline.Options{Prefix: "/tools/lowline/", Backend: os.Args[2]})
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/tools/lowline", dashboard)
	mux.Handle("/tools/lowline/", dashboard)
	log.Fatal(http.ListenAndServe(os.Args[1], mux))
}
`;

if (hasGo()) {
  test('a Go program outside this repository serves it, for a backend on another origin', async () => {
    const outside = temporaryFolder();
    writeFileSync(path.join(outside, 'main.go'), program);
    writeFileSync(
      path.join(outside, 'go.mod'),
      `module outside\n\ngo 1.26\n\nrequire lowline v0.0.0\n\nreplace lowline => ${path.join(folder, 'embed')}\n`,
    );
    const go = (cwd: string, ...args: string[]) =>
      execFileSync('go', args, { cwd, env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off' } });
    go(outside, 'build', '-o', 'outside', '.');
    go(path.join(folder, 'embed'), 'test', './...');

    const address = `127.0.0.1:${await freePort()}`;
    const backend = 'https://api.example.com/base';
    const child = endWithTest(spawn(path.join(outside, 'outside'), [address, backend], { stdio: 'inherit' }));
    const url = `http://${address}`;
    const isUp = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await eventually(isUp, true);
    const page = await ask(url, '/tools/lowline/');
    assert.is(page.status, 200);
    const html = page.body.toString();
    assert.is(html, readFileSync(path.join(buildBundle(['--backend', backend]), 'index.html'), 'utf8'));
    assert.match(html, `<meta name="backend" content="${backend}">`);
    const policy = String(page.headers['content-security-policy']);
    for (const rule of ['img-src', 'media-src', 'frame-src', 'connect-src'])
      assert.match(policy, new RegExp(`${rule} [^;]*https://api\\.example\\.com[ ;]`));
    assert.match(policy, "script-src 'self';");
    const script = filesBelow(path.join(folder, 'dist/assets')).find((name) => name.endsWith('.js')) ?? '';
    const sent = await ask(url, `/tools/lowline/assets/${script}`, { headers: { 'Accept-Encoding': 'br' } });
    assert.is(sent.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(sent.body), readFileSync(path.join(folder, 'dist/assets', script)));
    assert.is((await ask(url, '/tools/lowline/assets/gone.js')).status, 404);
    assert.is((await ask(url, '/tools/lowline/dist.go')).status, 404);
    assert.is((await ask(url, '/tools/lowline')).headers.location, './lowline/');
    child.kill();
  });
}

test.run();
