import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { neutralizeTags } from '../../ui/platform/trustedHtml';

for (const [text, calm] of [
  ['', ''],
  ['no tags < at > all', 'no tags < at > all'],
  ['<p>a</p>', '<p>a</p>'],
  ['<style>p{}</style>', '<noembed>p{}</noembed>'],
  ['<STYLE media="print">p{}</Style >', '<noembed media="print">p{}</noembed >'],
  ['<base href="/x"/>', '<basefont href="/x"/>'],
  ['<styled><basement>', '<styled><basement>'],
  ['<p title="<style>">a</p>', '<p title="<style>">a</p>'],
  ["<p title = '<style>'>a</p>", "<p title = '<style>'>a</p>"],
  ['<p title="a>b"><style>', '<p title="a>b"><noembed>'],
  // A quote that opens no value is an ordinary character.
  [`<p'><style>`, `<p'><noembed>`],
  ['<p a="1"b=\'2\'c=3><style>', '<p a="1"b=\'2\'c=3><noembed>'],
  ['<!-- <style> --><style>', '<!-- <style> --><noembed>'],
  ['<!--><style>', '<!--><noembed>'],
  // An unclosed element extends to the end.
  ['<!-- <style>', '<!-- <style>'],
  ['<style', '<style'],
  ['<p title="<style>', '<p title="<style>'],
  ['a<style>b<style>c', 'a<noembed>b<noembed>c'],
] as const) {
  test(`removes style and base from "${text}"`, () => assert.is(neutralizeTags(text), calm));
}

test('a hostile text takes no longer than another one', () => {
  for (const piece of [
    '<a',
    '<!--',
    "<a'",
    '<a="',
    "<a='",
    '<a =',
    '<style',
    '<',
    '</',
    '<a b="c',
    '= ',
    '<a "\'',
  ]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    assert.ok(neutralizeTags(text).length >= text.length, piece);
  }
});

test.run();
