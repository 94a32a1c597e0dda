import { mock } from 'node:test';
import { act } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BackupsPage } from '../../../../ui/screens/settings/backups/BackupsPage';
import * as connection from '../../../../ui/state/connection';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import { click, eventually, mount, press as pressKey, rest, type, type View } from '../../../support/render';
import { bar, button, input, isInvalid, open, press, submit } from '../pages';
import { answer, closeScene, routes, told } from '../settingsScene';
import { backupRoutes, health, settleAll } from './backupAnswers';
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

test('placeholder rows are shown until the list loads', async () => {
  ({ backend, server } = startBackups());
  const release = backend.hold(backupRoutes.list);
  const view = await open(<BackupsPage />);
  assert.is(view.find('h1').textContent, 'Backups');
  assert.equal(
    [table(view).getAttribute('aria-busy'), list(view).children.length, list(view).textContent],
    ['true', 3, ''],
  );
  assert.not(view.text().includes('No backups yet.'));
  release();
  await rest();
  assert.equal([table(view).getAttribute('aria-busy'), list(view).textContent], ['false', 'No backups yet.']);
  assert.match(bar(view), '0 backups, 0 B');
});

test('each column has a head', async () => {
  const view = await opened([{ key: 'a.zip', size: 1, modified: '2026-11-20 10:00:00.000Z' }]);
  const heads = [...table(view).querySelectorAll('th')].map(({ textContent }) => textContent);
  assert.equal(heads, ['name', 'size', 'modified', 'actions']);
  assert.is(list(view).querySelector('tr')?.children.length, heads.length);
});

test('each backup shows name, size, time and actions', async () => {
  const minutes = (count: number) =>
    new Date(Date.now() - count * 60_000 - 5000).toISOString().replace('T', ' ');
  const made = minutes(40);
  const view = await opened([
    { key: 'a.zip', size: 1_572_864, modified: minutes(3 * 24 * 60) },
    { key: 'b.zip', size: 500, modified: made },
  ]);
  assert.equal(rows(view), ['b.zip', 'a.zip']);
  const [first] = list(view).children;
  assert.is(first?.textContent, 'b.zip500 B40 minutes ago');
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
  assert.match(bar(view), /^2 backups, 1\.5 MB/);
  server.held = server.held.slice(0, 1);
  click(named('Refresh') as Element);
  await rest();
  assert.match(bar(view), '1 backup, 1.5 MB');
});

for (const [days, note] of [
  [[8, 30], 'The latest backup was made 8 days ago.'],
  [[6.9, 30], null],
  [[], null],
] as const) {
  test(`for backups that are ${days.join(' and ') || 'no'} days old the note is: ${note ?? 'none'}`, async () => {
    const view = await opened(days.map((day) => backup(`${day}.zip`, day)));
    const notes = view.findAll('[role="status"]').map(({ textContent }) => textContent);
    assert.equal(
      notes.filter((text) => text?.includes('ago')),
      note ? [note] : [],
    );
  });
}

test('a failed load shows the reason, and Retry loads again', async () => {
  ({ backend, server } = startBackups([backup('a.zip')]));
  backend.answerOnce(backupRoutes.list, failure(500, 'The disk is gone.'));
  const view = await open(<BackupsPage />);
  assert.match(view.find('[role="alert"]').textContent, 'The backups could not be loaded.The disk is gone.');
  assert.equal([button(newLabel), told()], [null, []]);
  press('Retry');
  await rest();
  assert.equal([rows(view), view.findAll('[role="alert"]').length], [['a.zip'], 0]);
});

test('a failed page loads again when the server is back', async () => {
  ({ backend, server } = startBackups([backup('a.zip')]));
  const comeBack = backend.goOffline();
  const view = await open(<BackupsPage />);
  assert.ok(view.find('[role="alert"]'));
  mock.timers.enable({ apis: ['setInterval'] });
  act(() => connection.lost());
  comeBack();
  mock.timers.tick(3000);
  mock.timers.reset();
  await rest();
  assert.equal(rows(view), ['a.zip']);
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

test('during a delete only that backup is disabled', async () => {
  const view = await opened([backup('a.zip'), backup('b.zip')]);
  const release = backend.hold(backupRoutes.remove);
  click(named('Delete a.zip') as Element);
  await act(() => answer(true));
  await rest();
  assert.equal([named('Download a.zip')?.disabled, named('Restore a.zip')?.disabled], [true, true]);
  assert.is(named('Delete a.zip')?.getAttribute('aria-busy'), 'true');
  assert.equal([named('Download b.zip')?.disabled, named('Restore b.zip')?.disabled], [false, false]);
  release();
  await rest();
  assert.equal([rows(view), told()], [['b.zip'], ['Successfully deleted a.zip.']]);
});

test('a chosen file is uploaded, the button shows the progress, and the same file can be chosen again', async () => {
  const view = await opened();
  const release = backend.hold(backupRoutes.upload);
  const chooser = view.byLabel<HTMLInputElement>('Backup to upload');
  assert.is(chooser.accept, '.zip,application/zip');
  let value = 'C:\\fakepath\\up.zip';
  Object.defineProperty(chooser, 'value', {
    configurable: true,
    get: () => value,
    set: (next: string) => {
      value = next;
    },
  });
  const choose = async () => {
    const files = [new File(['x'], 'up.zip')];
    Object.defineProperty(chooser, 'files', { configurable: true, value: files });
    await act(async () => chooser.dispatchEvent(new Event('change', { bubbles: true })));
    await rest();
  };
  await choose();
  assert.is(button('Uploading 100%')?.getAttribute('aria-busy'), 'true');
  assert.equal([button('Upload backup'), chooser.value], [null, '']);
  release();
  await rest();
  assert.equal([rows(view), told()], [['up.zip'], ['Successfully uploaded a new backup.']]);
  assert.ok(button('Upload backup'));
  server.held = [];
  await choose();
  assert.is(backend.callsTo(backupRoutes.upload).length, 2);
});

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
  await submit(view, '[role="dialog"] form');
  await eventually(() => Boolean(dialog(view)), false);
  assert.equal([rows(view), told()], [['mine.zip'], ['Successfully generated new backup.']]);
  press(newLabel);
  await rest();
  assert.is(input(view, 'Backup name').value, '');
});

test('the popup stays open at first, closes later by itself, and prevents a second backup meanwhile', async () => {
  const view = await openedNew();
  const release = backend.hold(backupRoutes.create);
  mock.timers.enable({ apis: ['setTimeout'] });
  act(() => view.find<HTMLFormElement>('[role="dialog"] form').requestSubmit());
  const later = (ms: number) =>
    act(async () => {
      await settleAll();
      mock.timers.tick(ms);
      await settleAll();
    });
  await later(100);
  const busyText = 'A backup has already been started, please wait.';
  pressKey(dialog(view) as Element, 'Escape');
  await later(100);
  assert.equal([Boolean(dialog(view)), told()], [true, [busyText]]);
  await later(1300);
  await later(200);
  assert.equal([dialog(view), told().length], [null, 2]);
  press(newLabel);
  await later(1);
  assert.is(dialog(view), null);
  assert.equal(backend.callsTo(backupRoutes.create).length, 1);
  release();
  await later(1);
  assert.equal(rows(view), ['made_1.zip']);
  press(newLabel);
  await later(1);
  assert.ok(dialog(view));
});

test('the options are folded at first, with a summary in one line', async () => {
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
});

test('typed values are sent trimmed, and Save and Reset are enabled only after a change', async () => {
  const view = await opened();
  press('Backups options');
  await rest();
  assert.equal([button('Reset')?.disabled, button('Save changes')?.disabled], [true, true]);
  click(input(view, 'Enable auto backups'));
  await rest();
  const cron = input(view, 'Cron expression*');
  assert.ok(document.activeElement === cron);
  type(cron, 'often');
  await submit(view);
  assert.match(view.text(), '1 field needs attention');
  type(cron, ' @daily ');
  act(() => cron.blur());
  await rest();
  assert.equal(
    [cron.value, button('Reset')?.disabled, button('Save changes')?.disabled],
    ['@daily', false, false],
  );
  await submit(view);
  const [call] = backend.callsTo(routes.write);
  assert.equal(call?.body, { backups: { cron: '@daily' } });
  assert.equal(told(), ['Successfully saved application settings.']);
});

for (const [what, given] of [
  ['refused', failure(500, 'Not now.')],
  ['unreachable', networkError],
] as const) {
  test(`if the options are ${what}, the page reports it, Retry loads them, and the list is still shown`, async () => {
    ({ backend, server } = startBackups([backup('a.zip')]));
    backend.answerOnce(routes.read, given);
    const view = await open(<BackupsPage />);
    assert.equal([view.findAll('[role="alert"]').length, rows(view), told()], [0, ['a.zip'], []]);
    press('Backups options');
    await rest();
    assert.match(view.find('[role="alert"]').textContent, 'Options could not be loaded');
    assert.is(view.findAll('form').length, 0);
    press('Retry');
    await rest();
    assert.equal(
      [view.findAll('[role="alert"]').length, input(view, 'Enable auto backups').checked],
      [0, false],
    );
  });
}

test('leaving the page stops the health requests', async () => {
  const view = await opened();
  const before = backend.callsTo(backupRoutes.health).length;
  view.unmount();
  showTab('visible');
  await rest();
  assert.is(backend.callsTo(backupRoutes.health).length, before);
});

test.run();
