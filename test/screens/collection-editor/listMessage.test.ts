import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listMessage } from '../../../ui/screens/collection-editor/listMessage';

const error = (message: string) => ({ code: 'validation_invalid', message });
const list = ['a.com', 'b', 'c'];

const cases: [what: string, errors: Record<string, string>, said: string | null][] = [
  ['nothing', {}, null],
  ['another list', { 'options.other.0': 'Wrong.' }, null],
  ['the whole', { 'options.list': 'Must be blank.', 'options.list.1': 'Wrong.' }, 'Must be blank.'],
  ['an entry', { 'options.list.1': 'No domain.' }, 'b: No domain.'],
  ['two entries', { 'options.list.2': 'Wrong.', 'options.list.1': 'No domain.' }, 'b: No domain.\nc: Wrong.'],
];
for (const [what, messages, said] of cases) {
  test(`told is what is wrong with ${what}`, () => {
    const errors = Object.entries(messages).map(([path, message]) => [path, error(message)] as const);
    assert.is(listMessage(Object.fromEntries(errors), 'options.list', list), said);
  });
}

test.run();
