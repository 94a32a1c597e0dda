import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError, isMissing } from '../../ui/api/ApiError';

const failure = (status: number) =>
  new ApiError({ kind: 'refused', url: '/api/collections/posts', status, message: 'No.' });

for (const [name, error, expected] of [
  ['404', failure(404), true],
  ['400', failure(400), false],
  ['403', failure(403), false],
  ['no response', failure(0), false],
  ['another error', new Error('404'), false],
  ['a look-alike', { status: 404 }, false],
  ['nothing', undefined, false],
] as const) {
  test(`${name} ${expected ? 'means' : 'does not mean'} that a thing is missing`, () =>
    assert.is(isMissing(error), expected));
}

test.run();
