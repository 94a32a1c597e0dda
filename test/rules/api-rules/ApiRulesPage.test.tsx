import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import { ApiRulesPage } from '../../../ui/rules/api-rules/ApiRulesPage';
import * as seenAs from '../../../ui/rules/seenAs';
import { connect } from '../../backend/connect';
import { type Call, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { click, eventually, mount, rest, tick } from '../../support/render';
import { collections as samples, user } from '../../support/samples';

const records = 'GET /api/collections/:collection/records';
const [slow, fast] = ['slow0000000000a', 'fast0000000000a'];

/** A page whose server answers for each person when the test says so. */
async function opened() {
  const answers = new Map<string, () => void>();
  const backend = fakeBackend({
    async [records]({ query: { filter = '' } }: Call) {
      const id = [slow, fast].find((one) => filter === `id="${one}"`);
      if (id) await new Promise<void>((answer) => answers.set(id, answer));
      const items = id ? [{ ...user, id, name: id, email: `${id}@example.com`, username: id }] : [];
      return { page: 1, perPage: 1, totalItems: items.length, totalPages: 1, items };
    },
  });
  connect(backend, 't');
  Object.assign(collections.state, { all: ref(samples as unknown as Collection[]), isLoaded: true });
  seenAs.state.recent = [slow, fast].map((id) => ({ as: `users:${id}`, name: id, collectionName: 'users' }));
  const view = mount(<ApiRulesPage query={{}} />);
  await tick();
  const answer = async (id: string) => {
    answers.get(id)?.();
    await tick();
    await tick();
  };
  const choose = async (button: Element, id: string) => {
    click(button);
    await tick();
    const item = view.findAll('[role^="menuitem"]').find(({ textContent }) => textContent?.includes(id));
    assert.ok(item, id);
    click(item);
    // The menu closes a moment after a choice by a key.
    await eventually(() => [answers.has(id), view.findAll('[role="menu"]').length], [true, 0]);
  };
  return { view, answer, choose };
}

test.after.each(() => {
  mount(null).unmount();
  collections.forget();
  resetDom();
});

test('an answer for the person who was chosen before does not replace the chosen one', async () => {
  const { view, answer, choose } = await opened();
  await choose(view.byText('View as...'), slow);
  await choose(view.byText('View as...'), fast);
  await answer(fast);
  const counted = () => view.find('[aria-label^="Viewed as"]').getAttribute('aria-label');
  assert.match(counted() ?? '', 'fast');
  await answer(slow);
  assert.match(counted() ?? '', 'fast');
});

test('a load that fails, no collections, and a count that fails look different; each can be repeated', async () => {
  const list = 'GET /api/collections';
  const page = (items: readonly object[]) => ({
    page: 1,
    perPage: 200,
    totalItems: items.length,
    totalPages: 1,
    items,
  });
  const backend = fakeBackend({
    [list]: failure(500, 'The disk is full.'),
    [records]: failure(500, 'Broken.'),
  });
  connect(backend, 't');
  await collections.load();
  const view = mount(<ApiRulesPage query={{}} />);
  assert.match(
    view.find('[role="alert"]').textContent ?? '',
    /^The collections could not be loaded\.The disk is full\./,
  );
  backend.answerOnce(list, page([]));
  click(view.byText('Retry'));
  await rest();
  assert.match(view.text(), "You don't have any collections yet.");
  backend.answerOnce(list, page(samples));
  click(view.find('[aria-label="Refresh"]'));
  const retry = () => view.findAll('[aria-label^="Retry: guests of users"]');
  await eventually(() => retry().length, 1);
  backend.answer(records, page([]));
  for (const one of retry()) click(one);
  await eventually(() => retry().length, 0);
});

test.run();
