import { ReadableStream, TransformStream } from 'node:stream/web';
import { mock } from 'node:test';
import { act } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RestorePopup } from '../../../ui/backup/list/RestorePopup';
import * as fileToken from '../../../ui/page/session/fileToken';
import { button, input, open, press, submit } from '../../settings/pages';
import { closeScene, told } from '../../settings/settingsScene';
import { type FakeBackend, networkError } from '../../support/backend';
import { eventually, mount, press as pressKey, rest, type, type View } from '../../support/render';
import { backupRoutes, busy, health, settleAll } from './backupAnswers';
import { backup, startBackups } from './backupScene';
import { sqliteHeader, zipOf } from './zipFile';

const key = 'my backup (1).zip';
const label = 'Backup name*';
const good = zipOf({ 'data.db': sqliteHeader });

let backend: FakeBackend;
let closings = 0;
let reload = mock.fn();

/** Null means that the server does not send the file. */
async function opened(file: Buffer | null = good, prepare = () => {}): Promise<View> {
  ({ backend } = startBackups());
  fileToken.forget();
  closings = 0;
  serve(file);
  prepare();
  reload = mock.method(window.location, 'reload', () => {}) as typeof reload;
  return open(
    <RestorePopup
      backup={backup(key, 0, good.length)}
      onClose={() => {
        closings += 1;
      }}
    />,
  );
}

function serve(file: Buffer | null): void {
  backend.serveFiles((async (_: string, init: RequestInit) => {
    if (!file) throw new TypeError('Failed to fetch');
    const range = String(new Headers(init.headers).get('Range'));
    const [from = 0, to = 0] = range.replace('bytes=', '').split('-').map(Number);
    const part = new Uint8Array(file.subarray(from, to + 1));
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(part);
        controller.close();
      },
    });
    return { ok: true, status: 206, body, arrayBuffer: async () => part.buffer };
  }) as typeof fetch);
}

const restoreButton = () => button('Restore backup');
const valid = 'Checked: this backup looks valid.';
const restored = () => backend.callsTo(backupRoutes.restore).length;
/** Returns the text below the input. */
const state = (view: View) =>
  [...view.find('[role="dialog"] form').querySelectorAll('[role="status"], [role="alert"]')]
    .map(({ textContent }) => textContent)
    .join();

test.before(() => {
  // Node's streams accept only each other, and happy-dom has its own.
  Object.assign(globalThis, { ReadableStream, TransformStream });
});
test.after.each(async () => {
  mock.timers.reset();
  mock.restoreAll();
  mount(null).unmount();
  closeScene();
  await rest();
});

test('the popup explains the restore, and the button requires the exact name', async () => {
  const view = await opened();
  await eventually(() => state(view), valid);
  assert.is(view.find('[role="dialog"] h2').textContent, `Restore ${key}`);
  assert.match(view.text(), 'This replaces all current data, including uploaded files.');
  for (const text of ['', key.toUpperCase(), `${key} `, `${key}x`]) {
    type(input(view, label), text);
    await rest();
    assert.ok(restoreButton()?.disabled, `"${text}"`);
    await submit(view, '[role="dialog"] form');
  }
  assert.is(restored(), 0);
  type(input(view, label), key);
  await rest();
  assert.not(restoreButton()?.disabled);
});

test('a bad file shows its fault and cannot be restored', async () => {
  const view = await opened(zipOf({ 'x.txt': 'x'.repeat(good.length - 98 - 2 * 'x.txt'.length) }));
  await eventually(() => state(view).includes('This zip has no data.db, so it is not a backup.'), true);
  type(input(view, label), key);
  await rest();
  assert.ok(restoreButton()?.disabled);
  await submit(view, '[role="dialog"] form');
  assert.is(restored(), 0);
});

test('an unchecked file can be restored or checked again', async () => {
  const view = await opened(null);
  await eventually(() => state(view).includes('Could not check this backup.'), true);
  type(input(view, label), key);
  await rest();
  assert.not(restoreButton()?.disabled);
  serve(good);
  press('Retry');
  await eventually(() => state(view), valid);
});

/** Moves the mocked time, and waits for pending work. */
const later = (ms: number) =>
  act(async () => {
    for (let passed = 0; passed < ms; passed += 150) {
      await settleAll();
      mock.timers.tick(150);
      await settleAll();
    }
  });

async function started(...healths: unknown[]): Promise<View> {
  const view = await opened();
  await eventually(() => state(view), valid);
  const last = healths.pop();
  for (const one of healths) backend.answerOnce(backupRoutes.health, one as object);
  backend.answer(backupRoutes.health, last as object);
  type(input(view, label), key);
  await rest();
  mock.timers.enable({ apis: ['setTimeout'] });
  act(() => view.find<HTMLFormElement>('[role="dialog"] form').requestSubmit());
  await later(150);
  return view;
}

test('the popup cannot be closed while the server restarts, then the page reloads', async () => {
  const view = await started(health(false), networkError, networkError, health(true));
  assert.match(state(view), 'Waiting for the server to come back...');
  assert.equal([input(view, label).readOnly, button('Cancel')?.disabled], [true, true]);
  pressKey(view.find('[role="dialog"]'), 'Escape');
  await later(3000);
  assert.equal([closings, restored(), reload.mock.callCount()], [0, 1, 0]);
  await later(1500);
  assert.match(state(view), 'The server is ready. Reloading the page...');
  assert.is(reload.mock.callCount(), 1);
  assert.is(closings, 0);
});

test('a server that does not return is reported, and the popup can be closed', async () => {
  const view = await started(networkError);
  await later(150_000);
  assert.match(state(view), 'The server has not come back.');
  press('Cancel');
  await later(300);
  assert.equal([closings, reload.mock.callCount(), restored()], [1, 0, 1]);
});

for (const [what, given, message] of [
  ['is busy', busy, 'Try again later - another backup/restore process has already been started.'],
  ['is away', networkError, 'The server cannot be reached. Check the connection and try again.'],
] as const) {
  test(`a server that ${what} is reported, and the restore can be repeated`, async () => {
    const view = await opened();
    await eventually(() => state(view), valid);
    backend.answerOnce(backupRoutes.restore, given);
    type(input(view, label), key);
    await rest();
    await submit(view, '[role="dialog"] form');
    assert.equal([told(), restoreButton()?.disabled, input(view, label).value], [[message], false, key]);
  });
}

test.run();
