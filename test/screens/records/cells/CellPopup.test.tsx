// The popup of a cell whose value is read in full before it is edited.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FakeBackend, failure } from '../../../support/backend';
import { click, press, rest } from '../../../support/render';
import { post } from '../../../support/samples';
import { changed, endTable, goTo, openTable, startTable } from '../tableScene';

const recordRoute = 'GET /api/collections/:collection/records/:id';

let backend: FakeBackend;

test.before.each(() => {
  mock.method(console, 'error', () => {});
  backend = startTable();
});
test.after.each(async () => {
  await endTable();
  mock.restoreAll();
});

test('json whose record cannot be read says why in its popup, and Retry reads it again', async () => {
  backend.answer(recordRoute, failure(500, 'The disk is full.'));
  const view = await openTable();
  const told = () => view.find('[role="dialog"]').textContent ?? '';
  const keep = () => view.byText<HTMLButtonElement>('Keep');
  press(await goTo(0, 'meta'), 'Enter');
  await rest();
  assert.match(told(), /The value could not be loaded\.The disk is full\./);
  assert.is(keep().disabled, true);
  assert.is(view.findAll('[role="dialog"] [role="textbox"]').length, 0, 'nothing can be typed');

  backend.answer(recordRoute, { ...post, meta: { whole: true } });
  click(view.byText('Retry'));
  await rest();
  assert.not.match(told(), /could not be loaded/);
  assert.match(told(), /"whole":\s*true/);
  assert.is(keep().disabled, false);
  click(keep());
  await rest();
  assert.equal(changed(), [], 'nothing was typed');
});

test.run();
