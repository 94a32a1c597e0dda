import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  allErrors,
  durationErrors,
  emailErrors,
  faults,
  requiredErrors,
  urlErrors,
  wholeNumberErrors,
} from '../../ui/settings/settingsRules';

const messages = (errors: Readonly<Record<string, { message: string }>>) =>
  Object.entries(errors).map(([path, { message }]) => `${path}: ${message}`);

/** Checks that each value has this message; null if it is valid. */
function expectAll(messageOf: (value: unknown) => string[], table: readonly [unknown[], string | null][]) {
  for (const [values, message] of table) {
    for (const value of values) {
      assert.equal(messageOf(value), message === null ? [] : [message], JSON.stringify(value));
    }
  }
}

test('spaces, null and a missing group are missing; zero and false are not', () => {
  expectAll(
    (value) => messages(requiredErrors({ smtp: { host: value }, other: '' }, ['smtp.host'])),
    [
      [['', ' \n\t', null, undefined], 'smtp.host: Cannot be blank.'],
      [['0', 0, false, ' x '], null],
    ],
  );
  assert.equal(Object.keys(requiredErrors({}, ['a.b', 'c'])), ['a.b', 'c']);
});

const bounds = { least: 5, most: 63_072_000 };
const blank = 'n: Cannot be blank.';
const huge = '99999999999999999999';

test('a whole number is in its range and has only digits', () => {
  expectAll(
    (value) => messages(wholeNumberErrors({ n: value }, ['n'], bounds)),
    [
      [['', '  ', undefined], blank],
      [['5', ' 007 ', 60, '63072000'], null],
      [
        ['4', '63072001', huge, '-5', '+5', '5.0', '5e1', '0x10', '1 000', 'five'],
        'n: Must be a whole number from 5 to 63072000.',
      ],
    ],
  );
});

test('a duration is in its range; the input has already converted units to seconds', () => {
  expectAll(
    (value) => messages(durationErrors({ n: value }, ['n'], bounds)),
    [
      [['', undefined], blank],
      [['5', ' 60 ', '63072000'], null],
      [['4', '63072001', huge], 'n: Must be from 5 seconds to 730 days.'],
      [['-5', '1.5', '1h', 'soon'], 'n: Not a duration. Use seconds, or units such as 14d, 30m or 1h 30m.'],
    ],
  );
});

test('an e-mail address has one @ between two texts without spaces', () => {
  expectAll(
    (value) => messages(emailErrors({ to: value }, ['to'])),
    [
      [['a@b.c', 'first.last+tag@sub.example.com', ' a@b.c ', 'ü@münchen.de'], null],
      [['', null, 'a', '@b.c', 'a@', 'a@b@c', 'a b@c.d', 'Me <a@b.c>'], `to: ${faults.email.message}`],
    ],
  );
});

test('a web URL has a host; a stored one is valid, because the server has accepted it', () => {
  const path = 'oidcAuth.authUrl';
  const errorsOf = (typed: unknown, saved: string) =>
    messages(urlErrors({ oidcAuth: { authUrl: typed } }, { oidcAuth: { authUrl: saved } }, [path]));
  const wrong = `${path}: ${faults.url.message}`;
  expectAll(
    (value) => errorsOf(value, ''),
    [
      [['', '  ', 'https://example.com/path?a=b', 'http://localhost', ' HTTPS://example.com '], null],
      [
        ['example.com', 'ftp://a.b', 'https://', 'https:///path', 'https:// a.b', 'javascript:alert(1)'],
        wrong,
      ],
    ],
  );
  assert.equal(errorsOf('example.com', 'example.com'), []);
  assert.equal(errorsOf('example.com/', 'example.com'), [wrong]);
});

test('of two faults at one path the first counts, and all others are there', () => {
  const { required, email, url } = faults;
  assert.equal(allErrors(), {});
  const joined = allErrors({ a: required }, { a: email, b: email }, { b: url, c: url });
  assert.equal(joined, { a: required, b: email, c: url });
});

test.run();
