import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { convertForEditor, lossOf, treeOf } from '../../../ui/components/lazy/roundTrip';
import { fromTinyMce, lossy, parseLikeBrowsers } from '../../support/richFixtures';
import '../../support/dom';

parseLikeBrowsers();

for (const [name, html] of Object.entries(fromTinyMce)) {
  test(`${name}: nothing is lost, and no character is written anew`, () => {
    assert.equal(lossOf(html), []);
    assert.is(treeOf(convertForEditor(html)), treeOf(html));
  });
}

/** [what, HTML, the tree that is equal to it] */
const equal: [string, string, string][] = [
  [
    'white space between blocks',
    '<ul>\n  <li> a\n </li>\n</ul>\n\n <p>\tb </p>',
    '<ul><li>a</li></ul><p>b</p>',
  ],
  ['a run of white space', '<p>one\n   two</p>', '<p>one two</p>'],
  ['white space around a line break', '<p>one <br> two</p>', '<p>one<br>two</p>'],
  ['white space at both sides of a tag', '<p>one <b> two</b></p>', '<p>one <strong>two</strong></p>'],
  ['b and i', '<p><b>a</b><i>b</i></p>', '<p><strong>a</strong><em>b</em></p>'],
  ['the order of attributes', '<p><img alt="a" src="/b.png"></p>', '<p><img src="/b.png" alt="a"></p>'],
  [
    'the order of styles',
    '<p style="direction: rtl; text-align: left">a</p>',
    '<p style="text-align:left;direction:rtl">a</p>',
  ],
  ['a line break in an empty block', '<p>a</p><p><br></p>', '<p>a</p><p></p>'],
  ['empty paragraphs alone', '<p><br></p>\n<p></p>', ''],
  ['end tags that were left out', '<ul><li>a<li>b</ul><p>c', '<ul><li>a</li><li>b</li></ul><p>c</p>'],
  ['entities', '<p>&eacute;&#8364;</p>', '<p>é€</p>'],
];

for (const [what, one, other] of equal) {
  test(`${what} is no difference`, () => {
    assert.is(treeOf(one), treeOf(other));
    assert.equal(lossOf(one), []);
  });
}

test('a difference that can be seen is one', () => {
  for (const [one, other] of [
    ['<p>a b</p>', '<p>ab</p>'],
    ['<p>a</p><p>b</p>', '<p>a<br>b</p>'],
    ['<p>a&nbsp;b</p>', '<p>a b</p>'],
    ['<p><em><b>a</b></em></p>', '<p><b><em>a</em></b></p>'],
    ['<p style="text-align: left">a</p>', '<p>a</p>'],
    ['<p class="a">a</p>', '<p>a</p>'],
    ['<pre>a  b</pre>', '<pre>a b</pre>'],
    ['<p>a<br></p>', '<p>a</p>'],
    ['<p>a</p><!-- b -->', '<p>a</p>'],
    ['&lt;p>', '<p>'],
    ['<body class="a"><p>b', '<p>b'],
  ] as const) {
    assert.is.not(treeOf(one), treeOf(other), `${one} and ${other}`);
  }
});

for (const [html, loss] of lossy) {
  test(`the editor would drop ${loss.join(', ')}: ${html.slice(0, 70)}`, () =>
    assert.equal(lossOf(html), loss));
}

test('what was converted survives from then on, and its text is still there', () => {
  for (const [html] of lossy) {
    const converted = convertForEditor(html);
    assert.equal(lossOf(converted), [], `${html} became ${converted}`);
  }
  assert.is(
    convertForEditor('<table><tbody><tr><td>a</td><td><b>b</b></td></tr></tbody></table><div>c</div>'),
    '<p>a</p>\n<p><b>b</b></p>\n<p>c</p>',
  );
});

test.run();
