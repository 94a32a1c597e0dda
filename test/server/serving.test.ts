import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { contentSecurityPolicy } from '../../embed/policy.mjs';
import { ask, type RawResponse } from '../support/ask';
import { type Host, listen } from '../support/hosts';
import {
  backends,
  builtBundle,
  createFirstAdmin,
  loadModule,
  root,
  startBackend,
  type TestBackend,
} from '../support/server';

interface Place {
  readonly url: string;
  readonly backend: TestBackend;
  /** The folder that is served. */
  readonly bundle: string;
}

const { createDashboardServer } = await loadModule<{
  createDashboardServer(options: { backend: string; dist: string }): Server;
}>('embed/proxy.mjs');

const bundle = builtBundle();
const files = readdirSync(bundle, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(bundle, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
const scripts = files.filter((name) => name.startsWith('assets/') && name.endsWith('.js'));
const admin = { email: 'admin@example.com', password: '1234567890' };

const types: Record<string, RegExp> = {
  '.html': /^text\/html; charset=utf-8$/,
  '.js': /^text\/javascript; charset=utf-8$/,
  '.css': /^text\/css; charset=utf-8$/,
  '.svg': /^image\/svg\+xml$/,
  '.json': /^application\/json/,
  '.txt': /^text\/plain; charset=utf-8$/,
};

/** In bytes; the compressed form of a smaller file may be no smaller. */
const smallest = 300;

const hosts: Host[] = [];

async function startProxy(backend: string): Promise<string> {
  const host = await listen(createDashboardServer({ backend, dist: bundle }));
  hosts.push(host);
  return host.url;
}

function assertPageHeaders({ headers }: RawResponse): void {
  assert.is(headers['content-security-policy'], `${contentSecurityPolicy()}; frame-ancestors 'self'`);
  assert.is(headers['x-content-type-options'], 'nosniff');
  assert.is(headers['referrer-policy'], 'no-referrer');
  assert.is(headers['x-frame-options'], 'SAMEORIGIN');
}

function testInstaller(name: string, start: () => Promise<Place>): void {
  let place: Place;
  test(`${name}: without an admin the page redirects to the installer`, async () => {
    place = await start();
    for (const address of ['/_/', '/_/index.html', '/_/?other']) {
      const { status, headers } = await ask(place.url, address);
      assert.is(status, 307, address);
      assert.is(headers.location, '?installer#');
      assert.is(headers['cache-control'], 'no-cache');
    }
    assert.is((await ask(place.url, '/_/?installer')).status, 200);
  });

  test(`${name}: with an admin the installer redirects to the page, also after a restart of the backend`, async () => {
    await createFirstAdmin(place.backend.url, admin);
    for (const restart of [() => {}, place.backend.restart]) {
      await restart();
      const { status, headers } = await ask(place.url, '/_/?installer');
      assert.equal([status, headers.location], [307, '?']);
      assert.is((await ask(place.url, '/_/')).status, 200);
    }
    assert.is((await ask(place.url, '/api/health')).status, 200);
  });
}

/** `isNewer`: a server of 0.23 or newer sends the files and the errors itself. */
function testPlace(name: string, isNewer: boolean, start: () => Promise<Place>): void {
  let place: Place;
  assert.ok(scripts.length > 0 && files.includes('index.html'));
  const errorOf = (status: number, message: string, ofNewer: string) =>
    isNewer ? { status, message: ofNewer, data: {} } : { code: status, message, data: {} };
  // Newer servers send /_/index.html to /_/.
  const pages = ['/_/', '/_/?other', ...(isNewer ? [] : ['/_/index.html'])];

  if (isNewer) {
    test(`${name}: nobody is redirected to an installer`, async () => {
      place = await start();
      for (const address of [...pages, '/_/?installer'])
        assert.is((await ask(place.url, address)).status, 200);
    });
  } else {
    testInstaller(name, async () => {
      place = await start();
      return place;
    });
  }

  test(`${name}: without its slash it leads to the page, relatively`, async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(place.url, '/_', { method });
      assert.is(status, 307);
      assert.match(headers.location ?? '', /^(\.\/)?_\/$/);
    }
  });

  test(`${name}: the page is never cached, and its header has the policy of its meta element`, async () => {
    for (const address of pages) {
      const answer = await ask(place.url, address);
      assert.is(answer.headers['cache-control'], 'no-cache');
      assert.equal(answer.body, readFileSync(path.join(place.bundle, 'index.html')));
      assertPageHeaders(answer);
      const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(
        answer.body.toString(),
      );
      assert.is(`${meta?.[1]}; frame-ancestors 'self'`, answer.headers['content-security-policy']);
    }
  });

  test(`${name}: serves every file of the bundle completely, with its type; hashed ones are cached`, async () => {
    for (const file of files.filter((other) => other !== 'index.html')) {
      const answer = await ask(place.url, `/_/${file}`);
      assert.is(answer.status, 200, file);
      assert.equal(answer.body, readFileSync(path.join(place.bundle, file)), file);
      assert.match(answer.headers['content-type'] ?? '', types[path.extname(file)] ?? /./);
      const wanted = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      assert.is(answer.headers['cache-control'], wanted, file);
      assertPageHeaders(answer);
    }
  });

  test(`${name}: HEAD has the headers of GET, without the body`, async () => {
    for (const file of ['', scripts[0], 'assets/gone.js']) {
      const got = await ask(place.url, `/_/${file}`);
      const headed = await ask(place.url, `/_/${file}`, { method: 'HEAD' });
      assert.is(headed.status, got.status, file);
      assert.is(headed.body.length, 0);
      assert.is(headed.headers['cache-control'], got.headers['cache-control']);
      if (got.status === 200) assert.is(headed.headers['content-length'], String(got.body.length));
      assertPageHeaders(headed);
    }
  });

  test(`${name}: a missing file is an error of the API that is never cached, and no URL leads out`, async () => {
    const missing = ['assets/gone.js', 'gone.html', 'collections', 'assets/', 'x'.repeat(300)];
    const waysOut = ['..', '%2e%2e', '..%2f..', '%2e%2e%2f', 'assets/../..', '..%5c', '%00', '/', '//'];
    const secrets = ['pb_data/data.db', 'package.json', 'etc/passwd', 'pb_hooks/lowline.pb.js'];
    const outside = waysOut.flatMap((wayOut) => secrets.map((file) => `${wayOut}/${file}`));
    for (const file of [...missing, ...(isNewer ? [] : ['assets', ...outside])]) {
      const answer = await ask(place.url, `/_/${file}`);
      assert.is(answer.status, 404, file);
      assert.equal(JSON.parse(answer.body.toString()), errorOf(404, 'Not Found.', 'File not found.'));
      assert.is(answer.headers['cache-control'], 'no-store');
    }
    // Newer servers keep what lies deeper for their own dashboard, and redirect to a path without dots.
    for (const file of isNewer ? outside : []) {
      const { status, headers } = await ask(place.url, `/_/${file}`);
      assert.ok(status === 404 || /^\/(pb_|package|etc|_\/)/.test(headers.location ?? ''), file);
    }
  });

  test(`${name}: serves the page only for GET and HEAD`, async () => {
    const refused = isNewer ? 404 : 405;
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, body } = await ask(place.url, '/_/', { method });
      assert.is(status, refused);
      const missing = "The requested resource wasn't found.";
      assert.equal(JSON.parse(body.toString()), errorOf(refused, 'Method Not Allowed.', missing));
    }
  });

  test(`${name}: stops`, () => place.backend.stop());
}

const withLowline = backends('contract').find(({ name }) => name === '0.22.55');

if (withLowline) {
  testPlace('inside the binary', false, async () => {
    const backend = await startBackend(withLowline.binary, { admin: false });
    return { url: backend.url, backend, bundle: path.join(root, 'embed/server/dist') };
  });

  test('inside the binary: sends every file in the smallest form that the client accepts, once', async () => {
    const backend = await startBackend(withLowline.binary);
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const file of ['', ...files.filter((other) => other !== 'index.html')]) {
      for (const coding of ['br', 'gzip'] as const) {
        const { headers, body } = await ask(backend.url, `/_/${file}`, {
          headers: { 'Accept-Encoding': coding },
        });
        const plain = readFileSync(path.join(bundle, file || 'index.html'));
        const sent = headers['content-encoding'];
        // The manifest lists the compressed files too, and some files are too small to shrink.
        if (file === 'manifest.json' || plain.length < smallest) continue;
        assert.is(sent, coding, file);
        assert.is(headers['content-length'], String(body.length));
        assert.equal(decoders[coding](body), plain, file);
        const again = await ask(backend.url, `/_/${file}`, {
          headers: { 'Accept-Encoding': coding, 'If-None-Match': headers.etag ?? '' },
        });
        assert.equal([again.status, again.body.length], [304, 0], file);
      }
    }
    await backend.stop();
  });

  test('inside the binary: a hook can serve another dashboard', async () => {
    const backend = await startBackend(withLowline.binary, { bundle: 'hook' });
    writeFileSync(path.join(backend.dir, 'lowline/assets/other.txt'), 'other');
    assert.is((await ask(backend.url, '/_/assets/other.txt')).body.toString(), 'other');
    await backend.stop();
  });
}

for (const { name, binary, dialect } of [...backends('contract'), ...backends('newer')]) {
  testPlace(`hook on ${name}`, dialect.isNewer, async () => {
    const backend = await startBackend(binary, { admin: false, bundle: 'hook' });
    return { url: backend.url, backend, bundle };
  });

  test(`hook on ${name}: sends the page of another release though its files have the same time, and compresses`, async () => {
    const backend = await startBackend(binary, { bundle: 'hook' });
    // 0.23.1 says that it compresses files, and does not.
    for (const file of name === '0.23.1' ? [] : ['', ...scripts]) {
      const { headers, body } = await ask(backend.url, `/_/${file}`, {
        headers: { 'Accept-Encoding': 'gzip' },
      });
      assert.is(headers['content-encoding'], 'gzip');
      assert.match(headers.vary ?? '', /Accept-Encoding/);
      assert.equal(gunzipSync(body), readFileSync(path.join(bundle, file || 'index.html')));
    }
    const ofFirst = (await ask(backend.url, '/_/')).headers['last-modified'] ?? '';
    const index = path.join(backend.dir, 'lowline/index.html');
    const { mtime } = statSync(index);
    writeFileSync(index, 'another');
    utimesSync(index, mtime, mtime);
    const { status, body } = await ask(backend.url, '/_/', { headers: { 'If-Modified-Since': ofFirst } });
    assert.equal([status, body.toString()], [200, 'another']);
    const script = await ask(backend.url, `/_/${scripts[0]}`);
    const again = await ask(backend.url, `/_/${scripts[0]}`, {
      headers: { 'If-Modified-Since': script.headers['last-modified'] ?? '' },
    });
    assert.is(again.status, 304);
    await backend.stop();
  });

  test(`hook on ${name}: without its bundle the built-in dashboard stays`, async () => {
    const backend = await startBackend(binary, {
      prepare: (dir) =>
        cpSync(path.join(root, 'embed/lowline.pb.js'), path.join(dir, 'pb_hooks/lowline.pb.js')),
    });
    assert.is((await ask(backend.url, '/_/')).status, 200);
    assert.match(backend.log(), 'Lowline is not served, because its bundle is not in');
    await backend.stop();
  });

  test(`pb_public/lowline on ${name}: the dashboard is at /lowline/, without an installer's redirect`, async () => {
    const backend = await startBackend(binary, {
      admin: false,
      prepare: (dir) => cpSync(bundle, path.join(dir, 'pb_public/lowline'), { recursive: true }),
    });
    for (const file of files) {
      const { status, body, headers } = await ask(
        backend.url,
        `/lowline/${file === 'index.html' ? '' : file}`,
      );
      assert.is(status, 200, file);
      assert.equal(body, readFileSync(path.join(bundle, file)));
      assert.equal([headers['cache-control'], headers['content-security-policy']], [undefined, undefined]);
    }
    const gone = () => ask(backend.url, '/lowline/assets/gone.js');
    assert.is((await gone()).status, 404);
    const { status: found, headers: given } = await ask(backend.url, '/lowline');
    if (dialect.isNewer) assert.equal([found, given.location], [301, '/lowline/']);
    else {
      // The page is served here too, but requests its files one folder too high.
      assert.is(found, 200);
      assert.is((await ask(backend.url, `/${scripts[0]}`)).status, 404);
    }
    writeFileSync(path.join(backend.dir, 'pb_public/index.html'), 'the site');
    const { status, body } = await gone();
    assert.equal([status, body.toString()], [200, 'the site'], 'an index.html beside it');
    await backend.stop();
  });

  test(`without watching its hooks ${name} does not start with a broken one`, async () => {
    const failure = await startBackend(binary, {
      bundle: 'hook',
      prepare: (dir) => appendFileSync(path.join(dir, 'pb_hooks/lowline.pb.js'), '\nroutes = (;'),
    }).then(
      () => null,
      (error: Error) => error,
    );
    assert.match(failure?.message ?? '', /failed to execute lowline\.pb\.js/i);
  });
}

for (const { name, binary } of backends()) {
  testPlace(`in front of ${name}`, false, async () => {
    const backend = await startBackend(binary, { admin: false });
    return { url: await startProxy(backend.url), backend, bundle };
  });
}

test.after(() => {
  for (const host of hosts) host.close();
});

test.run();
