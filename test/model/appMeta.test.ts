import { is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppMeta } from '../../ui/model/appMeta';

const cases: [name: string, value: unknown, expected: boolean][] = [
  [
    'whole settings',
    { meta: { appName: 'Acme', appUrl: 'http://a.b', hideControls: false }, smtp: {} },
    true,
  ],
  ['a name alone', { meta: { appName: '' } }, true],
  ['flags that are null', { meta: { appName: 'Acme', appUrl: null, hideControls: null } }, true],
  ['no meta', { smtp: {} }, false],
  ['no name', { meta: { hideControls: true } }, false],
  ['a flag that is a text', { meta: { appName: 'Acme', hideControls: 'false' } }, false],
];
for (const [name, value, expected] of cases) {
  test(`${name} are ${expected ? 'accepted' : 'refused'}`, () => assert.is(is(value, AppMeta), expected));
}

test.run();
