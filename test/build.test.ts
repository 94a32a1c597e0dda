import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fillPage } from '../embed/indexPage.mjs';
import { splitBackendUrl } from '../embed/policy.mjs';

const work = mkdtempSync(path.join(tmpdir(), 'lowline-build-'));
test.after(() => rmSync(work, { recursive: true, force: true }));

function build(name: string, ...options: string[]): string {
  const out = path.join(work, name);
  execFileSync('node', ['build.mjs', '--out', out, ...options], { stdio: 'pipe' });
  return out;
}

const first = build('first', '--check');
const html = readFileSync(path.join(first, 'index.html'), 'utf8');
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

/** Returns the scripts that a script imports statically. */
const importsOf = (script: string) =>
  [...readFileSync(path.join(first, script), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
    ([, name]) => `assets/${name}`,
  );
const start = /<script type="module" src="\.\/([^"]+)"/.exec(html)?.[1] ?? '';
const preloads = [...html.matchAll(/<link rel="modulepreload" href="\.\/([^"]+)"/g)].map(
  ([, name]) => name ?? '',
);

test('the page references only existing files, hashed and relative', () => {
  const names = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name ?? '');
  // The stylesheet is also preloaded.
  assert.is(names.length, 5 + preloads.length);
  for (const name of names) {
    assert.match(name, /^\.\/assets\/[\w.-]+-[A-Z0-9]{8}\.\w+$/);
    assert.ok(existsSync(path.join(first, name)), name);
  }
});

test('the page has no placeholder and no inline script', () => {
  assert.not.match(html, /\{\{/);
  for (const [, body] of html.matchAll(/<script[^>]*>([^<]*)<\/script>/g)) assert.is(body, '');
  assert.not.match(html, /<style|\son\w+=|\sstyle=/);
});

test('nothing that the page needs waits for its classic script', () => {
  const [before = ''] = html.split(/<script src=/);
  assert.match(before, /<link rel="preload" href="[^"]+\.css" as="style">/);
  for (const name of [start, ...preloads]) assert.ok(before.includes(name), name);
});

test('scripts load only existing chunks', () => {
  const names = filesOf(first);
  for (const name of names.filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(path.join(first, name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import|import\()"(\.[^"]+)"/g)) {
      assert.ok(names.includes(path.join('assets', imported ?? '')), `${name} loads ${imported}`);
    }
  }
});

test('the build has a few files, and the first ones contain no editor or chart', () => {
  const scripts = filesOf(first).filter((name) => name.endsWith('.js'));
  assert.ok(scripts.length <= 42, `${scripts.length} scripts`);
  const table = scripts.find((name) => name.includes('/table-')) ?? '';
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    importsOf(name).forEach(load);
  };
  load(start);
  assert.equal([start, ...preloads].sort(), [...loaded].sort(), 'the page preloads what its script imports');
  for (const name of [start, table]) load(name);
  const marks = { CodeMirror: 'cm-content', Quill: 'ql-editor', uPlot: 'u-over' };
  for (const [library, mark] of Object.entries(marks)) {
    const holders = scripts.filter((name) => readFileSync(path.join(first, name), 'utf8').includes(mark));
    assert.is(holders.length, 1, `${library} is in ${holders.join() || 'no file'}`);
    assert.not.ok(loaded.has(holders[0] ?? ''), `${library} comes with ${holders[0]}`);
  }
});

test('the page names the files of each chunk that the start does not load', () => {
  const table = JSON.parse(/name="chunks" content='([^']+)'/.exec(html)?.[1] ?? '') as Record<
    string,
    string[]
  >;
  const chunks = readdirSync('ui/app/entries').map((file) => path.parse(file).name);
  assert.equal(Object.keys(table).sort(), chunks.filter((chunk) => chunk !== 'start').sort());
  for (const [chunk, files] of Object.entries(table)) {
    const names = files.map((file) => file.replace('./', ''));
    assert.match(names[0] ?? '', new RegExp(`^assets/${chunk}-`));
    const needed = names.flatMap(importsOf).filter((name) => !preloads.includes(name));
    assert.equal(
      needed.filter((name) => !names.includes(name)),
      [],
      chunk,
    );
  }
});

test('every file is hashed but the page and the two lists, and the manifest lists it with its size', () => {
  const plain = filesOf(first).filter((name) => !/^assets\/.+-[A-Z0-9]{8}\.\w+$/.test(name));
  assert.equal(plain, ['THIRD-PARTY-LICENSES.txt', 'index.html', 'manifest.json']);
  const { files } = JSON.parse(readFileSync(path.join(first, 'manifest.json'), 'utf8')) as {
    files: Record<string, { bytes: number; sha256: string }>;
  };
  assert.equal(
    Object.keys(files).sort(),
    filesOf(first).filter((name) => name !== 'manifest.json'),
  );
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const content = readFileSync(path.join(first, name));
    assert.is(content.length, bytes);
    assert.is(createHash('sha256').update(content).digest('hex'), sha256);
  }
});

test('the licences of all bundled packages are included', () => {
  const text = readFileSync(path.join(first, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['react', 'react-dom', 'scheduler', 'valtio', 'wouter', 'superstruct', 'lucide-react']) {
    assert.match(text, new RegExp(`^${name} \\d`, 'm'));
  }
});

test('a URL that is impossible in a policy or a request is refused in one sentence', () => {
  for (const wrong of [
    'localhost:8090',
    'javascript:alert(1)',
    'ftp://api.example.com',
    'http://[::1]:8090',
    'https://*.example.com',
    'https://a;script-src.example.com',
    'https://root:1234@api.example.com',
    'https://api.example.com/?x',
    'https://api.example.com/#x',
    ' https://api.example.com',
  ]) {
    assert.is(splitBackendUrl(wrong), null, wrong);
  }
  try {
    build('wrong', '--backend', 'nonsense');
    assert.unreachable('nonsense was taken');
  } catch (error) {
    assert.is(
      String((error as { stderr?: Buffer }).stderr),
      '--backend must be an address such as https://api.example.com, not nonsense\n',
    );
  }
});

test('the URL is escaped and cannot break out of its place in the page', () => {
  const backend = splitBackendUrl(`https://API.example.com:443/a'"><script>$&/`);
  assert.ok(backend);
  const names = { favicon: '', theme: '', style: '', entry: '' };
  assert.match(
    fillPage('{{backend}}\n', { ...names, preloads: [], chunks: {}, backend }),
    `<meta name="backend" content="https://api.example.com/a&#39;%22%3E%3Cscript%3E$&amp;">`,
  );
});

test.run();
