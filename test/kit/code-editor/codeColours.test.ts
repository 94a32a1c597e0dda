import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ColouredLanguage, coloursOf } from '../../../ui/kit/code-editor/codeColours';

/** [language, code with each coloured part as kind(text)] */
const cases: [ColouredLanguage, string, string][] = [
  [
    'json',
    '{"a": [1.5, true, null, "b\\"c"]}',
    '{key("a"): [number(1.5), word(true), word(null), string("b\\"c")]}',
  ],
  ['json', '{\n  "open', '{\n  string("open)'],
  [
    'filter',
    "name = 'a b' && @now > 3 // why",
    "key(name) = string('a b') && word(@now) > number(3) comment(// why)",
  ],
  ['filter', "a = 'two\nlines' || b", "key(a) = string('two)\nstring(lines') || key(b)"],
  [
    'html',
    '<p class="a">x &amp; y</p><!-- z -->',
    '<key(p) word(class)=string("a")>x word(&amp;) y</key(p)>comment(<!-- z -->)',
  ],
  ['html', '<!-- one\ntwo -->', 'comment(<!-- one)\ncomment(two -->)'],
  ['sql', 'select id from t -- all', 'word(select) key(id) word(from) key(t) comment(-- all)'],
  ['sql', "where a = 'it''s' and b = 2", "word(where) key(a) = string('it''s') word(and) key(b) = number(2)"],
  ['sql', "x'0f' /* a\nb */ c", "string(x'0f') comment(/* a)\ncomment(b */) key(c)"],
  ['sql', "'it''s\nso' \"a\nb\" [c\nd]", "string('it''s)\nstring(so') key(\"a)\nkey(b\") key([c)\nkey(d])"],
  [
    'sql',
    'SELECT p.id, `order`, "by", name, text, null from posts p',
    'word(SELECT) key(p).key(id), key(`order`), key("by"), key(name), key(text), word(null) word(from) key(posts) key(p)',
  ],
  ['sql', '1.5e3 <> .5', 'number(1.5e3) <> number(.5)'],
  ['filter', 'user7@example.com', 'user7@example.com'],
  ['filter', 'geoDistance(a, 1) > 2', 'word(geoDistance)(key(a), number(1)) > number(2)'],
  ['filter', "(a?=true||b!~'x')", "(key(a)?=word(true)||key(b)!~string('x'))"],
];

for (const [language, code, expected] of cases) {
  const plain = code;
  test(`${language}: ${plain}`, () => {
    const parts = coloursOf(plain, language);
    assert.is(parts.map(({ text }) => text).join(''), plain, 'no letter is lost');
    assert.is(parts.map(({ kind, text }) => (kind ? `${kind}(${text})` : text)).join(''), expected);
  });
}

test.run();
