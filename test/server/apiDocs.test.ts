// Runs the examples of the API docs against a real server: it must respond as they say.
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authDocs } from '../../ui/collections/docs/authDocs';
import type { DocsContent, DocsScene } from '../../ui/collections/docs/docsContent';
import {
  type AuthPageKey,
  type PageKey,
  pagesOf,
  type RecordPageKey,
} from '../../ui/collections/docs/docsPages';
import { printJson } from '../../ui/collections/docs/literals';
import { recordDocs, sortableFieldsOf } from '../../ui/collections/docs/recordDocs';
import { type Sdk, sdkSample } from '../../ui/collections/docs/sdkSamples';
import type { Collection } from '../../ui/model/collection';
import { type AccountMails, accountMails } from '../support/accountMails';
import { openIdProvider } from '../support/openIdProvider';
import { codeOf, offeredProviders } from '../support/providerSignIn';
import { createCollection, field, sharedBackend } from '../support/realBackend';
import { adminToken, backends, type TestBackend } from '../support/server';
import { temporaryFolder } from '../support/serverProcess';
import { type AnyAnswer, askServer } from '../support/walk';

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    console.log('# left out: the examples for curl (there is none on this machine)');
    return false;
  }
})();

const everyField = (relatedId: string) => [
  { ...field('text', 'title', { min: 6, max: 9 }, true), required: true },
  field('editor', 'body'),
  field('number', 'views', { min: 200, max: 300, noDecimal: true }),
  field('bool', 'live'),
  field('email', 'contact', { onlyDomains: ['acme.test'] }),
  field('url', 'source', { exceptDomains: ['example.com'] }),
  field('date', 'day', { min: '2024-05-01 00:00:00.000Z' }),
  field('select', 'mood', { values: [`it's "calm" \\ $HOME \`x\` \u202e é 🎈`, 'wild'] }),
  field('select', 'tags', { values: ['a', 'b', 'c'], maxSelect: 3 }),
  field('json', 'meta'),
  field('file', 'cover'),
  field('file', 'pages', { maxSelect: 4 }),
  field('relation', 'author', { collectionId: relatedId }),
  field('relation', 'friends', { collectionId: relatedId, maxSelect: null, minSelect: 1 }),
  field('text', '__proto__'),
  field('text', '1a'),
];
const openRules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
const memberOptions = {
  allowUsernameAuth: true,
  allowEmailAuth: true,
  allowOAuth2Auth: true,
  minPasswordLength: 20,
  requireEmail: true,
};

/**
 * Returns all keys, level by level; of a list those of the first item. The values of a provider are not
 * compared.
 */
function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [keysOf(value[0])] : [];
  if (value === null || typeof value !== 'object') return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'rawUser')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, keysOf(one)]),
  );
}

/** Replaces placeholders such as `RECORD_ID`. Longer ones come first, because one may contain another. */
function filledIn(code: string, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values).sort((a, b) => b.length - a.length);
  return names.reduce((text, name) => text.replaceAll(name, values[name] ?? ''), code);
}

/** Runs an example that calls `fetch` once. */
async function runFetch(code: string): Promise<AnyAnswer> {
  let seen: AnyAnswer | null = null;
  const watchedFetch = async (...asked: Parameters<typeof fetch>) => {
    const answer = await fetch(...asked);
    seen = { status: answer.status, json: parsed(await answer.clone().text()) };
    return answer;
  };
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (given: typeof watchedFetch) => Promise<void>;
  try {
    await new AsyncFunction('fetch', code)(watchedFetch);
  } catch (error) {
    // The example throws the server's error.
    if (seen === null || error instanceof SyntaxError || error instanceof ReferenceError) throw error;
  }
  if (seen === null) throw new Error(`The example sent no request:\n${code}`);
  return seen;
}

/** Runs an example in a shell, in a folder with the files that examples send. */
function runCurl(code: string): Promise<AnyAnswer> {
  const cwd = temporaryFolder();
  for (const [, name] of code.matchAll(/=@([\w.]+)'/g)) writeFileSync(join(cwd, name ?? ''), 'Some text');
  const script = `curl() { command curl --silent --show-error --write-out '\\n%{http_code}' "$@"; }\n${code}`;
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd }, (error, output, complaint) => {
      const end = output.lastIndexOf('\n');
      if (error) reject(new Error(`${complaint}\nof:\n${code}`));
      else resolve({ status: Number(output.slice(end + 1)), json: parsed(output.slice(0, end)) });
    });
  });
}

function parsed(text: string): unknown {
  return text.trim() === '' ? null : JSON.parse(text);
}

for (const { name: version, binary } of backends()) {
  const server = sharedBackend(binary);
  let backend: TestBackend;
  let admin = '';
  let related = '';
  let mails: AccountMails;
  const made: Record<'papers' | 'locked' | 'members' | 'titles', Collection> = {} as never;
  const provider: { stop?: () => Promise<void> } = {};
  /** The member in the examples. */
  const member = { id: '', token: '' };

  const sceneOf = (collection: Collection): DocsScene => ({
    collection,
    base: backend.url,
    nameOf: (id) => Object.values(made).find((one) => one.id === id)?.name ?? null,
  });
  const docsOf = (collection: Collection, key: PageKey): DocsContent =>
    pagesOf(collection).auth.includes(key as AuthPageKey)
      ? authDocs(key as AuthPageKey, sceneOf(collection))
      : recordDocs(key as RecordPageKey, sceneOf(collection));
  const exampleOf = (sdk: Sdk, collection: Collection, key: PageKey) =>
    sdkSample(sdk, docsOf(collection, key), sceneOf(collection));

  /** Runs the example of a page; the response must equal the first documented one, key by key. */
  async function succeed(
    sdk: 'fetch' | 'curl',
    collection: Collection,
    key: PageKey,
    values: Readonly<Record<string, string>> = {},
  ): Promise<AnyAnswer> {
    const [first] = docsOf(collection, key).answers;
    const code = filledIn(exampleOf(sdk, collection, key), {
      TOKEN: admin,
      RELATED_RECORD_ID: related,
      ...values,
    });
    const answer = await (sdk === 'curl' ? runCurl(code) : runFetch(code));
    assert.is(answer.status, first?.status, `${code}\n${JSON.stringify(answer.json)}`);
    const expected = first?.body === undefined ? null : JSON.parse(printJson(first.body));
    assert.equal(keysOf(answer.json), keysOf(expected), `the keys of ${key}`);
    return answer;
  }

  /** Makes the request of a page in a way that the server refuses; the error must be the documented one. */
  async function refuse(
    collection: Collection,
    key: PageKey,
    status: number,
    { body, token = '', id = 'a23456789012345', query = '' }: RefusedCall,
  ): Promise<void> {
    const { call, answers } = docsOf(collection, key);
    const documented = answers.find((answer) => answer.status === status);
    assert.ok(documented?.body !== undefined, `${key} documents ${status}`);
    const expected = JSON.parse(printJson(documented.body));
    const path = filledIn(call.path, { RECORD_ID: id }).replace('/api/', '') + query;
    const answer = await askServer(backend, path, { method: call.verb, token, ...(body && { body }) });
    assert.is(answer.status, status, JSON.stringify(answer.json));
    assert.equal([answer.json.code, answer.json.message], [expected.code, expected.message]);
    for (const [name, fault] of Object.entries(expected.data)) assert.equal(answer.json.data[name], fault);
  }

  const scene = (sentence: string, act: () => Promise<void>) =>
    test(`${version}: ${sentence}`, async () => {
      await server.connect();
      backend = await server.backend();
      admin = await adminToken(backend);
      await act();
    });

  async function mailedToken(request: () => Promise<unknown>, account?: string): Promise<string> {
    const { body } = await mails.mailAfter(request, account);
    return /(eyJ[\w-]+\.[\w-]+\.[\w-]+)/.exec(body)?.[1] ?? '';
  }

  async function signIn(): Promise<void> {
    const { json } = await succeed('fetch', made.members, 'authWithPassword');
    member.token = json.token;
    member.id = json.record.id;
  }

  scene('collections of every type, with every type of field', async () => {
    mails = await accountMails(backend);
    const idp = await openIdProvider(`${backend.url}/api/oauth2-redirect`, [
      { sub: 'sub-1', email: 'oauth@example.com', name: 'Olga Auth', email_verified: true },
    ]);
    provider.stop = idp.stop;
    await askServer(backend, 'settings', { method: 'PATCH', body: { oidcAuth: idp.settings } });
    made.members = await createCollection({
      name: 'members',
      type: 'auth',
      schema: [field('text', 'nick'), field('file', 'photo', { mimeTypes: ['text/plain'] })],
      options: memberOptions,
      ...openRules,
    });
    made.papers = await createCollection({
      name: 'papers',
      schema: everyField(made.members.id),
      ...openRules,
    });
    made.locked = await createCollection({ name: 'locked', schema: everyField(made.members.id) });
    made.titles = await createCollection({
      name: 'titles',
      type: 'view',
      options: { query: 'SELECT id, title, cover, created FROM papers' },
      listRule: '',
    });
    await createCollection({
      name: 'receipts',
      schema: [{ ...field('relation', 'paper', { collectionId: made.papers.id }), required: true }],
    });
    related = (
      await askServer(backend, 'collections/members/records', {
        method: 'POST',
        body: {
          email: 'related@example.com',
          password: 'the password of the related',
          passwordConfirm: 'the password of the related',
        },
      })
    ).json.id;
    assert.ok(related);
  });

  for (const sdk of hasCurl ? (['fetch', 'curl'] as const) : (['fetch'] as const)) {
    for (const name of ['papers', 'locked'] as const) {
      scene(`creates, reads, lists, changes and deletes a record of ${name} by ${sdk}`, async () => {
        const collection = made[name];
        const { json } = await succeed(sdk, collection, 'create');
        assert.is(json.mood, `it's "calm" \\ $HOME \`x\` \u202e é 🎈`);
        assert.equal(json.tags, ['a', 'b']);
        assert.is(json.day, '2024-05-01 00:00:00.000Z');
        assert.is(json.pages.length, 2);
        assert.is(json['1a'], 'test');
        const values = { RECORD_ID: json.id };
        assert.is((await succeed(sdk, collection, 'view', values)).json.id, json.id);
        assert.ok((await succeed(sdk, collection, 'list', values)).json.items.length > 0);
        const changed = await succeed(sdk, collection, 'update', values);
        assert.is(changed.json.pages.length, 4);
        await succeed(sdk, collection, 'delete', values);
      });
    }

    scene(`lists and reads the records of a view by ${sdk}`, async () => {
      const { json: paper } = await succeed(sdk, made.papers, 'create');
      const { json } = await succeed(sdk, made.titles, 'list');
      assert.is(json.items[0].title, paper.title);
      await succeed(sdk, made.titles, 'view', { RECORD_ID: paper.id });
    });

    scene(`runs all calls for users by ${sdk}`, async () => {
      const { members } = made;
      const made1 = await succeed(sdk, members, 'create');
      await succeed(sdk, members, 'listAuthMethods');
      await signIn();
      assert.is(member.id, made1.json.id);
      const values = { RECORD_ID: member.id, TOKEN: member.token };
      await succeed(sdk, members, 'authRefresh', values);
      await succeed(sdk, members, 'list', values);
      await succeed(sdk, members, 'view', values);

      const path = `collections/members/records/${member.id}`;
      const verification = await mailedToken(() => succeed(sdk, members, 'requestVerification'), path);
      await succeed(sdk, members, 'confirmVerification', { TOKEN: verification });
      assert.is((await succeed(sdk, members, 'view', values)).json.verified, true);

      await signIn();
      const asMember = { ...values, TOKEN: member.token };
      const emailChange = await mailedToken(() => succeed(sdk, members, 'requestEmailChange', asMember));
      await succeed(sdk, members, 'confirmEmailChange', { TOKEN: emailChange });
      const changed = await askServer(backend, path);
      assert.is(changed.json.email, 'new.test@example.com');
      await askServer(backend, path, { method: 'PATCH', body: { email: 'test@example.com' } });

      await signIn();
      await succeed(sdk, members, 'update', { ...values, TOKEN: member.token });
      const reset = await mailedToken(() => succeed(sdk, members, 'requestPasswordReset'), path);
      await succeed(sdk, members, 'confirmPasswordReset', { TOKEN: reset });
      await succeed(sdk, members, 'delete', values);
    });
  }

  scene('a user signs in through a provider, and the link is listed and removed', async () => {
    const { members } = made;
    const [offered] = await offeredProviders(backend, 'members');
    assert.ok(offered);
    const code = await codeOf(backend, offered);
    const { json } = await succeed('fetch', members, 'authWithOAuth2', {
      google: 'oidc',
      CODE: code,
      CODE_VERIFIER: offered.codeVerifier,
    });
    const values = { RECORD_ID: json.record.id, TOKEN: json.token, google: 'oidc' };
    const { json: links } = await succeed('fetch', members, 'listExternalAuths', values);
    assert.is(links[0].providerId, 'sub-1');
    await succeed(hasCurl ? 'curl' : 'fetch', members, 'unlinkExternalAuth', values);
    await refuse(members, 'unlinkExternalAuth', 404, { token: admin, id: json.record.id });
  });

  scene('a stream reports a record as its page says', async () => {
    const stop = new AbortController();
    const stream = await fetch(`${backend.url}/api/realtime`, { signal: stop.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const hear = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const found = pattern.exec(heard)?.[1];
        if (found !== undefined) return found;
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`The stream ended after: ${heard}`);
        heard += value;
      }
    };
    const client = await hear(/"clientId":"(\w+)"/);
    const code = filledIn(exampleOf('curl', made.papers, 'realtime'), { CLIENT_ID: client });
    const [, subscribing = ''] = code.split('# Set the subscriptions in another shell\n');
    if (hasCurl) assert.is((await runCurl(subscribing)).status, 204);
    else {
      const body = { clientId: client, subscriptions: ['papers/*'] };
      await askServer(backend, 'realtime', { method: 'POST', body, token: '' });
    }
    await succeed('fetch', made.papers, 'create');
    const event = JSON.parse(await hear(/event:papers\/\*\ndata:(.*)\n/));
    const { event: documented } = docsOf(made.papers, 'realtime');
    assert.equal(keysOf(event), keysOf(JSON.parse(printJson(documented ?? null))));
    assert.is(event.action, 'create');
    stop.abort();
  });

  scene('refuses records as documented', async () => {
    const { papers, locked, titles } = made;
    const { json: paper } = await succeed('fetch', papers, 'create');
    await refuse(papers, 'list', 400, { query: '?filter=nonsense' });
    await refuse(papers, 'view', 404, {});
    await refuse(papers, 'create', 400, { body: {} });
    await refuse(papers, 'update', 400, { id: paper.id, body: { title: '' } });
    await refuse(papers, 'update', 404, { body: {} });
    await refuse(papers, 'delete', 404, {});
    await askServer(backend, 'collections/receipts/records', { method: 'POST', body: { paper: paper.id } });
    await refuse(papers, 'delete', 400, { id: paper.id });
    for (const key of ['list', 'view', 'create', 'update', 'delete'] as const) {
      await refuse(locked, key, 403, key === 'create' || key === 'update' ? { body: {} } : {});
    }
    await refuse(titles, 'view', 403, {});
    await refuse(papers, 'realtime', 400, { body: {} });
    await refuse(papers, 'realtime', 404, { body: { clientId: 'nobody', subscriptions: [] } });
  });

  scene('refuses users as documented', async () => {
    const { members } = made;
    const { json: created } = await succeed('fetch', members, 'create');
    await refuse(members, 'create', 400, { body: {} });
    await refuse(members, 'authWithPassword', 400, { body: { identity: 'nobody', password: 'wrong' } });
    await refuse(members, 'authWithOAuth2', 400, { body: {} });
    await refuse(members, 'authRefresh', 401, {});
    const stranger = await mails.createAccount('stranger');
    const { token } = await mails.signIn(stranger);
    await refuse(members, 'authRefresh', 403, { token });
    await refuse(members, 'requestEmailChange', 403, { body: {}, token });
    await refuse(members, 'requestVerification', 400, { body: {} });
    await refuse(members, 'confirmVerification', 400, { body: {} });
    await refuse(members, 'requestPasswordReset', 400, { body: {} });
    await refuse(members, 'confirmPasswordReset', 400, { body: {} });
    await refuse(members, 'confirmEmailChange', 400, { body: {} });
    await refuse(members, 'requestEmailChange', 401, { body: {} });
    await signIn();
    await refuse(members, 'requestEmailChange', 400, { body: {}, token: member.token });
    for (const key of ['listExternalAuths', 'unlinkExternalAuth'] as const) {
      await refuse(members, key, 401, { id: created.id });
      await refuse(members, key, 403, { id: related, token: member.token });
    }
    await refuse(members, 'listExternalAuths', 404, { token: admin });
  });

  scene('accepts every sort that a list page names', async () => {
    for (const name of ['papers', 'members', 'titles'] as const) {
      for (const sort of sortableFieldsOf(made[name])) {
        const { status } = await askServer(backend, `collections/${name}/records?sort=-${sort}`);
        assert.is(status, 200, `${name} by ${sort}`);
      }
    }
  });

  scene('fields, expand, skipTotal and the modifiers work as the texts say', async () => {
    const { json: paper } = await succeed('fetch', made.papers, 'create');
    const one = `collections/papers/records/${paper.id}`;
    const { json: picked } = await askServer(
      backend,
      `${one}?expand=author&fields=id,expand.author.username,body:excerpt(4,true)`,
    );
    assert.equal(Object.keys(picked).sort(), ['body', 'expand', 'id']);
    assert.equal(Object.keys(picked.expand.author), ['username']);
    assert.is(picked.body, 'Some...');
    const { json: list } = await askServer(backend, 'collections/papers/records?skipTotal=true');
    assert.equal([list.totalItems, list.totalPages], [-1, -1]);
    const { json: back } = await askServer(
      backend,
      `collections/members/records/${related}?expand=papers_via_author`,
    );
    assert.ok(back.expand.papers_via_author.length > 0);

    const [kept, dropped] = paper.pages;
    const body = { 'tags+': 'c', 'tags-': 'a', 'views+': 7, 'pages-': [dropped] };
    const { json: changed } = await askServer(backend, one, { method: 'PATCH', body });
    assert.equal(changed.tags, ['b', 'c']);
    assert.is(changed.views, 207);
    assert.equal(changed.pages, [kept]);
    const { json: emptied } = await askServer(backend, one, {
      method: 'PATCH',
      body: { pages: null, cover: '' },
    });
    assert.equal([emptied.pages, emptied.cover], [[], '']);
  });

  test.after(async () => {
    await provider.stop?.();
    await mails?.stop();
    await server.stop();
  });
}

interface RefusedCall {
  body?: object;
  token?: string;
  id?: string;
  query?: string;
}

test.run();
