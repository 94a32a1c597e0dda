// The facts about servers of 0.23 and newer that differ from those of 0.22 and that Lowline relies on. Each program
// starts once, without a superuser, and the tests build on each other.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/eventually';
import { formOf, idOf } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import { type AnyAnswer, askServer } from '../support/walk';

const admin = { email: 'root@example.com', password: '1234567890' };
const superusers = 'collections/_superusers';

for (const { name, binary, dialect } of backends('newer')) {
  const [, minor = 0] = name.split('.').map(Number);
  let backend: TestBackend;
  let token = '';

  const ask = (method: string, path: string, body?: object, as = token): Promise<AnyAnswer> =>
    askServer(backend, path, { method, token: as, ...(body && { body }) });
  const asGuest = (method: string, path: string, body?: object) => ask(method, path, body, '');
  const signIn = (credentials: object = { identity: admin.email, password: admin.password }) =>
    asGuest('POST', `${superusers}/auth-with-password`, credentials);

  /** Sends a form, and returns the names of the stored files without their random ends. */
  async function upload(path: string, parts: Readonly<Record<string, string | Blob>>): Promise<string[]> {
    const headers = { Authorization: token };
    const answer = await fetch(`${backend.url}/api/${path}`, {
      method: 'PATCH',
      headers,
      body: formOf(parts),
    });
    const { files } = (await answer.json()) as { files: string[] };
    return files.map((file) => file.replace(/_\w+\./, '.'));
  }

  test(`${name}: is recognized by its health and by the shape of its errors`, async () => {
    backend = await startBackend(binary, { admin: false });
    const { status, json } = await asGuest('GET', 'health');
    assert.equal([status, json.data], [200, {}]);
    for (const path of ['admins', 'admins/auth-with-password', 'admins/auth-refresh']) {
      const refused = await asGuest('POST', path, {});
      const message = "The requested resource wasn't found.";
      assert.equal(refused, { status: 404, json: { status: 404, message, data: {} } }, path);
    }
    assert.is((await asGuest('GET', 'collections/')).status, 404, 'a slash at the end');
  });

  test(`${name}: only the token of the installer's link creates the first superuser, once`, async () => {
    const body = { ...admin, passwordConfirm: admin.password };
    assert.is((await asGuest('POST', `${superusers}/records`, body)).status, 403);
    await eventually(() => /#\/pbinstall?\//.test(backend.log()), true);
    const [, link = '', installer = ''] = /\/_\/#\/(pbinstall?)\/(\S+)/.exec(backend.log()) ?? [];
    assert.is(link, minor >= 37 ? 'pbinstall' : 'pbinstal');
    const made = await ask('POST', `${superusers}/records`, body, installer);
    assert.equal([made.status, made.json.email], [200, admin.email]);
    assert.is((await ask('POST', `${superusers}/auth-refresh`, undefined, installer)).status, 401);
  });

  test(`${name}: signs a superuser in with a record, and refuses without the name of a field`, async () => {
    const { status, json } = await signIn();
    assert.equal([status, Object.keys(json).sort()], [200, ['record', 'token']]);
    assert.is(json.record.email, admin.email);
    token = json.token;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    assert.equal([claims.type, claims.refreshable, claims.id], ['auth', true, json.record.id]);
    assert.is(claims.collectionId, json.record.collectionId);
    const refreshed = (await ask('POST', `${superusers}/auth-refresh`)).json;
    assert.equal(Object.keys(refreshed).sort(), ['record', 'token']);
    for (const wrong of [
      { identity: admin.email, password: 'wrong' },
      { identity: 'no-mail', password: 'wrong' },
    ]) {
      const refused = { status: 400, json: { status: 400, message: 'Failed to authenticate.', data: {} } };
      assert.equal(await signIn(wrong), refused);
    }
    const expired = await ask('GET', 'collections', undefined, 'no-token');
    const message = 'The request requires valid record authorization token.';
    assert.equal(expired, { status: 401, json: { status: 401, message, data: {} } });
    assert.is((await ask('GET', 'health')).json.data.canBackup, true, 'only a superuser gets it');
  });

  test(`${name}: a body in the form of 0.22 is taken, and its fields are lost`, async () => {
    const schema = [{ name: 'title', type: 'text', options: {} }];
    const { status, json } = await ask('POST', 'collections', { name: 'lost', type: 'base', schema });
    assert.is(status, 200);
    assert.equal(
      json.fields.map((field: { name: string }) => field.name),
      ['id'],
    );
    const rows = 'collections/lost/records';
    assert.is((await ask('POST', rows, { title: 'A' })).json.created, undefined);
    assert.is((await ask('GET', `${rows}?sort=-created`)).status, 400);
    assert.is((await ask('GET', `${rows}?sort=-@rowid`)).status, 200);
    assert.is((await ask('GET', `${rows}?filter=@rowid>0`)).status, 400);
  });

  test(`${name}: a field without its properties loses them, and one with a new id its values`, async () => {
    const fields = [
      dialect.field('text', 'secret', { hidden: true, max: 77, pattern: '^a' }),
      dialect.field('number', 'rank'),
      dialect.field('file', 'files', { maxSelect: 9 }),
      dialect.field('json', 'data'),
    ];
    const made = (await ask('POST', 'collections', dialect.collection('items', fields))).json;
    const change = async (name: string, to: (field: Record<string, unknown>) => object) => {
      const sent = made.fields.map((field: { name: string }) =>
        field.name === name ? to(field as Record<string, unknown>) : field,
      );
      const changed = (await ask('PATCH', `collections/${made.id}`, { fields: sent })).json;
      return changed.fields.find((field: { name: string }) => field.name === name);
    };
    const values = { id: idOf('item'), secret: 'ab', rank: 5 };
    assert.is((await ask('POST', 'collections/items/records', values)).status, 200);
    const rank = async () =>
      (await ask('GET', `collections/items/records/${values.id}?fields=rank`)).json.rank;

    const bare = await change('secret', ({ id, type }) => ({ id, type, name: 'secret' }));
    assert.equal([bare.hidden, bare.max, bare.pattern], [false, 0, '']);
    await change('rank', ({ id: _, ...rest }) => rest);
    assert.is(await rank(), 5, 'without an id it is found by its name');
    await change('rank', (field) => ({ ...field, id: 'number2' }));
    assert.is(await rank(), 0);
  });

  test(`${name}: ids have small letters, a sort has eight parts, a filter sees its superuser`, async () => {
    const rows = 'collections/items/records';
    const refused = await ask('POST', rows, { id: 'ABCDEFGHIJKLMNO' });
    assert.is(refused.json.data.id.code, 'validation_invalid_format');
    assert.is((await ask('GET', `${rows}?sort=${Array(8).fill('id')}`)).status, 200);
    assert.is((await ask('GET', `${rows}?sort=${Array(9).fill('id')}`)).status, 400);
    const signedIn = encodeURIComponent('@request.auth.id != ""');
    assert.is((await ask('GET', `${rows}?filter=${signedIn}`)).json.totalItems, 1);
  });

  test(`${name}: a rule names the body by another word`, async () => {
    const change = (createRule: string) => ask('PATCH', 'collections/items', { createRule });
    const refused = (await change('@request.data.rank = 1')).json.data.createRule;
    assert.match(refused.message, '@request.data.rank');
    assert.is((await change(dialect.rule('@request.body.rank = 1'))).status, 200);
  });

  test(`${name}: a file under the plain name replaces all, and one under name+ is added`, async () => {
    const path = `collections/items/records/${idOf('item')}`;
    const file = (title: string) => new File([title], title, { type: 'text/plain' });
    assert.equal(await upload(path, { files: file('one.txt') }), ['one.txt']);
    assert.equal(await upload(path, { files: file('two.txt') }), ['two.txt']);
    assert.equal(await upload(path, { 'files+': file('three.txt') }), ['two.txt', 'three.txt']);
    const [first, second] = (await ask('GET', path)).json.files;
    const order = JSON.stringify({ files: [second, first] });
    const added = { '@jsonPayload': order, 'files+': file('four.txt') };
    assert.equal(await upload(path, added), ['three.txt', 'two.txt', 'four.txt']);
    const swapped = { 'files-': first, 'files+': file('five.txt') };
    assert.equal(await upload(path, swapped), ['three.txt', 'four.txt', 'five.txt']);
  });

  test(`${name}: the text of JSON is ${minor >= 40 ? 'rewritten, and what is lost is refused' : 'kept'}`, async () => {
    const path = `collections/items/records/${idOf('item')}`;
    const send = async (data: string) => {
      const headers = { Authorization: token, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ data });
      const answer = await fetch(`${backend.url}/api/${path}`, { method: 'PATCH', headers, body });
      return { status: answer.status, text: await answer.text() };
    };
    const { status, text } = await send('{"b":"\\u00e9","a":12345678901234567890}');
    assert.is(status, 200);
    assert.match(text, minor >= 40 ? '{"b":"é","a":12345678901234567890}' : '{"b":"\\u00e9",');
    assert.is((await send('{"a":1,"a":2}')).status, minor >= 40 ? 400 : 200);
  });

  test(`${name}: settings have neither secrets nor tokens nor templates`, async () => {
    const { json } = await ask('GET', 'settings');
    const groups = ['backups', 'batch', 'logs', 'meta', 'rateLimits', 's3', 'smtp', 'trustedProxy'];
    assert.equal(Object.keys(json).sort(), [...groups, ...(minor >= 38 ? ['superuserIPs'] : [])].sort());
    const names = ['appName', 'appURL', 'hideControls', 'senderAddress', 'senderName'];
    assert.equal(Object.keys(json.meta).sort(), [...(minor >= 37 ? ['accentColor'] : []), ...names]);
    assert.equal(
      ['password' in json.smtp, 'secret' in json.s3, 'secret' in json.backups.s3],
      [false, false, false],
    );
    const byOldName = { meta: { appUrl: 'https://example.com' } };
    assert.is((await ask('PATCH', 'settings', byOldName)).json.meta.appURL, 'https://example.com');
    assert.is((await ask('GET', 'crons')).status, minor >= 24 ? 200 : 404);
  });

  test(`${name}: providers without their secrets ${minor >= 40 ? 'keep them by name' : 'get those of their places'}`, async () => {
    const github = { name: 'github', clientId: 'gh' };
    const google = { name: 'google', clientId: 'go' };
    const send = (providers: object[]) =>
      ask('PATCH', 'collections/users', { oauth2: { enabled: true, providers } });
    const stored = [
      { ...github, clientSecret: 'a' },
      { ...google, clientSecret: 'b' },
    ];
    const { json } = await send(stored);
    assert.is(json.oauth2.providers[0].clientSecret, undefined);
    // A provider that is new in its place has no secret, unless the place gives it the one of its neighbour.
    const gitlab = { name: 'gitlab', clientId: 'gl' };
    assert.is((await send([gitlab, google])).status, minor >= 40 ? 400 : 200);
  });

  test(`${name}: logs have no update; pages go by @rowid, and by the time of the first`, async () => {
    const list = (query: string) => ask('GET', `logs?${query}`);
    await eventually(async () => (await list('perPage=1')).json.items.length, 1);
    const [newest] = (await list('sort=-@rowid&perPage=1')).json.items;
    assert.equal(['updated' in newest, 'created' in newest], [false, true]);
    assert.type(newest.data.userIP, 'string');
    const until = encodeURIComponent(`created<="${newest.created}"`);
    const page = async (at: number): Promise<string[]> => {
      const { json } = await list(`sort=-@rowid&perPage=4&page=${at}&filter=${until}&skipTotal=1`);
      return json.items.map((log: { id: string }) => log.id);
    };
    const ids = [...(await page(1)), ...(await page(2))];
    assert.is(new Set(ids).size, 8);
    assert.is(ids[0], newest.id);
    for (const query of ['sort=-rowid', 'filter=rowid>0', 'filter=updated!=""'])
      assert.is((await list(query)).status, 400, query);
    const ofSuperusers = (await list('filter=data.auth="_superusers"&perPage=1')).json.items;
    assert.is(ofSuperusers.length, 1);
  });

  test(`${name}: a second factor is asked for by a 401 without a message`, async () => {
    assert.is((await ask('PATCH', superusers, { otp: { enabled: true } })).json.mfa.enabled, true);
    const { status, json } = await signIn();
    assert.equal([status, Object.keys(json)], [401, ['mfaId']]);
    for (const email of [admin.email, 'nobody@example.com']) {
      const asked = await asGuest('POST', `${superusers}/request-otp`, { email });
      // The code goes by mail; without a mail server an unknown address alone is answered.
      assert.is(asked.status === 200, 'otpId' in asked.json, email);
    }
    const wrong = { otpId: idOf('otp'), password: '12345678', mfaId: json.mfaId };
    const refused = await asGuest('POST', `${superusers}/auth-with-otp`, wrong);
    assert.equal([refused.status, refused.json.message], [400, 'Invalid or expired OTP.']);
    assert.is((await ask('GET', 'collections?perPage=1')).status, 200, 'the session stays');
  });

  test(`${name}: stops`, () => backend.stop());
}

test.run();
