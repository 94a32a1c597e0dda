import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SearchInput } from '../../../ui/components/form/SearchInput';
import { click, mount, type } from '../../support/render';

function List() {
  const [search, setSearch] = useState('');
  return <SearchInput label="Search things" placeholder="Name..." value={search} onChange={setSearch} />;
}

test('a search has a name, and a button that clears it as soon as it holds a text', () => {
  const view = mount(<List />);
  const input = view.byLabel<HTMLInputElement>('Search things');
  assert.equal([input.type, input.placeholder], ['search', 'Name...']);
  assert.equal(view.findAll('button'), []);
  type(input, 'a');
  click(view.byLabel('Clear'));
  assert.is(input.value, '');
  assert.equal(view.findAll('button'), []);
});

test.run();
