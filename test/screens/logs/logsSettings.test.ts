import '../../support/dom';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SettingsOf } from '../../../ui/model/settings';
import { createLogsSettings, faultsOf, lossOf } from '../../../ui/screens/logs/logsSettings';
import * as confirm from '../../../ui/state/confirm';
import { changesOf } from '../../../ui/state/settings/settingsChanges';
import type { SettingsDraft } from '../../../ui/state/settings/settingsForm';
import * as toasts from '../../../ui/state/toasts';
import { connect, settle } from '../../api/connect';
import { failure, fakeBackend, type Given, networkError } from '../../support/backend';

type Typed = SettingsDraft<'logs'>['logs'];
type Stored = SettingsOf<'logs'>;

const original: Typed = { maxDays: '5', minLevel: '0', logIp: true };
const typed = (values: Partial<Typed>) => ({ logs: { ...original, ...values } });
const [read, write] = ['GET /api/settings', 'PATCH /api/settings'];
const answer = (logs: object): Stored => ({ logs: { maxDays: 5, minLevel: 0, logIp: true, ...logs } });

test.after.each(() => {
  toasts.closeAll();
  confirm.no();
  mock.restoreAll();
});

const faults: [values: Partial<Typed>, wrong: string[]][] = [
  [{}, []],
  [{ maxDays: '' }, ['maxDays']],
  [{ maxDays: '  ' }, ['maxDays']],
  [{ maxDays: '-1' }, ['maxDays']],
  [{ maxDays: '1.5' }, ['maxDays']],
  [{ maxDays: '1e3' }, ['maxDays']],
  [{ maxDays: '99999999999999999999' }, ['maxDays']],
  [{ maxDays: '0' }, []],
  [{ maxDays: ' 7 ' }, []],
  [{ minLevel: '' }, ['minLevel']],
  [{ minLevel: '-101' }, ['minLevel']],
  [{ minLevel: '101' }, ['minLevel']],
  [{ minLevel: '0.5' }, ['minLevel']],
  [{ minLevel: '-100' }, []],
  [{ minLevel: '100' }, []],
  [{ maxDays: 'x', minLevel: 'y' }, ['maxDays', 'minLevel']],
];
for (const [values, wrong] of faults) {
  test(`the values ${JSON.stringify(values)} have errors in: ${wrong.join(' and ') || 'nothing'}`, () => {
    assert.equal(
      Object.keys(faultsOf(typed(values), answer({}))),
      wrong.map((key) => `logs.${key}`),
    );
  });
}

test('a stored level out of bounds is no error if the person changes something else', () => {
  assert.equal(faultsOf(typed({ minLevel: '500', maxDays: '6' }), answer({ minLevel: 500 })), {});
});

test('only changed values are sent, as numbers', () => {
  const changed = (values: Partial<Typed>) => changesOf(typed(values), answer({}));
  assert.equal(changed({}), {});
  assert.equal(changed({ maxDays: '07', minLevel: '+0' }), { logs: { maxDays: 7 } });
  assert.equal(changed({ minLevel: '-4', logIp: false }), { logs: { minLevel: -4, logIp: false } });
});

const losses: [changes: Partial<Stored['logs']>, before: Partial<Stored['logs']>, pattern: RegExp | null][] =
  [
    [{ maxDays: 6 }, {}, null],
    [{ minLevel: -4 }, {}, null],
    [{ logIp: false }, {}, null],
    [{ maxDays: 1 }, {}, /^Saving these settings permanently deletes all logs older than 1 day\. /],
    [{ maxDays: 3 }, {}, /all logs older than 3 days\./],
    [{ maxDays: 0 }, {}, /deletes all logs\. No new ones will be kept\./],
    [{ minLevel: 4 }, {}, /all logs with a level below 4 \(DEBUG, INFO\)\./],
    [{ minLevel: -50 }, { minLevel: -100 }, /all logs with a level below -50\./],
    [
      { maxDays: 1, minLevel: 8 },
      {},
      /older than 1 day and all logs with a level below 8 \(DEBUG, INFO, WARN\)\./,
    ],
    [{ maxDays: 3, minLevel: 4 }, { maxDays: 0 }, null],
  ];
for (const [changes, before, pattern] of losses) {
  test(`${JSON.stringify(changes)} after ${JSON.stringify(before)} ${pattern ? 'asks first' : 'loses nothing'}`, () => {
    const question = lossOf({ logs: changes }, answer(before));
    if (pattern) assert.match(question ?? '', pattern);
    else assert.is(question, null);
  });
}

async function loaded(written: Given = answer({})) {
  const backend = fakeBackend({ [read]: answer({}), [write]: written });
  connect(backend, 't');
  const settings = createLogsSettings();
  await settings.load();
  return { backend, settings };
}

test('a save sends only changed keys and reports success', async () => {
  const { backend, settings } = await loaded(answer({ maxDays: 9 }));
  assert.equal(settings.state.baseline, { logs: original });
  settings.set('logs.maxDays', '9');
  assert.ok(await settings.save());
  assert.equal(backend.calls.at(-1)?.body, { logs: { maxDays: 9 } });
  assert.not(settings.state.isChanged);
  assert.is(toasts.state.items.at(-1)?.message, 'Successfully saved logs settings.');
});

test('a save that deletes logs asks first, and No sends nothing and keeps the typed values', async () => {
  const { backend, settings } = await loaded(answer({ maxDays: 1 }));
  settings.set('logs.maxDays', '1');
  const saving = settings.save();
  await settle();
  assert.match(confirm.state.question?.text ?? '', /older than 1 day/);
  assert.ok(confirm.state.question?.isDangerous);
  confirm.no();
  assert.not(await saving);
  assert.equal(
    backend.calls.map(({ method, path }) => `${method} ${path}`),
    [read, read],
  );
  assert.is(settings.state.form.logs.maxDays, '1');
  const again = settings.save();
  await settle();
  await confirm.yes();
  assert.ok(await again);
  assert.equal(
    backend.calls.map(({ method, path }) => `${method} ${path}`),
    [read, read, read, write],
  );
});

test('the question compares with the values that another admin has saved meanwhile', async () => {
  const { backend, settings } = await loaded(answer({ maxDays: 7, minLevel: 4 }));
  settings.set('logs.maxDays', '7');
  backend.answer(read, answer({ maxDays: 30, minLevel: 4 }));
  const saving = settings.save();
  await settle();
  settings.resolveConflicts({ 'logs.maxDays': 'mine' });
  await settle();
  assert.match(confirm.state.question?.text ?? '', /older than 7 days/);
  await confirm.yes();
  assert.ok(await saving);
  assert.equal(backend.calls.at(-1)?.body, { logs: { maxDays: 7 } });
  assert.equal(settings.state.form, { logs: { maxDays: '7', minLevel: '4', logIp: true } });
});

for (const [side, saved] of [
  ['mine', '7'],
  ['theirs', '30'],
] as const) {
  test(`asks about a number that both changed, and keeps ${side}`, async () => {
    const { backend, settings } = await loaded(answer({ maxDays: Number(saved), minLevel: 4 }));
    settings.set('logs.maxDays', '7');
    settings.set('logs.minLevel', '4');
    backend.answer(read, answer({ maxDays: 30 }));
    const saving = settings.save();
    await settle();
    assert.equal(settings.state.conflicts, [
      { name: 'logs.maxDays', label: 'Max days retention', base: '5', mine: '7', theirs: '30' },
    ]);
    settings.resolveConflicts({ 'logs.maxDays': side });
    await settle();
    assert.match(confirm.state.question?.text ?? '', side === 'mine' ? /older than 7 days/ : /level below 4/);
    await confirm.yes();
    assert.ok(await saving);
    assert.equal(backend.calls.at(-1)?.body, {
      logs: { ...(side === 'mine' && { maxDays: 7 }), minLevel: 4 },
    });
    assert.is(settings.state.form.logs.maxDays, saved);
  });
}

test('does not ask about numbers that both changed to the same value', async () => {
  const { backend, settings } = await loaded(answer({ maxDays: 30 }));
  settings.set('logs.maxDays', '030');
  settings.set('logs.logIp', false);
  backend.answer(read, answer({ maxDays: 30 }));
  assert.ok(await settings.save());
  assert.equal(backend.calls.at(-1)?.body, { logs: { logIp: false } });
});

test('a server error is at its input', async () => {
  const wrong = { code: 'validation_min_greater_equal_than_required', message: 'Must be no less than 0.' };
  const { settings } = await loaded(
    failure(400, 'An error occurred while submitting the form.', { logs: { maxDays: wrong } }),
  );
  settings.set('logs.maxDays', '9');
  assert.not(await settings.save());
  assert.equal(settings.state.errors, { 'logs.maxDays': wrong });
  assert.is(settings.state.form.logs.maxDays, '9');
  assert.ok(settings.state.isChanged);
});

test('a failed load can be retried and shows no toast', async () => {
  const backend = fakeBackend({ [read]: answer({}) });
  backend.answerOnce(read, networkError);
  connect(backend, 't');
  const settings = createLogsSettings();
  await settings.load();
  assert.is(settings.state.status, 'failed');
  assert.ok(settings.state.loadError);
  assert.is(toasts.state.items.length, 0);
  await settings.load();
  assert.is(settings.state.status, 'ready');
  assert.is(settings.state.loadError, null);
});

test('the panel closes at once without changes, and asks otherwise', async () => {
  const { settings } = await loaded();
  assert.is(settings.mayClose('close the popup'), true);
  settings.set('logs.logIp', false);
  const closing = settings.mayClose('close the popup');
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the popup?');
  confirm.no();
  assert.is(await closing, false);
});

test.run();
