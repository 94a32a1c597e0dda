import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BackupRecordsView } from '../../../ui/backup/opened/BackupRecordsView';
import * as collections from '../../../ui/page/collections';
import { listenForKeys } from '../../../ui/page/commandKeys';
import { connect } from '../../backend/connect';
import { fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { click, eventually, mount, press, quiet, rest, tick } from '../../support/render';
import { listOf } from '../../support/samples';
import { date, idOf, opened, orders } from './openedRecords';

test('from an opened backup no write and no draft can be reached, but Bring back', async () => {
  resetDom();
  const backend = fakeBackend({
    'GET /api/collections': listOf([orders]),
    'GET /api/collections/:collection/records': ({ query }) =>
      query['filter'] ? listOf([]) : listOf([{ id: idOf(0), updated: date }]),
  });
  connect(backend, 't');
  await collections.load();
  const stopListening = listenForKeys();
  const frame = { backup: opened(3), title: 'orders', hasNameAsTitle: true, onSidebarOpen: () => {} };
  const view = mount(<BackupRecordsView frame={frame} collection={orders} recordId="" />);
  await eventually(() => view.findAll('tbody tr[data-index]').length, 3);
  await eventually(
    () => view.findAll('[data-writes]').map((one) => one.textContent),
    ['Bring back deleted records'],
  );
  const stored = JSON.stringify(localStorage);
  const inputs = () => view.findAll('input:not([type="checkbox"]), textarea, [contenteditable]').length;
  const before = inputs();
  assert.equal(view.findAll('[role="grid"], [role="gridcell"]'), []);

  const [row] = view.findAll('tbody tr[data-index]');
  for (const target of [row, ...view.findAll('tbody tr[data-index="0"] td')]) {
    if (!target) continue;
    for (const key of ['F2', 'a', '5', 'Delete', 'Backspace', 'Insert', 'Tab']) press(target, key);
    for (const key of ['v', 'x', 's', 'd', 'z', 'y']) press(target, key, { ctrlKey: true });
    for (const kind of ['dblclick', 'contextmenu']) {
      target.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, button: 2 }));
    }
    target.dispatchEvent(new Event('paste', { bubbles: true, cancelable: true }));
    await rest();
  }
  click(view.byLabel(`Select ${idOf(1)}`));
  await tick();
  assert.equal(
    view.findAll('[data-writes]').map((one) => one.textContent),
    ['Bring back deleted records', 'Bring back'],
  );
  await quiet();
  assert.equal([inputs(), view.findAll('[role="dialog"], [role="menu"]').length], [before, 0]);
  assert.equal([...new Set(backend.calls.map(({ method }) => method))], ['GET']);
  assert.is(JSON.stringify(localStorage), stored);
  view.unmount();
  stopListening();
  collections.forget();
});

test('a backup of the other line is shown without Bring back, in the list and in a record', async () => {
  resetDom();
  const backend = fakeBackend({ 'GET /api/collections': listOf([]) });
  connect(backend, 't');
  await collections.load();
  const foreign = 'Of another server.';
  const frame = {
    ...{ backup: opened(3, { foreign }), title: 'orders', hasNameAsTitle: true },
    onSidebarOpen: () => {},
  };
  const view = mount(<BackupRecordsView frame={frame} collection={orders} recordId={idOf(1)} />);
  await eventually(() => view.findAll('tbody tr[data-index]').length, 3);
  await eventually(() => view.findAll('[role="dialog"]').length, 1);
  assert.match(view.find('[role="dialog"]').textContent ?? '', foreign);
  assert.ok(view.findAll('[role="status"]').some(({ textContent }) => textContent?.includes(foreign)));
  click(view.byLabel(`Select ${idOf(1)}`));
  await tick();
  assert.equal(view.findAll('[data-writes]'), []);
  view.unmount();
  collections.forget();
});

test.run();
