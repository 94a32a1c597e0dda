import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  FilterNestingError,
  FilterSyntaxError,
  type FilterToken,
  tokensOf,
} from '../../../ui/model/filter/filterTokens';
import { namesOf, withNames } from '../../../ui/model/rulePaths';

/** Prints every token as `start:source`, with nested tokens in brackets. */
function shown(tokens: readonly FilterToken[]): string {
  return tokens
    .map((token) =>
      token.kind === 'brackets'
        ? `${token.start}:(${shown(token.inside)})`
        : `${token.start}:${token.source}`,
    )
    .join(' ');
}

const places: [filter: string, expected: string][] = [
  ['', ''],
  ['a = 1', '0:a 2:= 4:1'],
  [' (a ~ "(")', '1:(2:a 4:~ 6:"(")'],
  ['((a=1)&&(b=-2.5))', '0:(1:(2:a 3:= 4:1) 6:&& 8:(9:b 10:= 11:-2.5))'],
  ['a // (\n= 1', '0:a 7:= 9:1'],
  ['(a = 1 // b)', '0:(1:a 3:= 5:1)'],
  ['(a // ( \n ) = 1)', 'fault'],
  ["(a = 'it\\'s' // ')'\n)", "0:(1:a 3:= 5:'it\\'s')"],
];
for (const [filter, expected] of places) {
  test(`the tokens of ${JSON.stringify(filter)} have their positions`, () => {
    if (expected === 'fault')
      assert.throws(
        () => tokensOf(filter),
        (error: unknown) => error instanceof FilterSyntaxError,
      );
    else assert.is(shown(tokensOf(filter)), expected);
  });
}

test('a rule of 2 MB is tokenized quickly, however deep it is nested', () => {
  const deep = 1_000_000;
  const nested = `${'('.repeat(deep)}a = 1${')'.repeat(deep)}`;
  assert.throws(
    () => tokensOf(nested),
    (error: unknown) => error instanceof FilterNestingError,
  );
  assert.throws(() => tokensOf('('.repeat(deep)), /1000000 brackets are not closed/);
  assert.is(
    withNames(nested, () => 'b'),
    nested,
  );
  const many = `(((${'(a = 1) || '.repeat(100_000)}(a = 1))))`;
  assert.is(namesOf(many).length, 100_001);
  assert.is(
    withNames(many, () => 'b'),
    many.replaceAll('a', 'b'),
  );
});

test.run();
