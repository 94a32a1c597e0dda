import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LogsSettingsPopup } from '../../../ui/screens/logs/LogsSettingsPopup';
import * as commands from '../../../ui/state/commands';
import { connect } from '../../api/connect';
import { fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { act, eventually, mount, rest, tick, type } from '../../support/render';

const [read, write] = ['GET /api/settings', 'PATCH /api/settings'];
const stored = { logs: { maxDays: 100, minLevel: 0, logIp: true } };

async function opened() {
  const backend = fakeBackend({ [read]: stored, [write]: { logs: { ...stored.logs, maxDays: 200 } } });
  connect(backend, 't');
  const told: string[] = [];
  const view = mount(
    <LogsSettingsPopup onClose={() => told.push('closed')} onSaved={() => told.push('saved')} />,
  );
  await rest();
  const days = view.byLabel<HTMLInputElement>('Max days retention*');
  return { backend, view, told, days };
}

test.after.each(() => {
  mount(null).unmount();
  resetDom();
});

test('a character in the middle of a number leaves the caret behind it', async () => {
  const { days } = await opened();
  type(days, '1200');
  // A value that React writes later would move the caret to the end.
  assert.is(days.value, '1200');
});

test('a refused save focuses the first wrong input', async () => {
  const { view, days } = await opened();
  type(days, '-1');
  await tick();
  view.find<HTMLElement>('button[type="submit"]').focus();
  act(() => view.find<HTMLFormElement>('form').requestSubmit());
  await eventually(() => document.activeElement === days, true);
  assert.is(days.getAttribute('aria-invalid'), 'true');
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

test.run();
