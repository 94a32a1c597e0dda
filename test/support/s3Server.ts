// A real S3 storage for the backend's `s3` settings, with one empty bucket.
//
//   const s3 = await s3Server();
//   await patchSettings({ s3: s3.settings });
//   assert.equal(await s3.keys(), ['collection/record/file.txt']);
//   await s3.stop();

import { type BinaryLike, createHash, createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import S3rver from 's3rver';
import { temporaryFolder } from './serverProcess';

export type S3Server = Awaited<ReturnType<typeof s3Server>>;

/** The only account of s3rver. */
const account = { accessKey: 'S3RVER', secret: 'S3RVER' };
const bucket = 'lowline-tests';
const storedSuffix = '._S3rver_object';

export async function s3Server() {
  const directory = temporaryFolder();
  const storage = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket }] });
  await storage.configureBuckets();
  const answer = storage.callback();
  const server = http.createServer((request, response) => {
    // s3rver accepts any secret, so check the signature before.
    if (hasRightSignature(request)) answer(request, response);
    else response.writeHead(403, { 'Content-Type': 'application/xml' }).end(refusal);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    bucket,
    /** The values for the backend's `s3` settings. */
    settings: { enabled: true, endpoint, bucket, region: 'us-east-1', ...account, forcePathStyle: true },
    /** Returns the keys of all objects in the bucket, sorted. */
    async keys(): Promise<string[]> {
      const folder = path.join(directory, bucket);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith(storedSuffix))
        .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
        .map((name) => name.slice(0, -storedSuffix.length).replaceAll(path.sep, '/'))
        .sort();
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        // The backend keeps its connections open for the next request.
        server.closeAllConnections();
      }),
  };
}

const refusal = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>SignatureDoesNotMatch</Code><Message>The request was signed with another secret.</Message></Error>`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: BinaryLike, text: string) => createHmac('sha256', key).update(text).digest();

/** Is a request of this account signed with its secret (signature version 4)? */
function hasRightSignature({ method = '', url = '', headers }: http.IncomingMessage): boolean {
  const { authorization = '' } = headers;
  const [, credential = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(authorization) ??
    [];
  const [accessKey, ...scope] = credential.split('/');
  // s3rver itself refuses unknown accounts.
  if (accessKey !== account.accessKey) return true;
  const [pathname = '', query = ''] = url.split('?');
  const canonical = [
    method,
    pathname,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<BinaryLike>((secret, part) => hmac(secret, part), `AWS4${account.secret}`);
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
