import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readFlakyList } from './flaky';

const now = new Date('2026-03-15T12:00:00Z');
const read = (text: string) => readFlakyList(text, now, (name) => name === 'browser/a.test.ts');

test('a listed file has a date and a reason', () => {
  const { reasons, errors } = read('# a comment\n\n2026-03-01 browser/a.test.ts waits for a stream\n');
  assert.equal([...reasons], [['browser/a.test.ts', 'waits for a stream']]);
  assert.equal(errors, []);
});

test('an entry is valid for 30 days', () => {
  assert.equal(read('2026-02-13 browser/a.test.ts late').errors, []);
  assert.match(read('2026-02-12 browser/a.test.ts late').errors.join(), /more than 30 days. Mend it/);
});

for (const [line, said] of [
  ['2026-03-01 browser/a.test.ts', /a date, a file and a reason/],
  ['browser/a.test.ts is late', /browser\/a\.test\.ts is no day/],
  ['2026-02-30 browser/a.test.ts late', /2026-02-30 is no day/],
  ['2026-03-16 browser/a.test.ts late', /in the future/],
  ['2026-03-01 browser/b.test.ts late', /there is no file test\/browser\/b\.test\.ts/],
] as const) {
  test(`"${line}" is an error and lists no file`, () => {
    const { reasons, errors } = read(`#\n${line}`);
    assert.is(errors.length, 1);
    assert.match(errors[0] ?? '', said);
    assert.match(errors[0] ?? '', /^test\/flaky\.txt, line 2: /);
    assert.is(reasons.size, 0);
  });
}

test('a file is listed only once', () => {
  const { errors } = read('2026-03-01 browser/a.test.ts late\n2026-03-02 browser/a.test.ts later');
  assert.match(errors.join(), /line 2: browser\/a\.test\.ts is listed twice/);
});

test("the repository's own list is valid", () => {
  const { errors } = readFlakyList(readFileSync('test/flaky.txt', 'utf8'), new Date(), (name) =>
    existsSync(`test/${name}`),
  );
  assert.equal(errors, []);
});

test.run();
