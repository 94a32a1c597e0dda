// Backups on real servers: creating, uploading, reading and restoring them, and the schedules that the server
// accepts.
import '../support/bareWindow';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/backups';
import { request } from '../../ui/backend/client';
import { createBackupList } from '../../ui/backup/list/backupList';
import * as backupUpload from '../../ui/backup/list/backupUpload';
import { cronFault, cronMacros, cronPresets } from '../../ui/backup/list/cronText';
import { createNewBackup, nameErrors } from '../../ui/backup/list/newBackup';
import { createRestoreBackup, faultOfBackup } from '../../ui/backup/list/restoreBackup';
import type { Backup } from '../../ui/model/backup';
import * as fileToken from '../../ui/page/session/fileToken';
import * as toasts from '../../ui/page/toasts';
import { damaged, sqliteHeader, zipOf } from '../backup/list/zipFile';
import { Answer } from '../support/backend';
import { fakeXhr } from '../support/fakeXhr';
import {
  createCollection,
  createRecord,
  failureOf,
  field,
  passMillisecond,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';
import { messagesOf, told } from '../support/settingsOnServer';
import { askServer } from '../support/walk';

let origin = '';

/** Sends an upload by Node's fetch. */
const XMLHttpRequest = function sender(): XMLHttpRequest {
  return fakeXhr(async ({ method, path, body, headers }) => {
    const answer = await fetch(origin + path, { method, headers, body: body as FormData });
    return new Answer(answer.status, await answer.text(), answer.headers.get('Content-Type') ?? '');
  });
};

Object.assign(globalThis, { XMLHttpRequest });

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let isPrepared = false;

  function scene(sentence: string, act: () => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => {
      const client = await server.connect();
      const backend = await server.backend();
      origin = backend.url;
      fileToken.forget();
      if (!isPrepared) {
        await createCollection({ name: 'notes', schema: [field('text', 'text')] });
        await createRecord({ id: 'notes' }, { text: 'before' });
        isPrepared = true;
      }
      await act();
      assert.equal([client.unauthorized, client.forbidden], [0, 0]);
    });
  }

  test.after.each(toasts.closeAll);
  test.after(server.stop);

  async function listed(): Promise<readonly Backup[]> {
    const list = createBackupList();
    await list.load();
    assert.is(list.state.loadError, null);
    return list.state.items;
  }
  const keys = async () => (await listed()).map(({ key }) => key);

  async function put(key: string, content: Buffer): Promise<Backup> {
    await api.upload(new File([new Uint8Array(content)], key, { type: 'application/zip' }), () => {});
    return one(key);
  }

  async function one(key: string): Promise<Backup> {
    const found = (await api.list()).find((backup) => backup.key === key);
    assert.ok(found, `${key} is listed`);
    return found as Backup;
  }

  const addressOf = async (key: string) => api.backupAddress(key, await fileToken.get());

  async function notes(): Promise<string[]> {
    const { json } = await askServer(await server.backend(), 'collections/notes/records');
    return (json.items as { text: string }[]).map(({ text }) => text).sort();
  }

  /** Returns the errors of the form after it was sent with this name; null if a backup is created. */
  async function startWith(typed: string): Promise<Record<string, string> | null> {
    const fresh = createNewBackup(() => {});
    fresh.form.set('name', typed);
    return (await fresh.start()) ? null : messagesOf(fresh.form.state.errors);
  }

  scene('creates one with a name, another without; lists the newest first', async () => {
    assert.is(await startWith(' first.zip '), null);
    await passMillisecond((await one('first.zip')).modified);
    assert.is(await startWith(''), null);
    const [newest, oldest, ...more] = await listed();
    assert.match(newest?.key ?? '', /^pb_backup_[a-z0-9_]+_\d{14}\.zip$/);
    assert.equal([oldest?.key, more], ['first.zip', []]);
    assert.ok((oldest?.size ?? 0) > 1000);
    assert.equal(told(), ['Successfully generated new backup.']);
    await api.remove(newest?.key ?? '');
  });

  scene('refuses exactly the names that the server refuses', async () => {
    const fine = [`${'a'.repeat(96)}.zip`, '0.zip', '_-.zip'];
    for (const key of fine) {
      assert.equal(nameErrors({ name: key }), {});
      await api.create(key);
      await api.remove(key);
    }
    const wrong = 'a|.zip|a.ZIP|A.zip|a b.zip|a.b.zip|../a.zip|ü.zip'.split('|');
    for (const key of [...wrong, `${'a'.repeat(97)}.zip`]) {
      assert.ok(nameErrors({ name: key })['name'], key);
      assert.ok((await failureOf(api.create(key))).fields['name'], key);
    }
  });

  scene('the server is busy during a backup, and refuses the next with a message', async () => {
    const making = [api.create('x.zip'), api.create('y.zip')].map((call) =>
      call.then(
        () => 'made',
        ({ message }) => message,
      ),
    );
    const outcomes = await Promise.all(making);
    assert.ok(outcomes.includes('made'), outcomes.join());
    // At the same moment the server notices later, and its message is shorter.
    const refusals = [
      'Try again later - another backup/restore process has already been started.',
      'Failed to create backup.',
    ];
    assert.equal(
      outcomes.filter((outcome) => outcome !== 'made' && !refusals.includes(outcome ?? '')),
      [],
    );
    for (const key of await keys()) if (key !== 'first.zip') await api.remove(key);
  });

  scene('reads a range of bytes, and only with a token', async () => {
    const address = await addressOf('first.zip');
    const { size } = await one('first.zip');
    const whole = new Uint8Array(await (await fetch(address)).arrayBuffer());
    assert.is(whole.length, size);
    for (const [from, length] of [
      [0, 4],
      [size - 22, 22],
      [100, 50],
    ] as const) {
      assert.equal(await api.readBytes(address, from, length), whole.slice(from, from + length));
    }
    for (const wrong of [
      api.backupAddress('first.zip', ''),
      api.backupAddress('first.zip', 'abc'),
      await addressOf('no.zip'),
    ]) {
      const { kind, status, isOwn } = await failureOf(api.readBytes(wrong, 0, 1));
      assert.ok(kind === 'refused' && isOwn && [400, 403].includes(status), `${kind} ${status}`);
      assert.is(await api.isReadable(wrong), false);
      assert.is(await faultOfBackup(wrong, size).catch(() => 'rejected'), 'rejected');
    }
    assert.is(await api.isReadable(address), true);
  });

  scene('a real backup has no fault, and a broken one its own', async () => {
    const { size } = await one('first.zip');
    assert.is(await faultOfBackup(await addressOf('first.zip'), size), null);
    const whole = Buffer.from(await (await fetch(await addressOf('first.zip'))).arrayBuffer());
    for (const [key, content, fault] of [
      ['cut.zip', whole.subarray(0, size - 500), /not a readable zip file/],
      ['none.zip', zipOf({ 'logs.db': sqliteHeader }), /no data\.db/],
      ['odd näme & 1.zip', zipOf({ 'data.db': 'x'.repeat(200) }), /not a database/],
      ['again.zip', whole, null],
    ] as const) {
      const put1 = await put(key, content);
      const found = await faultOfBackup(await addressOf(put1.key), put1.size);
      if (fault) assert.match(found ?? 'no fault', fault, key);
      else assert.is(found, null);
      await api.remove(key);
    }
  });

  scene('reports the reason of a refused upload, which changes nothing', async () => {
    const list = createBackupList();
    await backupUpload.upload(new File([new Uint8Array(zipOf({ a: 'b' }))], 'first.zip'));
    assert.is(told().at(-1), 'Backup file with the specified name already exists.');
    toasts.closeAll();
    await backupUpload.upload(new File(['This is a text.'], 'text.zip'));
    assert.match(told().at(-1) ?? '', /mime type must be one of: application\/zip\.$/);
    toasts.closeAll();
    await backupUpload.upload(new File([new Uint8Array(zipOf({ a: 'b' }))], 'up.zip'));
    assert.equal(told(), ['Successfully uploaded a new backup.']);
    await list.load();
    assert.equal(
      list.state.items.map(({ key }) => key),
      ['up.zip', 'first.zip'],
    );
    await api.remove('up.zip');
  });

  async function restoredWith(backup: Backup, { isForced = false } = {}) {
    let reloads = 0;
    const restore = createRestoreBackup(backup, {
      reload: () => {
        reloads += 1;
      },
    });
    if (isForced) restore.state.file = 'unknown';
    else await restore.check();
    const { file } = restore.state;
    await restore.restore();
    return { file, phase: restore.state.phase, reloads };
  }

  scene('a restore brings the data back, and the page reloads when the server is up', async () => {
    await createRecord({ id: 'notes' }, { text: 'after' });
    assert.equal(await notes(), ['after', 'before']);
    const outcome = await restoredWith(await one('first.zip'));
    assert.equal(outcome, { file: 'good', phase: 'back', reloads: 1 });
    assert.equal([await notes(), await keys(), await api.canBackup()], [['before'], ['first.zip'], true]);
  });

  scene('reports a zip without a database; restored anyway, it changes nothing', async () => {
    await createRecord({ id: 'notes' }, { text: 'kept' });
    const backup = await put('none.zip', zipOf({ 'logs.db': sqliteHeader }));
    assert.equal(await restoredWith(backup), { file: 'bad', phase: 'idle', reloads: 0 });
    const outcome = await restoredWith(backup, { isForced: true });
    assert.equal(outcome, { file: 'unknown', phase: 'back', reloads: 1 });
    assert.equal([await notes(), await api.canBackup()], [['before', 'kept'], true]);
  });

  scene(
    'one that cannot be unpacked completely keeps the server busy for a while, and restores nothing',
    async () => {
      const content = Buffer.alloc(12_000_000, 'some bytes of a file. ');
      const zip = zipOf({ 'data.db': sqliteHeader + 'x'.repeat(4000), 'storage/a.bin': content });
      const backup = await put('damaged.zip', damaged(zip, 'some bytes'));
      const outcome = await restoredWith(backup);
      assert.equal(outcome, { file: 'good', phase: 'back', reloads: 1 });
      assert.equal(await notes(), ['before', 'kept']);
    },
  );

  /**
   * Returns the server's error for the expression; '' if it is valid. Saves nothing, because another setting
   * is invalid.
   */
  async function verdict(cron: string): Promise<string> {
    const body = { backups: { cron, cronMaxKeep: 3 }, meta: { appUrl: 'none' } };
    const { fields } = await failureOf(request('PATCH', 'settings', { body }));
    assert.ok(fields['meta.appUrl'], 'the settings are refused in any case');
    return fields['backups.cron']?.message ?? '';
  }

  const text = fc.constantFrom(
    ...' * 0 1 5 6 7 12 13 23 24 31 32 59 60 99 007 -1'.split(' '),
    ...'1-5 5-1 0-59 1-31 0-6 3-3 1-2-3 -5 5- *-5 1,2 ,1 1, 1,,2 *,5'.split(' '),
    ...'*/2 */0 */7 */12 */31 */59 */60 1-5/2 5/2 5/1 */ /2 */2/3 1-5/0'.split(' '),
    ...'SUN JAN L ? 1.5 1e1 0x1 +5 */+2 ٣ 99999999999999999999 ** #'.split(' '),
    ' ',
  );
  const segment = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('*', '1', '2,3', '*/2', '1-5', '1-5/2', '6') },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.array(text, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(',')) },
    { weight: 1, arbitrary: fc.stringMatching(/^[0-9*,/-]{1,5}$/) },
  );
  const expression = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.tuple(segment, segment, segment, segment, segment).map((parts) => parts.join(' ')),
    },
    {
      weight: 1,
      arbitrary: fc.array(segment, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(' ')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...cronMacros, '@reboot', '@Daily', '@daily ', ' * * * * *') },
  );

  /**
   * Expressions that only the server accepts, and nobody writes: a sign before a number, and `/1` after a
   * single number.
   */
  const isOdd = (cron: string) => /\+\d/.test(cron) || /(^|[ ,])\d+\/0*1(?=[ ,]|$)/.test(cron);

  scene('refuses exactly the schedules that the server refuses', async () => {
    const generated = fc.sample(expression, 300).filter((cron) => cron !== '');
    const all = [...new Set([...cronMacros, ...cronPresets.map(({ cron }) => cron), ...generated])];
    const counts = { fine: 0, wrong: 0 };
    const different: string[] = [];
    while (all.length > 0) {
      const batch = all.splice(0, 20);
      const verdicts = await Promise.all(batch.map(verdict));
      for (const [at, cron] of batch.entries()) {
        const [mine, theirs] = [cronFault(cron), verdicts[at] ?? ''];
        counts[theirs === '' ? 'fine' : 'wrong'] += 1;
        const isStricter = theirs === '' && mine !== null && isOdd(cron);
        if ((mine === null) !== (theirs === '') && !isStricter) {
          different.push(`"${cron}": ${mine ?? 'fine'} / ${theirs || 'fine'}`);
        }
      }
    }
    assert.equal(different, []);
    assert.ok(counts.fine > 40 && counts.wrong > 40, JSON.stringify(counts));
  });
}

test.run();
