import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { goJson } from '../../ui/model/goJson';

const cases: [value: unknown, json: string][] = [
  [
    { b: 1, a: ['<&>', null, true, 1e21], 10: 'x', 9: {} },
    '{"10":"x","9":{},"a":["\\u003c\\u0026\\u003e",null,true,1e+21],"b":1}',
  ],
  ['\u2028"\\\n\u2029', '"\\u2028\\"\\\\\\n\\u2029"'],
  [{ '<': { b: [], a: undefined } }, '{"\\u003c":{"a":null,"b":[]}}'],
  [[undefined, -0.5], '[null,-0.5]'],
  [undefined, 'null'],
];
for (const [value, json] of cases) {
  test(`Go prints ${json}`, () => assert.is(goJson(value), json));
}

test.run();
