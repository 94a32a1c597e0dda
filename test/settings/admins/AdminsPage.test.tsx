import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { useHashQuery } from '../../../ui/app/useHashLocation';
import { navigate } from '../../../ui/base/hash';
import { listenForKeys } from '../../../ui/page/commandKeys';
import { AdminsPage } from '../../../ui/settings/admins/AdminsPage';
import type { FakeBackend } from '../../support/backend';
import { act, mount, rest, tick, type View } from '../../support/render';
import { closeScene, other, own, routes, type Server, startScene } from './adminScene';

let backend: FakeBackend;
let server: Server;

const rowsOf = (view: View) => view.findAll('[role="row"]').slice(1);
const rowOf = (view: View, id: string) => {
  const row = rowsOf(view).find((one) => one.textContent?.includes(id));
  if (!row) throw new Error(`There is no row of ${id} in: ${view.text()}`);
  return row;
};
const total = (view: View) => view.find('footer [role="status"]').textContent;

function Screen() {
  return <AdminsPage query={useHashQuery()} />;
}

async function open(hash = '#/settings/admins'): Promise<View> {
  history.replaceState(null, '', `/_/${hash}`);
  const view = mount(<Screen />);
  await rest();
  return view;
}

async function doing(run: () => unknown): Promise<void> {
  await act(async () => {
    await run();
  });
  await rest();
}

test.before(() => void listenForKeys());

test.before.each(() => {
  ({ backend, server } = startScene());
});
test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await tick();
});

test('placeholders are shown until the admins load; the own account is marked', async () => {
  const release = backend.hold(routes.list);
  const view = await open();
  assert.is(view.find('table').getAttribute('aria-busy'), 'true');
  assert.is(total(view), 'Total found: ...');
  await doing(release);
  assert.is(total(view), 'Total found: 2');
  const [mine, theirs] = [rowOf(view, own.id), rowOf(view, other.id)];
  assert.match(mine.textContent ?? '', /You/);
  assert.not.match(theirs.textContent ?? '', /You/);
  assert.match(theirs.textContent ?? '', /other@example\.com2026-11-20 09:12:032026-11-21 00:29:33$/);
  assert.match(theirs.querySelectorAll('td')[3]?.dataset['tooltip'] ?? '', /^2026-11-2\d .*\.114$/);
});

test('all batches are read in the order of the server, and a newer search cancels an older one', async () => {
  server.admins = Array.from({ length: 250 }, (_, at) => ({ ...own, id: `admin${at}` }));
  const release = backend.hold(routes.list);
  const view = await open('#/settings/admins?filter=a&sort=%2Bid');
  await doing(() => navigate('/settings/admins', { filter: 'b', sort: '+id' }));
  const [older, newer] = backend.callsTo(routes.list);
  assert.equal([older?.signal?.aborted, newer?.signal?.aborted], [true, false]);
  await doing(release);
  assert.is(total(view), 'Total found: 250');
  assert.equal(
    backend.callsTo(routes.list).map(({ query }) => [query['page'], query['perPage'], query['sort']]),
    [1, 1, 2, 3].map((page) => [String(page), '100', '+id']),
  );
});

test.run();
