import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  dartText,
  javascriptText,
  jsonText,
  printDart,
  printJavascript,
  printJson,
  type Sample,
  sampleObject,
  shellText,
} from '../../../ui/collections/docs/literals';

const hostile = [
  '',
  "it's",
  'say "no"',
  'a\\',
  "\\'; process.exit(); '",
  `\${process.exit()}`,
  '$HOME `id` $(id) !!',
  'two\nlines\r\tand\u2028more\u2029',
  '\u001b[201~ rm',
  'a\u202eb\u200b\ufeff',
  '\ud800 half',
  '👩‍👩‍👧 é',
  '</script><b>',
  "'''",
];
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const evaluate = (code: string) => new Function(`return (${code})`)() as unknown;
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom(...hostile));

/** Reads a text in single quotes as Dart does. Fails if the quotes end early or an expression begins. */
function readDart(literal: string): string {
  assert.match(literal, /^'(?:[^'\\$\n\r]|\\[^\n])*'$/);
  return literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, hex: string | undefined, letter: string) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : ({ n: '\n', r: '\r', t: '\t' }[letter] ?? letter),
    );
}

test('JSON, JavaScript and Dart read any text back unchanged, without invisible characters', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.is(JSON.parse(jsonText(text)), text);
      assert.is(evaluate(javascriptText(text)), text);
      assert.is(readDart(dartText(text)), text);
      for (const literal of [jsonText(text), javascriptText(text), dartText(text)]) {
        assert.not.ok(unseen.test(literal), literal);
      }
    }),
    { numRuns: 500 },
  );
});

test('a shell passes any text on unchanged', () => {
  const texts = [...hostile.filter((text) => !text.includes('\ud800')), '!#&|;<>*?[]{}~', 'ends in \\'];
  const output = execFileSync('sh', ['-c', `printf '%s\\036' ${texts.map(shellText).join(' ')}`], {
    encoding: 'utf8',
  });
  assert.equal(output.split('\u001e').slice(0, -1), texts);
});

const value: Sample = new Map<string, Sample>([
  ['1', 'one'],
  ['__proto__', "it's"],
  ['a b', [1.5, true, null]],
  ['list', [sampleObject({ x: 1 }), sampleObject({})]],
  ['$x', -3],
]);

test('an object keeps the order and the names of its keys in JSON', () => {
  const oneLine = printJson(value).replaceAll(/\n */g, ' ');
  const list = '[ { "x": 1 }, {} ]';
  const start = `{ "1": "one", "__proto__": "it's", "a b": [1.5, true, null]`;
  assert.is(oneLine, `${start}, "list": ${list}, "$x": -3 }`);
  assert.match(printJson(value), /^\{\n {2}"1": /);
});

test('no key of an object sets its prototype in JavaScript', () => {
  const read = evaluate(printJavascript(value)) as Record<string, unknown>;
  assert.is(Object.getPrototypeOf(read), Object.prototype);
  assert.equal(Object.keys(read).sort(), ['$x', '1', '__proto__', 'a b', 'list'].sort());
  assert.is(Object.getOwnPropertyDescriptor(read, '__proto__')?.value, "it's");
  assert.is(printDart(sampleObject({ $a: 'b$', n: [1] })), "{\n  '\\$a': 'b\\$',\n  'n': [1],\n}");
});

test.run();
