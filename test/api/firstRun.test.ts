import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { needsFirstAdmin } from '../../ui/api/firstRun';
import { failure, fakeBackend, html, networkError } from '../support/backend';
import { assertFails, connect } from './connect';

const route = 'POST /api/admins';
const blank = { code: 'validation_required', message: 'Cannot be blank.' };

test('a server that only misses e-mail and password has no admin yet', async () => {
  const backend = fakeBackend({ [route]: failure(400, 'Failed.', { email: blank, password: blank }) });
  const page = connect(backend, 't');
  assert.is(await needsFirstAdmin(), true);
  assert.equal(backend.calls[0]?.body, {});
  assert.not('authorization' in (backend.calls[0]?.headers ?? {}));
  assert.equal(page.told, []);
});

for (const status of [401, 403, 404, 500]) {
  test(`a server that answers ${status} has its admins`, async () => {
    const page = connect(fakeBackend({ [route]: failure(status, 'No.') }), 't');
    assert.is(await needsFirstAdmin(), false);
    assert.equal(page.told, []);
  });
}

test('a server that is away, or a page in its place, is no answer', async () => {
  const backend = fakeBackend({ [route]: networkError });
  connect(backend);
  await assertFails(needsFirstAdmin(), { kind: 'unreachable' });
  backend.answer(route, html(200, '<html></html>'));
  await assertFails(needsFirstAdmin(), { kind: 'unreadable' });
});

test.run();
