import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { convertForEditor, lossOf, obstacleTo, treeOf } from '../../../ui/kit/rich-text/editableHtml';
import { fromTinyMce, lossy, parseLikeBrowsers } from '../../support/richFixtures';
import '../../support/dom';

parseLikeBrowsers();

for (const [name, html] of Object.entries(fromTinyMce)) {
  test(`loses nothing of ${name}, and rewrites no character`, () => {
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
  test(`ignores a difference of ${what}`, () => {
    assert.is(treeOf(one), treeOf(other));
    assert.equal(lossOf(one), []);
  });
}

test('a visible difference counts', () => {
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

test('what was converted survives from then on, with its text', () => {
  for (const [html] of lossy) {
    const converted = convertForEditor(html);
    assert.equal(lossOf(converted), [], `${html} became ${converted}`);
  }
  assert.is(
    convertForEditor('<table><tbody><tr><td>a</td><td><b>b</b></td></tr></tbody></table><div>c</div>'),
    '<p>a</p>\n<p><b>b</b></p>\n<p>c</p>',
  );
});

/** [text without a tag, as the editor prints it] */
const plainTexts: [string, string][] = [
  ['one\ntwo', 'one<br>two'],
  ['one\r\n\r\ntwo\n', 'one<br><br>two<br>'],
  ['a  b   c', 'a &nbsp;b &nbsp;&nbsp;c'],
  ['list:\n  indented', 'list:<br>&nbsp;&nbsp;indented'],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ['one line', 'one line'],
  [' \n ', ''],
];
for (const [text, html] of plainTexts) {
  test(`loses nothing of the plain text ${JSON.stringify(text)}`, () => {
    assert.equal(lossOf(text), []);
    assert.is(convertForEditor(text), html);
  });
}

test('tabs in a plain text would be lost', () => {
  assert.equal([lossOf('a\tb'), lossOf('a\tb\tc'), lossOf('<p>a\tb</p>')], [['1 tab'], ['2 tabs'], []]);
});

/** [name, HTML, obstacle] */
const obstacles: [string, string, ReturnType<typeof obstacleTo>][] = [
  ['a text', '<p>a</p>', null],
  ['a table', '<table><tbody><tr><td>a</td></tr></tbody></table>', ['1 table']],
  ['1,000 paragraphs', '<p>a</p>'.repeat(1_000), null],
  ['3,000 items', `<ul>${'<li>a</li>'.repeat(3_000)}</ul>`, 'size'],
  ['400,000 characters', `<p>${'word '.repeat(80_000)}</p>`, 'size'],
  ['400,000 characters without a tag', 'word '.repeat(80_000), 'size'],
  ['a picture of 1 MB', `<p><img src="data:image/png;base64,${'AAAA'.repeat(250_000)}"></p>`, null],
];
for (const [what, html, obstacle] of obstacles) {
  test(`${what}: ${obstacle === null ? 'opens in the editor' : 'opens as source'}`, () => {
    assert.equal(obstacleTo(html), obstacle);
  });
}

test('checks a large text for losses if the user wants it anyway', () => {
  assert.is(obstacleTo('<p>a</p>'.repeat(2_100), true), null);
  assert.equal(obstacleTo(`<table></table>${'<p>a</p>'.repeat(2_100)}`, true), ['1 table']);
});

test.run();
