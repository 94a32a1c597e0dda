// Drafts of a table's changes, offered at the next visit.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as unsaved from '../../../ui/state/forms/unsaved';
import * as session from '../../../ui/state/session';
import * as staged from '../../../ui/state/staged/staged';
import * as stagedOffers from '../../../ui/state/staged/stagedOffers';
import * as stagedRows from '../../../ui/state/staged/stagedRows';
import { admin, adminToken } from '../../support/samples';
import { change, draftKeys, eachBegins, marks, orders, rowOf, rows } from './stagedScene';

eachBegins(test);

test('a draft outlives the page, is offered once, and is restored into its fields', async () => {
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r2'), 'total', '-1');
  unsaved.forget();
  assert.is(rows(), undefined, 'as after a reload');
  await stagedOffers.openOffers('orders');
  const [offer] = stagedOffers.state.byCollection['orders'] ?? [];
  assert.ok(offer);
  assert.is(stagedRows.state.hasOffers['orders'], true);
  stagedOffers.restore(orders, offer);
  assert.equal(marks('r1'), ['title changed: Changed, was One']);
  assert.equal(marks('r2'), ['total wrong: Must be larger than 0. Was 1']);
  assert.is(stagedRows.state.hasOffers['orders'], false);
  staged.discard('orders');
  assert.equal(draftKeys(), []);
});

test('the next admin at the page sees no offers of the last one', async () => {
  change(rowOf('r1'), 'title', 'Two');
  unsaved.forget();
  await stagedOffers.openOffers('orders');
  session.end();
  session.adopt({ token: adminToken(), admin });
  assert.is(stagedRows.state.hasOffers['orders'], true, 'the same admin has signed in again');
  session.adopt({ token: adminToken(), admin: { ...admin, id: 'other0000000001' } });
  assert.is(stagedRows.state.hasOffers['orders'], undefined);
  assert.is(stagedOffers.state.byCollection['orders'], undefined);
});

test('a draft that cannot be read is left out', async () => {
  const broken = [null, {}, { records: 5 }, { records: [{ id: 'r1', cells: [{ key: 'f_title' }] }] }];
  for (const [at, values] of broken.entries()) {
    localStorage.setItem(
      `table_draft_orders_broken12345${at}`,
      JSON.stringify({ adminId: admin.id, savedAt: at, values }),
    );
  }
  await stagedOffers.openOffers('orders');
  assert.equal(stagedOffers.state.byCollection['orders'] ?? [], []);
});

test.run();
