import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ListInput } from '../../../ui/components/form/ListInput';
import { act, mount, type } from '../../support/render';

let given: string[][] = [];
let setFromOutside: (list: string[]) => void = () => {};
test.before.each(() => {
  given = [];
});

function Owner({ start = [] }: { start?: string[] }) {
  const [list, setList] = useState(start);
  setFromOutside = setList;
  return (
    <ListInput
      aria-label="domains"
      value={list}
      onChange={(next) => {
        given.push(next);
        setList(next);
      }}
    />
  );
}

const field = () => document.querySelector('input') as HTMLInputElement;

test('a list is shown with commas between its entries, one within an entry with a backslash', () => {
  mount(<Owner start={['a', 'b, c']} />);
  assert.is(field().value, 'a, b\\, c');
});

test('every letter stays while it is typed, whatever the list makes of it', () => {
  mount(<Owner />);
  const typed = ' b ,,a\\, \\c , ,b';
  for (let end = 1; end <= typed.length; end += 1) {
    type(field(), typed.slice(0, end));
    assert.is(field().value, typed.slice(0, end));
  }
  assert.equal(given.at(-1), ['b', 'a, \\c', 'b']);
});

test('a comma in the middle of the text leaves the rest in its order', () => {
  mount(<Owner start={['ab', 'c']} />);
  type(field(), 'a,b, c');
  assert.is(field().value, 'a,b, c');
  assert.equal(given, [['a', 'b', 'c']]);
});

test('another list takes the place of the text; the one that was told does not', () => {
  mount(<Owner />);
  type(field(), 'a ,b,');
  act(() => setFromOutside(['a', 'b']));
  assert.is(field().value, 'a ,b,');
  act(() => setFromOutside(['a', 'x']));
  assert.is(field().value, 'a, x');
});

test.run();
