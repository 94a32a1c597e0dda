// The settings of the logs: what is wrong, what is sent, and what is asked before logs are deleted.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LogSettingsPopup } from '../../ui/logs/LogSettingsPopup';
import { faultsOf, lossOf } from '../../ui/logs/logSettings';
import type { SettingsOf } from '../../ui/model/settings';
import * as confirm from '../../ui/page/confirm';
import * as toasts from '../../ui/page/toasts';
import { connect } from '../backend/connect';
import { fakeBackend, type Given } from '../support/backend';
import { resetDom } from '../support/dom';
import { act, mount, rest, tick, type } from '../support/render';

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
    <LogSettingsPopup onClose={() => told.push('closed')} onSaved={() => told.push('saved')} />,
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

test.run();
