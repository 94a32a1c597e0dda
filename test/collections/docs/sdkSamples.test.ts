import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { baseOf } from '../../../ui/backend/addresses';
import { authDocs } from '../../../ui/collections/docs/authDocs';
import type { DocsContent, DocsScene } from '../../../ui/collections/docs/docsContent';
import { pagesOf } from '../../../ui/collections/docs/docsPages';
import { recordDocs } from '../../../ui/collections/docs/recordDocs';
import { sdkSample, sdks } from '../../../ui/collections/docs/sdkSamples';
import { colouredCode } from '../../../ui/kit/basics/CodeBlock';
import type { Collection } from '../../../ui/model/collection';
import { postsCollection, statsCollection, usersCollection } from '../../support/samples';

const base = 'http://127.0.0.1:8090/pb';
const choice = `it's \${1} "x" \\ \u202e`;
const hostile: Collection = {
  ...postsCollection,
  name: `it's \${x}`,
  schema: [
    { id: 's1', name: 'mood', type: 'select', options: { maxSelect: 2, values: [choice, "');alert(1);('"] } },
    { id: 'p1', name: '__proto__', type: 'text', options: {} },
    { id: 'f1', name: 'file', type: 'file', options: { maxSelect: 1 } },
  ],
};
const scene = (collection: Collection): DocsScene => ({ collection, base, nameOf: () => null });
const allOf = (collection: Collection): DocsContent[] => {
  const { records, auth } = pagesOf(collection);
  return [
    ...records.map((key) => recordDocs(key, scene(collection))),
    ...auth.map((key) => authDocs(key, scene(collection))),
  ];
};
const AsyncFunction = (async () => {}).constructor as new (code: string) => () => Promise<void>;

for (const collection of [postsCollection, usersCollection, statsCollection, hostile]) {
  test(`the examples of ${collection.name} are programs, and all colours together are their text`, () => {
    for (const docs of allOf(collection)) {
      for (const { key: sdk } of sdks) {
        const code = sdkSample(sdk, docs, scene(collection));
        assert.match(code, base, `${sdk} of ${docs.key}`);
        if (sdk === 'javascript' || sdk === 'fetch') {
          assert.not.throws(() => new AsyncFunction(code.replace(/^import .*/, '')), `${sdk} of ${docs.key}`);
        }
        for (const language of ['javascript', 'dart', 'shell', 'json'] as const) {
          const parts = colouredCode(code, language);
          assert.is(parts.map(({ text }) => text).join(''), code);
        }
      }
    }
  });
}

test('an admin signs in first for calls only for admins, a user for calls about the own account', () => {
  const of = (docs: DocsContent) => sdkSample('javascript', docs, scene(usersCollection));
  const locked = { ...usersCollection, deleteRule: null };
  assert.match(of(recordDocs('delete', scene(locked))), 'pb.admins.authWithPassword(');
  assert.not.match(of(recordDocs('create', scene(usersCollection))), 'authWithPassword');
  assert.match(
    of(authDocs('authRefresh', scene(usersCollection))),
    "pb.collection('users').authWithPassword(",
  );
});

const bases: Array<[apiBase: string, base: string]> = [
  ['http://localhost:8090/api/', 'http://127.0.0.1:8090'],
  ['https://localhost.example.com/api/', 'https://localhost.example.com'],
];

for (const [apiBase, expected] of bases) {
  test(`examples of an API at ${apiBase} begin with ${expected}`, () => assert.is(baseOf(apiBase), expected));
}

test.run();
