import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiBaseOf } from '../../ui/api/apiBase';

const cases: Array<[page: string, backend: string | null, expected: string]> = [
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

for (const [page, backend, expected] of cases) {
  test(`the API of the page ${page}${backend === null ? '' : ` built for "${backend}"`} is ${expected}`, () => {
    assert.is(apiBaseOf(page, backend), expected);
  });
}

test.run();
