import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addCondition, conditionOf } from '../../ui/logs/logConditions';

const conditions: [key: string, value: unknown, found: string, excluded: string][] = [
  ['level', 8, 'level = 8', 'level != 8'],
  ['data.status', 400, 'data.status = 400', 'data.status != 400'],
  ['data.status', '400', 'data.status = "400"', 'data.status != "400"'],
  ['data.ok', true, 'data.ok = true', 'data.ok != true'],
  ['data.error', null, 'data.error = null', 'data.error != null'],
  ['data.execTime', -1.5e-9, 'data.execTime = -0.0000000015', 'data.execTime != -0.0000000015'],
  ['data.url', '/?a="b"', 'data.url = "/?a=\\"b\\""', 'data.url != "/?a=\\"b\\""'],
  [
    'data.details',
    { a: 1, b: ['x'] },
    'data ~ "\\"details\\":{\\"a\\":1,\\"b\\":[\\"x\\"]}"',
    'data !~ "\\"details\\":{\\"a\\":1,\\"b\\":[\\"x\\"]}"',
  ],
  ['data.a', 'C:\\new\n', 'data.a = "C:\\\\new\\n"', 'data.a != "C:\\\\new\\n"'],
  ['data.details', {}, 'data.details = "{}"', 'data.details != "{}"'],
  ['data.a-b', 'x', 'data ~ "\\"a-b\\":\\"x\\""', 'data !~ "\\"a-b\\":\\"x\\""'],
  [
    'data.0',
    4,
    '(data ~ "\\"0\\":4," || data ~ "\\"0\\":4}")',
    'data !~ "\\"0\\":4," && data !~ "\\"0\\":4}"',
  ],
  [
    'data.a-b',
    null,
    '(data !~ "\\"a-b\\":" || data ~ "\\"a-b\\":null")',
    'data ~ "\\"a-b\\":" && data !~ "\\"a-b\\":null"',
  ],
];
for (const [key, value, found, excluded] of conditions) {
  test(`the condition for ${key} = ${JSON.stringify(value)} is ${found}`, () => {
    assert.is(conditionOf(key, value, false), found);
    assert.is(conditionOf(key, value, true), excluded);
  });
}

test('a long log text does not make a long condition', () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`key${at}`, 'x'.repeat(1000)]));
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`);
  const long = ['x', '"', '\\', '%', '漢', '😀', '\n'].map((character) => character.repeat(100_000));
  for (const value of [...long, wide, deep, Object.values(wide), { a: { b: long } }]) {
    for (const key of [
      'message',
      'data.url',
      'data.a-b',
      `data.${'k'.repeat(10_000)}`,
      `data.${'-'.repeat(10_000)}`,
    ]) {
      if (key === 'message' && typeof value !== 'string') continue;
      for (const isExcluded of [false, true]) {
        const { length } = encodeURIComponent(conditionOf(key, value, isExcluded));
        assert.ok(length < 1_500, `${key.slice(0, 20)}: ${length}`);
      }
    }
  }
});

const joined: [filter: string, condition: string, expected: string][] = [
  ['', 'level = 8', 'level = 8'],
  ['level > 0', 'data.auth = "guest"', 'level > 0 && data.auth = "guest"'],
  ['level = 0 || level = 8', 'data.a = 1', '(level = 0 || level = 8)&&(data.a = 1)'],
  ['message = "a || b // c"', 'data.a = 1', 'message = "a || b // c" && data.a = 1'],
  ['level > 0 // no INFO', 'data.a = 1', '(level > 0 )&&(data.a = 1)'],
  ['level = 8', 'level = 8', 'level = 8'],
  ['level = 80', 'level = 8', 'level = 80 && level = 8'],
];
for (const [filter, condition, expected] of joined) {
  test(`"${filter}" joined with ${condition} is ${expected}`, () => {
    assert.is(addCondition(filter, condition), expected);
  });
}

test.run();
