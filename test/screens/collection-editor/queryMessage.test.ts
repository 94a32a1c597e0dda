import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { queryMessage } from '../../../ui/screens/collection-editor/queryMessage';

const error = (message: string) => ({ code: 'validation_invalid', message });
const query = 'SELECT id, title, count(*), created, length(body) AS collectionId FROM posts';

const cases: [what: string, errors: Record<string, string>, said: string | null][] = [
  ['nothing', {}, null],
  ['what is elsewhere', { name: 'Taken.', listRule: 'Wrong.' }, null],
  ['the query', { 'options.query': 'No id.' }, 'No id.'],
  ['the schema as a whole', { schema: 'Invalid.' }, 'Invalid.'],
  ['a column', { 'schema.1.name': 'Invalid format.' }, 'count(*): Invalid format.'],
  [
    'several columns',
    { 'schema.2.name': 'Taken.', 'schema.1.name': 'Invalid format.', 'schema.0.options.max': 'Too long.' },
    'title: Too long.\ncount(*): Invalid format.\ncollectionId: Taken.',
  ],
  ['a column that we do not see', { 'schema.7.name': 'Wrong.' }, 'Column 8: Wrong.'],
];
for (const [what, messages, said] of cases) {
  test(`told is what is wrong with ${what}`, () => {
    const errors = Object.entries(messages).map(([path, message]) => [path, error(message)] as const);
    assert.is(queryMessage(Object.fromEntries(errors), query), said);
  });
}

test.run();
