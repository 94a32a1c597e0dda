// The dialog of the filter on the page of records.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { maxQueryLength, serverQueryLength } from '../../../../ui/model/queryLength';
import { parseHash } from '../../../../ui/platform/hash';
import * as toasts from '../../../../ui/state/toasts';
import { type Call, type FakeBackend, failure } from '../../../support/backend';
import { click, rest, type, type View } from '../../../support/render';
import { listOf, post } from '../../../support/samples';
import { endTable, listRoute, openTable, startTable } from '../tableScene';

let backend: FakeBackend;

test.before.each(() => {
  backend = startTable();
});
test.after.each(endTable);

/** Builds a filter by the title, and applies it. */
async function applyTitle(view: View, title: string): Promise<void> {
  click(view.find('[aria-haspopup="dialog"][data-opens="filterBuilder"]'));
  await rest();
  type(view.byLabel('Value'), title);
  await rest();
  click(view.byText('Apply'));
  await rest();
}

const appliedFilter = () => parseHash(location.hash).query['filter'];
const filtered = () => backend.callsTo(listRoute).filter(({ query }) => query['filter'] !== undefined);

test('a filter that is too long for the server is told, and not sent again', async () => {
  backend.answer(listRoute, ({ query }: Call) =>
    serverQueryLength(query) > maxQueryLength
      ? failure(400, 'Query string is too large.')
      : listOf([post], 40),
  );
  const view = await openTable();
  const tooLong = /This filter is \d+ characters too long for the server\./;
  // Only a refusal tells that the server has a limit.
  await applyTitle(view, 'x'.repeat(2049));
  assert.is(appliedFilter(), `title = "${'x'.repeat(2049)}"`);
  assert.match(view.find('search').textContent ?? '', tooLong);
  assert.is(filtered().length, 1);

  await applyTitle(view, 'y'.repeat(2100));
  assert.is(appliedFilter(), `title = "${'y'.repeat(2100)}"`);
  assert.match(view.find('search').textContent ?? '', tooLong);
  assert.match(
    view.find('[role="grid"]').closest('section')?.textContent ?? '',
    /This filter cannot be run\./,
  );
  assert.is(filtered().length, 1, 'the answer is known');
  assert.equal(toasts.state.items, []);

  await applyTitle(view, 'short');
  assert.is(filtered().at(-1)?.query['filter'], 'title = "short"');
  assert.not.match(view.text(), tooLong);
  assert.match(view.text(), new RegExp(post.id));
});

test.run();
