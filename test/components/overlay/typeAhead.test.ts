import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createTypeAhead } from '../../../ui/components/overlay/typeAhead';

const options = ['draft', 'paid', 'In progress', 'pending'];

test('the same character cycles, other characters narrow, a pause restarts', () => {
  const search = createTypeAhead(String);
  const find = (from: number, letter: string, now: number) => search(options, from, letter, now);
  assert.is(find(0, 'p', 0), 'paid');
  assert.is(find(1, 'P', 100), 'pending');
  assert.is(find(3, 'p', 200), 'paid');
  assert.is(find(1, 'p', 1000), 'pending');
  assert.is(find(3, 'a', 1100), 'paid');
  assert.is(find(1, 'x', 1200), undefined);
  assert.is(find(1, 'i', 2000), 'In progress');
});

test.run();
