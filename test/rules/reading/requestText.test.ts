// The texts of the request popup as the server reads such a request.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseBody, parseHeaders, parsePairs, printPairs } from '../../../ui/rules/reading/requestText';

const pairs: [text: string, values: Record<string, string> | null][] = [
  ['', {}],
  [' a = 1 \n\nb=', { a: '1', b: '' }],
  ['a=1=2', { a: '1=2' }],
  ['a=1\na=2', { a: '1' }],
  ['__proto__=x', JSON.parse('{"__proto__":"x"}')],
  ['a', null],
  ['=1', null],
];

for (const [text, values] of pairs) {
  test(`query ${JSON.stringify(text)}`, () => {
    const parsed = parsePairs(text);
    assert.is(parsed.fault !== null, values === null);
    assert.equal(Object.entries(parsed.values), Object.entries(values ?? {}));
  });
}

test('printed pairs are read back', () =>
  assert.equal(parsePairs(printPairs({ a: '1', b: 'x=y', c: '' })).values, { a: '1', b: 'x=y', c: '' }));

test('headers have the names of the server', () => {
  const { values } = parseHeaders('X-Api-KEY=a\nX-MyToken=b\nx_own=c\nAccept-Language=de');
  assert.equal(values, { x_api_key: 'a', x_mytoken: 'b', x_own: 'c', accept_language: 'de' });
});

for (const [text, isRight] of [
  ['{}', true],
  ['{"a": [1]}', true],
  ['[1]', false],
  ['null', false],
] as const) {
  test(`body ${JSON.stringify(text)}`, () => {
    assert.is(parseBody(text).fault === null, isRight);
  });
}

test.run();
