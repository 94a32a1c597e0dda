// The table of records while its rows and columns change: where the cursor goes, and that no change is lost.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as unsaved from '../../../ui/state/forms/unsaved';
import type { Call, FakeBackend } from '../../support/backend';
import { act, click, eventually, press, quiet, rest, type View } from '../../support/render';
import { emptyPost, listOf, post } from '../../support/samples';
import { cellOf, changed, endTable, goTo, listRoute, openTable, stage, startTable } from './tableScene';

let backend: FakeBackend;

test.before.each(() => {
  backend = startTable();
});
test.after.each(endTable);

/** The texts of the live regions. */
const told = (view: View) => view.findAll('[role="status"]').map((region) => region.textContent);

/** Reads the list again, and leaves the focus where it is. */
async function refresh(view: View): Promise<void> {
  act(() => view.byLabel('Refresh').click());
  await rest();
}

test('a record that leaves the list hands the cursor to the next one, which is announced', async () => {
  const view = await openTable();
  await goTo(0, 'views');
  await refresh(view);
  await quiet();
  assert.is(document.activeElement === cellOf(0, 'views'), true);
  assert.not.ok(told(view).includes('Record no longer in the list'), 'it is there still');

  backend.answer(listRoute, listOf([emptyPost], 40));
  await refresh(view);
  await eventually(() => told(view).includes('Record no longer in the list'), true);
  assert.match(cellOf(0, 'id').textContent ?? '', emptyPost.id);
  assert.is(document.activeElement === cellOf(0, 'views'), true, 'in the same column');
});

const heads = (view: View) => view.findAll('th[data-column]').map((head) => head.dataset['column']);

test('a changed cell survives Load more and that its column is hidden, and shows again with it', async () => {
  backend.answer(listRoute, ({ query }: Call) => {
    const first = Array.from({ length: 40 }, (_, at) => (at === 0 ? post : { ...post, id: `post${at}` }));
    return query['page'] === '1' ? listOf(first, 40) : { ...listOf([emptyPost], 40), page: 2 };
  });
  const view = await openTable();
  stage('views', '3');
  await rest();
  click(view.byText('Load more'));
  await rest();
  assert.is(view.find('[role="grid"]').getAttribute('aria-rowcount'), '42');
  assert.is(cellOf(0, 'views').textContent, '3');
  click(view.byText('Columns'));
  await rest();
  const item = view.findAll('[role="menuitemcheckbox"]').find((one) => one.textContent === 'views');
  assert.ok(item);
  click(item);
  await rest();
  assert.not.ok(heads(view).includes('views'));
  assert.match(view.find('footer').textContent, /1 change in 1 record/);
  assert.equal(changed(), [`${post.id} views "3"`]);
  click(item);
  await rest();
  assert.is(cellOf(0, 'views').textContent, '3');
});

test('the tab asks before it is closed as long as a cell is changed', async () => {
  const release = unsaved.guardTab();
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  await openTable();
  assert.is(asks(), false);
  const cell = await goTo(0, 'published');
  press(cell, 'Enter');
  await rest();
  assert.equal(changed(), [`${post.id} published false`]);
  assert.is(asks(), true);
  press(cell, 'Enter');
  await rest();
  assert.equal([changed(), asks()], [[], false]);
  release();
});

test.run();
