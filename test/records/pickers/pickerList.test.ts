import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { maxQueryLength, serverQueryLength } from '../../../ui/model/queryLength';
import { type PickerAsked, pickerCallOf } from '../../../ui/records/pickers/pickerList';
import { postsCollection } from '../../support/samples';

const posts = postsCollection as Collection;
const asked = (changes: Partial<PickerAsked>): PickerAsked => ({
  collection: posts,
  sort: { field: 'created', isDescending: true },
  search: '',
  fields: '*:excerpt(200)',
  only: '',
  ...changes,
});
const wide = (count: number): Collection => ({
  ...posts,
  schema: Array.from({ length: count }, (_, at) => ({
    id: `f${at}`,
    name: `column_number_${at}`,
    type: 'text',
  })),
});
const lengthOf = (query: Readonly<Record<string, string>>) =>
  serverQueryLength({ ...query, page: '1', perPage: '50', skipTotal: '1' });

test('a term that is too long for all columns is searched in fewer, which is reported', () => {
  const { query, narrowedTo, excess } = pickerCallOf(
    asked({ collection: wide(80), search: 'a longer term' }),
  );
  assert.ok(lengthOf(query) <= maxQueryLength);
  assert.is(excess, 0);
  assert.ok(narrowedTo && narrowedTo.length > 10 && narrowedTo.length < 80);
  assert.is(narrowedTo[0], 'id');
});

test('a filter that is too long shows the excess', () => {
  const search = `title = "${'x'.repeat(3000)}"`;
  const { narrowedTo, excess } = pickerCallOf(asked({ search }));
  assert.ok(excess > 900 && excess < 1200, String(excess));
  assert.is(narrowedTo, null);
});

test.run();
