import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { valueFilter } from '../../../ui/model/filters/valueFilter';
import { postsCollection } from '../../support/samples';

function fieldOf(name: string) {
  const field = postsCollection.schema.find((one) => one.name === name);
  if (!field) throw new Error(`The sample has no field ${name}.`);
  return field;
}

const filters: [name: string, filter: string][] = [
  ['title', 'title != ""'],
  ['views', 'views != 0'],
  ['published', 'published = true'],
  ['tags', 'tags:length > 0'],
  ['meta', 'meta != null && meta != "" && meta != "[]" && meta != "{}"'],
  ['pictures', 'pictures:length > 0'],
  ['author', 'author != ""'],
];
for (const [name, filter] of filters) {
  test(`records with a value in ${name}: ${filter}`, () => {
    assert.is(valueFilter(fieldOf(name), false), filter);
  });
}

test('a field with several values matches the records that would lose some', () => {
  assert.is(valueFilter(fieldOf('tags'), true), 'tags:length > 1');
});

test('a name that starts with a digit would be a number in a filter', () => {
  assert.is(valueFilter({ ...fieldOf('title'), name: '1st' }, false), null);
});

test.run();
