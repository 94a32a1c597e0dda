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
} from '../../../ui/state/settings/settingsRules';

const messages = (errors: Readonly<Record<string, { message: string }>>) =>
  Object.entries(errors).map(([path, { message }]) => `${path}: ${message}`);

const required: [value: unknown, isMissing: boolean][] = [
  ['', true],
  [' \n\t', true],
  [null, true],
  [undefined, true],
  ['0', false],
  [0, false],
  [false, false],
  [' x ', false],
];
for (const [value, isMissing] of required) {
  test(`${JSON.stringify(value)} is ${isMissing ? 'missing' : 'there'}`, () => {
    const errors = requiredErrors({ smtp: { host: value }, other: '' }, ['smtp.host']);
    assert.equal(messages(errors), isMissing ? ['smtp.host: Cannot be blank.'] : []);
  });
}

test('of a group that is not there every path is missing', () => {
  assert.equal(Object.keys(requiredErrors({}, ['a.b', 'c'])), ['a.b', 'c']);
});

const bounds = { least: 5, most: 63_072_000 };
const outside = 'n: Must be a whole number from 5 to 63072000.';
const numbers: [text: unknown, wrong: string | null][] = [
  ['', 'n: Cannot be blank.'],
  ['  ', 'n: Cannot be blank.'],
  [undefined, 'n: Cannot be blank.'],
  ['4', outside],
  ['5', null],
  [' 007 ', null],
  [60, null],
  ['63072000', null],
  ['63072001', outside],
  ['99999999999999999999', outside],
  ['-5', outside],
  ['+5', outside],
  ['5.0', outside],
  ['5e1', outside],
  ['0x10', outside],
  ['1 000', outside],
  ['five', outside],
];
for (const [text, wrong] of numbers) {
  test(`${JSON.stringify(text)} as a number from 5 to 63072000: ${wrong ?? 'fine'}`, () => {
    assert.equal(messages(wholeNumberErrors({ n: text }, ['n'], bounds)), wrong ? [wrong] : []);
  });
}

const seconds = { least: 5, most: 63_072_000 };
const tooFar = 'n: Must be from 5 seconds to 730 days.';
const unreadable = 'n: Not a duration. Use seconds, or units such as 14d, 30m or 1h 30m.';
const durations: [text: unknown, wrong: string | null][] = [
  ['', 'n: Cannot be blank.'],
  [undefined, 'n: Cannot be blank.'],
  ['4', tooFar],
  ['5', null],
  [' 60 ', null],
  ['63072000', null],
  ['63072001', tooFar],
  ['99999999999999999999', tooFar],
  ['-5', unreadable],
  ['1.5', unreadable],
  // The input has already converted readable durations to seconds.
  ['1h', unreadable],
  ['soon', unreadable],
];
for (const [text, wrong] of durations) {
  test(`${JSON.stringify(text)} as a duration: ${wrong ?? 'fine'}`, () => {
    assert.equal(messages(durationErrors({ n: text }, ['n'], seconds)), wrong ? [wrong] : []);
  });
}

const emails: [text: unknown, isFine: boolean][] = [
  ['a@b.c', true],
  ['first.last+tag@sub.example.com', true],
  [' a@b.c ', true],
  ['ü@münchen.de', true],
  ['', false],
  [null, false],
  ['a', false],
  ['@b.c', false],
  ['a@', false],
  ['a@b@c', false],
  ['a b@c.d', false],
  ['Me <a@b.c>', false],
];
for (const [text, isFine] of emails) {
  test(`${JSON.stringify(text)} is ${isFine ? 'an' : 'no'} e-mail address`, () => {
    assert.equal(emailErrors({ to: text }, ['to']), isFine ? {} : { to: faults.email });
  });
}

const urls: [typed: string, saved: string, isFine: boolean][] = [
  ['', '', true],
  ['  ', '', true],
  ['https://example.com/path?a=b', '', true],
  ['http://localhost', '', true],
  [' HTTPS://example.com ', '', true],
  ['example.com', '', false],
  ['ftp://example.com', '', false],
  ['https://', '', false],
  ['https:///path', '', false],
  ['https:// example.com', '', false],
  ['javascript:alert(1)', '', false],
  ['example.com', 'example.com', true],
  ['example.com/', 'example.com', false],
];
for (const [typed, saved, isFine] of urls) {
  test(`"${typed}" where "${saved}" was saved is ${isFine ? 'an' : 'no'} address`, () => {
    const errors = urlErrors({ oidcAuth: { authUrl: typed } }, { oidcAuth: { authUrl: saved } }, [
      'oidcAuth.authUrl',
    ]);
    assert.equal(errors, isFine ? {} : { 'oidcAuth.authUrl': faults.url });
  });
}

test('of two faults at one path the first counts, and all others are there', () => {
  const { required: blank, email, url } = faults;
  assert.equal(allErrors(), {});
  assert.equal(allErrors({ a: blank }, { a: email, b: email }, { b: url, c: url }), {
    a: blank,
    b: email,
    c: url,
  });
});

test.run();
