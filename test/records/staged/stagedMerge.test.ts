// Changes of a table beside what the server stores: newer rows, a save's results, and decided conflicts.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as edits from '../../../ui/records/edits';
import {
  at,
  change,
  eachBegins,
  later,
  marks,
  needsAttention,
  orders,
  readOffer,
  rowOf,
  rows,
  sentNow,
} from './stagedScene';

eachBegins(test);

test('a save takes out what it has stored, and its steps; what was typed meanwhile stays', () => {
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r1'), 'paid', true);
  const sent = sentNow('r1');
  change(rowOf('r1'), 'title', 'Three');
  change(rowOf('r1'), 'total', '-1');
  const record = rowOf('r1', { title: 'Two', paid: true, total: 99 });
  edits.commit(orders, { record, sources: {} }, sent);
  assert.is(edits.changeAt('orders', 'r1', 'f_total')?.before, '1', 'compared with what the person saw');
  assert.is(edits.undo(orders)?.key, 'f_total');
  assert.equal(marks('r1'), ['title changed: Changed, was Two']);
  assert.is(edits.undo(orders), null, 'a saved step cannot be taken back');
  edits.takeBack(orders, 'r1', 'f_title');
  assert.is(rows(), undefined);
});

test('a value that is taken back during its save is changed again, unless all is discarded', () => {
  for (const isDiscarded of [false, true]) {
    change(rowOf('r1'), 'title', 'Two');
    const sent = sentNow('r1');
    if (isDiscarded) edits.discard('orders');
    else edits.takeBack(orders, 'r1', 'f_title');
    assert.is(rows(), undefined);
    edits.commit(orders, { record: rowOf('r1', { title: 'Two' }), sources: {} }, sent);
    assert.equal(marks('r1'), isDiscarded ? [] : ['title changed: Changed, was Two']);
    assert.is(rows()?.get('r1')?.shown['title'], isDiscarded ? undefined : 'One');
    edits.discard('orders');
  }
});

/** Notes their values as a save that stopped does. */
const refuse = (theirs: Readonly<Record<string, string>>, updated = '') =>
  edits.refuse(orders, 'r1', {
    theirs: new Map(Object.entries(theirs).map(([name, before]) => [`f_${name}`, { before, updated }])),
  });

test('a conflict is decided field by field', () => {
  change(rowOf('r1'), 'title', 'Mine');
  change(rowOf('r1'), 'total', '7');
  refuse({ title: 'Theirs', total: '9' });
  assert.is(needsAttention(), 2);
  edits.choose(orders, 'r1', 'f_title', 'theirs');
  assert.is(needsAttention(), 1);
  edits.choose(orders, 'r1', 'f_total', 'mine');
  assert.is(needsAttention(), 0);
  assert.equal(marks('r1'), ['total changed: Changed, was 9']);
  assert.is(edits.changeAt('orders', 'r1', 'f_total')?.before, '9');
});

test('a row that somebody else has changed says so at its cells before a save; other fields stay silent', () => {
  change(rowOf('r1', { updated: at(1) }), 'title', 'Mine');
  change(rowOf('r1', { updated: at(1) }), 'total', '7');
  edits.compareRows(orders, [later({ paid: true })]);
  assert.equal(marks('r1'), ['title changed: Changed, was One', 'total changed: Changed, was 1']);
  assert.is(needsAttention(), 0);
  edits.compareRows(orders, [later({ title: 'Theirs', updated: at(3) })]);
  assert.equal(marks('r1'), [
    'title conflict: Changed on the server: now Theirs. Was One',
    'total changed: Changed, was 1',
  ]);
  assert.is(needsAttention(), 1);
  assert.is(edits.changeAt('orders', 'r1', 'f_title')?.mine, 'Mine');
  change(rowOf('r1'), 'title', 'Mine, too');
  assert.is(needsAttention(), 1, 'typing does not decide it');
});

test('mine is based on their value, theirs drops mine', () => {
  for (const name of ['title', 'total']) change(rowOf('r1', { updated: at(1) }), name, '7');
  edits.compareRows(orders, [later({ title: 'Theirs', total: 9 })]);
  edits.choose(orders, 'r1', 'f_title', 'mine');
  edits.choose(orders, 'r1', 'f_total', 'theirs');
  assert.equal(marks('r1'), ['title changed: Changed, was Theirs']);
  const { before, updated } = edits.changeAt('orders', 'r1', 'f_title') ?? {};
  assert.equal([before, updated], ['Theirs', at(2)]);
  edits.compareRows(orders, [later({ title: 'Theirs', total: 9 })]);
  assert.is(needsAttention(), 0);
});

test('a change that somebody else has also made is dropped, but not while a save sends it', () => {
  const row = rowOf('r1', { updated: at(1) });
  change(row, 'title', 'Same');
  const sent = sentNow('r1');
  edits.compareRows(orders, [later({ title: 'Same' })]);
  assert.is(edits.changeAt('orders', 'r1', 'f_title')?.mine, 'Same');
  edits.commit(orders, { record: later({ title: 'Same' }), sources: {} }, sent);
  assert.is(rows(), undefined);

  change(row, 'title', 'Same');
  sentNow('r1');
  edits.endSending('orders');
  edits.compareRows(orders, [later({ title: 'Same' })]);
  assert.is(rows(), undefined);
});

test('a restored change is compared with the rows of today', () => {
  change(rowOf('r1', { updated: at(1) }), 'title', 'Mine');
  unsaved.forget();
  edits.restore(orders, readOffer());
  edits.compareRows(orders, [later({ title: 'Theirs' })]);
  assert.is(needsAttention(), 1);
});

test('a row that shows a later value replaces the conflict of the last save', () => {
  change(rowOf('r1', { updated: at(1) }), 'title', 'Mine');
  change(rowOf('r1', { updated: at(1) }), 'total', '5');
  refuse({ title: 'Older' }, at(1));
  edits.compareRows(orders, [later({ title: 'Newer' })]);
  assert.is(edits.changeAt('orders', 'r1', 'f_title')?.now?.before, 'Newer');
  edits.choose(orders, 'r1', 'f_title', 'theirs');
  assert.equal(
    marks('r1').map((mark) => mark.split(' ')[0]),
    ['total'],
  );
});

test.run();
