import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { convertForEditor, lossOf, treeOf } from '../../../ui/kit/rich-text/editableHtml';
import { printHtml } from '../../../ui/kit/rich-text/htmlSerializer';
import { passThroughEditor } from '../../../ui/kit/rich-text/quillEditor';
import { printLink, type RichOp } from '../../../ui/kit/rich-text/richFormats';
import '../../support/dom';
import { parseLikeBrowsers } from '../../support/richFixtures';

parseLikeBrowsers();

const line = (text: string, attributes?: RichOp['attributes']): RichOp[] => [
  { insert: text },
  { insert: '\n', attributes },
];
const link = printLink({ href: 'https://example.com/?a=1&b="2"' });

const cases: [what: string, ops: RichOp[], html: string][] = [
  ['nothing', [], ''],
  ['an empty line', [{ insert: '\n' }], ''],
  ['empty lines', [{ insert: '\n\n\n' }], ''],
  ['an empty line of a kind', [{ insert: '\n', attributes: { header: 2, direction: 'rtl' } }], ''],
  ['blanks alone', line('   '), ''],
  ['a paragraph', line('one'), '<p>one</p>'],
  [
    'an empty line between two',
    [...line('one'), { insert: '\n' }, ...line('two')],
    '<p>one</p>\n<p><br></p>\n<p>two</p>',
  ],
  ['markup as text', line('<b> & "c"'), '<p>&lt;b&gt; &amp; "c"</p>'],
  ['one blank between words', line('a b c'), '<p>a b c</p>'],
  ['a run of blanks', line('a  b   c    d'), '<p>a &nbsp;b &nbsp; c &nbsp; &nbsp;d</p>'],
  ['blanks at the start', line('  a'), '<p>&nbsp; a</p>'],
  ['blanks at the end', line('a  '), '<p>a</p>'],
  ['a blank that does not break', line('a\u00A0b'), '<p>a&nbsp;b</p>'],
  ['a tab', line('a\tb'), '<p>a b</p>'],
  [
    'blanks at both sides of a format',
    [{ insert: 'a ' }, { insert: ' b ', attributes: { bold: true } }, { insert: ' c' }, { insert: '\n' }],
    '<p>a <strong>&nbsp;b </strong>&nbsp;c</p>',
  ],
  [
    'blanks around a line break',
    [{ insert: 'a ' }, { insert: { softbreak: true } }, { insert: ' b' }, { insert: '\n' }],
    '<p>a<br>&nbsp;b</p>',
  ],
  [
    'formats in formats',
    [
      { insert: 'a', attributes: { italic: true } },
      { insert: 'b', attributes: { italic: true, bold: true } },
      { insert: 'c', attributes: { bold: true } },
      { insert: '\n' },
    ],
    '<p><em>a<strong>b</strong></em><strong>c</strong></p>',
  ],
  [
    'all inline formats',
    [
      {
        insert: 'a',
        attributes: {
          bold: true,
          italic: true,
          underline: true,
          strike: true,
          code: true,
          color: 'red',
          background: '#ff0',
          link,
        },
      },
      { insert: '\n' },
    ],
    '<p><a href="https://example.com/?a=1&amp;b=&quot;2&quot;"><span style="color: red; background-color: #ff0;"><strong><em><u><s><code>a</code></s></u></em></strong></span></a></p>',
  ],
  [
    'inline elements as written, until one of their formats is removed',
    [
      { insert: 'a', attributes: { bold: true, italic: true, markup: 'i b' } },
      { insert: 'b', attributes: { bold: true, markup: 'i b' } },
      { insert: '\n' },
    ],
    '<p><i><b>a</b></i><strong>b</strong></p>',
  ],
  [
    'a written form that names what it does not know',
    [{ insert: 'a', attributes: { bold: true, markup: 'strong script:x' } }, { insert: '\n' }],
    '<p><strong>a</strong></p>',
  ],
  [
    'alignment and direction',
    line('a', { align: 'center', direction: 'rtl' }),
    '<p style="text-align: center; direction: rtl;">a</p>',
  ],
  ['a direction that was an attribute', line('a', { direction: 'dir:rtl' }), '<p dir="rtl">a</p>'],
  ['a heading', line('a', { header: 3, align: 'right' }), '<h3 style="text-align: right;">a</h3>'],
  [
    'lists in lists',
    [
      ...line('a', { list: 'bullet' }),
      ...line('b', { list: 'ordered', indent: 1 }),
      ...line('c', { list: 'ordered', indent: 1 }),
      ...line('d', { list: 'bullet' }),
      ...line('e', { list: 'ordered' }),
    ],
    '<ul>\n<li>a\n<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n<li>d</li>\n</ul>\n<ol>\n<li>e</li>\n</ol>',
  ],
  [
    'a list that begins further in',
    [...line('a', { list: 'bullet', indent: 2 }), ...line('b', { list: 'bullet' })],
    '<ul>\n<li>\n<ul>\n<li>\n<ul>\n<li>a</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>b</li>\n</ul>',
  ],
  [
    'a quote of several blocks',
    [...line('a', { blockquote: true }), ...line('b', { blockquote: true, list: 'bullet' }), ...line('c')],
    '<blockquote>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</blockquote>\n<p>c</p>',
  ],
  [
    'code',
    [
      ...line('if (a < b) {', { 'code-block': 'code' }),
      ...line('\t  c;', { 'code-block': 'code' }),
      ...line('}', { 'code-block': 'code' }),
    ],
    '<pre><code>if (a &lt; b) {\n\t  c;\n}</code></pre>',
  ],
  [
    'preformatted text that begins with an empty line',
    [...line('', { 'code-block': 'pre' }), ...line('a', { 'code-block': 'pre' })],
    '<pre>\n\na</pre>',
  ],
  [
    'a dividing line, and the line behind it that keeps the caret',
    [...line('a'), { insert: { divider: true } }, { insert: '\n' }],
    '<p>a</p>\n<hr>',
  ],
  ['text that stood alone', line('a', { bare: true }), 'a'],
  [
    'text that stood alone and no longer does',
    [...line('a', { bare: true }), ...line('b', { bare: true })],
    '<p>a</p>\n<p>b</p>',
  ],
  ['text that stood alone and became a heading', line('a', { bare: true, header: 2 }), '<h2>a</h2>'],
  [
    'an image',
    [{ insert: { image: { src: 'https://a.example/?b=1&c="', alt: '', width: '10' } } }, { insert: '\n' }],
    '<p><img src="https://a.example/?b=1&amp;c=&quot;" alt="" width="10"></p>',
  ],
];

for (const [what, ops, html] of cases) {
  test(`prints ${what}: ${html.replaceAll('\n', ' ').slice(0, 80)}`, () => assert.is(printHtml(ops), html));
}

const words = fc
  .array(fc.constantFrom('a', 'word', ' ', '  ', '\u00A0', '<', '&', '"', 'é', '😀', '\t', '&amp;', '-->'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

const letterFormats = fc.record(
  {
    bold: fc.constant(true),
    italic: fc.constant(true),
    underline: fc.constant(true),
    strike: fc.constant(true),
    code: fc.constant(true),
    sub: fc.constant(true),
    color: fc.constantFrom('red', '#e03e2d', 'rgb(1, 2, 3)'),
    background: fc.constantFrom('khaki', '#ff0'),
    link: fc.constantFrom(link, printLink({ href: '/here', target: '_blank', rel: 'noopener' })),
    markup: fc.constantFrom('em strong', 'span:color+background', 'b', 'i b', 'nonsense'),
  },
  { requiredKeys: [] },
);

const letters = fc.oneof(
  { weight: 6, arbitrary: fc.record({ insert: words, attributes: letterFormats }) },
  { weight: 1, arbitrary: fc.constant({ insert: { softbreak: true } }) },
  { weight: 1, arbitrary: fc.constant({ insert: { image: { src: '/a.png', alt: 'a' } } }) },
);

const align = fc.option(fc.constantFrom('left', 'center', 'right'), { nil: undefined });
const direction = fc.option(fc.constantFrom('rtl', 'dir:rtl', 'dir:ltr'), { nil: undefined });
const blockquote = fc.option(fc.constant(true), { nil: undefined });
const lineKinds = fc.oneof(
  fc.record({ align, direction, blockquote, bare: fc.option(fc.constant(true), { nil: undefined }) }),
  fc.record({ align, direction, blockquote, header: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    align,
    direction,
    blockquote,
    list: fc.constantFrom('bullet', 'ordered'),
    indent: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  }),
);
const defined = (formats: object) =>
  Object.fromEntries(Object.entries(formats).filter(([, value]) => value !== undefined));

const textLine = fc
  .tuple(fc.array(letters, { maxLength: 4 }), lineKinds)
  .map(([content, kind]): RichOp[] => [...content, { insert: '\n', attributes: defined(kind) }]);
const codeLine = fc
  .tuple(words, fc.constantFrom('code', 'pre'), blockquote)
  .map(([text, code, quote]): RichOp[] => [
    { insert: text },
    { insert: '\n', attributes: defined({ 'code-block': code, blockquote: quote }) },
  ]);
const divider = fc.constant<RichOp[]>([{ insert: { divider: true } }]);
const documents = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: textLine },
      { weight: 2, arbitrary: codeLine },
      { weight: 1, arbitrary: divider },
    ),
    { maxLength: 8 },
  )
  .map((lines) => [...lines.flat(), { insert: '\n' }]);

test('every content of the editor survives printing and reading', () => {
  fc.assert(
    fc.property(documents, (ops) => {
      const html = printHtml(passThroughEditor(ops));
      assert.equal(lossOf(html), [], html);
      assert.is(convertForEditor(html), html);
    }),
    {
      numRuns: 60,
      examples: [
        [
          [
            { insert: { divider: true } },
            { insert: '\n', attributes: { blockquote: true, bare: true } },
            { insert: '\n' },
          ],
        ],
        [
          [
            ...line('a'),
            { insert: { softbreak: true } },
            { insert: '\n', attributes: { blockquote: true, bare: true } },
            { insert: '\n' },
          ],
        ],
      ],
    },
  );
});

const textOf = (html: string) =>
  treeOf(html)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, '');

/** HTML as people and programs write it: mostly what the editor can hold, sometimes what it cannot. */
const { block } = fc.letrec<{ inline: string; block: string }>((tie) => {
  const of = (common: string[], rare: string[]) =>
    fc.oneof(
      { weight: 15, arbitrary: fc.constantFrom(...common) },
      { weight: 1, arbitrary: fc.constantFrom(...rare) },
    );
  const inside = fc.array(tie('inline'), { minLength: 1, maxLength: 2 }).map((parts) => parts.join(' and '));
  const around = (
    tags: fc.Arbitrary<string>,
    content: fc.Arbitrary<string>,
    attributes: fc.Arbitrary<string> = fc.constant(''),
  ) =>
    fc
      .tuple(tags, attributes, content)
      .map(([tag, attribute, html]) => `<${tag}${attribute}>${html}</${tag}>`);
  const items = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: inside },
        fc.tuple(inside, tie('block')).map(([text, html]) => text + html),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((all) => all.map((item) => `\n<li>${item}</li>`).join(''));
  const letterAttributes = of(
    [
      ' style="color: red;"',
      ' style="text-decoration: underline;"',
      ' style="color: blue; background-color: #eee;"',
    ],
    [' class="y"', ' style="font-size: 12pt;"'],
  );
  const linkAttributes = of(
    [' href="https://a.example"', ' href="/b" target="_blank" rel="noopener" title="t"'],
    [' href="javascript:alert(1)"', ' name="n"'],
  );
  const lineAttributes = of(
    ['', '', ' style="text-align: center;"', ' dir="rtl"'],
    [' class="z"', ' id="i"'],
  );
  return {
    inline: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      {
        weight: 4,
        arbitrary: of(
          ['word', 'two words', 'a &nbsp;b', '&lt;b&gt;', 'one<br>two', '<img src="/a.png" alt="">'],
          ['<img class="x" src="/a.png">', '<!-- c -->', '<iframe src="/x"></iframe>'],
        ),
      },
      around(of(['strong', 'b', 'em', 'i', 'u', 's', 'code'], ['mark', 'small']), inside),
      around(fc.constant('span'), inside, letterAttributes),
      around(fc.constant('a'), inside, linkAttributes),
    ),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: around(fc.constantFrom('p', 'h2', 'h4'), inside, lineAttributes) },
      of(
        ['<hr>', '<p></p>', '<p>&nbsp;</p>', '<pre>a\n b</pre>', '<blockquote>a</blockquote>'],
        ['<table><tbody><tr><td>cell</td></tr></tbody></table>', '<pre><b>x</b></pre>'],
      ),
      around(of(['blockquote'], ['div', 'section']), tie('block')),
      { weight: 2, arbitrary: around(fc.constantFrom('ul', 'ol'), items) },
    ),
  };
});
const pages = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join('\n'));

test('a second pass changes nothing, for HTML that survives and for converted HTML; no word is lost', () => {
  let survived = 0;
  fc.assert(
    fc.property(pages, (html) => {
      const first = convertForEditor(html);
      assert.is(convertForEditor(first), first);
      assert.equal(lossOf(first), [], first);
      if (lossOf(html).length === 0) {
        survived += 1;
        assert.is(treeOf(first), treeOf(html));
      }
      assert.is(textOf(first), textOf(html));
    }),
    { numRuns: 80 },
  );
  assert.ok(survived > 12, `only ${survived} survived: the test shows little`);
});

test.run();
