// The popup of a cell whose value is read in full before it is edited.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FakeBackend, failure } from '../../../support/backend';
import { click, press, rest, type View } from '../../../support/render';
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

const popup = (view: View) => view.find('[role="dialog"]');
const keep = (view: View) => view.byText<HTMLButtonElement>('Keep');

test('json whose record cannot be read says why in its popup, and Retry reads it again', async () => {
  backend.answer(recordRoute, failure(500, 'The disk is full.'));
  const view = await openTable();
  press(await goTo(0, 'meta'), 'Enter');
  await rest();
  assert.match(popup(view).textContent ?? '', /The value could not be loaded\.The disk is full\./);
  assert.is(keep(view).disabled, true);
  assert.is(view.findAll('[role="dialog"] [role="textbox"]').length, 0, 'nothing can be typed');

  click(view.byText('Retry'));
  await rest();
  assert.is(backend.callsTo(recordRoute).length, 2);
  assert.match(popup(view).textContent ?? '', /The value could not be loaded\./);

  backend.answer(recordRoute, { ...post, meta: { whole: true } });
  click(view.byText('Retry'));
  await rest();
  assert.not.match(popup(view).textContent ?? '', /could not be loaded/);
  assert.match(popup(view).textContent ?? '', /"whole":\s*true/);
  assert.is(keep(view).disabled, false);
  click(keep(view));
  await rest();
  assert.equal(changed(), [], 'nothing was typed');
});

test.run();
