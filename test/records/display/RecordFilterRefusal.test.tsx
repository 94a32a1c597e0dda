import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { explainFilter, filterExample, filterNames } from '../../../ui/model/filter/explainFilter';
import { RecordFilterRefusal } from '../../../ui/records/display/RecordFilterRefusal';
import * as fields from '../../support/fields';
import { mount } from '../../support/render';
import { postsCollection } from '../../support/samples';

const collection = postsCollection as Collection;
const message = 'Something went wrong while processing your request.';

// test/model/filter has the sentence of each mistake.
for (const [search, said] of [
  ['titel = "x"', 'There is no field titel.'],
  ['title ~ @now', 'The server did not understand this filter.'],
] as const) {
  test(`explains a refused filter ${search}: ${said}`, () => {
    const given = { collection, search, message };
    const view = mount(<RecordFilterRefusal {...given} onApply={() => {}} />);
    assert.ok(view.text().startsWith(said), view.text());
    assert.ok(view.text().endsWith(`Example: ${filterExample(collection)}`), view.text());
    assert.is(view.findAll('button').length, 0);
  });
}

const field = (type: string, options?: Record<string, unknown>) => fields.field(type, `a_${type}`, options);
const examples: [schema: object[], example: string][] = [
  [[], 'id ~ "a" && id != ""'],
  [[field('text')], 'a_text ~ "a" && id != ""'],
  [[field('file'), field('number'), field('url')], 'a_url ~ "a" && a_number > 0'],
  [[field('date'), field('bool')], 'id ~ "a" && a_date >= @monthStart'],
  [[field('bool')], 'id ~ "a" && a_bool = true'],
  [[field('select', { values: ['a "b"'], maxSelect: 1 })], 'id ~ "a" && a_select = "a \\"b\\""'],
  [[field('select', { values: ['x'], maxSelect: 2 })], 'id ~ "a" && a_select ~ "x"'],
];
for (const [schema, example] of examples) {
  test(`the example for ${schema.length} fields is ${example}, a valid filter`, () => {
    const given = { ...collection, schema } as Collection;
    assert.is(filterExample(given), example);
    assert.is(explainFilter(example, filterNames(given)), null);
  });
}

test.run();
