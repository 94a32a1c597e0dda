// The calls of ui/backend/ on newer servers: admins, records, files, settings, logs.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isForAdmin } from '../../ui/app/confirmations/confirmation';
import { createNewPasswordForm } from '../../ui/app/sign-in/accountForms';
import { createSignInForm } from '../../ui/app/sign-in/signIn';
import * as adminSession from '../../ui/backend/adminSession';
import * as admins from '../../ui/backend/admins';
import * as appMeta from '../../ui/backend/appMeta';
import * as backups from '../../ui/backend/backups';
import { cancelReads } from '../../ui/backend/client';
import * as collections from '../../ui/backend/collections';
import * as dialect from '../../ui/backend/dialect';
import { findAdmin } from '../../ui/backend/findRecord';
import * as health from '../../ui/backend/health';
import * as listedRecords from '../../ui/backend/listedRecords';
import * as logs from '../../ui/backend/logs';
import { learnMore } from '../../ui/backend/newer/metaCall';
import { requestCode, signInWithCode } from '../../ui/backend/newer/superuserCalls';
import * as records from '../../ui/backend/records';
import * as settings from '../../ui/backend/settings';
import { listOf } from '../../ui/base/lists';
import { filterOf } from '../../ui/logs/logsQuery';
import { logData } from '../../ui/model/log';
import { type FullRecord, fieldValue } from '../../ui/model/record';
import { defaultSort, listCallOf } from '../../ui/model/recordsQuery';
import { redacted } from '../../ui/model/settings';
import { createOverview } from '../../ui/overview/overview';
import { load as loadCollections } from '../../ui/page/collections';
import { bodyOf } from '../../ui/records/values/recordBody';
import { formOf } from '../../ui/records/values/recordValues';
import { eventually } from '../support/eventually';
import { connectClient, failureOf, field, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { smtpSink } from '../support/smtpSink';

for (const { name, binary } of backends('newer')) {
  const server = sharedBackend(binary);
  let after = async () => {};
  const [, minor = 0] = name.split('.').map(Number);
  const files = { ...field('file', 'papers', { maxSelect: 9 }), id: '' };
  const one = { ...field('file', 'cover', { maxSelect: 1 }), id: '' };

  test(`${name}: an unknown server is found out at the sign-in, and the session holds an admin of this page`, async () => {
    const backend = await server.backend();
    const client = connectClient(backend.url);
    const { email = '', password = '' } = backend.admin ?? {};
    dialect.open(backend.url);
    assert.not(dialect.isRecognized());
    const session = await adminSession.signIn(email, password);
    assert.ok(dialect.isNewer());
    assert.equal([session.admin.email, 'collectionId' in session.admin], [email, false]);
    client.token = session.token;
    const renewed = await adminSession.refresh();
    assert.equal([renewed.admin, renewed.token !== ''], [session.admin, true]);
    const wrong = await failureOf(adminSession.signIn(email, 'wrong'));
    assert.equal([wrong.status, wrong.isOwn, wrong.mfaId], [400, true, '']);
    assert.is(await adminSession.needsFirst(), false);
    await health.check();
    assert.ok(await backups.canBackup());
    assert.equal([client.unauthorized, client.forbidden], [0, 0]);
  });

  test(`${name}: admins are listed, found, created, changed and deleted`, async () => {
    await server.connect();
    const made = await admins.create({
      email: 'two@example.com',
      password: '1234567890',
      passwordConfirm: '1234567890',
    });
    assert.equal(
      Object.keys(made).filter((key) => key.startsWith('collection')),
      [],
    );
    assert.is((await admins.update(made.id, { email: 'other@example.com' })).email, 'other@example.com');
    assert.is(await findAdmin(made.id, new AbortController().signal), 'other@example.com');
    assert.equal([(await admins.listAll({})).length, await adminSession.countWhere('')], [2, 2]);
    await admins.remove(made.id);
    assert.is((await failureOf(admins.remove((await admins.listAll({}))[0]?.id ?? ''))).status, 400);
  });

  test(`${name}: no file is lost, whatever is kept, ordered, removed and added`, async () => {
    await server.connect();
    const docs = await collections.create({ name: 'docs', type: 'base', schema: [files, one] });
    const file = (text: string) => new File([text], `${text}.txt`, { type: 'text/plain' });
    const namesOf = (record: FullRecord, key = 'papers') =>
      listOf(fieldValue(record, key)).map((stored) => stored.replace(/_\w+\.txt$/, ''));
    const start = async () =>
      (
        await records.create(docs, {
          values: {},
          files: ['doca', 'docb', 'docc'].map((text) => ['papers', file(text)] as const),
        })
      ).record;
    assert.equal(namesOf(await start()), ['doca', 'docb', 'docc']);
    for (let mix = 0; mix < 16; mix += 1) {
      const [isOrdered, isRemoved, isAdded, isLate] = [1, 2, 4, 8].map((bit) => (mix & bit) > 0);
      const record = await start();
      const before = formOf(docs, { record, sources: {} });
      const kept = listOf(record['papers' as never]).filter((_, at) => !isRemoved || at !== 1);
      const names = isOrdered ? kept.toReversed() : kept;
      const removed = isRemoved ? [listOf(record['papers' as never])[1] ?? ''] : [];
      const added = isAdded ? [file('newx'), file('newy')] : [];
      // Somebody else adds a file meanwhile.
      if (isLate) await records.update(docs, record.id, { values: {}, files: [['papers', file('late')]] });
      const change = { ...before.files['papers'], names, removed, added };
      const form = { ...before, files: { ...before.files, papers: change } } as typeof before;
      const { record: after } = await records.update(docs, record.id, bodyOf(docs, form, before));
      const base = ['doca', ...(isRemoved ? [] : ['docb']), 'docc'];
      const expected = [
        ...base,
        ...(isLate && !isOrdered ? ['late'] : []),
        ...(isAdded ? ['newx', 'newy'] : []),
      ];
      assert.equal(namesOf(after).sort(), expected.sort(), `mix ${mix}`);
    }
    const cover = await records.create(docs, { values: {}, files: [['cover', file('first')]] });
    const replaced = await records.update(docs, cover.record.id, {
      values: {},
      files: [['cover', file('second')]],
    });
    assert.equal(namesOf(replaced.record, 'cover'), ['second']);
    // Somebody lets the field hold many, which this page does not know.
    const schema = docs.schema.map((field) =>
      field.name === 'cover' ? { ...field, options: { ...field.options, maxSelect: 9 } } : field,
    );
    await collections.update(docs.id, { schema });
    const body = { values: {}, files: [['cover', file('third')] as const] };
    const { record: kept } = await records.update(docs, cover.record.id, body as never);
    assert.equal(namesOf(kept, 'cover'), ['second', 'third']);
  });

  test(`${name}: a table without dates is sorted as it was stored, and a relation by eight fields`, async () => {
    const client = await server.connect();
    const token = client.token;
    const url = (await server.backend()).url;
    const flat = (one: string) => ({ type: 'text', name: one, presentable: true });
    await fetch(`${url}/api/collections`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'plain', type: 'base', fields: [...'abcdefghij'].map(flat) }),
    });
    const plain = await collections.get('plain');
    const parents = await collections.create({
      name: 'parents',
      type: 'base',
      schema: [{ ...field('relation', 'child', { collectionId: plain.id }), id: '' }],
    });
    assert.equal(defaultSort(plain), { field: '@rowid', isDescending: true });
    for (const a of ['1', '2']) await records.create(plain, { values: { a }, files: [] });
    const list = (collection: typeof plain, sort: ReturnType<typeof defaultSort>) =>
      listedRecords.list(
        collection.id,
        listCallOf({ collection, sort, search: '', hidden: [] }, () => plain).query,
      );
    const { items } = await list(plain, defaultSort(plain));
    assert.equal(
      items.map((row) => fieldValue(row, 'a')),
      ['2', '1'],
    );
    await list(parents, { field: 'child', isDescending: false });
  });

  test(`${name}: settings are read in the form of 0.22, and only changes are sent`, async () => {
    await server.connect();
    const { meta, smtp } = await settings.read('mail');
    assert.equal([meta.verificationTemplate.hidden, smtp.password], [true, '']);
    const saved = await settings.update('storage', { s3: { accessKey: 'me', secret: 'secret' } });
    assert.is(saved.s3.secret, redacted);
    assert.is(
      (await settings.update('application', { meta: { appUrl: 'https://a.example' } })).meta.appUrl,
      'https://a.example',
    );
    const refused = await failureOf(settings.update('application', { meta: { appUrl: 'no url' } }));
    assert.equal(Object.keys(refused.fields), ['meta.appUrl']);
    assert.is((await settings.update('logs', { logs: { logIp: true, minLevel: -4 } })).logs.logIp, true);
    const all = await settings.readAll();
    assert.equal(
      [all.meta.appUrl, all.recordAuthToken, all.s3.secret],
      ['https://a.example', undefined, redacted],
    );
    assert.is((await appMeta.get()).meta.appUrl, undefined);
    assert.is(dialect.serverVersion(), [40, 38, 37].find((known) => minor >= known) ?? 23);
    if (dialect.serverVersion() > dialect.firstNewer) return;
    assert.is(await learnMore(), minor >= 27);
    assert.is(dialect.serverVersion(), minor >= 27 ? 27 : dialect.firstNewer);
  });

  test(`${name}: logs have the words of 0.22`, async () => {
    const client = await server.connect();
    const { token } = client;
    await collections.listAll();
    client.token = '';
    await failureOf(collections.get('nothing'));
    client.token = token;
    const query = { levels: [], range: null, search: '', includesAdmins: true };
    const read = async (filter: string) =>
      (await logs.list({ page: '1', perPage: '50', sort: '-rowid', filter }, { key: 'logs' })).items;
    await eventually(async () => (await read('data.url~"nothing"')).length, 1);
    const [row] = await read('data.url~"nothing"');
    assert.equal(
      [logData(row as never)['auth'], typeof logData(row as never)['userIp']],
      ['guest', 'string'],
    );
    await eventually(async () => (await read('data.auth="admin"')).length > 0, true);
    const ofAdmins = await read('data.auth="admin"');
    assert.ok(ofAdmins.every((log) => logData(log)['auth'] === 'admin'));
    const others = await read(filterOf({ ...query, includesAdmins: false }, 0, 'x'));
    assert.ok(others.length > 0 && others.every((log) => logData(log)['auth'] !== 'admin'));
    assert.is((await logs.get(row?.id ?? '')).id, row?.id);
    assert.ok((await logs.stats('data.auth="guest"')).length > 0);
    assert.ok(await logs.areMoreThan(1, {}));
    cancelReads();
  });

  test(`${name}: the overview has all its figures`, async () => {
    await server.connect();
    const { id } = await collections.create({ name: 'counted', type: 'base', schema: [] });
    await records.create(await collections.get(id), { values: {}, files: [] });
    await loadCollections();
    const overview = createOverview(new URL('https://app.example.net/_/'));
    await overview.open('24h');
    const { parts, counts } = overview.state;
    for (const [part, { status, reason }] of Object.entries(parts))
      assert.is(status, 'ready', `${part}: ${reason}`);
    assert.equal({ ...counts[id] }, { records: 1, fresh: 1, hasFailed: false });
    overview.close();
  });

  test(`${name}: linked accounts are listed and unlinked`, async () => {
    const client = await server.connect();
    const users = await collections.get('users');
    const values = { email: 'u@example.com', password: '12345678', passwordConfirm: '12345678' };
    const { record } = await records.create(users, { values, files: [] });
    await fetch(`${(await server.backend()).url}/api/collections/_externalAuths/records`, {
      method: 'POST',
      headers: { Authorization: client.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        collectionRef: users.id,
        recordRef: record.id,
        provider: 'google',
        providerId: 'g1',
      }),
    });
    const [link] = await records.listExternalAuths(users.id, record.id);
    assert.equal([link?.provider, link?.providerId], ['google', 'g1']);
    await records.unlink(users.id, record.id, 'google');
    assert.equal(await records.listExternalAuths(users.id, record.id), []);
  });

  test(`${name}: a session of a user, or of an address that is not allowed, is none of an admin`, async () => {
    const client = await server.connect();
    const admin = client.token;
    const { url } = await server.backend();
    const users = await collections.get('users');
    const values = { email: 'no.admin@example.com', password: '12345678', passwordConfirm: '12345678' };
    await records.create(users, { values, files: [] });
    const answer = await fetch(`${url}/api/collections/users/auth-with-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identity: values.email, password: values.password }),
    });
    client.token = ((await answer.json()) as { token: string }).token;
    const refused = await failureOf(adminSession.refresh());
    assert.equal([refused.status, refused.isOwn], [403, true], 'the session ends');
    client.token = admin;
    if (dialect.serverVersion() < 38) return;
    const alone = sharedBackend(binary);
    const { token } = await alone.connect();
    const backend = await alone.backend();
    await fetch(`${backend.url}/api/settings`, {
      method: 'PATCH',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ superuserIPs: ['10.1.1.1'] }),
    });
    const { email = '', password = '' } = backend.admin ?? {};
    const form = createSignInForm({ identity: email, password });
    await form.submit();
    assert.is(form.state.errors['form']?.message, 'This server allows no admin from your address.');
    await alone.stop();
  });

  test(`${name}: mails are tested, and a forgotten password leads to a page of this dashboard`, async () => {
    const fresh = sharedBackend(binary);
    await fresh.connect();
    const sink = await smtpSink();
    const { email = '' } = (await fresh.backend()).admin ?? {};
    await settings.update('mail', {
      smtp: { enabled: true, host: '127.0.0.1', port: sink.port, username: '', password: '', tls: false },
    });
    await settings.testMail('to@example.com', 'verification');
    assert.equal(
      (await sink.waitFor(1)).flatMap(({ to }) => to),
      ['to@example.com'],
    );
    await adminSession.requestPasswordReset(email);
    const [, mail] = await sink.waitFor(2);
    const [, token = ''] = /\/_\/#\/auth\/confirm-password-reset\/([\w.-]+)/.exec(mail?.body ?? '') ?? [];
    assert.ok(isForAdmin(token));
    const form = createNewPasswordForm(token);
    form.set('password', 'another one');
    form.set('passwordConfirm', 'another one');
    assert.is(await form.submit(), true);
    assert.is((await adminSession.signIn(email, 'another one')).admin.email, email);
    await sink.stop();
    await fresh.stop();
  });

  test(`${name}: a second factor is a code that comes by mail`, async () => {
    const client = await server.connect();
    const sink = await smtpSink();
    after = sink.stop;
    const { url, admin } = await server.backend();
    const { email = '', password = '' } = admin ?? {};
    await settings.update('mail', {
      smtp: { enabled: true, host: '127.0.0.1', port: sink.port, username: '', password: '', tls: false },
    });
    await fetch(`${url}/api/collections/_superusers`, {
      method: 'PATCH',
      headers: { Authorization: client.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ otp: { enabled: true }, mfa: { enabled: true } }),
    });
    const half = await failureOf(adminSession.signIn(email, password));
    assert.equal(
      [half.status, half.mfaId !== '', half.message],
      [401, true, 'This account needs a second factor.'],
    );
    const otpId = await requestCode(email);
    await eventually(() => sink.mails.length, 1);
    const code = /\b(\d{8})\b/.exec(sink.mails[0]?.body ?? '')?.[1] ?? '';
    assert.is((await failureOf(signInWithCode(otpId, '00000000', half.mfaId))).status, 400);
    const session = await signInWithCode(otpId, code, half.mfaId);
    assert.is(session.admin.email, email);
    assert.is(client.unauthorized, 0);
  });

  test(`${name}: the token of the installer's link creates the first admin`, async () => {
    const fresh = sharedBackend(binary, { admin: false });
    const backend = await fresh.backend();
    connectClient(backend.url);
    dialect.learn(23);
    await eventually(() => /#\/pbinstall?\//.test(backend.log()), true);
    const [, token = ''] = /\/_\/#\/pbinstall?\/(\S+)/.exec(backend.log()) ?? [];
    const body = { email: 'first@example.com', password: '12345678', passwordConfirm: '12345678' };
    assert.is((await failureOf(adminSession.createFirst(body))).status, 403);
    assert.is((await adminSession.createFirst(body, token)).email, body.email);
    assert.is((await adminSession.signIn(body.email, body.password)).admin.email, body.email);
    await fresh.stop();
  });

  test.after(async () => {
    await after();
    await server.stop();
  });
}

test.run();
