import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cut, plainText, sentenceCase } from '../../ui/platform/text';

const cuts: Array<[text: string, max: number, expected: string]> = [
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc...'],
  ['ab', 0, '...'],
  ['😀😀😀', 3, '😀😀😀'],
  ['😀😀😀😀', 3, '😀😀😀...'],
  ['a😀b', 2, 'a😀...'],
  ['a😀', 1, 'a...'],
];

for (const [text, max, expected] of cuts) {
  test(`"${text}" cut to ${max} is "${expected}"`, () => {
    assert.is(cut(text, max), expected);
  });
}

test('a cut keeps the requested number of whole code points', () => {
  const mixed = fc.string({ unit: fc.constantFrom('a', 'ü', '😀', '𝒳') });
  fc.assert(
    fc.property(mixed, fc.nat(12), (text, max) => {
      const points = Array.from(text);
      assert.is(cut(text, max), points.length > max ? `${points.slice(0, max).join('')}...` : text);
    }),
  );
});

const htmls: Array<[html: string, expected: string]> = [
  ['', ''],
  ['plain', 'plain'],
  ['<p>one</p><p>two</p>', 'one two'],
  ['one<br>two<br/>three', 'one two three'],
  ['<b>b</b>old and <a href="#">link</a>s', 'bold and links'],
  ['<blockquote>quote</blockquote>end', 'quote end'],
  ['<P CLASS="x">upper</P>', 'upper'],
  ['  a \n\t b\u00a0c&nbsp;d ', 'a b c d'],
  ['a &lt; b &amp;&amp; c &gt; d &quot;e&quot; &#39;f&apos;', `a < b && c > d "e" 'f'`],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['&lt;b&gt;kept&lt;/b&gt;', '<b>kept</b>'],
  ['&copy; &unknown;', '&copy; &unknown;'],
  ['a < b and c > d, 1<2', 'a < b and c > d, 1<2'],
  ['a <b', 'a <b'],
  ['x<style>p { color: red }</style>y', 'x y'],
  ['x<script>if (a < b) c()</script >y', 'x y'],
  ['x<!-- <b>gone</b> -->y', 'x y'],
  ['x<!-- never ends <b>', 'x'],
  ['<!DOCTYPE html><td>1</td><td>2</td>', '1 2'],
];

for (const [html, expected] of htmls) {
  test(`${JSON.stringify(html)} reads as ${JSON.stringify(expected)}`, () => {
    assert.is(plainText(html), expected);
  });
}

test('the time to read a hostile text does not grow with its square', () => {
  for (const part of ['<!--', '<script', '<script>', '<a', '<a ', '<', '&', ' ', '<style></script>', '</']) {
    const size = part.length * 1_000_000;
    assert.ok(plainText(part.repeat(1_000_000)).length <= size, part);
  }
});

const sentences: Array<[text: string, expected: string]> = [
  ['', ''],
  ['google', 'Google'],
  ['my_own-provider', 'My own provider'],
  [' two  words ', 'Two words'],
  ['oidc2', 'Oidc2'],
  ['authRefresh', 'AuthRefresh'],
  ['élan', 'Élan'],
];

for (const [text, expected] of sentences) {
  test(`"${text}" in sentence case is "${expected}"`, () => {
    assert.is(sentenceCase(text), expected);
  });
}

test.run();
