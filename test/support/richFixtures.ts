// HTML from real records for the tests of the rich text field, in Node and in a browser.

/** HTML as TinyMCE 5 and 6 write it; most stored HTML comes from them. */
export const fromTinyMce: Record<string, string> = {
  'a paragraph': '<p>Hello world</p>',
  'paragraphs, one of them empty': '<p>One</p>\n<p>&nbsp;</p>\n<p>Two</p>',
  alignment:
    '<p style="text-align: center;">Middle</p>\n<p style="text-align: right;">End</p>\n<p style="text-align: justify;">Both</p>\n<p style="text-align: left;">Start</p>',
  'letters of all kinds':
    '<p>plain <strong>bold</strong>, <em>italic</em>, <span style="text-decoration: underline;">underlined</span>, <s>struck</s>, <sub>low</sub>, <sup>high</sup> and <code>code</code></p>',
  'older letters':
    '<p><b>bold</b> <i>italic</i> <u>under</u> <strike>struck</strike> <del>gone</del> <span style="text-decoration: line-through;">through</span></p>',
  'letters in letters':
    '<p><em>it <strong>both</strong></em> <strong>bold <em>both</em></strong> <strong><em><span style="text-decoration: underline;">three</span></em></strong></p>',
  'letters in another order': '<p><em><strong>a</strong></em><strong><em>b</em></strong></p>',
  colours:
    '<p><span style="color: #e03e2d;">red</span> <span style="color: rgb(224, 62, 45);">red</span> <span style="background-color: #f1c40f;">yellow</span></p>',
  'colours in one span':
    '<p><span style="background-color: rgb(241, 196, 15); color: rgb(0, 0, 0);">both</span></p>',
  'colours in two spans':
    '<p><span style="color: #e03e2d;"><span style="background-color: #f1c40f;">both</span></span></p>',
  'a colour that is underlined':
    '<p><span style="text-decoration: underline; color: #3598db;">both</span></p>',
  'coloured strong letters': '<p><strong style="color: teal;">x</strong></p>',
  headings:
    '<h1>One</h1>\n<h2>Two</h2>\n<h3 style="text-align: center;">Three</h3>\n<h4>Four</h4>\n<h5>Five</h5>\n<h6>Six</h6>',
  'a list': '<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  'a numbered list': '<ol>\n<li>one</li>\n<li><strong>two</strong></li>\n</ol>',
  'lists in lists':
    '<ul>\n<li>one\n<ul>\n<li>inner\n<ol>\n<li>innermost</li>\n</ol>\n</li>\n<li>inner two</li>\n</ul>\n</li>\n<li>two</li>\n</ul>\n<p>after</p>',
  'two lists in an item': '<ul>\n<li>one\n<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>\n</li>\n</ul>',
  'a list after another': '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>',
  'an empty item': '<ul>\n<li>a</li>\n<li></li>\n<li><br></li>\n</ul>',
  'aligned items': '<ul>\n<li style="text-align: center;">a</li>\n</ul>',
  links:
    '<p><a href="https://example.com/a?b=1&amp;c=2">plain</a> <a title="A title" href="https://example.com" target="_blank" rel="noopener">new tab</a> <a href="mailto:a@b.example">mail</a> <a href="/about">here</a> <a href="#part">part</a></p>',
  'letters in a link': '<p><a href="https://example.com">one <strong>two</strong> three</a></p>',
  'a link in letters': '<p><strong>one <a href="https://example.com">two</a> three</strong></p>',
  images:
    '<p><img src="https://example.com/a.png" alt="" width="300" height="200"></p>\n<p>text <img title="T" src="data:image/png;base64,iVBORw0KGgo=" alt="A &quot;word&quot;"> text</p>',
  'an image in a link':
    '<p><a href="https://example.com"><img src="https://example.com/a.png" alt="x"></a></p>',
  'line breaks': '<p>one<br>two<br><br>three</p>',
  'line breaks at the ends': '<p><br>one<br></p>',
  'a line break in letters': '<p><strong>one<br>two</strong></p>',
  'a quote': '<blockquote>\n<p>one</p>\n<p>two</p>\n</blockquote>\n<p>after</p>',
  'a quote with all kinds of blocks':
    '<blockquote>\n<h2>head</h2>\n<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n</ul>\n<pre>code</pre>\n<hr>\n</blockquote>',
  'a quote without a paragraph': '<blockquote>one</blockquote>\n<p>two</p>',
  preformatted: '<pre>one\n  two\n\nthree &lt;b&gt;</pre>',
  'preformatted code': '<pre><code>if (a &lt; b) {\n\treturn  1;\n}</code></pre>',
  'preformatted with empty lines at the ends': '<pre>\n\na\n\n</pre>',
  'preformatted code that begins with an empty line': '<pre><code>\na</code></pre>',
  'a dividing line': '<p>one</p>\n<hr>\n<p>two</p>',
  'a dividing line at the end': '<p>one</p>\n<hr>',
  'a dividing line alone': '<hr>',
  'from right to left':
    '<p dir="rtl">שלום</p>\n<p dir="ltr">hello</p>\n<h2 dir="rtl" style="text-align: left;">כותרת</h2>\n<ul>\n<li dir="rtl">א</li>\n</ul>',
  'direction as a style': '<p style="direction: rtl;">שלום</p>',
  'spaces that do not break': '<p>a&nbsp;b &nbsp; c&nbsp;&nbsp;d</p>',
  'letters that are markup': '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2 &amp;lt; "quoted" &copy;</p>',
  'letters beyond the first plane': '<p>😀 e\u0301 👩‍👩‍👧 <strong>😀</strong></p>',
  'text without a paragraph': 'Just a text with <strong>letters</strong>',
  nothing: '',
};

/** HTML that the editor cannot keep, and the messages to the user. */
export const lossy: [html: string, loss: string[]][] = [
  [
    '<table style="border-collapse: collapse; width: 100%;" border="1"><tbody><tr><td style="width: 50%;">a</td><td class="x">b</td></tr></tbody></table>',
    ['1 table'],
  ],
  ['<p class="lead big">a</p><p class="lead">b</p>', ['3 classes']],
  [
    '<p><iframe src="https://video.example/embed/1" width="560" height="314" allowfullscreen="allowfullscreen"></iframe></p>',
    ['1 iframe'],
  ],
  [
    '<table><tbody><tr><td>a</td></tr></tbody></table><p class="a b">x</p><p class="c">y</p><iframe src="https://video.example"></iframe>',
    ['1 table', '3 classes', '1 iframe'],
  ],
  [
    '<video controls="controls" width="300"><source src="https://v.example/a.mp4" type="video/mp4"></video><video src="/b.mp4"></video>',
    ['2 videos'],
  ],
  [
    '<p><span style="font-size: 14pt; font-family: arial;">a</span></p>',
    ['2 styles (font-size, font-family)'],
  ],
  ['<p style="padding-left: 40px;">a</p>', ['1 style (padding-left)']],
  ['<ul style="list-style-type: square;"><li>a</li></ul>', ['1 style (list-style-type)']],
  ['<ol start="3"><li>a</li></ol>', ['1 start attribute']],
  ['<pre class="language-javascript"><code>let a;</code></pre>', ['1 class']],
  ['<p id="top">a</p><p data-mce-x="1">b</p>', ['1 id attribute', '1 data attribute']],
  ['<div>a</div><section><p>b</p></section>', ['1 div', '1 section']],
  ['<p><mark>a</mark> <kbd>b</kbd></p>', ['1 mark', '1 kbd']],
  ['<p>a</p><!-- pagebreak -->', ['1 comment']],
  ['<p><a name="there"></a>a</p>', ['1 anchor', '1 name attribute']],
  ['<p><a href="javascript:alert(1)">a</a></p>', ['1 link to javascript:']],
  [
    '<p><a href=" java\nscript:alert(1)">a</a> <a href="ftp://a.example">b</a></p>',
    ['1 link to javascript:', '1 link to ftp:'],
  ],
  ['<p><a href="data:text/html,<script>alert(1)</script>">a</a></p>', ['1 link to data:']],
  [
    '<p><img src="blob:https://a.example/1"><img alt="x"></p>',
    ['1 image from blob:', '1 image without an address'],
  ],
  ['<p><img src="data:text/html,x"></p>', ['1 image from data:']],
  [
    '<p><img src="/a.png" class="left" srcset="/b.png 2x" loading="lazy"></p>',
    ['1 class', '1 srcset attribute', '1 loading attribute'],
  ],
  ['<script>alert(1)</script><p onclick="alert(1)">a</p>', ['1 script', '1 event handler']],
  ['<style>p { color: red }</style><p>a</p>', ['1 style sheet']],
  [
    '<!doctype html><html lang="en"><head><title>T</title></head><body class="b"><p>a</p></body></html>',
    ['1 doctype', '1 lang attribute', '1 class', '1 title'],
  ],
  ['<svg onload="alert(1)"><circle r="1"/></svg>', ['1 svg']],
  ['<ul><li><p>a</p></li><li><h2>b</h2></li></ul>', ['1 paragraph', '1 heading']],
  ['<blockquote><blockquote>a</blockquote></blockquote>', ['1 nested quote']],
  ['<p>a</p>text<p>b</p>', ['1 text outside of paragraphs']],
  ['<p><strong>a</strong><strong>b</strong></p>', ['1 strong']],
  ['<ul><li>a</li></ul><ul><li>b</li></ul>', ['1 list']],
  ['<ul><li>a<ul><li>b</li></ul>c</li></ul>', ['the way its parts are nested']],
  ['<pre>a</pre><pre>b</pre>', ['1 code block']],
  ['<p style="color: red;">a</p>', ['1 style (color)']],
  [
    '<p><span style="background-color: url(https://spy.example/a);">a</span></p>',
    ['1 style (background-color)'],
  ],
  ['<details><summary>a</summary>b</details>', ['1 details']],
  ['<my-widget>a</my-widget>', ['1 my-widget']],
];

/** Removes the line break after `<pre>`, as the standard and all browsers do; happy-dom keeps it. */
export function parseLikeBrowsers(): void {
  const { parseFromString } = DOMParser.prototype;
  DOMParser.prototype.parseFromString = function (text: string, type) {
    return parseFromString.call(this, text.replace(/(<pre\b[^>]*>)\n/gi, '$1'), type);
  };
}
