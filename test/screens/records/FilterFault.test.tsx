import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { FilterFault } from '../../../ui/screens/records/FilterFault';
import { mount } from '../../support/render';
import { postsCollection } from '../../support/samples';

const cases: [filter: string, said: string][] = [
  ['title = ', 'A value is missing after =.'],
  ['titel = "x"', 'There is no field titel.'],
  ['title == "x"', 'There is no operator ==. Use = instead.'],
  ['title ~ @now', 'The server did not understand this filter.'],
];

for (const [search, said] of cases) {
  test(`a refused filter ${search} is explained: ${said}`, () => {
    const view = mount(<FilterFault collection={postsCollection as Collection} search={search} />);
    assert.is(view.text(), said);
    view.unmount();
  });
}

test.run();
