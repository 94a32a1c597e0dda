// A backup of a newer server with the stores of the page: made, opened, compared, brought back and restored.
import '../support/recordImport';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/backups';
import * as collectionsApi from '../../ui/backend/collections';
import * as records from '../../ui/backend/records';
import type { BackupRecord } from '../../ui/backup/content/recordSource';
import { createRestoreBackup } from '../../ui/backup/list/restoreBackup';
import { type BackupRecords, createBackupRecords } from '../../ui/backup/opened/backupRecords';
import { createOpenedBackup, type OpenedBackup } from '../../ui/backup/opened/openedBackup';
import { createRecordComparison } from '../../ui/backup/opened/recordComparison';
import type { Collection } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import * as panels from '../../ui/page/panels';
import * as fileToken from '../../ui/page/session/fileToken';
import * as session from '../../ui/page/session/session';
import { createUndoForm } from '../../ui/records/history/undoForm';
import type { UndoSource } from '../../ui/records/history/undoPlan';
import { eventually } from '../support/eventually';
import { formOf, idOf, pngFile, sharedBackend } from '../support/realBackend';
import { openPage, rowsIn } from '../support/recordImport';
import { adminToken, backends } from '../support/server';
import { askServer } from '../support/walk';

for (const { name: version, binary } of backends('newer')) {
  const server = sharedBackend(binary);
  const [, minor = 0] = version.split('.').map(Number);
  const [kept, changed, gone] = [0, 1, 2].map((at) => idOf('thing', at)) as [string, string, string];
  let backup: OpenedBackup;

  const ask = async (method: string, path: string, body?: object | FormData) => {
    const backend = await server.backend();
    const token = await adminToken(backend);
    const answer = await fetch(`${backend.url}/api/${path}`, {
      method,
      headers: {
        Authorization: token,
        ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
  };

  /** One collection has dates, and one has none, with every type of field. */
  async function fill(): Promise<void> {
    const { dialect } = await server.backend();
    const types = ['text', 'editor', 'number', 'bool', 'email', 'url', 'date', 'json', 'password'];
    const fields = [
      ...[...types, ...(minor >= 27 ? ['geoPoint'] : [])].map((type) => dialect.field(type, `a_${type}`)),
      dialect.field('select', 'one'),
      dialect.field('select', 'many', { maxSelect: 3 }),
      dialect.field('file', 'cover'),
      dialect.field('file', 'papers', { maxSelect: 9 }),
      dialect.field('relation', 'user'),
      dialect.field('relation', 'users', { maxSelect: 9 }),
    ];
    await ask('POST', 'collections', { name: 'bare', type: 'base', fields });
    await ask('POST', 'collections', dialect.collection('dated', fields));
    const oauth2 = { enabled: true, providers: [{ name: 'google', clientId: 'a', clientSecret: 'hush' }] };
    await ask('PATCH', 'collections/users', { oauth2 });
    const user = idOf('user');
    await ask('POST', 'collections/users/records', {
      ...{ id: user, email: 'one@example.com', password: '1234567890', passwordConfirm: '1234567890' },
    });
    for (const collection of ['bare', 'dated']) {
      for (const id of [kept, changed, gone]) {
        const form = formOf({ id, a_text: id, cover: pngFile('cover.png') });
        for (const name of ['b.txt', 'a.txt']) form.append('papers', new File([name], name));
        const values = {
          ...{ a_editor: '<p>é & "x"</p>', a_number: 1.5, a_bool: true, a_email: 'a@example.com' },
          ...{
            a_url: 'https://example.com/?a=1&b=2',
            a_date: '2026-11-21 00:29:33.7Z',
            one: 'b',
            many: ['c', 'a'],
          },
          ...{ a_json: { b: [1, 2.5], a: '<é>' }, a_password: '1234567890', user, users: [user] },
          ...{ a_geoPoint: { lon: 11.58, lat: -48.14 } },
        };
        form.append('@jsonPayload', JSON.stringify(values));
        await ask('POST', `collections/${collection}/records`, form);
      }
    }
  }

  const of = (name: string) => backup.state.collections.find((one) => one.name === name) as Collection;

  async function opened(): Promise<OpenedBackup> {
    fileToken.forget();
    const one = createOpenedBackup({ key: 'then.zip' });
    await one.open();
    assert.equal([one.state.phase, one.state.fault, one.state.foreign], ['ready', '', '']);
    return one;
  }

  async function recordsOf(name: string): Promise<BackupRecord[]> {
    const all: BackupRecord[] = [];
    for await (const some of backup.state.database?.recordsOf(of(name)) ?? []) all.push(...some);
    return all;
  }

  async function compared(name: string): Promise<BackupRecords> {
    const list = createBackupRecords(backup, of(name));
    await list.open();
    await eventually(() => list.state.comparison, 'done');
    return list;
  }

  test(`${version}: an opened backup has the collections and records of the API, and no secret`, async () => {
    await server.connect();
    await fill();
    await openPage(await server.backend());
    await api.create('then.zip');
    backup = await opened();
    const byName = (all: readonly Collection[]) => [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
    const expected = byName(await collectionsApi.listAll());
    assert.equal(byName(backup.state.collections as readonly Collection[]), expected);
    const all: unknown[] = [backup.state.database];
    for (const collection of expected) {
      const found = await recordsOf(collection.name);
      const rows = await rowsIn(collection);
      const parsed = (values: ReadonlyMap<string, string>) =>
        Object.fromEntries([...values].map(([name, source]) => [name, JSON.parse(source)]));
      assert.equal(
        Object.fromEntries(found.map(({ id, source }) => [id, JSON.parse(source)])),
        Object.fromEntries(rows.map(({ id, values }) => [id, parsed(values)])),
        collection.name,
      );
      all.push(found);
    }
    assert.not.match(JSON.stringify(all), /\$2a\$|tokenKey":"|"secret"|"clientSecret"|hush/);
    assert.equal(backup.state.marks.get(of('bare').id), { same: 3, changed: 0, gone: 0 });
  });

  test(`${version}: changed and deleted records are found with and without a date, and come back`, async () => {
    for (const name of ['bare', 'dated']) {
      await ask('PATCH', `collections/${name}/records/${changed}`, { a_number: 9, many: ['b'] });
      await ask('DELETE', `collections/${name}/records/${gone}`);
      const list = await compared(name);
      assert.equal(list.state.counts, { same: 1, changed: 1, gone: 1 }, name);
      const now = () => records.get(collections.find(name) as Collection, gone);
      const back = list.bringBackGone();
      await eventually(() => panels.state.open.map(({ name }) => name), ['undo']);
      const [asked] = panels.state.open;
      const form = createUndoForm((asked as { takes: { source: UndoSource } }).takes.source);
      await form.open();
      assert.match(String(form.state.plan?.records.losses), /a_password/);
      await form.send();
      panels.answerPanel(asked?.id ?? 0, null);
      await back;
      assert.equal([form.run.state.created, form.run.state.refused], [1, []]);
      const { record } = (await now()) as unknown as { record: Record<string, unknown> };
      assert.equal(
        [record['a_text'], record['a_json'], (record['papers'] as string[]).length, record['user']],
        [gone, { b: [1, 2.5], a: '<é>' }, 2, idOf('user')],
      );

      const comparison = createRecordComparison(of(name), list.find(changed) as BackupRecord);
      await comparison.open();
      const changes = comparison.state.fields?.changes.map((one) => one.name);
      assert.equal(
        [changes, [...comparison.state.ticked]],
        [
          ['a_number', 'many'],
          ['a_number', 'many'],
        ],
      );
      comparison.toggle('many');
      assert.ok(await comparison.bringBack(), comparison.state.fault);
      const after = await records.get(collections.find(name) as Collection, changed);
      const { a_number, many } = after.record as unknown as Record<string, unknown>;
      assert.equal([a_number, many], [1.5, ['b']]);
      list.close();
    }
  });

  test(`${version}: a restore brings all back, and the page reloads`, async () => {
    const backend = await server.backend();
    const { size = 0 } = (await api.list()).find(({ key }) => key === 'then.zip') ?? {};
    let reloads = 0;
    const restore = createRestoreBackup(
      { key: 'then.zip', size, modified: '' },
      {
        reload: () => {
          reloads += 1;
        },
      },
    );
    await restore.check();
    assert.is(restore.state.file, 'good');
    await restore.restore();
    assert.equal([restore.state.phase, reloads], ['back', 1]);
    const { json } = await askServer(backend, `collections/bare/records/${changed}`);
    assert.equal([json.a_number, json.many], [1.5, ['c', 'a']]);
    backup.close();
  });

  test.after(server.stop);
}

test.after(session.end);

test.run();
