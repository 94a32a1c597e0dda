// A zone with a half-hour offset and summer time differs from UTC in every part of a date.
process.env['TZ'] = 'Australia/Adelaide';

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  localDateTime,
  parseDate,
  timeAgo,
  timeUntil,
  toServerDate,
  utcDay,
  utcTime,
  utcTimeWithMs,
} from '../../ui/base/dates';
import { durationText, secondsOf } from '../../ui/base/durations';
import { joinWords } from '../../ui/base/lists';
import { bytesOf, cut, plainText, sentenceCase } from '../../ui/base/text';
import { neutralizeTags } from '../../ui/base/trustedHtml';

for (const [text, bytes] of [
  ['1.5mb', 1_572_864],
  ['20k', 20_480],
  ['100', null],
  ['5 MiB', null],
  ['', null],
] as const) {
  test(`the size "${text}": ${bytes}`, () => assert.is(bytesOf(text), bytes));
}

for (const [text, iso] of [
  ['2026-11-21 00:29:33.714Z', '2026-11-21T00:29:33.714Z'],
  ['2026-11-21 00:29:33', '2026-11-21T00:29:33.000Z'],
  [' 2026-11-21 ', '2026-11-21T00:00:00.000Z'],
  ['0001-01-01 00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
  ['2026-02-29', null],
  ['0000-00-00 00:00:00', null],
  ['2026-11-21 10', null],
  ['2026-11-21 10:00:00 +02:00', null],
  ['01/02/2026', null],
  ['yesterday', null],
] as const) {
  test(`"${text}" is ${iso ? 'read as UTC' : 'no date'}`, () => {
    assert.is(parseDate(text)?.toISOString() ?? null, iso);
    assert.is(toServerDate(text), iso?.replace('T', ' ') ?? '');
  });
}

for (const [print, date, text] of [
  [utcDay, '2026-11-21 23:29:33.714Z', '2026-11-21'],
  [utcTime, '2026-11-21 23:29:33.714Z', '23:29:33'],
  [utcTimeWithMs, '2026-11-21 23:29', '23:29:00.000'],
  [localDateTime, '2026-11-21 23:29:33.714Z', '2026-11-22 09:59:33.714'],
] as const) {
  test(`${print.name} of ${date} is ${text}, and nothing without a date`, () => {
    assert.equal([date, '', 'N/A'].map(print), [text, '', '']);
  });
}

test('nothing but whole seconds is a duration', () => {
  assert.equal([0, 60, 86_400_000, -1, 1.5, 2 ** 53].map(durationText), [
    ...['0 seconds', '1 minute', '1,000 days'],
    ...['', '', ''],
  ]);
});

test('parsing a printed duration returns the same duration, and its plurals are right', () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      const text = durationText(seconds);
      assert.is(secondsOf(text), seconds);
      for (const [, count, plural] of text.matchAll(/([\d,]+) [a-z]+?(s?)\b/g))
        assert.is(plural === '', count === '1', text);
    }),
  );
});

for (const [text, seconds] of [
  ['1209600', 1_209_600],
  [' 007 ', 7],
  ['1 day', 86_400],
  ['1h30m', 5400],
  ['2 hours 5 minutes 1 second', 7501],
  ['1.1h', 3960],
  ['0.5s', null],
  ['', null],
  ['1h 30', null],
  ['-1h', null],
  ['1e3', null],
  ['99999999999999999999d', null],
] as const) {
  test(`"${text}" is ${seconds === null ? 'no duration' : `${seconds} seconds`}`, () =>
    assert.is(secondsOf(text), seconds));
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
for (const [passed, text] of [
  [-day, 'just now'],
  [minute, '1 minute ago'],
  [hour - 1, '59 minutes ago'],
  [day, '1 day ago'],
  [29.9 * day, '29 days ago'],
  [30 * day, '1 month ago'],
  [900 * day, '2 years ago'],
] as const) {
  test(`${passed} ms before now is ${text}`, () => assert.is(timeAgo(9e12 - passed, 9e12), text));
}

for (const [left, text] of [
  [30_000, 'now'],
  [-5, 'now'],
  [18.5 * 3_600_000, 'in 18 hours'],
  [60_000, 'in 1 minute'],
] as const) {
  test(`${left} ms after now is ${text}`, () => assert.is(timeUntil(9e12 + left, 9e12), text));
}

for (const [text, max, expected] of [
  ['😀😀😀', 3, '😀😀😀'],
  ['a😀', 1, 'a...'],
] as const) {
  test(`"${text}" cut to ${max} is "${expected}"`, () => assert.is(cut(text, max), expected));
}

for (const [html, expected] of [
  ['<p>one</p><p>two</p>', 'one two'],
  ['<b>b</b>old and <a href="#">link</a>s', 'bold and links'],
  ['  a \n\t b\u00a0c&nbsp;d ', 'a b c d'],
  ['a &lt; b &amp;&amp; c &gt; d &quot;e&quot; &#39;f&apos;', `a < b && c > d "e" 'f'`],
  ['&amp;lt;b&amp;gt; &lt;b&gt;kept&lt;/b&gt;', '&lt;b&gt; <b>kept</b>'],
  ['&copy; &unknown;', '&copy; &unknown;'],
  ['a < b and c > d, 1<2', 'a < b and c > d, 1<2'],
  ['x<style>p { color: red }</style>y', 'x y'],
  ['x<script>if (a < b) c()</script >y', 'x y'],
  ['x<!-- never ends <b>', 'x'],
] as const) {
  test(`${JSON.stringify(html)} reads as ${JSON.stringify(expected)}`, () =>
    assert.is(plainText(html), expected));
}

for (const [text, calm] of [
  ['<p>a</p><styled><basement>', '<p>a</p><styled><basement>'],
  ['<STYLE media="print">p{}</Style >', '<noembed media="print">p{}</noembed >'],
  ['<base href="/x"/>', '<basefont href="/x"/>'],
  ['<p title="<style>">a</p>', '<p title="<style>">a</p>'],
  ['<p title="a>b"><style>', '<p title="a>b"><noembed>'],
  // A quote that opens no value is an ordinary character.
  [`<p'><style>`, `<p'><noembed>`],
  ['<!-- <style> --><style>', '<!-- <style> --><noembed>'],
  ['<!--><style>', '<!--><noembed>'],
  // An unclosed element extends to the end.
  ['<!-- <style>', '<!-- <style>'],
  ['<p title="<style>', '<p title="<style>'],
  ['a<style>b<style>c', 'a<noembed>b<noembed>c'],
] as const) {
  test(`removes style and base from "${text}"`, () => assert.is(neutralizeTags(text), calm));
}

test('the time to read a hostile text does not grow with its square', () => {
  const pieces = [
    '<!--',
    '<script',
    '<style></script>',
    '<a',
    '<a ',
    '<a =',
    '<a b="c',
    '<a="',
    "<a='",
    "<a'",
  ];
  for (const piece of [...pieces, '<a "\'', '<style', '<', '</', '&', ' ', '= ']) {
    const text = piece.repeat(1_000_000 / piece.length);
    assert.ok(plainText(text).length <= text.length, piece);
    assert.ok(neutralizeTags(text).length >= text.length, piece);
  }
  assert.is(secondsOf(`${'1d'.repeat(1_000_000)}!`), null);
  assert.is(secondsOf(`${'1'.repeat(1_000_000)} !`), null);
});

for (const [text, expected] of [
  ['', ''],
  ['my_own-provider', 'My own provider'],
  ['élan', 'Élan'],
] as const) {
  test(`"${text}" in sentence case is "${expected}"`, () => assert.is(sentenceCase(text), expected));
}

for (const [words, text] of [
  [[], ''],
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a, b and c'],
] as const) {
  test(`${words.length} words are joined to "${text}"`, () => assert.is(joinWords(words), text));
}

test.run();
