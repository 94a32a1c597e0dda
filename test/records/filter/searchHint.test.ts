import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { searchHint } from '../../../ui/records/filter/searchHint';
import { asNewer } from '../../support/fields';
import { postsCollection } from '../../support/samples';

test('the example of the search names only fields that the collection has', () => {
  const newer = asNewer(postsCollection);
  assert.is(searchHint(postsCollection), 'Search term or filter like created > "2022-01-01"...');
  assert.is(searchHint(newer), searchHint(postsCollection));
  const dateless = { ...newer, builtIn: newer.builtIn?.filter(({ name }) => name === 'id') };
  assert.is(searchHint(dateless), 'Search term or filter like id != ""...');
});

test.run();
