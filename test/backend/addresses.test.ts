import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiBaseOf, pathSegment } from '../../ui/backend/addresses';

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

const bases: Array<[page: string, backend: string | null, expected: string]> = [
  ['http://localhost:8090/_/', null, 'http://localhost:8090/api/'],
  ['http://localhost:8090/_/?installer#', null, 'http://localhost:8090/api/'],
  ['http://localhost:8090/_/?a=/b/c/#/collections?filter=a/b', null, 'http://localhost:8090/api/'],
  ['http://localhost:8090/_/index.html', null, 'http://localhost:8090/api/'],
  ['https://example.com/pb/_/', null, 'https://example.com/pb/api/'],
  ['https://example.com/a/b/_/#/login', null, 'https://example.com/a/b/api/'],
  ['https://example.com/lowline/', null, 'https://example.com/api/'],
  ['https://example.com/', null, 'https://example.com/api/'],
  ['http://[::1]:8090/_/', null, 'http://[::1]:8090/api/'],
  ['http://localhost:8090/_/', '', 'http://localhost:8090/api/'],
  ['http://localhost:5173/', 'http://localhost:8090', 'http://localhost:8090/api/'],
  ['http://localhost:5173/', 'http://localhost:8090/', 'http://localhost:8090/api/'],
  ['https://example.com/_/', 'https://data.example.com/pb', 'https://data.example.com/pb/api/'],
  ['https://example.com/_/', 'https://data.example.com/pb/', 'https://data.example.com/pb/api/'],
];

for (const [page, backend, expected] of bases) {
  test(`the API of the page ${page}${backend === null ? '' : ` built for "${backend}"`} is ${expected}`, () => {
    assert.is(apiBaseOf(page, backend), expected);
  });
}

test.run();
