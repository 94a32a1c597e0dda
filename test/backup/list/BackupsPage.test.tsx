import { mock } from 'node:test';
import { act } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BackupsPage } from '../../../ui/backup/list/BackupsPage';
import * as backupUpload from '../../../ui/backup/list/backupUpload';
import * as fileToken from '../../../ui/page/session/fileToken';
import { bar, button, input, isInvalid, open, press, submit } from '../../settings/pages';
import { answer, closeScene, routes, told } from '../../settings/settingsScene';
import { type FakeBackend, failure, networkError } from '../../support/backend';
import { click, eventually, mount, rest, type, type View } from '../../support/render';
import { adminToken } from '../../support/samples';
import { backupRoutes, health } from './backupAnswers';
import { backup, showTab, startBackups } from './backupScene';

let backend: FakeBackend;
let server: ReturnType<typeof startBackups>['server'];

async function opened(...given: Parameters<typeof startBackups>): Promise<View> {
  ({ backend, server } = startBackups(...given));
  return open(<BackupsPage />);
}

const table = (view: View) => view.find('table[aria-label="Backups"]');
const list = (view: View) => view.find('table[aria-label="Backups"] tbody');
const rows = (view: View) =>
  [...list(view).querySelectorAll('tr code')].map(({ textContent }) => textContent);
const named = (label: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`);
const dialog = (view: View) => view.findAll('[role="dialog"]')[0] ?? null;
const newLabel = 'Initialize new backup';
const busyLabel = 'Backup/restore operation is in process';

test.after.each(async () => {
  mock.timers.reset();
  mock.restoreAll();
  mount(null).unmount();
  showTab('visible');
  closeScene();
  await rest();
});

test('each backup shows name, size, time and actions', async () => {
  const minutes = (count: number) =>
    new Date(Date.now() - count * 60_000 - 5000).toISOString().replace('T', ' ');
  const made = minutes(40);
  const view = await opened([
    { key: 'a.zip', size: 1_572_864, modified: minutes(3 * 24 * 60) },
    { key: 'b.zip', size: 500, modified: made },
    // Without a readable time it comes last.
    { key: 'odd.zip', size: 0, modified: 'long ago' },
  ]);
  assert.equal(rows(view), ['b.zip', 'a.zip', 'odd.zip']);
  const heads = [...table(view).querySelectorAll('th')].map(({ textContent }) => textContent);
  assert.equal(heads, ['name', 'size', 'modified', 'actions']);
  const [first] = list(view).children;
  assert.is(first?.children.length, heads.length);
  assert.is(first?.textContent, 'b.zip500 B40 minutes agoOpen');
  assert.match(
    first?.querySelector('time')?.getAttribute('data-tooltip') ?? '',
    `${made.slice(0, 19)} UTC\n`,
  );
  assert.match(view.text(), 'a.zip1.5 MB3 days ago');
  assert.ok(list(view).querySelector('[data-tooltip="1,572,864 bytes"]'));
  for (const act of ['Download', 'Restore', 'Delete']) {
    assert.is(named(`${act} a.zip`)?.dataset['tooltip'], act);
    assert.not(named(`${act} a.zip`)?.disabled);
  }
  assert.match(bar(view), /^3 backups, 1\.5 MB/);
  server.held = server.held.slice(0, 1);
  click(named('Refresh') as Element);
  await rest();
  assert.match(bar(view), '1 backup, 1.5 MB');
});

for (const [days, note] of [
  [[8, 30], 'Latest backup: 8 days ago last 14 days'],
  [[6.9, 30], 'Latest backup: 6 days ago last 14 days'],
  [[], null],
] as const) {
  test(`for backups that are ${days.join(' and ') || 'no'} days old the note is: ${note ?? 'none'}`, async () => {
    const view = await opened(days.map((day) => backup(`${day}.zip`, day)));
    const notes = view.findAll('[role="status"]').map(({ textContent }) => textContent?.trim());
    assert.equal(
      notes.filter((text) => text?.includes('ago')),
      note ? [note] : [],
    );
  });
}

test('a failed first load shows the reason, and Retry loads again; without an answer the rows stay, a refusal empties the list', async () => {
  ({ backend, server } = startBackups([backup('a.zip')]));
  const gone = failure(500, 'The disk is gone.');
  backend.answerOnce(backupRoutes.list, gone);
  const view = await open(<BackupsPage />);
  assert.match(view.find('[role="alert"]').textContent, 'The backups could not be loaded.The disk is gone.');
  assert.equal([button(newLabel), told()], [null, []]);
  press('Retry');
  await rest();
  assert.equal([rows(view), view.findAll('[role="alert"]').length], [['a.zip'], 0]);
  for (const [answered, text, kept] of [
    [networkError, 'a.zip', 1],
    [gone, 'The backups could not be loaded.The disk is gone.', 0],
  ] as const) {
    backend.answerOnce(backupRoutes.list, answered);
    click(named('Refresh') as Element);
    await rest();
    assert.match(view.text(), text);
    assert.equal([view.findAll('tbody code').length, told()], [kept, []]);
  }
});

test('a busy server is reported, and disables new backups and restores', async () => {
  const view = await opened([backup('a.zip')]);
  assert.not(button(newLabel)?.disabled);
  backend.answer(backupRoutes.health, health(false));
  act(() => showTab('visible'));
  await rest();
  assert.equal([button(newLabel), button(busyLabel)?.disabled], [null, true]);
  assert.equal(
    ['Download a.zip', 'Restore a.zip', 'Delete a.zip'].map((label) => named(label)?.disabled),
    [false, true, false],
  );
  const before = backend.callsTo(backupRoutes.list).length;
  backend.answer(backupRoutes.health, health(true));
  act(() => showTab('visible'));
  await rest();
  assert.not(button(newLabel)?.disabled);
  assert.is(backend.callsTo(backupRoutes.list).length, before + 1);
  assert.equal(rows(view), ['a.zip']);
});

test('the page asks for health every three seconds, as a guest and while its tab is visible', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const view = await opened([backup('a.zip')]);
  const asked = () => backend.callsTo(backupRoutes.health).length;
  const pass = async (ms: number) => {
    await act(async () => mock.timers.tick(ms));
    await rest();
  };
  assert.is(asked(), 1);
  await pass(2999);
  assert.is(asked(), 1);
  await pass(1);
  assert.is(asked(), 2);
  const { headers } = backend.callsTo(backupRoutes.health)[0] ?? {};
  assert.not.match(Object.keys(headers ?? {}).join(), /authorization/i);
  server.isFree = false;
  await pass(3000);
  // A server that is away is neither busy nor free.
  const comeBack = backend.goOffline();
  await pass(3000);
  assert.equal([button(busyLabel)?.disabled, told()], [true, []]);
  comeBack();
  act(() => showTab('hidden'));
  const before = asked();
  await pass(30_000);
  assert.is(asked(), before);
  act(() => showTab('visible'));
  await rest();
  assert.is(asked(), before + 1);
  view.unmount();
  await pass(9000);
  assert.is(asked(), before + 1);
});

async function remove(key: string, isYes: boolean): Promise<string> {
  click(named(`Delete ${key}`) as Element);
  let question = '';
  await act(async () => {
    question = await answer(isYes);
  });
  await rest();
  return question;
}

test('a delete asks first, and only its own row is off meanwhile', async () => {
  const view = await opened([backup('a b/ü?.zip'), backup('b.zip')]);
  assert.is(await remove('a b/ü?.zip', false), 'Do you really want to delete a b/ü?.zip?');
  assert.equal(backend.callsTo(backupRoutes.remove), []);
  const release = backend.hold(backupRoutes.remove);
  await remove('a b/ü?.zip', true);
  const isOff = (act: string, key: string) => named(`${act} ${key}`)?.disabled;
  assert.equal([isOff('Download', 'a b/ü?.zip'), isOff('Restore', 'a b/ü?.zip')], [true, true]);
  assert.is(named('Delete a b/ü?.zip')?.getAttribute('aria-busy'), 'true');
  assert.equal([isOff('Download', 'b.zip'), isOff('Restore', 'b.zip')], [false, false]);
  release();
  await rest();
  assert.is(backend.callsTo(backupRoutes.remove)[0]?.path, '/api/backups/a%20b%2F%C3%BC%3F.zip');
  assert.equal([rows(view), told()], [['b.zip'], ['Successfully deleted a b/ü?.zip.']]);
});

test('a failed delete is told, and the list is read again', async () => {
  const view = await opened([backup('a.zip'), backup('b.zip')]);
  server.held = server.held.filter(({ key }) => key !== 'a.zip');
  backend.answerOnce(backupRoutes.remove, failure(400, 'Invalid or already deleted backup file.'));
  await remove('a.zip', true);
  assert.equal([rows(view), told()], [['b.zip'], ['Invalid or already deleted backup file.']]);
});

for (const [what, status, given, messages] of [
  ['follows a link with a token', 206, null, []],
  [
    'that is refused is told without a link, and the list is read again',
    400,
    null,
    ['Could not download a.zip. It may have been deleted, or the server is unreachable.'],
  ],
  [
    'without a token is told',
    206,
    failure(400, 'Failed to generate file token.'),
    ['Failed to generate file token.'],
  ],
] as const) {
  test(`a download ${what}`, async () => {
    await opened([backup('a.zip')]);
    fileToken.forget();
    const links: unknown[] = [];
    backend.serveFiles(async () => new Response(new Uint8Array([80]), { status }));
    mock.method(HTMLAnchorElement.prototype, 'click', function click(this: HTMLAnchorElement) {
      links.push([this.href, this.download]);
    });
    if (given) backend.answerOnce(backupRoutes.fileToken, given);
    const before = backend.callsTo(backupRoutes.list).length;
    click(named('Download a.zip') as Element);
    await rest();
    const address = `http://localhost:8090/api/backups/a.zip?token=${adminToken()}`;
    assert.equal([links, told()], [messages.length === 0 ? [[address, 'a.zip']] : [], messages]);
    assert.is(backend.callsTo(backupRoutes.list).length, before + (messages.length === 0 ? 0 : 1));
    assert.not.ok(named('Download a.zip')?.getAttribute('aria-busy') === 'true');
  });
}

const leaves = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a chosen file is uploaded, the button shows the progress, and the same file can be chosen again', async () => {
  const view = await opened();
  const release = backend.hold(backupRoutes.upload);
  const chooser = view.byLabel<HTMLInputElement>('Backup to upload');
  assert.is(chooser.accept, '.zip,application/zip');
  Object.defineProperty(chooser, 'value', { writable: true, value: 'C:\\fakepath\\up.zip' });
  const choose = async () => {
    const files = [new File(['x'], 'up.zip')];
    Object.defineProperty(chooser, 'files', { configurable: true, value: files });
    await act(async () => chooser.dispatchEvent(new Event('change', { bubbles: true })));
    await rest();
  };
  assert.is(leaves(), false);
  await choose();
  assert.is(leaves(), true, 'closing the tab asks');
  assert.is(button('Uploading 100%')?.getAttribute('aria-busy'), 'true');
  assert.equal([button('Upload backup'), chooser.value], [null, '']);
  await choose();
  assert.is(backend.callsTo(backupRoutes.upload).length, 1, 'one at a time');
  const [sent] = backend.callsTo(backupRoutes.upload).map(({ body }) => body as FormData);
  assert.equal([...(sent?.keys() ?? [])], ['file']);
  release();
  await rest();
  assert.is(leaves(), false);
  assert.equal([rows(view), told()], [['up.zip'], ['Successfully uploaded a new backup.']]);
  assert.ok(button('Upload backup'));
  server.held = [];
  await choose();
  assert.is(backend.callsTo(backupRoutes.upload).length, 2);
});

for (const [what, given, messages] of [
  [
    'an error of its file and no words beside it',
    failure(400, 'Something went wrong while processing your request.', {
      file: { code: 'validation_invalid_mime_type', message: 'It is no zip.' },
    }),
    ['It is no zip.'],
  ],
  ['no answer', networkError, ['The server cannot be reached. Check the connection and try again.']],
] as const) {
  test(`an upload that ends in ${what} is told and can be repeated`, async () => {
    await opened();
    backend.answerOnce(backupRoutes.upload, given);
    await act(() => backupUpload.upload(new File(['x'], 'up.zip')));
    assert.equal([told(), leaves(), backupUpload.state.share], [messages, false, null]);
    await act(() => backupUpload.upload(new File(['x'], 'up.zip')));
    assert.is(backend.callsTo(backupRoutes.upload).length, 2);
    await rest();
  });
}

async function openedNew(): Promise<View> {
  const view = await opened();
  press(newLabel);
  await rest();
  return view;
}

test('an invalid name is an error in the popup, and a valid one creates the backup and closes the popup', async () => {
  const view = await openedNew();
  assert.is(dialog(view)?.querySelector('h2')?.textContent, newLabel);
  type(input(view, 'Backup name'), 'No Name');
  await submit(view, '[role="dialog"] form');
  assert.ok(isInvalid(view, 'Backup name'));
  assert.is(backend.callsTo(backupRoutes.create).length, 0);
  type(input(view, 'Backup name'), 'mine.zip');
  assert.not(isInvalid(view, 'Backup name'));
  const taken = { code: 'validation_backup_name_exists', message: 'It exists already.' };
  backend.answerOnce(backupRoutes.create, failure(400, 'An error occurred.', { name: taken }));
  await submit(view, '[role="dialog"] form');
  assert.match(dialog(view)?.textContent ?? '', 'It exists already.');
  type(input(view, 'Backup name'), ' mine.zip ');
  await submit(view, '[role="dialog"] form');
  await eventually(() => Boolean(dialog(view)), false);
  assert.equal(
    backend.callsTo(backupRoutes.create).map(({ body }) => body),
    [{ name: 'mine.zip' }, { name: 'mine.zip' }],
  );
  assert.equal(
    [rows(view), told()],
    [['mine.zip'], ['An error occurred.', 'Successfully generated new backup.']],
  );
  press(newLabel);
  await rest();
  assert.is(input(view, 'Backup name').value, '');
});

test('the options are folded at first, with a summary in one line; typed values are sent trimmed', async () => {
  const view = await opened([], { backups: { cron: '@daily' } });
  assert.match(view.text(), 'Automatic backups: @daily');
  assert.equal(
    [view.findAll('form').length, button('Backups options')?.getAttribute('aria-expanded')],
    [0, 'false'],
  );
  press('Backups options');
  await rest();
  assert.is(button('Backups options')?.getAttribute('aria-expanded'), 'true');
  assert.equal(
    [input(view, 'Enable auto backups').checked, input(view, 'Cron expression*').value],
    [true, '@daily'],
  );
  const runs = [...view.find('ul[aria-label="Next runs"]').children].map(({ textContent }) => textContent);
  assert.is(runs.length, 3);
  for (const run of runs)
    assert.match(run ?? '', /^\d{4}-\d\d-\d\d 00:00 UTC( \(\d{4}-\d\d-\d\d \d\d:\d\d local time\))?$/);
  type(input(view, 'Cron expression*'), '0 0 31 2 *');
  await rest();
  assert.match(view.text(), 'This schedule never runs.');
  type(input(view, 'Cron expression*'), '61 0 * * *');
  await rest();
  assert.not(view.text().includes('This schedule never runs.'));
  assert.is(view.findAll('ul[aria-label="Next runs"]').length, 0);
  const cron = input(view, 'Cron expression*');
  type(cron, ' @hourly ');
  act(() => {
    cron.focus();
    cron.blur();
  });
  await rest();
  await submit(view);
  assert.equal(backend.callsTo(routes.write)[0]?.body, { backups: { cron: '@hourly' } });
});

test('switching off removes the time and its errors, and on again restores the time', async () => {
  const view = await opened([], { backups: { cron: '@daily', cronMaxKeep: 5 } });
  press('Backups options');
  await rest();
  const cron = 'Cron expression*';
  const keep = 'Max @auto backups to keep*';
  const toggle = async () => {
    click(input(view, 'Enable auto backups'));
    await rest();
  };
  type(input(view, cron), '0 5 * * *');
  type(input(view, keep), '0');
  await submit(view);
  assert.ok(isInvalid(view, keep));
  assert.equal([told(), backend.callsTo(routes.write)], [[], []]);
  await toggle();
  await toggle();
  assert.equal([input(view, cron).value, input(view, keep).value], ['0 5 * * *', '5']);
  await toggle();
  await submit(view);
  assert.equal(
    backend.callsTo(routes.write).map(({ body }) => body),
    [{ backups: { cron: '' } }],
  );
  await toggle();
  press('Reset');
  await rest();
  assert.equal([input(view, 'Enable auto backups').checked, button('Reset')?.disabled], [false, true]);
});

test.run();
