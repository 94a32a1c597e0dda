import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { errorsByKey } from '../../../ui/screens/collection-editor/collectionErrors';

const error = { code: 'c', message: 'm' };
const keys = ['k0', 'new 1', 'k12'];

const cases: [path: string, at: string, keys?: string[]][] = [
  ['schema.0', 'schema.k0'],
  ['schema.1.name', 'schema.new 1.name'],
  ['schema.2.options.thumbs.0', 'schema.k12.options.thumbs.0'],
  ['schema.7.name', 'schema.7.name'],
  ['schema', 'schema'],
  ['indexes.0', 'indexes.0'],
  ['options.query', 'options.query'],
  ['schema.0.name', 'schema.0.name', []],
];
for (const [path, at, given = keys] of cases) {
  test(`${path} of ${given.length} fields stands at ${at}`, () => {
    assert.equal(errorsByKey({ [path]: error }, given), { [at]: error });
  });
}

test.run();
