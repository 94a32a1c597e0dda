import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../ui/page/session/session';
import * as recentRecords from '../../ui/records/recentRecords';
import { admin, adminToken } from '../support/samples';

const record = (at: number) => ({ collectionId: 'posts', id: `r${at}`, label: `Record ${at}` });
const ids = () => recentRecords.list().map(({ id }) => id);
const key = `lowlineRecentRecords_${admin.id}`;

test.before.each(() => {
  localStorage.clear();
  session.begin({ admin, token: adminToken() });
});
test.after(session.end);

test('the newest is first, once, and 20 are kept', () => {
  for (let at = 0; at < 25; at += 1) recentRecords.remember(record(at));
  assert.is(ids().length, 20);
  assert.is(ids()[0], 'r24');
  recentRecords.remember({ ...record(10), label: 'Renamed' });
  assert.equal(recentRecords.list()[0], { ...record(10), label: 'Renamed' });
  assert.is(ids().filter((id) => id === 'r10').length, 1);
});

test('the same id of two collections is two records', () => {
  recentRecords.remember(record(1));
  recentRecords.remember({ ...record(1), collectionId: 'users' });
  assert.is(ids().length, 2);
  recentRecords.drop(record(1));
  assert.equal(
    recentRecords.list().map(({ collectionId }) => collectionId),
    ['users'],
  );
});

test('another admin sees none of them, and a guest remembers none', () => {
  recentRecords.remember(record(1));
  session.begin({ admin: { ...admin, id: 'other' }, token: adminToken() });
  assert.equal(ids(), []);
  session.end();
  recentRecords.remember(record(2));
  assert.equal(Object.keys(localStorage), [key]);
});

test('a long label is cut, and foreign entries are ignored', () => {
  recentRecords.remember({ ...record(1), label: 'x'.repeat(1000) });
  assert.is(recentRecords.list()[0]?.label.length, 120);
  localStorage.setItem(key, JSON.stringify([null, 1, { id: 'a' }, record(2)]));
  assert.equal(ids(), ['r2']);
  localStorage.setItem(key, '{"a":1}');
  assert.equal(ids(), []);
});

test.run();
