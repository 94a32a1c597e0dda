import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printSort } from '../../../../ui/model/sort';
import { adminsQueryOf, listCallOf } from '../../../../ui/screens/settings/admins/adminsQuery';

const sorts: [inAddress: string, used: string][] = [
  ['', '-created'],
  ['-created', '-created'],
  ['+email', '+email'],
  [' email', '+email'],
  ['email', '+email'],
  ['-id', '-id'],
  ['-updated,email', '-updated'],
  ['avatar', '-created'],
  ['-avatar', '-created'],
  ['email.x', '-created'],
  ['Email', '-created'],
  ['@random', '-created'],
  ['toString', '-created'],
  ['-created;drop', '-created'],
];
for (const [inAddress, used] of sorts) {
  test(`sort "${inAddress}" is ${used}`, () => {
    assert.is(printSort(adminsQueryOf({ sort: inAddress }).sort), used);
  });
}

const filters: [search: string, filter: string | undefined][] = [
  ['', undefined],
  ['  ', undefined],
  ['root', 'id~"root"||email~"root"||created~"root"||updated~"root"'],
  ['"a = b"', 'id~"a = b"||email~"a = b"||created~"a = b"||updated~"a = b"'],
  ['50%', 'id~"50\\%"||email~"50\\%"||created~"50\\%"||updated~"50\\%"'],
  ['email = "a@b.example"', 'email = "a@b.example"'],
  ['created > "2022-01-01" && email ~ "x"', 'created > "2022-01-01" && email ~ "x"'],
];
for (const [search, filter] of filters) {
  test(`${JSON.stringify(search)} asks for ${filter}`, () => {
    assert.equal(listCallOf(adminsQueryOf({ filter: search, sort: '+email' }), 'old'), {
      sort: '+email',
      filter,
    });
  });
}

test('the search stays as it was typed', () => {
  assert.is(adminsQueryOf({ filter: ' x = 1 ' }).search, ' x = 1 ');
});

test.run();
