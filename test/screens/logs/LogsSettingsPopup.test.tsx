// The settings of the logs: what is wrong, what is sent, and what is asked before logs are deleted.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SettingsOf } from '../../../ui/model/settings';
import { LogsSettingsPopup } from '../../../ui/screens/logs/LogsSettingsPopup';
import { faultsOf, lossOf } from '../../../ui/screens/logs/logsSettings';
import * as commands from '../../../ui/state/commands';
import * as confirm from '../../../ui/state/confirm';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import { failure, fakeBackend, type Given } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { act, click, eventually, mount, press, rest, tick, type } from '../../support/render';

type Stored = SettingsOf<'logs'>;
const [read, write] = ['GET /api/settings', 'PATCH /api/settings'];
const stored = (logs: Partial<Stored['logs']> = {}): Stored => ({
  logs: { maxDays: 5, minLevel: 0, logIp: true, ...logs },
});

test.after.each(() => {
  confirm.no();
  mount(null).unmount();
  toasts.closeAll();
  resetDom();
});

const wrong: [values: { maxDays?: string; minLevel?: string }, keys: string[], level?: number][] = [
  [{}, []],
  ...['', '-1', '1.5', '1e3'].map((maxDays): [object, string[]] => [{ maxDays }, ['logs.maxDays']]),
  [{ maxDays: '0' }, []],
  ...['', '-101', '0.5'].map((minLevel): [object, string[]] => [{ minLevel }, ['logs.minLevel']]),
  [{ minLevel: '100' }, []],
  [{ maxDays: 'x', minLevel: 'y' }, ['logs.maxDays', 'logs.minLevel']],
  // The server has accepted a value that nobody changes.
  [{ minLevel: '500', maxDays: '6' }, [], 500],
];

test('days and levels are whole numbers within their bounds', () => {
  for (const [values, keys, minLevel = 0] of wrong) {
    const typed = { logs: { maxDays: '5', minLevel: '0', logIp: true, ...values } };
    assert.equal(Object.keys(faultsOf(typed, stored({ minLevel }))), keys, JSON.stringify(values));
  }
});

const losses: [changes: object, before: Partial<Stored['logs']>, question: RegExp | null][] = [
  [{ maxDays: 6 }, {}, null],
  [{ minLevel: -4 }, {}, null],
  [{ maxDays: 3, minLevel: 4 }, { maxDays: 0 }, null],
  [{ maxDays: 1 }, {}, /^Saving these settings permanently deletes all logs older than 1 day\. /],
  [{ maxDays: 0 }, {}, /deletes all logs\. No new ones will be kept\./],
  [{ minLevel: 4 }, {}, /all logs with a level below 4 \(DEBUG, INFO\)\./],
  [{ maxDays: 1, minLevel: 8 }, {}, /than 1 day and all logs with a level below 8 \(DEBUG, INFO, WARN\)\./],
];

test('the question names the logs that a save deletes', () => {
  for (const [logs, before, question] of losses) {
    const asked = lossOf({ logs }, stored(before));
    if (question) assert.match(asked ?? '', question);
    else assert.is(asked, null, JSON.stringify(logs));
  }
});

async function opened(written: Given = stored()) {
  const backend = fakeBackend({ [read]: stored(), [write]: written });
  connect(backend, 't');
  const told: string[] = [];
  const view = mount(
    <LogsSettingsPopup onClose={() => told.push('closed')} onSaved={() => told.push('saved')} />,
  );
  await rest();
  const days = view.byLabel<HTMLInputElement>('Max days retention*');
  const submit = async () => {
    await tick();
    act(() => view.find<HTMLFormElement>('form').requestSubmit());
    await rest();
  };
  const sent = () => backend.callsTo(write).map(({ body }) => body);
  return { backend, view, told, days, submit, sent };
}

const question = () => confirm.state.question?.text ?? '';
const answer = async (isYes: boolean) => {
  await act(async () => void (isYes ? await confirm.yes() : confirm.no()));
  await rest();
};

test('a save sends only what was changed, as numbers, and says so', async () => {
  const { view, days, submit, sent, told } = await opened(stored({ maxDays: 7, logIp: false }));
  type(days, '07');
  click(view.byLabel('Enable IP logging'));
  await submit();
  assert.equal([sent(), told[0]], [[{ logs: { maxDays: 7, logIp: false } }], 'saved']);
  assert.is(toasts.state.items.at(-1)?.message, 'Successfully saved logs settings.');
});

test('a save that deletes logs asks first; No sends nothing and keeps what was typed', async () => {
  const { days, submit, sent } = await opened(stored({ maxDays: 1 }));
  type(days, '1');
  await submit();
  assert.match(question(), /older than 1 day/);
  assert.ok(confirm.state.question?.isDangerous);
  await answer(false);
  assert.equal([sent(), days.value], [[], '1']);
  await submit();
  await answer(true);
  assert.equal(sent(), [{ logs: { maxDays: 1 } }]);
});

for (const [side, body] of [
  ['mine', { logs: { maxDays: 7, minLevel: 4 } }],
  ['theirs', { logs: { minLevel: 4 } }],
] as const) {
  test(`the question compares with what another admin has saved meanwhile, and keeps ${side}`, async () => {
    const { backend, view, days, submit, sent } = await opened(stored({ maxDays: 7, minLevel: 4 }));
    type(days, '7');
    type(view.byLabel('Min log level*'), '4');
    backend.answer(read, stored({ maxDays: 30 }));
    await submit();
    const sides = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
    assert.is(sides.length, 2, 'the number that both changed');
    click(sides[side === 'mine' ? 0 : 1] as Element);
    await tick();
    const save = [...document.querySelectorAll('button')].filter((one) =>
      /save/i.test(one.textContent ?? ''),
    );
    click(save.at(-1) as Element);
    await rest();
    assert.is(/older than 7 days/.test(question()), side === 'mine');
    assert.match(question(), /level below 4/);
    await answer(true);
    assert.equal(sent(), [body]);
  });
}

test("the server's error is at its input, and what was typed stays", async () => {
  const maxDays = { code: 'validation_invalid', message: 'Must be no less than 0.' };
  const { view, days, submit, told } = await opened(failure(400, 'No.', { logs: { maxDays } }));
  type(days, '9');
  await submit();
  assert.ok(view.text().includes('Must be no less than 0.'));
  assert.equal([days.value, days.getAttribute('aria-invalid'), told], ['9', 'true', []]);
});

test('Mod+S saves and leaves the popup open', async () => {
  const { backend, days, told } = await opened();
  type(days, '200');
  await tick();
  const save = commands.all().find(({ id }) => id === 'save');
  assert.ok(document.querySelector('[role="dialog"]')?.contains(save?.at?.() ?? null));
  act(() => save?.run());
  await rest();
  assert.equal([backend.callsTo(write).length, told], [1, ['saved']]);
  assert.is(document.querySelectorAll('[data-overlay]:not([inert])').length, 1, 'it does not close');
});

test('during a save the popup cannot be closed', async () => {
  const { backend, view, days, told } = await opened();
  type(days, '200');
  await tick();
  const release = backend.hold(write);
  act(() => view.find<HTMLFormElement>('form').requestSubmit());
  await eventually(() => backend.callsTo(write).length, 1);
  press(view.find('[role="dialog"]'), 'Escape');
  await rest();
  assert.equal([told, view.byLabel<HTMLButtonElement>('Close').disabled], [[], true]);
  release();
  await eventually(() => told, ['saved', 'closed']);
});

test.run();
