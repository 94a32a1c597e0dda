import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pathSegment } from '../../ui/api/pathSegment';

const cases: Array<[text: string, written: string]> = [
  ['al1h9ijdeojtsjy', 'al1h9ijdeojtsjy'],
  ['_pb_users_auth_', '_pb_users_auth_'],
  ['', ''],
  ['a/b', 'a%2Fb'],
  ['x y#?', 'x%20y%23%3F'],
  ['ä', '%C3%A4'],
  ['%', '%25'],
  ['50%25', '%35%30%25%32%35'],
  ['é%', '%c3%a9%25'],
];

for (const [text, written] of cases) {
  test(`"${text}" is written as "${written}" in a path`, () => {
    assert.is(pathSegment(text), written);
    assert.is(decodeURIComponent(pathSegment(text)), text);
  });
}

test.run();
