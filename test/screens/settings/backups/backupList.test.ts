import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cancelReads } from '../../../../ui/api/client';
import { type BackupList, createBackupList } from '../../../../ui/screens/settings/backups/backupList';
import * as backupUpload from '../../../../ui/screens/settings/backups/backupUpload';
import * as fileToken from '../../../../ui/state/files/fileToken';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import { adminToken } from '../../../support/samples';
import { answer, closeScene, told } from '../settingsScene';
import { backupRoutes, health, settleAll } from './backupAnswers';
import { backup, showTab, startBackups } from './backupScene';

let backend: FakeBackend;
let server: ReturnType<typeof startBackups>['server'];
let list: BackupList;
let stop = () => {};

const keys = () => list.state.items.map(({ key }) => key);
const callsTo = (route: keyof typeof backupRoutes) => backend.callsTo(backupRoutes[route]).length;
const zip = (name = 'up.zip') => new File(['bytes'], name, { type: 'application/zip' });

test.before.each(() => {
  ({ backend, server } = startBackups([backup('a.zip', 2), backup('b.zip', 9), backup('c.zip', 1)]));
  fileToken.forget();
  list = createBackupList();
});
test.after.each(() => {
  stop();
  stop = () => {};
  showTab('visible');
  mock.timers.reset();
  mock.restoreAll();
  closeScene();
});

test('the newest backup comes first, regardless of response order and names', async () => {
  assert.equal([list.state.isLoaded, list.state.isLoading], [false, false]);
  const loading = list.load();
  assert.ok(list.state.isLoading);
  await loading;
  assert.equal(keys(), ['c.zip', 'a.zip', 'b.zip']);
  assert.equal([list.state.isLoaded, list.state.isLoading, told()], [true, false, []]);
});

test('a backup with an unreadable time comes last', async () => {
  server.held.push({ ...backup('odd.zip'), modified: 'long ago' });
  await list.load();
  assert.equal(keys(), ['c.zip', 'a.zip', 'b.zip', 'odd.zip']);
});

test('the newer of two loads wins', async () => {
  let release = (_: object) => {};
  backend.answerOnce(backupRoutes.list, () => new Promise((done) => (release = done)));
  const older = list.load();
  await settleAll();
  server.held = [backup('new.zip')];
  await list.load();
  release([backup('old.zip')]);
  await older;
  assert.equal([keys(), list.state.isLoading], [['new.zip'], false]);
});

for (const [what, given, message] of [
  ['a refusal', failure(500, 'The disk is gone.'), 'The disk is gone.'],
  ['no response', networkError, 'The server cannot be reached. Check the connection and try again.'],
] as const) {
  test(`a first load that ends in ${what} is shown without a toast, and another load recovers`, async () => {
    backend.answerOnce(backupRoutes.list, given);
    await list.load();
    assert.equal([list.state.loadError?.message, list.state.isLoaded, told()], [message, false, []]);
    await list.load();
    assert.equal([list.state.loadError, list.state.isLoaded, keys().length], [null, true, 3]);
  });

  test(`a refresh that ends in ${what} is reported, and the shown list stays`, async () => {
    await list.load();
    backend.answerOnce(backupRoutes.list, given);
    await list.load();
    assert.equal(
      [list.state.isLoaded, told(), keys().length, list.state.isLoading],
      [true, [message], 3, false],
    );
  });
}

test('a first load that the end of the session cancels can be tried again, without a toast', async () => {
  backend.hold(backupRoutes.list);
  const loading = list.load();
  await settleAll();
  cancelReads();
  await loading;
  assert.equal([list.state.status, list.state.isLoading, told()], ['failed', false, []]);
});

async function watched() {
  mock.timers.enable({ apis: ['setInterval'] });
  stop = list.watch();
  void list.load();
  await settleAll();
}

async function pass(ms: number) {
  mock.timers.tick(ms);
  await settleAll();
}

test('a watched list requests health at once and every three seconds as a guest', async () => {
  await watched();
  assert.equal([callsTo('list'), callsTo('health'), keys().length], [1, 1, 3]);
  await pass(2999);
  assert.is(callsTo('health'), 1);
  await pass(1);
  assert.is(callsTo('health'), 2);
  await pass(6000);
  assert.equal([callsTo('health'), callsTo('list')], [4, 1]);
  assert.not(
    Object.keys(backend.callsTo(backupRoutes.health)[0]?.headers ?? {}).some((name) =>
      /^authorization$/i.test(name),
    ),
  );
  stop();
  await pass(9000);
  assert.is(callsTo('health'), 4);
});

test('the list is read once more when the server is free again', async () => {
  await watched();
  server.isFree = false;
  await pass(3000);
  assert.equal([list.state.canBackup, callsTo('list')], [false, 1]);
  server.held = [backup('new.zip')];
  await pass(3000);
  assert.equal([list.state.canBackup, callsTo('list')], [false, 1]);
  server.isFree = true;
  await pass(3000);
  assert.equal([list.state.canBackup, callsTo('list'), keys()], [true, 2, ['new.zip']]);
  await pass(6000);
  assert.is(callsTo('list'), 2);
});

test('an unreachable server is neither busy nor free, and shows no toast', async () => {
  await watched();
  server.isFree = false;
  await pass(3000);
  const comeBack = backend.goOffline();
  await pass(6000);
  assert.equal([list.state.canBackup, told()], [false, []]);
  comeBack();
  server.isFree = true;
  await pass(3000);
  assert.equal([list.state.canBackup, callsTo('list')], [true, 2]);
});

test('a hidden tab sends no request, and a visible one sends it at once', async () => {
  await watched();
  showTab('hidden');
  await pass(30_000);
  assert.is(callsTo('health'), 1);
  showTab('visible');
  await settleAll();
  assert.is(callsTo('health'), 2);
  await pass(3000);
  assert.is(callsTo('health'), 3);
  stop();
  showTab('hidden');
  showTab('visible');
  await pass(3000);
  assert.is(callsTo('health'), 3);
});

test('an upload reports its progress and then reloads the list', async () => {
  const release = backend.hold(backupRoutes.upload);
  const stop = list.watch();
  await settleAll();
  assert.is(backupUpload.state.share, null);
  const uploading = backupUpload.upload(zip());
  // The fake server reads the whole body before it responds.
  assert.is(backupUpload.state.share, 1);
  await backupUpload.upload(zip('second.zip'));
  await settleAll();
  assert.equal([callsTo('upload'), backupUpload.state.share, told()], [1, 1, []]);
  release();
  await uploading;
  assert.equal([backupUpload.state.share, told()], [null, ['Successfully uploaded a new backup.']]);
  await settleAll();
  assert.is(keys()[0], 'up.zip');
  const form = backend.callsTo(backupRoutes.upload)[0]?.body as FormData;
  assert.equal([...form.keys()], ['file']);
  await backupUpload.upload(zip('second.zip'));
  await settleAll();
  stop();
  assert.equal([...keys()].sort(), ['a.zip', 'b.zip', 'c.zip', 'second.zip', 'up.zip']);
});

test('only one upload runs at a time, and closing the tab asks first', async () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.not(leave());
  const release = backend.hold(backupRoutes.upload);
  const uploading = backupUpload.upload(zip());
  await backupUpload.upload(zip('second.zip'));
  assert.equal([leave(), callsTo('upload')], [true, 1]);
  release();
  await uploading;
  assert.not(leave());
  backend.answerOnce(backupRoutes.upload, failure(400, 'No.'));
  await backupUpload.upload(zip('second.zip'));
  assert.equal([leave(), callsTo('upload')], [false, 2]);
});

for (const [what, given, messages] of [
  [
    'an error of its file',
    failure(400, 'An error occurred while validating the submitted data.', {
      file: { code: 'validation_backup_name_exists', message: 'It exists already.' },
    }),
    ['An error occurred while validating the submitted data.', 'It exists already.'],
  ],
  [
    'an error of its file and no words beside it',
    failure(400, 'Something went wrong while processing your request.', {
      file: { code: 'validation_invalid_mime_type', message: 'It is no zip.' },
    }),
    ['It is no zip.'],
  ],
  ['a refusal', failure(400, 'Missing or invalid uploaded file.'), ['Missing or invalid uploaded file.']],
  ['no response', networkError, ['The server cannot be reached. Check the connection and try again.']],
] as const) {
  test(`an upload that ends in ${what} is reported and can be repeated`, async () => {
    await list.load();
    backend.answerOnce(backupRoutes.upload, given);
    await backupUpload.upload(zip());
    await settleAll();
    assert.equal(told(), messages);
    assert.equal([backupUpload.state.share, callsTo('list')], [null, 1]);
    await backupUpload.upload(zip());
    assert.is(callsTo('upload'), 2);
  });
}

test('a delete starts only after Yes, and its row is marked until the list is reloaded', async () => {
  await list.load();
  const declined = list.remove('a.zip');
  assert.is(await answer(false), 'Do you really want to delete a.zip?');
  await declined;
  assert.equal([callsTo('remove'), list.state.underWay], [0, {}]);

  const release = backend.hold(backupRoutes.remove);
  const removing = list.remove('a.zip');
  await answer(true);
  await settleAll();
  assert.equal([list.state.underWay, told()], [{ 'a.zip': 'delete' }, []]);
  const releaseList = backend.hold(backupRoutes.list);
  release();
  await settleAll();
  assert.equal([list.state.underWay, told()], [{ 'a.zip': 'delete' }, ['Successfully deleted a.zip.']]);
  releaseList();
  await removing;
  assert.equal([list.state.underWay, keys()], [{}, ['c.zip', 'b.zip']]);
});

test('a backup with any characters in its name can be deleted', async () => {
  server.held = [backup('a b/ü?.zip'), backup('a b')];
  await list.load();
  const removing = list.remove('a b/ü?.zip');
  await answer(true);
  await removing;
  assert.is(backend.callsTo(backupRoutes.remove)[0]?.path, '/api/backups/a%20b%2F%C3%BC%3F.zip');
  assert.equal(keys(), ['a b']);
});

test('a failed delete keeps the row, reports the reason and reloads the list', async () => {
  await list.load();
  server.held = server.held.filter(({ key }) => key !== 'a.zip');
  const message = 'Invalid or already deleted backup file.';
  backend.answerOnce(backupRoutes.remove, failure(400, message));
  const removing = list.remove('a.zip');
  await answer(true);
  await removing;
  await settleAll();
  assert.equal([told(), list.state.underWay, keys()], [[message], {}, ['c.zip', 'b.zip']]);
});

/** Collects the followed links in order, while the server answers a range of a file with this status. */
function followed(status = 206): { href: string; download: string }[] {
  const links: { href: string; download: string }[] = [];
  backend.serveFiles(async (address) => {
    assert.match(String(address), /^http:\/\/localhost:8090\/api\/backups\/[a-c]\.zip\?token=/);
    return new Response(new Uint8Array([80]), { status });
  });
  mock.method(HTMLAnchorElement.prototype, 'click', function click(this: HTMLAnchorElement) {
    links.push({ href: this.href, download: this.download });
  });
  return links;
}

test('a download requests one file token and marks its row meanwhile', async () => {
  const links = followed();
  await list.load();
  const release = backend.hold(backupRoutes.fileToken);
  const downloading = list.download('a.zip');
  await list.download('a.zip');
  assert.equal(list.state.underWay, { 'a.zip': 'download' });
  await settleAll();
  assert.equal(links, []);
  release();
  await downloading;
  assert.equal(list.state.underWay, {});
  await list.download('b.zip');
  assert.equal(
    links,
    ['a.zip', 'b.zip'].map((key) => ({
      href: `http://localhost:8090/api/backups/${key}?token=${adminToken()}`,
      download: key,
    })),
  );
  assert.is(callsTo('fileToken'), 1);
});

test('a refused download is reported without navigation, and the list reloads', async () => {
  const links = followed(400);
  await list.load();
  await list.download('a.zip');
  await settleAll();
  assert.equal(
    [links, told()],
    [[], ['Could not download a.zip. It may have been deleted, or the server is unreachable.']],
  );
  assert.equal([list.state.underWay, callsTo('list')], [{}, 2]);
});

test('without a token nothing is downloaded, and the reason is reported', async () => {
  const links = followed();
  backend.answerOnce(backupRoutes.fileToken, failure(400, 'Failed to generate file token.'));
  await list.download('a.zip');
  assert.equal([links, told(), list.state.underWay], [[], ['Failed to generate file token.'], {}]);
});

test('a server that is busy from the start is detected as busy', async () => {
  backend.answer(backupRoutes.health, health(false));
  await watched();
  assert.is(list.state.canBackup, false);
});

test.run();
